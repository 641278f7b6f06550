"""Lessons as data: a position, sentences, the moves that are expected of the learner, and what the others do then.

A lesson is a row of steps. A step says something; it may expect moves of the learner, and the other seats answer them as it says.
Where a learner stands follows from the moves that stand at the table and from nothing else: so an undone move leads back.
"""

from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from freightyard.core.editions import Slug, Strict
from freightyard.core.errors import FreightyardError
from freightyard.core.files import read_toml

LESSON: Final = "lesson"  # a kind: a game is shown
EXERCISE: Final = "exercise"  # a kind: a good turn is asked for
ADDRESS: Final = "/learn/"  # of all of them

Sentence = Annotated[str, Meta(min_length=1, max_length=400)]  # for people
Moves = tuple[str, ...]  # in words, one after the other


class BadLesson(FreightyardError):
    """A lesson cannot be read, or does not go as it says."""


class Try(Strict, frozen=True):
    """A move that is legal and that many try here, and what the lesson says to it."""

    move: str  # in words
    say: Sentence  # why it is not what is wanted here


class Step(Strict, frozen=True):
    """One thing that is said, and what is to be done. `also`: other ways to do it, which lead to the same position.
    `any_order`: whatever order the rules allow will do. `words`: so many words of each move matter; all if it is 0."""

    say: Sentence  # what is shown and spoken
    look: str = ""  # a CSS selector: the parts of the board that it is about
    moves: Moves = ()  # that are expected; none: it is only read
    also: tuple[Moves, ...] = ()
    any_order: bool = False
    words: Annotated[int, Meta(ge=0, le=9)] = 0
    wrong: Annotated[str, Meta(max_length=400)] = ""  # said to a legal move that is not expected
    tries: tuple[Try, ...] = ()  # legal moves that have a sentence of their own
    reply: Moves = ()  # of the other seats, in the order in which they are asked

    @property
    def ways(self) -> tuple[Moves, ...]:
        """All ways to do it."""
        return (self.moves, *self.also)

    def left(self, way: Moves, moves: Sequence[str]) -> Moves | None:
        """What is left of a way after its first moves were made; None if these are others."""
        rest = list(way)
        for move in moves:
            here = [self._same(move, each) for each in (rest if self.any_order else rest[:1])]
            if True not in here:
                return None
            del rest[here.index(True)]
        return tuple(rest)

    def _same(self, move: str, expected: str) -> bool:
        return move == expected or (self.words > 0 and move.split()[: self.words] == expected.split()[: self.words])


class _File(Strict, frozen=True):
    title: Annotated[str, Meta(min_length=1, max_length=60)]
    about: Sentence
    edition: str
    position: str
    steps: Annotated[tuple[Step, ...], Meta(min_length=1)]
    kind: Literal["lesson", "exercise"] = "lesson"
    order: int = 0
    seed: str = "lesson"


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson, or an exercise, of a game."""

    game: str  # the name
    name: str  # of its file
    title: str  # for people
    about: str  # a sentence for the list
    edition: str  # the name
    position: str  # where it begins
    steps: tuple[Step, ...]  # the last one expects nothing
    kind: str = LESSON  # or EXERCISE
    order: int = 0  # in the list, among those of its kind
    seed: str = "lesson"  # of what chance brings

    @property
    def address(self) -> str:
        """Where it begins, for its table to know whose it is."""
        return f"{ADDRESS}{self.game}/{self.name}"


class Place(msgspec.Struct, frozen=True):
    """How far somebody is in a lesson: the steps that are shown together, up to the one that waits for moves, and what is still
    expected there. At the end nothing is."""

    first: int  # the first step that is shown
    last: int  # the step that waits; at the end the last of all
    done: int = 0  # the learner's moves of it
    ways: tuple[Moves, ...] = ()  # what is left of each way that can still be gone
    reply: str | None = None  # the next move of another seat, if one is expected
    ended: bool = False  # whether all was done

    @property
    def expected(self) -> Moves:
        """What is left of the way that the lesson would go."""
        return self.ways[0] if self.ways else ()


def read_lessons(game: str, folder: Traversable) -> tuple[Lesson, ...]:
    """The lessons in the TOML files of a folder, each named after its file: lessons first, then exercises, in their order."""
    found = [
        _read(game, file.name.removesuffix(".toml"), file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    ]
    return tuple(sorted(found, key=lambda lesson: (lesson.kind != LESSON, lesson.order, lesson.name)))


def _read(game: str, name: str, text: str) -> Lesson:
    source = f"the lesson {name} of {game}"
    data: Mapping[str, Any] = read_toml(text, source, BadLesson)
    try:
        msgspec.convert(name, Slug)
        file = msgspec.convert(data, _File)
    except msgspec.ValidationError as error:
        raise BadLesson(f"{source}: {error}") from None
    if file.steps[-1].moves:
        raise BadLesson(f"{source}: the last step must say what was learnt, and expect no moves")
    for number, step in enumerate(file.steps, 1):
        if not step.moves and (step.also or step.tries or step.reply or step.wrong):
            raise BadLesson(f"{source}: step {number} expects no moves, so nothing can answer them")
        if step.moves and not step.wrong:
            raise BadLesson(f"{source}: step {number} does not say what is wrong with other moves")
    fields = msgspec.structs.asdict(file)
    fields["position"] = " ".join(file.position.split())
    return Lesson(game=game, name=name, **fields)


def lesson_called(lessons: Sequence[Lesson], name: str) -> Lesson | None:
    """The lesson of this name, if there is one."""
    return next((lesson for lesson in lessons if lesson.name == name), None)


def lesson_at(address: str | None) -> tuple[str, str] | None:
    """The game and the name of the lesson that begins at an address; None if none does."""
    if address is None or not address.startswith(ADDRESS):
        return None
    game, _, name = address.removeprefix(ADDRESS).partition("/")
    return game, name


def place_of(lesson: Lesson, moves: Sequence[str]) -> Place | None:
    """Where the moves lead that stand at the table, those of chance left out. None if they leave the lesson."""
    left, first = list(moves), 0
    for number, step in enumerate(lesson.steps):
        if not step.moves:
            continue
        gone = next((way for way in step.ways if len(left) >= len(way) and step.left(way, left[: len(way)]) == ()), None)
        if gone is None:
            ways = tuple([rest for rest in (step.left(way, left) for way in step.ways) if rest])
            return Place(first, number, len(left), ways) if ways else None
        left = left[len(gone) :]
        said = left[: len(step.reply)]
        if list(step.reply[: len(said)]) != said:
            return None
        if len(said) < len(step.reply):
            return Place(first, number, len(gone), reply=step.reply[len(said)])
        left, first = left[len(said) :], number + 1
    return None if left else Place(first, len(lesson.steps) - 1, ended=True)


def objection(lesson: Lesson, before: Sequence[str], moves: Sequence[str]) -> str | None:
    """What a lesson says to its learner's next moves, after those that stand: nothing at its end. None if they are expected."""
    for count in range(len(moves)):
        if place_of(lesson, [*before, *moves[: count + 1]]) is None:
            place = place_of(lesson, [*before, *moves[:count]])
            step = lesson.steps[-1] if place is None else lesson.steps[place.last]
            return next((tried.say for tried in step.tries if tried.move == moves[count]), step.wrong)
    return None


def sentences(lesson: Lesson) -> tuple[str, ...]:
    """All that a lesson says to people."""
    said = [[step.say, step.wrong, *[tried.say for tried in step.tries]] for step in lesson.steps]
    return tuple([each for each in (lesson.title, lesson.about, *chain(*said)) if each])
