"""A table at which a lesson or a puzzle is given: where its learner is, which moves it takes, and what the other seats answer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

import msgspec

from freightyard.core.contract import Seat
from freightyard.core.lessons import Lesson, Place, Step, lesson_at, lesson_called, objection, place_of
from freightyard.core.puzzles import Puzzle, is_puzzle, is_shown, puzzle_called
from freightyard.core.title import LESSONS, PUZZLES
from freightyard.games import game_named, part_of
from freightyard.page import lesson_sentences as page_say
from freightyard.page.advice import advice
from freightyard.page.lesson import LessonSheet
from freightyard.page.log import name_places
from freightyard.server import sentences as say
from freightyard.server.bots.pool import BotFailed
from freightyard.server.bots.puzzle_work import PuzzleQuestion, Weighed
from freightyard.server.bots.turns import payer_of
from freightyard.server.live.viewer import Viewer
from freightyard.store.rows import RUNNING, TableRow
from freightyard.table.errors import TableError
from freightyard.table.lessons import moves_so_far
from freightyard.table.puzzles import COSTS, UNKNOWN, WRONG, PuzzleBoard

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

_CLEAR: Final = 2.0  # standard errors: a plan that costs less is as good as the answer, as far as can be told


def lessons_of(game: str) -> Sequence[Lesson]:
    """The lessons that a game brings."""
    return part_of(game, LESSONS) or ()


def puzzles_of(game: str) -> Sequence[Puzzle]:
    """The puzzles that a game brings."""
    return part_of(game, PUZZLES) or ()


def find_lesson(game: str, name: str) -> Lesson | None:
    """A lesson of a game by its name, or a puzzle."""
    puzzle = find_puzzle(game, name)
    return lesson_called(lessons_of(game), name) if puzzle is None else puzzle.lesson


def find_puzzle(game: str, name: str) -> Puzzle | None:
    """The puzzle that is the lesson of this name."""
    return puzzle_called(puzzles_of(game), name) if is_puzzle(name) else None


def is_lesson(row: TableRow) -> bool:
    """Whether a table was made for a lesson or a puzzle."""
    return lesson_at(row.branch) is not None


@final
class LessonKeeper:
    """The lesson or the puzzle of a room, if it has one. It keeps nothing: all follows from the moves that stand."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        found = lesson_at(room.row.branch)
        self.lesson = None if found is None else find_lesson(*found)
        puzzle = None if found is None else find_puzzle(*found)
        self.puzzle = None if puzzle is None else PuzzleBoard(game_named(puzzle.game), puzzle)
        self._shown = found is not None and is_shown(found[1])
        self._weighed: dict[tuple[str, ...], Weighed] = {}  # plans that nobody had looked at before

    def place(self) -> Place | None:
        """Where the learner is; None if no lesson is given here, or the table has left it."""
        if self.lesson is None or self._room.row.phase != RUNNING:
            return None
        moves = moves_so_far(self._room.table.events)
        return place_of(self.lesson, moves) if self.puzzle is None else self.puzzle.place(moves)

    async def look_at(self, ply: int, texts: Sequence[str]) -> None:
        """Before moves are made that end the turn in a puzzle: bots weigh a plan that nobody has looked at."""
        place = self.place()
        if self.puzzle is None or place is None or place.ended or ply != self._room.table.ply:
            return
        moves = (*moves_so_far(self._room.table.events), *texts)
        try:
            verdict, _ = self.puzzle.judged(moves)
        except TableError:
            return
        if verdict != UNKNOWN or moves in self._weighed:
            return
        puzzle = self.puzzle.puzzle
        question = PuzzleQuestion(self._room.key, puzzle.game, puzzle.edition, puzzle.position, puzzle.answer, moves)
        try:
            self._weighed[moves] = await self._room.services.bot_pool.weigh(question, payer=payer_of(self._room))
        except BotFailed:
            return  # then it is only said that it is another plan

    def check(self, texts: Sequence[str]) -> None:
        """Refuse legal moves that the lesson does not expect, with its own sentence."""
        place = self.place()
        if self.lesson is None or place is None:
            return
        before = moves_so_far(self._room.table.events)
        if self.puzzle is None:
            said = objection(self.lesson, before, texts)
            if said is not None:
                raise TableError(self._named(said) or say.LESSON_OVER)
        elif place.ended:
            raise TableError(say.PUZZLE_OVER)
        else:
            self._check_plan(self.puzzle, (*before, *texts))

    def _check_plan(self, puzzle: PuzzleBoard, moves: tuple[str, ...]) -> None:
        """Refuse a plan that is worse, with what it costs."""
        verdict, worse = puzzle.judged(moves)
        if verdict == COSTS and worse is not None:
            raise TableError(page_say.puzzle_costs(worse.cost))
        if verdict == WRONG:
            raise TableError(say.PUZZLE_WRONG)
        if verdict == UNKNOWN:
            found = self._weighed.get(moves)
            if found is None:
                raise TableError(say.PUZZLE_WRONG)
            if found.cost > _CLEAR * found.error:
                raise TableError(page_say.puzzle_costs(found.cost))

    def rests(self) -> bool:
        """Whether nobody is to go on: a puzzle is over when its turn is."""
        place = self.place()
        return self.puzzle is not None and place is not None and place.ended

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
        if self.puzzle is not None:
            return self._puzzle_sheet(self.lesson, self.puzzle, place)
        steps = tuple([msgspec.structs.replace(step, say=self._named(step.say)) for step in self.lesson.steps])
        lessons = lessons_of(self.lesson.game)
        after = lessons[lessons.index(self.lesson) + 1 :]
        return LessonSheet(
            lesson=msgspec.structs.replace(self.lesson, steps=steps),
            place=place,
            home=self._room.home,
            following=after[0] if place.ended and after else None,
        )

    def _puzzle_sheet(self, lesson: Lesson, board: PuzzleBoard, place: Place) -> LessonSheet:
        """The panel of a puzzle; the answer is in it when the puzzle is over, and not before."""
        puzzle = board.puzzle
        said: tuple[str, ...] = ()
        if place.ended:
            answer = "" if not self._shown else self._words(board, puzzle.answer)
            other = None if not puzzle.worse else self._words(board, puzzle.worse[0].moves)
            said = page_say.puzzle_over(answer, puzzle.why, other, puzzle.margin)
        steps = tuple([Step(say=words) for words in (puzzle.goal, *said)])
        return LessonSheet(
            lesson=msgspec.structs.replace(lesson, steps=steps),
            place=msgspec.structs.replace(place, last=len(steps) - 1),
            home=self._room.home,
            note=page_say.DIFFICULTIES[puzzle.difficulty],
            solved=place.ended and not self._shown,
        )

    def _words(self, board: PuzzleBoard, moves: Sequence[str]) -> str:
        """A plan in words, with the names that places have where it begins."""
        words = advice(self._room.board, board.first.edition, moves)
        return name_places(self._room.board, board.first.view(board.solver), words)

    def _named(self, words: str) -> str:
        """A sentence with the names that places have on the board."""
        return name_places(self._room.board, self._room.table.view(None), words)

    def learner(self) -> Seat:
        """The seat whose person learns."""
        return next(seat for seat, chair in enumerate(self._room.row.chairs) if chair.person is not None)
