"""A table at which a lesson is given: where its learner is, which moves it takes, and what the other seats answer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

import msgspec

from freightyard.core.contract import Seat
from freightyard.core.lessons import Lesson, Place, lesson_at, lesson_called, objection, place_of
from freightyard.core.title import LESSONS
from freightyard.games import part_of
from freightyard.page.lesson import LessonSheet
from freightyard.page.log import name_places
from freightyard.server import sentences as say
from freightyard.server.live.viewer import Viewer
from freightyard.store.rows import RUNNING, TableRow
from freightyard.table.errors import TableError
from freightyard.table.lessons import moves_so_far

if TYPE_CHECKING:
    from freightyard.server.live.room import Room


def lessons_of(game: str) -> Sequence[Lesson]:
    """The lessons that a game brings."""
    return part_of(game, LESSONS) or ()


def find_lesson(game: str, name: str) -> Lesson | None:
    """A lesson of a game by its name."""
    return lesson_called(lessons_of(game), name)


def is_lesson(row: TableRow) -> bool:
    """Whether a table was made for a lesson."""
    return lesson_at(row.branch) is not None


@final
class LessonKeeper:
    """The lesson of a room, if it has one. It keeps nothing: all follows from the moves that stand."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        found = lesson_at(room.row.branch)
        self.lesson = None if found is None else find_lesson(*found)

    def place(self) -> Place | None:
        """Where the learner is; None if no lesson is given here, or the table has left it."""
        if self.lesson is None or self._room.row.phase != RUNNING:
            return None
        return place_of(self.lesson, moves_so_far(self._room.table.events))

    def check(self, texts: Sequence[str]) -> None:
        """Refuse legal moves that the lesson does not expect, with its own sentence."""
        if self.lesson is not None and self.place() is not None:
            said = objection(self.lesson, moves_so_far(self._room.table.events), texts)
            if said is not None:
                raise TableError(self._named(said) or say.LESSON_OVER)

    def reply(self) -> str | None:
        """What another seat does next."""
        place = self.place()
        return None if place is None else place.reply

    def expected(self) -> tuple[str, ...]:
        """What is still to be done in this step: the hint of a lesson."""
        place = self.place()
        return () if place is None else place.expected

    def sheet(self, viewer: Viewer) -> LessonSheet | None:
        """What the learner is shown; nobody else is shown anything."""
        place = self.place()
        if self.lesson is None or place is None or not viewer.own_seats:
            return None
        steps = tuple([msgspec.structs.replace(step, say=self._named(step.say)) for step in self.lesson.steps])
        lessons = lessons_of(self.lesson.game)
        after = lessons[lessons.index(self.lesson) + 1 :]
        return LessonSheet(
            lesson=msgspec.structs.replace(self.lesson, steps=steps),
            place=place,
            home=self._room.home,
            following=after[0] if place.ended and after else None,
        )

    def _named(self, words: str) -> str:
        """A sentence with the names that places have on the board."""
        return name_places(self._room.board, self._room.table.view(None), words)

    def learner(self) -> Seat:
        """The seat whose person learns."""
        return next(seat for seat, chair in enumerate(self._room.row.chairs) if chair.person is not None)
