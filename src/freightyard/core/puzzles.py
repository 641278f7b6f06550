"""Puzzles as data: a position in which one plan is clearly best, what that plan is, and what others cost.

A puzzle is solved by a plan, not by its moves: whatever leads to the same position is the same plan. Which puzzle belongs to a
day follows from the day alone. So that earlier days keep theirs when new puzzles come, a file says from which day on it counts.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from freightyard.core.editions import Slug, Strict
from freightyard.core.errors import FreightyardError
from freightyard.core.files import read_toml
from freightyard.core.lessons import Lesson, Moves, Sentence, Step

PUZZLE: Final = "puzzle"  # a kind of lesson: the best plan is to be found
EASY: Final = 1  # a difficulty: a bot sees it at once
HARD: Final = 3  # a difficulty: much else looks as good
_PREFIX: Final = "puzzle-"
_SHOWN: Final = "-answer"

Share = Annotated[float, Meta(ge=0, le=1)]  # a part of the win


class BadPuzzle(FreightyardError):
    """A puzzle cannot be read, or its answer is not what it says."""


class Worse(Strict, frozen=True):
    """Another plan, and what it costs of the share of the win against the answer."""

    moves: Moves  # in words
    cost: Share  # of the win
    error: Share = 0.0  # the standard error of that


class _Entry(Strict, frozen=True):
    name: str
    theme: Annotated[str, Meta(min_length=1, max_length=40)]
    difficulty: Annotated[int, Meta(ge=EASY, le=HARD)]
    goal: Sentence
    position: str
    answer: Annotated[Moves, Meta(min_length=1)]
    why: Sentence
    margin: Share
    error: Share = 0.0
    worse: tuple[Worse, ...] = ()
    source: Annotated[str, Meta(max_length=200)] = ""


class _File(Strict, frozen=True):
    edition: str
    puzzles: tuple[_Entry, ...]
    since: date = date.min


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle of a game."""

    game: str  # the name
    edition: str  # the name
    name: str  # within the game
    theme: str  # what it is about, for people
    difficulty: int  # from 1 to 3
    goal: str  # a sentence for people: what is to be found
    position: str  # where it begins; whoever is to act there solves it
    answer: Moves  # the best plan in words
    why: str  # it is best
    margin: float  # of the share of the win: by how much it is better than the next best plan
    error: float = 0.0  # the standard error of that
    worse: tuple[Worse, ...] = ()  # other plans, the best of them first
    source: str = ""  # where the position comes from
    since: date = date.min  # the first day on which it may be the puzzle of the day

    @property
    def lesson(self) -> Lesson:
        """The puzzle as a lesson: what is to be done, and what it shows at the end."""
        return Lesson(
            game=self.game,
            name=f"{_PREFIX}{self.name}",
            title=self.theme,
            about=self.goal,
            edition=self.edition,
            position=self.position,
            steps=(Step(say=self.goal, moves=self.answer), Step(say=self.why)),
            kind=PUZZLE,
            seed=f"puzzle {self.name}",
        )

    @property
    def address(self) -> str:
        """Where it begins."""
        return self.lesson.address


def shown_address(address: str) -> str:
    """The address of a table at which the answer was asked for."""
    return f"{address}{_SHOWN}"


def puzzle_called(puzzles: Sequence[Puzzle], name: str) -> Puzzle | None:
    """The puzzle of a lesson of this name, if it is one."""
    wanted = name.removesuffix(_SHOWN)
    return next((puzzle for puzzle in puzzles if wanted == f"{_PREFIX}{puzzle.name}"), None)


def is_puzzle(name: str) -> bool:
    """Whether a lesson of this name is a puzzle."""
    return name.startswith(_PREFIX)


def is_shown(name: str) -> bool:
    """Whether a lesson of this name shows the answer of a puzzle."""
    return name.startswith(_PREFIX) and name.endswith(_SHOWN)


def read_puzzles(game: str, folder: Traversable) -> tuple[Puzzle, ...]:
    """The puzzles in the TOML files of a folder, file by file in the order of their names, each in its own order."""
    found: list[Puzzle] = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            found += read_puzzle_file(game, file.read_text(encoding="utf-8"), f"{file.name} of {game}")
    names = [puzzle.name for puzzle in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadPuzzle(f"two puzzles of {game} are called {twice[0]}")
    return tuple(found)


def read_puzzle_file(game: str, text: str, source: str) -> list[Puzzle]:
    """The puzzles of one file."""
    data: Mapping[str, Any] = read_toml(text, source, BadPuzzle)
    try:
        file = msgspec.convert(data, _File)
        for entry in file.puzzles:
            msgspec.convert(entry.name, Slug)
    except msgspec.ValidationError as error:
        raise BadPuzzle(f"{source}: {error}") from None
    return [Puzzle(game=game, edition=file.edition, since=file.since, **msgspec.structs.asdict(entry)) for entry in file.puzzles]


def by_edition(puzzles: Sequence[Puzzle]) -> dict[str, list[Puzzle]]:
    """The puzzles of each edition, those that came first at the beginning: each edition has one a day."""
    found: dict[str, list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.since):
        found.setdefault(puzzle.edition, []).append(puzzle)
    return found


def puzzle_of(puzzles: Sequence[Puzzle], day: date) -> Puzzle | None:
    """The puzzle of a day among those of an edition: one after the other, and from the beginning when all were there.

    Puzzles that are new on a day come first from then on. What was shown before that day does not change.
    """
    known = [puzzle for puzzle in puzzles if puzzle.since <= day]
    if not known:
        return None
    latest = max(puzzle.since for puzzle in known)
    known.sort(key=lambda puzzle: puzzle.since, reverse=True)  # in their own order where they are equally old
    return known[(day.toordinal() - (0 if latest == date.min else latest.toordinal())) % len(known)]


def days_before(day: date, count: int) -> list[date]:
    """The days before a day, the latest first."""
    return [day - timedelta(days=back) for back in range(1, count + 1) if day.toordinal() > back]
