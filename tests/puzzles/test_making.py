"""Making puzzles: the same seed gives the same file, whoever looks for them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
import pytest

from freightyard.core.contract import Game
from freightyard.core.errors import BadSetup
from freightyard.core.puzzles import Puzzle, read_puzzle_file
from freightyard.core.record import Record
from freightyard.games import game_named
from freightyard.lab.pool import InProcess
from freightyard.puzzles import making
from freightyard.puzzles.making import Searched, Wanted, difficulty, make_puzzles, puzzle_file
from freightyard.puzzles.weighing import Cost
from freightyard.review.spans import Course
from freightyard.table.puzzles import check_puzzle

WANTED = Wanted(game="freight-cars", edition="quick-simple-fun-2021", puzzles=2, games=2, seed=1, budgets=(10, 20))


class Backwards:
    """Plays the jobs from the last to the first, as other processes may."""

    def map_unordered(
        self, play: Callable[[Any], Any], jobs: Iterable[Any], name: Callable[[Any], str] = str
    ) -> Iterator[tuple[int, Any]]:
        for place, job in reversed(list(enumerate(jobs))):
            yield place, play(job)


def late(record: Record, game: Game) -> Course:
    """The last turns of a game: there playouts are short."""
    course = Course(record, game)
    course.spans, course.states = course.spans[-10:], course.states[-11:]
    return course


def test_the_same_seed_gives_the_same_file_with_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Course", late)
    told: list[tuple[int, int]] = []
    made = make_puzzles(WANTED, InProcess(), lambda found, games: told.append((found, games)))
    text = puzzle_file(made)
    assert made.puzzles
    assert told[-1] == (len(made.puzzles), made.searched.games)
    assert puzzle_file(make_puzzles(WANTED, Backwards())) == text
    again = read_puzzle_file("freight-cars", text, "made")
    assert tuple(again) == made.puzzles
    for puzzle in again:
        check_puzzle(game_named("freight-cars"), puzzle)
        assert puzzle.margin >= making.MARGIN
    assert made.searched.positions > made.searched.looked >= made.searched.small >= made.searched.kept >= len(made.puzzles)


def test_whoever_interrupts_a_long_search_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "search_game", lambda wanted, seed: ([puzzle(seed)], Searched(games=1)))

    class Interrupted:
        def map_unordered(
            self, play: Callable[[Any], Any], jobs: Iterable[Any], name: Callable[[Any], str] = str
        ) -> Iterator[tuple[int, Any]]:
            for place, job in enumerate(jobs):
                if place == 5:
                    raise KeyboardInterrupt
                yield place, play(job)

    many = Wanted(game=WANTED.game, edition=WANTED.edition, puzzles=40, games=9)
    made = make_puzzles(many, Interrupted())
    assert made.searched.games == len(made.puzzles) == 5


def test_not_too_many_puzzles_have_one_theme_or_are_easy(monkeypatch: pytest.MonkeyPatch) -> None:
    themes = ("a", "b", "c", "c", "c")
    found = lambda wanted, seed: ([puzzle(seed, themes[seed % 5], 1 + seed % 2)], Searched(games=1))  # noqa: E731
    monkeypatch.setattr(making, "search_game", found)
    made = make_puzzles(Wanted(game=WANTED.game, edition=WANTED.edition, puzzles=20, games=200), InProcess())
    assert sum(one.theme == "c" for one in made.puzzles) == 8
    assert sum(one.difficulty == 1 for one in made.puzzles) == 7
    again = make_puzzles(Wanted(game=WANTED.game, edition=WANTED.edition, puzzles=20, games=200), InProcess())
    assert made.puzzles == again.puzzles


def test_a_theme_that_is_not_wanted_is_left_out_and_the_file_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Course", late)
    all_of_them = make_puzzles(WANTED, InProcess())
    theme = all_of_them.puzzles[0].theme
    made = make_puzzles(msgspec.structs.replace(WANTED, without=(theme,)), InProcess())
    assert theme not in {one.theme for one in made.puzzles}
    assert made.searched.kept < all_of_them.searched.kept
    assert f'--without "{theme}"' in puzzle_file(made).splitlines()[0]


def puzzle(number: int, theme: str = "", level: int = 2) -> Puzzle:
    fields: dict[str, Any] = {
        "game": "g",
        "edition": "e",
        "goal": "G?",
        "position": "p",
        "why": "W.",
        "margin": 0.1,
    }
    return Puzzle(name=f"n{number}", theme=theme or f"t{number}", difficulty=level, answer=("a",), **fields)


def test_a_puzzle_is_easy_if_a_bot_sees_it_at_once_and_hard_if_much_else_looks_good() -> None:
    clear, close = Cost(0.4, 0.01), Cost(0.1, 0.01)
    assert difficulty(0, [close] * 9) == 1
    assert difficulty(1, [close, clear, clear]) == 2
    assert difficulty(1, [close] * 4) == 3
    assert difficulty(5, [clear]) == 3


def test_a_game_without_a_judge_has_no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "judge_of", lambda game: None)
    with pytest.raises(BadSetup, match="brings no bot"):
        make_puzzles(WANTED, InProcess())


def test_what_was_searched_adds_up() -> None:
    total = Searched(games=1, positions=5, playouts=100)
    total.add(Searched(games=1, positions=7, kept=1, playouts=50))
    assert total == Searched(games=2, positions=12, kept=1, playouts=150)
