"""Playing a lesson by the rules, to see that it goes as it says."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Game, Seat
from freightyard.core.errors import FreightyardError
from freightyard.core.lessons import BadLesson, Lesson, place_of
from freightyard.table.events import Event
from freightyard.table.standing import standing_moves
from freightyard.table.table import Table

_ORDERS: Final = 6  # in which the moves of a step are tried, where any will do


def moves_so_far(events: Sequence[Event]) -> list[str]:
    """The moves that stand at a table and that a seat made: by these a lesson knows where it is."""
    return standing_moves([event for event in events if event.seat != CHANCE])


def lesson_table(game: Game, lesson: Lesson) -> Table:
    """A table at which a lesson begins."""
    edition = game.edition(lesson.edition)
    first = game.position(edition, lesson.position)
    return Table(game, edition, first.seats, first.options, seed=lesson.seed, first=first, stood=0)


def learner_of(game: Game, lesson: Lesson) -> Seat:
    """The seat of the learner: the one that is to act when the lesson begins."""
    actor = game.position(game.edition(lesson.edition), lesson.position).to_act()
    if actor is None or actor == CHANCE:
        raise BadLesson(f"the lesson {lesson.name} of {lesson.game} begins where no player is to act")
    return actor


def check_lesson(game: Game, lesson: Lesson) -> None:
    """Play a lesson to its end, by every way of every step, and, where any order will do, in several. Every move that it expects
    is legal where it is expected, and made by who it says, and every step is reached. If not, BadLesson says which one."""
    play_lesson(game, lesson)
    for number, step in enumerate(lesson.steps):
        for way in range(1, len(step.ways)):
            play_lesson(game, lesson, {number: way})
    if any(step.any_order for step in lesson.steps):
        for number in range(_ORDERS):
            play_lesson(game, lesson, luck=Stream(f"{lesson.name} {number}"))


def play_lesson(
    game: Game, lesson: Lesson, chosen: Mapping[int, int] = MappingProxyType({}), luck: Stream | None = None
) -> Table:
    """Play a lesson to its end; `chosen`: other ways than the first, by the number of the step; `luck`: the order, where any will
    do."""
    learner, table = learner_of(game, lesson), lesson_table(game, lesson)
    for number, step in enumerate(lesson.steps):
        if not step.moves:
            continue
        where = f"the lesson {lesson.name} of {lesson.game}, step {number + 1}"
        legal: set[str] = set()
        left = list(step.ways[chosen.get(number, 0)])
        while left:
            now = table.view(learner).legal if table.to_act() == learner else ()
            legal.update(now)
            fitting = [move for move in left if move in now] if step.any_order and luck is not None else left[:1]
            if not fitting:
                raise BadLesson(f"{where}: in another order the rules do not allow the rest: {', '.join(left)}")
            move = fitting[0 if luck is None else luck.below(len(fitting))]
            left.remove(move)
            _play(table, learner, move, where)
        for tried in step.tries:
            if tried.move not in legal and number not in chosen and luck is None:
                raise BadLesson(f"{where}: {tried.move!r} is not legal, so the rules answer it, not the lesson")
        for reply in step.reply:
            actor = table.to_act()
            if actor is None or actor in (CHANCE, learner):
                raise BadLesson(f"{where}: nobody else is to act when {reply!r} should be played, in {table.truth().text()}")
            _play(table, actor, reply, where)
        place = place_of(lesson, moves_so_far(table.events))
        if place is None or (not place.ended and place.last <= number):
            raise BadLesson(f"{where}: the lesson does not go on from here")
    if table.to_act() != learner:
        raise BadLesson(
            f"the lesson {lesson.name} of {lesson.game} ends where its learner could not play on: {table.truth().text()}"
        )
    return table


def _play(table: Table, seat: Seat, move: str, where: str) -> None:
    try:
        table.commit(table.move(seat, table.ply, [move]))
    except FreightyardError as error:
        raise BadLesson(f"{where}: {move!r} cannot be played: {error}, in {table.truth().text()}") from None
