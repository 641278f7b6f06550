"""Programs that ask by tokens: who they are, what they may do, and bots that play."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from freightyard.games import all_games
from freightyard.server.api.access import TokenCache
from freightyard.store.rows import Person, Token
from tests.server.programs import Program, new_token
from tests.server.running import WAIT, Browser, Server, serving, until


@pytest.fixture(scope="module")
def ann(server: Server) -> Iterator[Browser]:
    """The owner of all bots of this module: a name is one owner's alone."""
    with Browser(server.url) as browser:
        browser.post("/me/name", name="Ann")
        yield browser


@pytest.fixture(scope="module")
def robo(server: Server, ann: Browser) -> Iterator[Program]:
    """A bot of Ann's."""
    with Program(server.url, new_token(ann, "Robo", "play")) as program:
        yield program


# --- tokens ---


def test_a_token_is_shown_once_and_can_be_revoked(server: Server, ann: Browser) -> None:
    token = new_token(ann, "Shown once", "watch")
    assert "Shown once" in ann.get("/me").text
    assert token not in ann.get("/me").text
    with Program(server.url, token) as program:
        told = program.get("/api/me").json()
        assert (told["name"], told["scopes"]) == ("Shown once", ["watch"])
        page = ann.get("/me").text
        found = page.split('data-sure="Revoke the token of Shown once')[1].split('name="key" value="')[1].split('"')[0]
        assert ann.post("/me/tokens/revoke", key=found).headers["location"] == "/me?said=token-gone#tokens"
        answer = program.get("/api/me")
        assert answer.status_code == 401
        assert answer.json()["why"] == "this token is not known here: it was revoked, or not copied whole"
    assert token not in server.log(), "no token is written down"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"token-name": "Robo"}, "Choose what the token allows."),
        ({"token-name": "", "scope-play": "yes"}, "Type a name first."),
        ({"token-name": "Medium", "scope-play": "yes"}, "is what a bot of this site is called"),
    ],
)
def test_a_form_that_asks_for_no_token(ann: Browser, fields: dict[str, str], problem: str) -> None:
    answer = ann.post("/me/tokens", **fields)
    assert answer.status_code == 422
    assert "fy_" not in answer.text
    if problem != "Type a name first.":
        assert problem in answer.text


def test_the_name_of_a_bot_is_one_owners_alone(server: Server, ann: Browser, bob: Browser) -> None:
    new_token(ann, "Solo", "play")
    bob.post("/me/name", name="Bob")
    answer = bob.post("/me/tokens", **{"token-name": "SOLO", "scope-play": "yes"})
    assert answer.status_code == 422
    assert "Somebody else&#39;s bot is called SOLO: choose another name." in answer.text


@pytest.mark.parametrize("sent", [None, "fy_", "fy_no such token", "x" * 5000, "fy_\u00e9".encode("latin-1").decode("latin-1")])
def test_without_a_token_nothing_is_answered(server: Server, sent: str | None) -> None:
    headers: dict[bytes, bytes] = {} if sent is None else {b"authorization": f"Bearer {sent}".encode("latin-1")}
    with Program(server.url, None) as program:
        for method, path in (("GET", "/api/events"), ("GET", "/api/me"), ("GET", "/api/records"), ("POST", "/api/moves")):
            answer = program.http.request(method, path, headers=headers)
            assert answer.status_code == 401, path
            assert answer.headers["www-authenticate"].startswith("Bearer")
            assert set(answer.json()) == {"type", "why"}


def test_a_cookie_is_no_token_and_a_token_no_cookie(server: Server, ann: Browser) -> None:
    assert ann.get("/api/me").status_code == 401
    token = new_token(ann, "No cookie", "play")
    with Browser(server.url, authorization=f"Bearer {token}") as browser:
        assert "Choose a name to play and chat" in browser.get("/me").text
        assert browser.get(f"/api/me?token={token}", headers={"authorization": ""}).status_code == 401


@pytest.mark.parametrize(
    ("scope", "allowed", "refused"),
    [
        ("play", [], ["/api/tables", "/api/records", "/api/records/x", "/api/tables/x/watch"]),
        ("watch", ["/api/tables"], ["/api/records", "/api/events"]),
        ("records", ["/api/records"], ["/api/tables", "/api/events", "/api/tables/x/watch"]),
    ],
)
def test_a_token_is_for_its_scopes_alone(
    server: Server, ann: Browser, scope: str, allowed: list[str], refused: list[str]
) -> None:
    with Program(server.url, new_token(ann, f"Only {scope}", scope)) as program:
        for path in allowed:
            assert program.get(path).status_code == 200
        for path in refused:
            answer = program.get(path)
            assert answer.status_code == 403, path
            assert "needs the scope" in answer.json()["why"]
            assert "insufficient_scope" in answer.headers["www-authenticate"]
        if scope != "play":
            for path in ("moves", "tables", "tables/x/accept", "tables/x/sit", "tables/x/resign", "tables/x/return"):
                assert program.post(f"/api/{path}").status_code == 403, path


def test_what_is_left_is_told_before_it_bites(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "yard.db", "--token-rate", "2", errors=tmp_path / "log") as server,
        Browser(server.url) as ann,
        Program(server.url, new_token(ann, "Hasty", "play")) as hasty,
        Program(server.url, new_token(ann, "Calm", "play")) as calm,
    ):
        left = []
        for _ in range(30):
            answer = hasty.get("/api/me")
            left.append(int(answer.headers["ratelimit-remaining"]))
            if answer.status_code == 429:
                break
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) >= 1
        assert "Retry-After" in answer.json()["why"]
        assert left[0] == 5
        assert min(left) == 0
        assert int(answer.headers["ratelimit-limit"]) == 6
        assert calm.get("/api/me").status_code == 200, "another token has a rate of its own"


def test_a_host_can_switch_it_off(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--no-api", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        ann.post("/me/name", name="Ann")
        assert 'id="tokens"' not in ann.get("/me").text
        assert ann.post("/me/tokens", **{"token-name": "Robo", "scope-play": "yes"}).status_code == 303
        assert ann.get("/api").status_code == 404
        with Program(server.url, "fy_x") as program:
            assert program.get("/api/me").status_code == 404


def test_a_token_that_is_revoked_while_it_is_looked_up_is_not_believed_later() -> None:
    cache, asked = TokenCache(), []
    token = Token(key="key", owner="ann", person=Person("bot", "Robo"), name="Robo", scopes=("play",), made_at=0.0)

    async def by_secret(secret: str) -> Token | None:
        asked.append(secret)
        cache.forget("key")  # the news come before the answer
        return token if len(asked) == 1 else None

    async def find() -> Token | None:
        return await cache.find(SimpleNamespace(store=SimpleNamespace(tokens=SimpleNamespace(by_secret=by_secret))), "fy_x")  # type: ignore[arg-type]

    asyncio.run(find())
    assert asyncio.run(find()) is None


# --- bots that play ---


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_a_bot_plays_a_game(robo: Program, game: str) -> None:
    with robo.stream() as lines:
        key = robo.spar(game, "random", seed="a game")
        start = lines.until(lambda message: message["type"] == "start" and message["table"] == key)
        assert (start["table"], start["game"], start["seat"], start["players"]) == (key, game, 1, ["Robo", "Random"])
        end = robo.play(lines, key, 10**6 if game == "freight-cars" else 60)
        assert end["table"] == key
        if game == "freight-cars":
            assert len(end["outcome"]["scores"]) == 2
            late = robo.post(f"/api/tables/{key}/resign")
            assert (late.status_code, late.json()) == (403, {"type": "failed", "why": "the game is over"})
    robo.post(f"/api/tables/{key}/resign")


def test_the_same_seed_deals_the_same_cards(robo: Program) -> None:
    seen = []
    for seed in ("one", "one", "two"):
        with robo.stream() as lines:
            key = robo.spar("freight-train", "random", seed=seed)
            turn = lines.of("turn")
            assert turn["table"] == key
            seen.append(turn["position"])
        robo.post(f"/api/tables/{key}/resign")
    assert seen[0] == seen[1] != seen[2]


def test_a_stream_begins_with_everything_under_way_and_start_may_come_twice(robo: Program) -> None:
    keys = {robo.spar("freight-train", "random", seed=f"{number}") for number in range(3)}
    for number in range(2):
        with robo.stream() as lines:
            told: dict[str, list[str]] = {}
            while not keys <= set(told) or any(kinds[-1] != "turn" for kinds in told.values()):
                message = lines.next()
                assert message is not None
                if message["table"] in keys:  # a table of an earlier test may just come to its end
                    told.setdefault(message["table"], []).append(message["type"])
        # The first time the other bots may still have to move. The second time nothing happens any more.
        assert all(kinds[0] == "start" for kinds in told.values())
        assert not number or all(kinds == ["start", "turn"] for kinds in told.values())
    for key in keys:
        robo.post(f"/api/tables/{key}/resign")


def test_a_batch_is_taken_whole_or_refused_with_its_rule(robo: Program) -> None:
    key = robo.spar("freight-train", "random", seed="whole")
    with robo.stream() as lines:
        turn = lines.of("turn")
    ply = turn["ply"]
    answer = robo.moves(key, ply, "take 1", "put tank train")
    assert answer.status_code == 422
    refused = answer.json()
    assert refused["type"] == "refused"
    assert refused["rule"].startswith("ft.")
    assert refused["why"]
    tried = robo.moves(key, ply, "take 1", dry_run=True).json()
    assert (tried["type"], tried["dry_run"]) == ("accepted", True)
    wrong = robo.moves(key, ply, "call", dry_run=True).json()
    legal = "call" in turn["view"]["legal"]
    assert wrong["type"] == ("accepted" if legal else "refused")
    with robo.stream() as lines:
        assert lines.of("turn")["ply"] == ply, "nothing was played"
    assert robo.moves(key, ply + 5, "take 1").status_code == 409
    assert "has not come to" in robo.moves(key, ply + 5, "take 1").json()["why"]
    robo.post(f"/api/tables/{key}/resign")


def test_the_same_batch_again_is_harmless(robo: Program) -> None:
    key = robo.spar("freight-train", "random", seed="again")
    with robo.stream() as lines:
        turn = lines.of("turn")
        ply, first = turn["ply"], turn["view"]["legal"][0]
        one = robo.moves(key, ply, first).json()
        assert (one["type"], one["again"]) == ("accepted", False)
        for _ in range(3):
            other = robo.moves(key, ply, first).json()
            assert (other["type"], other["again"], other["moves"]) == ("accepted", True, [first])
        later = lines.until(lambda message: message["type"] == "turn" and message["ply"] > ply)
        robo.moves(key, later["ply"], later["view"]["legal"][0])
        assert robo.moves(key, ply, first).json()["again"], "also when the game has gone on"
        assert robo.moves(key, ply, "call" if first != "call" else "rearrange").status_code == 409
    robo.post(f"/api/tables/{key}/resign")


def test_a_batch_is_played_once_though_the_server_was_killed(tmp_path: Path) -> None:
    database, errors = tmp_path / "yard.db", tmp_path / "log"
    with serving(database, errors=errors) as server, Browser(server.url) as ann:
        token = new_token(ann, "Robo", "play")
        with Program(server.url, token) as robo, robo.stream() as lines:
            key = robo.spar("freight-train", "random", seed="killed")
            turn = lines.of("turn")
            ply, first = turn["ply"], turn["view"]["legal"][0]
            assert robo.moves(key, ply, first).status_code == 200
            server.kill()
    with serving(database, errors=errors) as server, Program(server.url, token) as robo, robo.stream() as lines:
        assert robo.moves(key, ply, first).json()["again"]
        assert lines.of("start")["table"] == key
        later = lines.of("turn")
        assert later["ply"] > ply
        assert robo.moves(key, later["ply"], later["view"]["legal"][0]).json()["again"] is False


# --- at tables with people ---


def test_a_bot_sits_down_with_people_only_by_invitation(server: Server, ann: Browser, bob: Browser, robo: Program) -> None:
    key = bob.new_table("freight-train", "me", "open", name="Bob")
    answer = robo.post(f"/api/tables/{key}/sit")
    assert answer.status_code == 403
    assert answer.json()["why"].startswith("bots sit down here only by invitation")
    assert robo.post(f"/api/tables/{key}/accept").status_code == 403
    with robo.stream() as lines:
        assert bob.post(f"/t/{key}/hold", seat="2", name="robo").status_code == 303
        invitation = lines.of("invitation")
        assert (invitation["table"], invitation["seat"], invitation["host"]) == (key, 2, "Bob")
        page = bob.get(f"/t/{key}").text
        assert "Robo" in page
        assert '<span class="tag">bot</span>' in page
        with Browser(server.url) as eve:  # a name is no password, but the name of a bot is its own
            assert eve.post(f"/t/{key}/sit", seat="2", name="Robo").status_code == 403
        assert robo.post(f"/api/tables/{key}/accept").status_code == 200
        assert robo.post(f"/api/tables/{key}/accept").status_code == 200, "sent again, it does no harm"
        start = lines.of("start")
        assert start["players"] == ["Bob", "Robo"]
    shown = bob.get(f"/t/{key}").text
    assert '<span class="tag">bot</span>' in shown
    lobby = bob.get("/").text
    assert '<span class="name">Robo</span> <span class="bot">bot</span>' in lobby


def test_a_bot_declines(bob: Browser, robo: Program) -> None:
    key = bob.new_table("freight-train", "me", "held", name="Bob", **{"called-2": "Robo"})
    with robo.stream() as lines:
        assert lines.of("invitation")["table"] == key
        assert robo.post(f"/api/tables/{key}/decline").status_code == 200
        assert lines.until(lambda message: message["type"] == "end" and message["table"] == key)
    assert "Robo" in bob.get(f"/t/{key}").text, "the host sees who declined"


def test_bots_sit_down_where_they_may(bob: Browser, robo: Program) -> None:
    key = bob.new_table("freight-train", "me", "open", "open", name="Bob", bots="yes")
    assert "Other people's bots may sit down here." in bob.get(f"/t/{key}").text
    with robo.stream():
        assert robo.post(f"/api/tables/{key}/sit", seat=2).status_code == 200
        assert robo.post(f"/api/tables/{key}/sit", seat=3).status_code == 200, "it has a seat"
        page = bob.get(f"/t/{key}").text
        assert page.count("<strong>Robo</strong>") == 1, "a bot plays on one seat"
        bob.post(f"/t/{key}/terms", bots="no")
        assert robo.post(f"/api/tables/{key}/decline").status_code == 200
        assert robo.post(f"/api/tables/{key}/sit", seat=2).status_code == 403
        bob.post(f"/t/{key}/drop")


def test_a_bot_takes_the_seat_of_a_link(bob: Browser, robo: Program) -> None:
    key = bob.new_table("freight-train", "me", "open", "open", name="Bob")
    page = bob.post(f"/t/{key}/invite", seat="2").text
    link = page.split(f"/t/{key}/seat/")[1].split('"')[0]
    assert robo.post(f"/api/tables/{key}/sit", link="x" * 20).status_code == 403
    assert robo.post(f"/api/tables/{key}/sit", link=link).status_code == 200
    assert "<strong>Robo</strong>" in bob.get(f"/t/{key}").text
    bob.post(f"/t/{key}/drop")


def test_who_resigns_leaves_the_seat_to_a_bot_of_the_site(robo: Program) -> None:
    with robo.stream() as lines:
        key = robo.spar("freight-train", "random")
        lines.of("turn")
        assert robo.post(f"/api/tables/{key}/resign").status_code == 200
        assert lines.until(lambda message: message["type"] == "end" and message["table"] == key)["outcome"] is None
    assert robo.post("/api/moves", type="decline", table=key).status_code == 200, "sent again, it does no harm"
    assert robo.moves(key, 5, "take 1").status_code == 403


def test_the_tables_of_others_are_not_a_bots(server: Server, ann: Browser, bob: Browser, robo: Program) -> None:
    key = bob.new_table("freight-train", "me", "bot:random", name="Bob")
    for ply in (0, 5, 8):
        answer = robo.moves(key, ply, "take 1")
        assert answer.status_code == 403
        assert answer.json()["type"] == "refused"
    for path in ("accept", "return"):
        assert robo.post(f"/api/tables/{key}/{path}").status_code == 403, path
    with Program(server.url, new_token(ann, "Another", "play")) as another:
        mine = robo.spar("freight-train", "random")
        assert another.moves(mine, 5, "take 1").status_code == 403
        assert another.post(f"/api/tables/{mine}/resign").status_code == 200
        with robo.stream() as lines:
            assert lines.until(lambda message: message["type"] == "turn" and message["table"] == mine), "it was not theirs"
        robo.post(f"/api/tables/{mine}/resign")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "freight", "seats": ["me", "stockfish"]}, "there is no bot 'stockfish'"),
        ({"game": "freight", "seats": ["medium", "random"]}, "name `me` once"),
        ({"game": "freight", "seats": ["me", "me"]}, "name `me` once"),
        ({"game": "freight", "seats": ["me"] + ["random"] * 9}, "players, not 10"),
        ({"game": "freight", "edition": "no"}, "the editions are"),
        ({"game": "freight", "options": ["no"]}, "has no option"),
        ({"game": "freight", "colour": "red"}, "colour"),
        ({"seats": ["me", "random"]}, "game"),
    ],
)
def test_a_table_that_cannot_be_made(robo: Program, fields: dict[str, object], sentence: str) -> None:
    answer = robo.post("/api/tables", **fields)
    assert answer.status_code == 400
    assert sentence in answer.json()["why"]
    assert "\n" not in answer.json()["why"]


def test_bots_meet_bots_by_invitation(server: Server, ann: Browser, robo: Program) -> None:
    with Program(server.url, new_token(ann, "Rival", "play")) as rival, rival.stream() as theirs, robo.stream() as lines:
        key = robo.spar("freight-cars", "Rival")
        assert theirs.of("invitation")["host"] == "Robo"
        assert rival.post(f"/api/tables/{key}/accept").status_code == 200
        start = lines.until(lambda line: line["type"] == "start" and line["table"] == key)  # others may be under way
        assert start["players"] == ["Robo", "Rival"]
        assert theirs.of("start")["seat"] == 2
        answer = robo.post("/api/tables", game="freight-cars", seats=["me", "Rival"], seed="known")
        assert "a seed is only for tables" in answer.json()["why"], "who knows the cards has won"
        for program in (robo, rival):
            program.post(f"/api/tables/{key}/resign")


def test_a_bot_account_has_no_say_and_is_no_host(server: Server, bob: Browser, robo: Program) -> None:
    """A vote that waited for a bot would never end."""
    key = bob.new_table("freight-train", "me", "held", name="Bob", **{"called-2": "Robo"})
    assert robo.post(f"/api/tables/{key}/accept").status_code == 200
    bob.post(f"/t/{key}/propose", kind="end")
    until(lambda: "ended" in bob.get(f"/t/{key}").text.lower(), "the game has ended, though the bot said nothing")
    with robo.stream() as lines:
        end = lines.until(lambda message: message["type"] == "end" and message["table"] == key)
        assert (end["outcome"], end["why"]) == (None, "the game was ended without a result")


# --- the ends of streams ---


def test_a_stream_ends_with_a_line_when_its_token_is_revoked(server: Server, ann: Browser) -> None:
    token = new_token(ann, "Ends", "play")
    page = ann.get("/me").text
    key = page.split('data-sure="Revoke the token of Ends?')[1].split('name="key" value="')[1].split('"')[0]
    with Program(server.url, token) as program, program.stream() as lines:
        ann.post("/me/tokens/revoke", key=key)
        closing = lines.of("closing")
        assert closing == {"type": "closing", "why": "the token of this stream was revoked", "again": False}
        assert lines.next() is None


def test_a_stream_ends_with_a_line_when_the_server_stops(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        with Program(server.url, new_token(ann, "Robo", "play", "watch")) as program, program.stream() as lines:
            server.process.send_signal(signal.SIGINT)
            closing = lines.of("closing")
            assert closing["again"]
            assert lines.next() is None, "it ended as an answer does"
        assert server.process.wait(WAIT) == 0
        assert "error" not in server.log()


def test_the_oldest_of_too_many_streams_is_ended(server: Server, ann: Browser) -> None:
    with (
        Program(server.url, new_token(ann, "Many", "play")) as program,
        program.stream() as first,
        program.stream(), program.stream(), program.stream(), program.stream(),
    ):  # fmt: skip
        assert first.of("closing")["why"] == "this token has opened too many streams, and this was the oldest"


def test_a_blank_line_shows_that_the_server_is_there(server: Server, ann: Browser) -> None:
    with (
        Program(server.url, new_token(ann, "Idle", "play")) as idle,
        idle.http.stream("GET", "/api/events", headers={"accept-encoding": "gzip"}) as response,
    ):
        assert "content-encoding" not in response.headers, "what is compressed waits for more"
        assert next(response.iter_lines()) == ""
