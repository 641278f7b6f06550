"""Puzzles as data: which one belongs to a day, and files that are wrong."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from freightyard.core.lessons import lesson_at
from freightyard.core.puzzles import (
    BadPuzzle,
    Puzzle,
    by_edition,
    days_before,
    is_shown,
    puzzle_called,
    puzzle_of,
    read_puzzle_file,
    shown_address,
)

ENTRY = """
edition = "mayfair-1996"
[[puzzles]]
name = "one"
theme = "The end of a day"
difficulty = 2
goal = "What do you do?"
position = "day 1"
answer = ["take 1"]
why = "It is best."
margin = 0.1
worse = [{ moves = ["fill"], cost = 0.1 }]
"""
DAY = date(2026, 11, 19)


def numbered(count: int, edition: str = "e") -> list[Puzzle]:
    fields: dict[str, Any] = {"theme": "T", "difficulty": 1, "goal": "G?", "position": "p", "why": "W.", "margin": 0.1}
    return [Puzzle(game="g", edition=edition, name=f"n{number}", answer=("a",), **fields) for number in range(count)]


def test_each_day_has_a_puzzle_and_all_come_before_one_comes_again() -> None:
    puzzles = numbered(30)
    days = [DAY + timedelta(days=number) for number in range(31)]
    found = [puzzle_of(puzzles, day) for day in days]
    assert len(set(found[:30])) == 30
    assert found[30] == found[0]
    assert puzzle_of(puzzles, DAY) is puzzle_of(puzzles, DAY)
    assert puzzle_of((), DAY) is None


def test_new_puzzles_change_nothing_of_the_days_before_them_and_then_come_first() -> None:
    old, since = numbered(3), DAY + timedelta(days=5)
    new = [msgspec.structs.replace(puzzle, name=f"new{puzzle.name}", since=since) for puzzle in numbered(4)]
    for puzzles in ([*old, *new], [*new, *old]):
        for back in range(1, 40):
            assert puzzle_of(puzzles, since - timedelta(days=back)) == puzzle_of(old, since - timedelta(days=back))
        found = [puzzle_of(puzzles, since + timedelta(days=number)) for number in range(8)]
        assert found == [*new, *old, new[0]]
    assert puzzle_of(new, DAY) is None


def test_each_edition_has_its_own_puzzles() -> None:
    both = [*numbered(2, "family"), *numbered(3, "standard")]
    assert {name: len(puzzles) for name, puzzles in by_edition(both).items()} == {"family": 2, "standard": 3}


def test_the_days_before_a_day_go_back_to_the_first_one() -> None:
    assert days_before(date(2026, 3, 1), 2) == [date(2026, 2, 28), date(2026, 2, 27)]
    assert days_before(date(1, 1, 2), 5) == [date(1, 1, 1)]


def test_a_puzzle_is_found_by_its_address_also_where_its_answer_is_shown() -> None:
    puzzles = numbered(3)
    for address in (puzzles[1].address, shown_address(puzzles[1].address)):
        found = lesson_at(address)
        assert found is not None
        assert puzzle_called(puzzles, found[1]) == puzzles[1]
        assert is_shown(found[1]) == (address != puzzles[1].address)
    assert puzzle_called(puzzles, "n1") is None  # a lesson may have that name


def test_a_file_of_puzzles_is_read() -> None:
    (puzzle,) = read_puzzle_file("freight-train", ENTRY, "mine.toml")
    assert (puzzle.game, puzzle.edition, puzzle.worse[0].moves) == ("freight-train", "mayfair-1996", ("fill",))
    assert puzzle.since == date.min
    (later,) = read_puzzle_file("freight-train", f"since = 2026-12-01\n{ENTRY}", "mine.toml")
    assert later == msgspec.structs.replace(puzzle, since=date(2026, 12, 1))


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("difficulty = 2", "difficulty = 4", "difficulty"),
        ("margin = 0.1", "margin = 7", "margin"),
        ('name = "one"', 'name = "One/two"', "mine.toml"),
        ('answer = ["take 1"]', "answer = []", "answer"),
        ("edition", "edtion", "edtion"),
        ("edition", "since = 7\nedition", "since"),
        ("worse = [", "worse = ", "not valid TOML"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_a_sentence(right: str, wrong: str, said: str) -> None:
    with pytest.raises(BadPuzzle, match=said):
        read_puzzle_file("freight-train", ENTRY.replace(right, wrong, 1), "mine.toml")
