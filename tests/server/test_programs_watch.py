"""Programs that watch public tables and read records; and that nothing hidden leaves by any line."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freightyard.bots.protocol import turn_message
from freightyard.core.record import verify
from freightyard.games import game_named
from freightyard.server.api import messages, openapi
from freightyard.store import open_store
from freightyard.store.rows import Person
from tests.server.programs import Program, new_token, read_lines
from tests.server.running import Browser, Server, serving
from tests.server.twins import Twin, twins

KEYS = ("twinaaaaaaaa", "twinbbbbbbbb")
PLIES = 70


@pytest.fixture(scope="module")
def ann(server: Server) -> Iterator[Browser]:
    with Browser(server.url) as browser:
        browser.post("/me/name", name="Ann")
        yield browser


@pytest.fixture(scope="module")
def eye(server: Server, ann: Browser) -> Iterator[Program]:
    """Who watches and reads."""
    with Program(server.url, new_token(ann, "Eye", "watch", "records")) as program:
        yield program


@pytest.fixture(scope="module")
def finished(server: Server, ann: Browser) -> list[str]:
    """Tables of bots that are over, and a private one."""
    found = []
    for public in ("yes", "yes", "no"):
        key = ann.new_table("freight-cars", "bot:random", "bot:random", public=public)
        with ann.socket(key) as socket:
            socket.update()
            socket.await_end()
        found.append(key)
    return found


def test_a_public_table_is_watched_to_its_end(ann: Browser, eye: Program) -> None:
    key = ann.new_table("freight-cars", "me", "bot:random", public="yes")
    listed = [line for line in read_lines(eye.get("/api/tables")) if line["table"] == key]
    assert [(line["type"], line["phase"], line["view"]) for line in listed] == [("table", "running", None)]
    with eye.stream(f"/api/tables/{key}/watch") as lines, ann.socket(key) as socket:
        first = lines.next()
        assert first is not None
        assert (first["type"], first["game"], first["view"]["seat"]) == ("table", "freight-cars", None)
        assert [(seat["name"], seat["bot"]) for seat in first["players"]] == [("Ann", False), ("Random", True)]
        ply = first["ply"]
        socket.update()
        socket.play("watched")
        while (message := lines.next()) is not None:
            if message["type"] == "moved":
                assert [each["ply"] for each in message["moves"]] == list(range(ply, message["ply"])), "no move is missing"
                ply = message["ply"]
            last = message
    assert (last["type"], last["phase"]) == ("table", "over")
    assert last["view"]["outcome"] is not None
    assert ply == last["ply"] == socket.ply


def test_a_table_that_waits_is_watched_until_it_begins(ann: Browser, bob: Browser, eye: Program) -> None:
    key = ann.new_table("freight-train", "me", "open", public="yes")
    with eye.stream(f"/api/tables/{key}/watch") as lines:
        first = lines.next()
        assert first is not None
        assert (first["phase"], first["view"], first["players"][1]["name"]) == ("open", None, None)
        bob.post(f"/t/{key}/sit", name="Bob")
        begun = lines.until(lambda message: message.get("phase") == "running")
        assert begun["players"][1] == {"seat": 2, "name": "Bob", "bot": False}
        assert begun["view"]["board"]


def test_private_tables_and_their_records_are_nobodys(ann: Browser, eye: Program, finished: list[str]) -> None:
    private = ann.new_table("freight-train", "me", "bot:random", public="no")
    for path in (f"/api/tables/{private}/watch", "/api/tables/nosuchtable2/watch", f"/api/records/{finished[2]}"):
        answer = eye.get(path)
        assert answer.status_code == 404, path
    assert private not in eye.get("/api/tables").text
    assert finished[2] not in eye.get("/api/records").text


def test_records_come_a_page_at_a_time_and_can_be_chosen(eye: Program, finished: list[str]) -> None:
    first = read_lines(eye.get("/api/records", limit=1))
    assert [line["type"] for line in first] == ["record", "page"]
    second = read_lines(eye.get("/api/records", limit=1, after=first[-1]["next"]))
    found = [first[0], second[0]]
    assert {line["key"] for line in found} >= set(finished[1:2])
    whole = read_lines(eye.get("/api/records", game="freight-cars", player="random"))
    assert set(finished[:2]) <= {line["key"] for line in whole[:-1]}
    for line in whole[:-1]:
        verify(line["text"], game_named)
        assert all(seat >= 1 for seat in line["winners"])
    assert [line["type"] for line in read_lines(eye.get("/api/records", game="freight"))] == ["page"]
    assert [line["type"] for line in read_lines(eye.get("/api/records", player="ran"))] == ["page"]
    assert [line["type"] for line in read_lines(eye.get("/api/records", player="%"))] == ["page"]
    assert [line["type"] for line in read_lines(eye.get("/api/records", since=9e9))] == ["page"]
    lean = read_lines(eye.get("/api/records", text="false"))
    assert lean[0]["text"] is None
    assert eye.get(f"/api/records/{finished[0]}").json()["text"] == next(
        line["text"] for line in whole if line["key"] == finished[0]
    )


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0},
        {"limit": 10**9},
        {"limit": "x"},
        {"after": "x"},
        {"game": "chess"},
        {"since": "x"},
        {"after": "1~" + "x" * 900},
    ],
)
def test_a_query_that_is_wrong_is_refused_in_a_sentence(eye: Program, query: dict[str, Any]) -> None:
    answer = eye.get("/api/records", **query)
    assert answer.status_code == 400
    assert set(answer.json()) >= {"type", "why"}
    assert "\n" not in answer.json()["why"]
    assert next(iter(query)) in answer.json()["why"]


# --- what is hidden ---


@pytest.fixture(scope="module")
def twin_games() -> tuple[Twin, Twin]:
    return twins(0, 3, PLIES)


@pytest.fixture(scope="module")
def twin_server(
    tmp_path_factory: pytest.TempPathFactory, twin_games: tuple[Twin, Twin]
) -> Iterator[tuple[Server, dict[str, str]]]:
    """A server with both games, public, and the tokens of the three bots that play both, and of one that watches."""
    folder: Path = tmp_path_factory.mktemp("twins")

    async def prepare() -> dict[str, str]:
        store = await open_store(str(folder / "yard.db"))
        owner, _ = await store.people.new("Owner")
        found: dict[str, str] = {}
        bots: list[Person] = []
        for name in ("One", "Two", "Three"):
            found[name], token = await store.tokens.make(owner.key, name, ("play", "watch"), 1.0, most=9)
            bots.append(token.person)
        for key, game in zip(KEYS, twin_games, strict=True):
            await game.keep(store, key, bots, public=True)
        await store.close()
        return found

    tokens = asyncio.run(prepare())
    with serving(folder / "yard.db", "--bot-table-days", "0", errors=folder / "log") as running:  # they moved long ago
        yield running, tokens


def lines_of(url: str, token: str, key: str, games: tuple[Twin, Twin]) -> list[bytes]:
    """All that a bot, or who watches, can get out of a table."""
    found: list[bytes] = []
    last = len(games[0].events)
    with Program(url, token) as program:
        with program.stream() as lines:
            lines.until_blank()
            found += [line for line in lines.raw if key.encode() in line]
        with program.stream(f"/api/tables/{key}/watch") as lines:
            lines.next()
            found += lines.raw
        found += [line.encode() for line in program.get("/api/tables").text.splitlines() if key in line]
        words = sorted({event.text for game in games for event in game.events})
        found += [program.moves(key, last, word, dry_run=True).content for word in words]
        found.append(program.moves(key, last + 1, words[0]).content)
        found.append(program.moves(key, 1, words[0], words[1]).content)
    return [line.replace(key.encode(), b"KEY") for line in found]


def plain(lines: list[bytes]) -> list[bytes]:
    return sorted(re.sub(rb'"(at|ply)":[0-9.]+', b"", line) for line in lines)


def test_twin_games_give_equal_lines_to_whoever_may_not_tell_them_apart(
    twin_server: tuple[Server, dict[str, str]], twin_games: tuple[Twin, Twin]
) -> None:
    server, tokens = twin_server
    for name in ("Two", "Three"):
        one, other = (plain(lines_of(server.url, tokens[name], key, twin_games)) for key in KEYS)
        assert len(one) == len(other) > 10
        assert one == other
        assert any(b'"type":"start"' in line for line in one)
    acts = ("One", "Two", "Three")[twin_games[0].state.to_act() or 0]
    assert any(b'"type":"turn"' in line for line in lines_of(server.url, tokens[acts], KEYS[0], twin_games))


def test_whoever_holds_the_secret_sees_the_difference(
    twin_server: tuple[Server, dict[str, str]], twin_games: tuple[Twin, Twin]
) -> None:
    """Else the test above would prove nothing: what the one who holds it would be told is another thing in each game."""
    one, other = (turn_message("KEY", 1, game.state.view(0)) for game in twin_games)
    assert one != other


# --- the description ---


def test_every_line_and_answer_fits_its_schema(server: Server, ann: Browser, eye: Program, finished: list[str]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    described = eye.get("/api/openapi.json").json()
    assert described == msgspec.json.decode(msgspec.json.encode(openapi.described()))
    schemas = described["components"]["schemas"]
    assert set(schemas) >= {kind.__name__ for kind in messages.ALL}
    checked = set()

    def check(message: dict[str, Any]) -> None:
        name = next(kind.__name__ for kind in messages.ALL if kind.__struct_config__.tag == message["type"])
        told = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
        jsonschema.Draft202012Validator(told).validate(message)
        checked.add(name)

    robo_token = new_token(ann, "Schema", "play")
    with Program(server.url, robo_token) as robo, Program(server.url, new_token(ann, "Rival of it", "play")) as rival:
        check(robo.get("/api/me").json())
        check(robo.get("/api/records").json())
        with rival.stream() as theirs, robo.stream() as lines:
            key = robo.spar("freight-cars", "Rival of it")
            check(theirs.of("invitation"))
            check(rival.post(f"/api/tables/{key}/accept").json())
            check(lines.of("start"))
            turn = lines.of("turn")
            check(turn)
            check(robo.moves(key, turn["ply"], "no such move").json())
            check(robo.moves(key, turn["ply"], turn["view"]["legal"][0], dry_run=True).json())
            robo.post(f"/api/tables/{key}/resign")
            check(lines.of("end"))
            page = ann.get("/me").text
            token = page.split('data-sure="Revoke the token of Schema?')[1].split('name="key" value="')[1].split('"')[0]
            ann.post("/me/tokens/revoke", key=token)
            check(lines.of("closing"))
    for line in read_lines(eye.get("/api/records")) + read_lines(eye.get("/api/tables")):
        check(line)
    watched = ann.new_table("freight-cars", "me", "bot:random", public="yes")
    with eye.stream(f"/api/tables/{watched}/watch") as lines, ann.socket(watched) as socket:
        socket.update()
        socket.play("schema", 12)
        check(lines.of("table"))
        check(lines.of("moved"))
    sent = {"Moves", "Decline", "Sparring", "Accept", "Sit", "Add"}
    elsewhere = {"Mixing"}  # where cards are dealt by chance: test_programs_cards.py
    parts = {"Limits", "ViewData", "Result", "Clock", "Thinking", "Seated", "Seen"}
    assert checked == set(schemas) - sent - elsewhere - parts


def test_the_description_names_every_handler() -> None:
    from freightyard.server.api.routes import API_HANDLERS

    told = {(route.method.upper(), route.path) for route in openapi.ROUTES}
    there = set()
    for handler in API_HANDLERS:
        for path in handler.paths:
            there |= {(method, "/api" + re.sub(r"\{(\w+):str\}", r"{\1}", path)) for method in handler.http_methods}
    assert told == there - {("GET", "/api/openapi.json"), ("GET", "/api/schema.json")}


def test_the_page_about_programs_names_what_there_is(ann: Browser) -> None:
    page = ann.get("/api").text
    for route in openapi.ROUTES:
        assert route.path in page
    assert ann.get("/api/schema.json").json()["$defs"]["Turn"]
