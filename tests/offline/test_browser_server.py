"""The server of a page under CPython: what a browser does not have is missing, and what it plays is what a server plays."""

import json
import os
import subprocess
import sys
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import freightyard
from freightyard.bots import bot_stream, make_bot
from freightyard.core.puzzles import by_edition, puzzle_of
from freightyard.core.record import read, verify, write
from freightyard.core.title import LESSONS, PUZZLES
from freightyard.games import all_games, game_named, part_of
from freightyard.offline.addresses import address, rewritten
from freightyard.offline.build import is_left_out
from freightyard.server.bots.turns import bots_seed
from freightyard.table import Table
from freightyard.table.puzzles import PuzzleBoard
from tests.review.games import end_of_a_game
from tests.server.running import Browser, serving
from tests.site.reading import Document

EDITIONS = [(game.name, edition) for game in all_games() for edition in game.editions]
PAGES = (
    "/",
    "/records",
    "/new?game=freight",
    "HOME/end",
    "HOME/at/5",
    "HOME/moment/7",
    "HOME/chart",
    "HOME/review",
    "HOME/play/10",
    "/nothing",
)
BOT = "hard:2it"  # it thinks for playouts: by a clock it would not play the same twice
WORD = "a word of the host"
MOMENT = 100  # of a record, from which a link plays on
SET_UP = {
    "game": "freight-train", "edition": "mayfair-1996", "mayfair-1996.cabooses": "yes", "seat-1": "me", "seat-2": "here",
    "called-2": "Bob", "seat-3": "bot:easy",
}  # fmt: skip
LESSON = part_of("freight-train", LESSONS)[0]
PUZZLE = part_of("freight-train", PUZZLES)[0]
PUZZLE_SEAT = PuzzleBoard(game_named("freight-train"), PUZZLE).solver + 1
KEPT = sorted((Path(__file__).parents[1] / "fixtures" / "browsers").glob("*.json"))
GOLDEN = Path(__file__).parents[1] / "golden"
# What people may paste, or a chat may have cut in two, and a word of the answer.
NONSENSE: dict[str, str | int] = {
    "/play": 404,
    "/play?game=": "there is no game",
    "/play?game=chess": "there is no game",
    "/play?game=freight&edition=1830": "1830",
    "/play?game=freight&seats=me": "players",
    "/play?game=freight&seats=me,me,me,me,me,me,me,me,me": "players",
    "/play?game=freight&seats=me,deep-blue": "there is no such bot",
    "/play?game=freight&seats=me,easy:5it": "there is no such bot",
    "/play?game=freight&seats=me,hard:0it": "for playouts a turn",
    "/play?game=freight&seats=,,,": 303,  # as if nothing had been said
    "/play?game=freight-train&options=wings=yes": "wings",
    "/play?game=freight-train&position=day%201": "the first section must read",
    "/play?game=freight-train&position=%00%ff%3Cscript%3E": "position",
    "/play?game=freight-train&position=" + "A" * 20_000: "position",
    "/play?game=freight&seed=" + "9" * 5000: 303,
    "/t/nothere": 404,
    "/t/nothere/at/99999999999999999999": 404,
    "/r/../../etc": 404,
    "//elsewhere.test/": 404,
    "javascript:alert(1)": 404,
    "http://[": 404,
    "": 200,  # the lobby
}
BROKEN = ("", "   ", "{}", "\x00\x01", "Freight Train", "<script>alert(1)</script>", "x" * 300_000)


def link(game: str, edition: str) -> str:
    return f"/play?game={game}&edition={edition}&seed=a%20seed%20of%20{edition}&seats=me,{BOT}"


def form(game: str, edition: str) -> dict[str, str]:
    return {"game": game, "edition": edition, "name": "Ann", "seat-1": "me", "seat-2": "bot:medium"}


def jobs() -> dict[str, dict[str, Any]]:
    """What is done in one process: a game of each edition, and all that is asked."""
    golden = next(GOLDEN.rglob("*.txt")).read_text(encoding="utf-8")
    cars = next((GOLDEN / "freight-cars").glob("*.txt")).read_text(encoding="utf-8")
    ended = write(end_of_a_game(), game_named("freight-cars"))
    found: dict[str, dict[str, Any]] = {}
    for game, edition in EDITIONS:
        after = PAGES if not found else ()
        found[edition] = {"link": link(game, edition), "seat": 1, "reload": True, "pages": after}
        found[f"{edition} by a word"] = {"make": form(game, edition), "cards": WORD, "seat": 1}
    for path in KEPT:
        told = json.loads(path.read_text(encoding="utf-8"))
        looks = [["GET", page, []] for page in ("/", "/records", f"{told['home']}/at/3")]
        found[f"{path.stem} on"] = {"kept": told["kept"], "home": told["home"], "seat": 1}
        found[f"{path.stem} pages"] = {"kept": told["kept"], "ask": looks}
    asked: dict[str, list[list[Any]]] = {
        "nonsense": [["GET", target, []] for target in NONSENSE],
        "quick": [["POST", "/quick", [["game", "freight"]]], ["GET", link(*EDITIONS[0]), []]],
        "puzzles": [["GET", "/puzzles", []], ["GET", "/puzzles?day=2026-01-02", []]],
        "imports": [["POST", "/import", [["text", text]]] for text in (*BROKEN, golden[:-40], golden, golden)],
        "review": [
            ["POST", "/import", [["text", ended]]],
            ["POST", "HERE/review", []],
            ["WAIT", "HERE/progress", []],
            ["GET", "HERE", []],
        ],
        "set-up": [
            ["POST", "/new", [["link", "yes"], *SET_UP.items()]],
            ["GET", "LINK", []],
            ["GET", "HERE/record", []],
            ["GET", "LINK", []],
            ["GET", "HERE/record", []],
        ],
        "position": [
            ["POST", "/import", [["text", cars]]],
            ["GET", f"HERE/play/{MOMENT}", []],
            ["GET", "LINK", []],
            ["GET", "HERE/record", []],
        ],
    }
    found |= {name: {"ask": ask} for name, ask in asked.items()}
    kept = json.loads(KEPT[0].read_text(encoding="utf-8"))
    back = [["POST", f"{kept['home']}/propose", [["kind", "back"], ["ply", "60"]]], ["GET", f"{kept['home']}/moment/60", []]]
    found["back"] = {"kept": kept["kept"], "ask": back}
    found["puzzle"] = {"learn": PUZZLE.address, "moves": PUZZLE.answer, "seat": PUZZLE_SEAT}
    found["lesson"] = {"learn": LESSON.address, "moves": [move for step in LESSON.steps for move in step.moves]}
    return found


@cache
def played() -> dict[str, Any]:
    """What came of all that."""
    wanted = jobs()
    room = Path(freightyard.__file__).parent
    files = [path.relative_to(room).as_posix() for path in room.rglob("*.py")]
    missing = ["freightyard." + name.removesuffix(".py").replace("/", ".") for name in files if is_left_out(name)]
    assert len(missing) > 100
    done = subprocess.run(
        [sys.executable, "-m", "tests.offline.in_page"],
        env={**os.environ, "LEFT_OUT": " ".join(missing)},
        input=json.dumps(list(wanted.values())),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert not done.returncode, done.stderr[-2000:]
    return dict(zip(wanted, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_same_seed_and_choices_give_the_same_record(game: str, edition: str) -> None:
    text = played()[edition]["record"]
    verify(text, game_named)
    assert played_again(text, f"a seed of {edition}") == text


def played_again(text: str, seed: str) -> str:
    """The record of the game that a table and a bot play by a seed, where the first seat chooses what it chose in a record."""
    kept = read(text)
    rules = game_named(kept.game)
    table = Table(rules, rules.edition(kept.edition), 2, seed=seed)
    bot = make_bot(kept.players[1], rules, bot_stream(bots_seed(seed), 1))
    table.commit(table.begin())
    while (actor := table.to_act()) is not None:
        view = table.view(actor)
        move = kept.moves[len(table.record().moves)] if actor == 0 else bot.decide(view)
        table.commit(table.move(actor, table.ply, [move]))
    again = msgspec.structs.replace(
        table.record(kept.players), dealt=kept.dealt
    )  # how its cards were drawn, a table does not know
    return write(again, rules)


@pytest.mark.parametrize(("number", "target"), list(enumerate(NONSENSE)), ids=[target[:40] for target in NONSENSE])
def test_a_link_with_nonsense_in_it_is_answered_in_words(number: int, target: str) -> None:
    status, body, _ = played()["nonsense"][number]
    wanted = NONSENSE[target]
    if isinstance(wanted, int):
        assert status == wanted
    else:
        assert 400 <= status < 500
        assert wanted in Document(body).text.lower()
    assert "<script>alert" not in body
    assert "Traceback" not in body


def test_an_empty_or_broken_record_is_refused_in_words_and_a_whole_one_is_kept_once() -> None:
    *refused, one, other, kept = played()["imports"]
    for status, body, location in refused:
        assert (status, location) == (422, None) or (status, location) == (200, None)
        assert Document(body).problems["record"]
        assert "<script>alert" not in body
    assert one[0] == other[0] == 303
    assert one[2] == other[2]
    assert sum(name.startswith("record/") for name in kept) == 1


def test_a_form_makes_a_link_to_its_set_up_that_makes_the_same_table_for_everybody() -> None:
    page, _, first, _, other, _ = played()["set-up"]
    assert Document(page[1]).text.count("Link to this game") == 1
    one, two = read(first[1]), read(other[1])
    assert (one.edition, one.options, one.players) == ("mayfair-1996", ("cabooses",), ("Guest 1", "Guest 2", "easy"))
    assert one.players == two.players
    shared = min(len(one.moves), len(two.moves))  # bots may have begun
    assert one.moves[:shared] == two.moves[:shared] != ()
    assert not Document(page[1]).problems
    assert "an open seat" not in page[1]  # nobody else can come


def test_a_link_to_a_position_plays_on_from_it() -> None:
    imported, page, _, there, _ = played()["position"]
    assert Document(page[1]).text.count("Link to this position") == 1
    cars = read(next((GOLDEN / "freight-cars").glob("*.txt")).read_text(encoding="utf-8"))
    at = next(state for ply, state in enumerate(cars.states()) if ply == MOMENT)
    assert read(there[1]).start == at.text()
    assert imported[0] == 303


def test_a_served_table_has_the_same_record_as_one_in_a_page(tmp_path: Path) -> None:
    """The host's word says how the cards are drawn, so the whole text must be the same."""
    options = ("--cards", WORD, "--cards-of-secret-games")
    with serving(tmp_path / "yard.db", *options, errors=tmp_path / "errors") as server, Browser(server.url) as ann:
        for game, edition in EDITIONS:
            text = played()[f"{edition} by a word"]["record"]
            kept = read(text)
            mine = [move for move, state in zip(kept.moves, kept.states(), strict=False) if state.to_act() == 0]
            home = ann.post("/new", **form(game, edition)).headers["location"]
            with ann.socket(home.removeprefix("/t/")) as socket:
                socket.play_moves(mine)
            assert ann.get(f"{home}/record").text == text


def test_a_game_is_reviewed_in_the_page_with_its_pictures_inside() -> None:
    *_, page, kept = played()["review"]
    assert page[0] == 200
    assert "Luck and skill" in page[1]
    assert 'src="data:image/svg+xml' in page[1]
    assert "/picture/" not in page[1]
    assert sum(name.startswith("review/") for name in kept) == 1


@pytest.mark.parametrize("number", range(len(KEPT)), ids=[path.stem for path in KEPT])
def test_what_an_earlier_version_has_kept_in_a_browser_is_played_on(number: int) -> None:
    verify(played()[f"{KEPT[number].stem} on"]["record"], game_named)
    *pages, _ = played()[f"{KEPT[number].stem} pages"]
    assert [status for status, _, _ in pages] == [200] * len(pages)
    assert json.loads(KEPT[number].read_text(encoding="utf-8"))["home"] in pages[0][1]


def test_pages_of_a_game_that_is_over() -> None:
    pages = played()[EDITIONS[0][1]]["pages"]
    assert {path: status for path, (status, _) in pages.items()} == {
        **dict.fromkeys(PAGES, 200),
        "HOME/play/10": 200,
        "/nothing": 404,
    }
    assert json.loads(pages["HOME/moment/7"][1])["ply"] == 7


def test_lobby_lists_the_table_for_a_page_without_python() -> None:
    lobby = played()[EDITIONS[0][1]]["lobby"]
    assert 'href="app.html?go=/t/' in lobby
    assert "by link only" not in lobby


def test_a_server_keeps_records_of_games_that_a_browser_has_played(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", errors=tmp_path / "errors") as server, Browser(server.url) as ann:
        for _, edition in EDITIONS:
            text = played()[edition]["record"]
            answer = ann.post("/import", text=text)
            assert answer.status_code == 303, answer.text
            assert ann.get(f"{answer.headers['location']}/record").text == text


def test_a_table_is_in_the_lobby_when_its_page_is_shown() -> None:
    *made, kept = played()["quick"]
    assert [f'href="app.html?go={location}"' in kept["lobby"] for _, _, location in made] == [True, True]


def test_addresses_lead_to_files_or_to_the_page_with_the_server() -> None:
    assert address("/") == "index.html"
    assert address("/manual/freight#fr.move") == "manual-freight.html#fr.move"
    assert address("/s/abc/page/static/style.css") == "s/abc/page/static/style.css"
    assert rewritten('<form action="/new">') == '<form action="app.html?go=/new">'
    assert address("/t/abc/at/5?seat=2#sheets") == "app.html?go=/t/abc/at/5%3Fseat=2#sheets"
    assert (
        rewritten('<a href="/records?game=freight&amp;before=1">') == '<a href="app.html?go=/records%3Fgame=freight%26before=1">'
    )
    assert rewritten(r'{"a":"<a href=\"/t/k\">","href":"/manual/freight#x"}') == (
        r'{"a":"<a href=\"app.html?go=/t/k\">","href":"manual-freight.html#x"}'
    )


def test_a_puzzle_of_each_game_is_shown_each_day_and_solved_without_a_server() -> None:
    (status, today, _), (_, earlier, _), _ = played()["puzzles"]
    assert status == 200
    puzzles = [puzzle for game in all_games() for puzzle in part_of(game.name, PUZZLES)]
    for of_edition in by_edition([puzzle for puzzle in puzzles if puzzle.game == "freight"]).values():
        assert sum(puzzle.address in today for puzzle in of_edition) == 1
        shown = puzzle_of(of_edition, date(2026, 1, 2))
        assert shown is not None
        assert shown.address in earlier
    told = played()["puzzle"]
    assert PUZZLE.goal in told["panels"][0]
    assert PUZZLE.why not in told["panels"][0]
    assert "Solved." in told["panels"][-1]
    assert 'id="lesson"' not in told["page"]


def test_a_game_goes_back_in_the_page() -> None:
    told = json.loads(KEPT[0].read_text(encoding="utf-8"))
    (status, _, home), (shown, moment, _), kept = played()["back"]
    assert (status, home, shown) == (303, told["home"], 200)
    assert any("went back to move " in text for text in kept.values())
    before, after = ["".join(keep.values()).count('"undo"') for keep in (told["kept"], kept)]
    assert after > before
    assert json.loads(moment)["ply"] == 60, "what happened stays"


def test_a_lesson_is_given_without_a_server_and_played_on() -> None:
    told = played()["lesson"]
    assert LESSON.title in told["panels"][0]
    for number, step in enumerate(LESSON.steps):
        assert any(f'data-last="{number}"' in panel for panel in told["panels"]) or not step.moves
    assert "Play on from here" in told["panels"][-1]
    assert 'id="lesson"' not in told["page"]
    assert told["gone"] in (404, 410)
