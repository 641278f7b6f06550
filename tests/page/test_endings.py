"""The end of a game: the chart tells the truth, every turn leads to its moment, and nobody's name becomes markup."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from freightyard.core.record import Record, first_state
from freightyard.core.record import read as read_record
from freightyard.games import all_games, game_named
from freightyard.page.boards import board_for, unit_of
from freightyard.page.chart import chart
from freightyard.page.contract import PageContext, Player, TurnScores
from freightyard.page.ending import ending_page
from freightyard.page.history import History, followed, record_players, turns_played
from tests.page.markup import read
from tests.page.scenes import NASTY, players

GOLDEN = Path(__file__).parents[1] / "golden"
AROUND = PageContext(
    title="A game", home="/t/abc", link="http://localhost/t/abc", ply=9, build="b1", actions=frozenset(("rematch",))
)
RECORDS = ("freight-train/whitewind-1993-2", "freight-cars/greedy-3", "freight/family-2")


def page_of(record: Record, history: History) -> str:
    assert record.outcome is not None
    return ending_page(
        record.outcome,
        history.sheets,
        history.standings,
        record_players(record),
        AROUND,
        manual=f"/manual/{record.game}",
        edition="An edition",
        unit=unit_of(record.game),
    )


def record_of(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", RECORDS)
def test_the_points_of_a_record_turn_by_turn(name: str) -> None:
    record = record_of(name)
    first = first_state(record, game_named(record.game))
    sheets, standings, last = followed(first, list(enumerate(record.moves, 1)))
    assert record.outcome is not None
    assert standings[-1].scores == record.outcome.scores
    assert sheets[-1].totals
    assert last.outcome() == record.outcome
    assert [standing.ply for standing in standings] == sorted({standing.ply for standing in standings})
    board = board_for(record.game)
    state, ply = first.clone(), 0
    for standing in standings[:40]:
        while ply < standing.ply:
            state.play(state.edition.vocabulary.parse(record.moves[ply]))
            ply += 1
        assert tuple(board.scores(state.view(None))) == standing.scores
        assert state.turns == standing.turn


@pytest.mark.parametrize("name", RECORDS)
def test_the_page_of_an_end_counts_the_turns_that_the_rules_count(name: str) -> None:
    record = record_of(name)
    history = followed(first_state(record, game_named(record.game)), list(enumerate(record.moves, 1)))
    assert turns_played(history.standings) == history.last.turns
    page = page_of(record, history)
    assert f"· {history.last.turns} turns in all</p>" in page
    unit = "Credits" if record.game == "freight-cars" else "Points"
    assert '<a class="quiet" href="/">Lobby</a>' in page
    assert f"{unit} over {history.last.turns} turns;" in page
    assert f"{unit} over time" in page
    assert f" {unit.lower()}</h3>" in page
    assert page.count(f">{history.last.turns}</a></th>") == 1, "what is counted after the last turn is no turn"


@pytest.mark.parametrize("name", RECORDS)
def test_no_slug_is_shown_as_the_reason_of_an_end(name: str) -> None:
    record = record_of(name)
    history = followed(first_state(record, game_named(record.game)), list(enumerate(record.moves, 1)))
    assert record.outcome is not None
    words = " ".join(thing.text for thing in read(page_of(record, history)))
    assert "Ended by" not in words
    assert record.outcome.ended_by not in words


@pytest.mark.parametrize("name", RECORDS)
def test_the_page_of_an_end_says_how_every_point_came_about(name: str) -> None:
    record = record_of(name)
    history = followed(first_state(record, game_named(record.game)), list(enumerate(record.moves, 1)))
    things = read(page_of(record, history))
    links = {thing.attributes["href"] for thing in things if thing.tag == "a" and "href" in thing.attributes}
    assert {f"/t/abc/at/{standing.ply}" for standing in history.standings} <= links
    assert "/t/abc/record" in links
    assert any(thing.attributes.get("action") == "/t/abc/rematch" for thing in things)
    for sheet in history.sheets:
        for row in sheet.rows:
            assert f"/manual/{record.game}#{row.slug}" in links
    assert not [thing for thing in things if "style" in thing.attributes]


def test_names_stay_words() -> None:
    people = players(2, NASTY)
    history = [TurnScores(0, 0, (0, 0)), TurnScores(4, 1, (3, -2))]
    drawn = chart(history, people, "/t/abc")
    assert "onclick" in drawn
    assert not [thing for thing in read(drawn) if any(name.startswith("on") for name in thing.attributes)]


def test_the_axis_of_the_curve_counts_the_turns_that_the_page_counts() -> None:
    turns = [TurnScores(turn, turn, (turn, 0)) for turn in range(42)]
    for history, last in ((turns, "41"), ([*turns, TurnScores(50, 41, (60, 9))], "End")):
        wide = chart(history, players(2), "/t/abc").split("</svg>")[0]
        ticks = re.findall(r'class="tick"[^>]* text-anchor="middle">([^<]+)<', wide)
        assert ticks == ["0", "10", "20", "30", last, "41 turns in all"], "what is counted after the last turn is no turn"


def test_lines_stay_within_the_picture_and_names_apart() -> None:
    people = tuple(Player(seat, f"Player {seat + 1}") for seat in range(5))
    history = [TurnScores(turn, turn, (0, turn, -turn, 7, 7)) for turn in range(60)]
    pictures = re.findall(
        r'<svg class="(?:wide|narrow)" viewBox="0 0 (\d+) (\d+)".*?>(.*?)</svg>', chart(history, people, "/t/abc")
    )
    assert len(pictures) == 2, "one for screens, one for phones"
    for width, height, drawn in pictures:
        points = [
            (float(x), float(y))
            for path in re.findall(r'class="line[^"]*" d="M([^"]+)"', drawn)
            for x, y in re.findall(r"([\d.]+) (-?[\d.]+)", path)
        ]
        assert len(points) == 5 * 60
        assert all(0 <= x <= float(width) and 0 <= y <= float(height) for x, y in points)
        labels = sorted(float(y) for y in re.findall(r'class="end" x="\d+" y="([\d.]+)"', drawn))
        assert len(labels) == 5
        assert all(after - before >= 18 for before, after in pairwise(labels))


@pytest.mark.parametrize("points", [0, 1, 9, 999, 1_000_000, -50])
def test_any_number_of_points_can_be_drawn(points: int) -> None:
    drawn = chart([TurnScores(0, 0, (0, 0)), TurnScores(1, 1, (points, 0))], players(2), "/r/x")
    assert 2 <= drawn.count('class="grid"') + drawn.count('class="zero"') <= 12


def test_a_game_without_turns_has_no_chart() -> None:
    assert "there is nothing to draw" in chart([TurnScores(0, 0, (0, 0))], players(2), "/t/abc")


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_every_board_tells_points(game: str) -> None:
    of = game_named(game)
    state = of.start(of.edition(of.editions[0]), 2)
    assert len(board_for(game).scores(state.view(None))) == 2
