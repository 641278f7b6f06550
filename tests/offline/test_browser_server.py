"""The server of a page under CPython: what a browser does not have is missing, and what it plays is what a server plays."""

import json
import subprocess
import sys
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freightyard.bots import bot_stream, make_bot
from freightyard.core.puzzles import by_edition, puzzle_of
from freightyard.core.record import read, verify, write
from freightyard.core.title import LESSONS, PUZZLES
from freightyard.games import all_games, game_named, part_of
from freightyard.offline.addresses import address, rewritten
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
    return f"/play?game={game}&edition={edition}&seed=a%20seed%20of%20{edition}&seats=me,medium"


@cache
def played() -> list[Any]:
    """A game of each edition, in one process."""
    jobs: list[dict[str, Any]] = [
        {"link": link(*each), "seat": 1, "reload": True, "pages": PAGES if each in EDITIONS[:1] else ()} for each in EDITIONS
    ]
    golden = next(GOLDEN.rglob("*.txt")).read_text(encoding="utf-8")
    jobs.append({"ask": [["GET", target, []] for target in NONSENSE]})
    jobs.append({"ask": [["POST", "/quick", [["game", "freight"]]], ["GET", link(*EDITIONS[0]), []]]})
    jobs.append({"ask": [["POST", "/import", [["text", text]]] for text in (*BROKEN, golden[:-40], golden, golden)]})
    for path in KEPT:
        told = json.loads(path.read_text(encoding="utf-8"))
        pages = [["GET", page, []] for page in ("/", "/records", f"{told['home']}/at/3")]
        jobs += [{"kept": told["kept"], "home": told["home"], "seat": 1}, {"kept": told["kept"], "ask": pages}]
    text = write(end_of_a_game(), game_named("freight-cars"))
    review = [["POST", "HERE/review", []], ["WAIT", "HERE/progress", []], ["GET", "HERE", []]]
    jobs.append({"ask": [["POST", "/import", [["text", text]]], *review]})
    jobs.append({"ask": [["GET", "/puzzles", []], ["GET", "/puzzles?day=2026-01-02", []]]})
    jobs.append({"learn": PUZZLE.address, "moves": PUZZLE.answer, "seat": PUZZLE_SEAT})
    jobs.append({"learn": LESSON.address, "moves": [move for step in LESSON.steps for move in step.moves]})
    done = subprocess.run(
        [sys.executable, "-m", "tests.offline.in_page"],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert not done.returncode, done.stderr[-2000:]
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_same_seed_and_choices_give_the_same_record(game: str, edition: str) -> None:
    text = played()[EDITIONS.index((game, edition))]["record"]
    verify(text, game_named)
    assert played_again(text, f"a seed of {edition}") == text


def played_again(text: str, seed: str) -> str:
    """The record of the game that a table and a bot play by a seed, where the first seat chooses what it chose in a record."""
    kept = read(text)
    rules = game_named(kept.game)
    table = Table(rules, rules.edition(kept.edition), 2, seed=seed)
    bot = make_bot("medium", rules, bot_stream(bots_seed(seed), 1))
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
    status, body, _ = played()[len(EDITIONS)][number]
    wanted = NONSENSE[target]
    if isinstance(wanted, int):
        assert status == wanted
    else:
        assert 400 <= status < 500
        assert wanted in Document(body).text.lower()
    assert "<script>alert" not in body
    assert "Traceback" not in body


def test_an_empty_or_broken_record_is_refused_in_words_and_a_whole_one_is_kept_once() -> None:
    *refused, one, other, kept = played()[len(EDITIONS) + 2]
    for status, body, location in refused:
        assert (status, location) == (422, None) or (status, location) == (200, None)
        assert Document(body).problems["record"]
        assert "<script>alert" not in body
    assert one[0] == other[0] == 303
    assert one[2] == other[2]
    assert sum(name.startswith("record/") for name in kept) == 1


def test_a_game_is_reviewed_in_the_page_with_its_pictures_inside() -> None:
    *_, page, kept = played()[-4]
    assert page[0] == 200
    assert "Luck and skill" in page[1]
    assert 'src="data:image/svg+xml' in page[1]
    assert "/picture/" not in page[1]
    assert sum(name.startswith("review/") for name in kept) == 1


@pytest.mark.parametrize("number", range(len(KEPT)), ids=[path.stem for path in KEPT])
def test_what_an_earlier_version_has_kept_in_a_browser_is_played_on(number: int) -> None:
    first = len(EDITIONS) + 3 + 2 * number
    verify(played()[first]["record"], game_named)
    *pages, _ = played()[first + 1]
    assert [status for status, _, _ in pages] == [200] * len(pages)
    assert json.loads(KEPT[number].read_text(encoding="utf-8"))["home"] in pages[0][1]


def test_pages_of_a_game_that_is_over() -> None:
    pages = played()[0]["pages"]
    assert {path: status for path, (status, _) in pages.items()} == {
        **dict.fromkeys(PAGES, 200),
        "HOME/play/10": 200,
        "/nothing": 404,
    }
    assert json.loads(pages["HOME/moment/7"][1])["ply"] == 7


def test_lobby_lists_the_table_for_a_page_without_python() -> None:
    lobby = played()[0]["lobby"]
    assert 'href="app.html?go=/t/' in lobby
    assert "by link only" not in lobby


def test_a_server_keeps_records_of_games_that_a_browser_has_played(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", errors=tmp_path / "errors") as server, Browser(server.url) as ann:
        for number in range(len(EDITIONS)):
            text = played()[number]["record"]
            answer = ann.post("/import", text=text)
            assert answer.status_code == 303, answer.text
            assert ann.get(f"{answer.headers['location']}/record").text == text


def test_a_table_is_in_the_lobby_when_its_page_is_shown() -> None:
    *made, kept = played()[len(EDITIONS) + 1]
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
    (status, today, _), (_, earlier, _), _ = played()[-3]
    assert status == 200
    puzzles = [puzzle for game in all_games() for puzzle in part_of(game.name, PUZZLES)]
    for of_edition in by_edition([puzzle for puzzle in puzzles if puzzle.game == "freight"]).values():
        assert sum(puzzle.address in today for puzzle in of_edition) == 1
        shown = puzzle_of(of_edition, date(2026, 1, 2))
        assert shown is not None
        assert shown.address in earlier
    told = played()[-2]
    assert PUZZLE.goal in told["panels"][0]
    assert PUZZLE.why not in told["panels"][0]
    assert "Solved." in told["panels"][-1]
    assert 'id="lesson"' not in told["page"]


def test_a_lesson_is_given_without_a_server_and_played_on() -> None:
    told = played()[-1]
    assert LESSON.title in told["panels"][0]
    for number, step in enumerate(LESSON.steps):
        assert any(f'data-last="{number}"' in panel for panel in told["panels"]) or not step.moves
    assert "Play on from here" in told["panels"][-1]
    assert 'id="lesson"' not in told["page"]
    assert told["gone"] in (404, 410)
