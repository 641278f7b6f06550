"""Tables for lessons: made for one person, who has one at a time; played on from as an ordinary game; and taken away again."""

from typing import TYPE_CHECKING, Final

from freightyard.bots.levels import built_in_names
from freightyard.core.bot_names import FIRST_TRIP
from freightyard.core.contract import Game, Seat, State
from freightyard.core.lessons import Lesson
from freightyard.core.puzzles import shown_address
from freightyard.games import game_named
from freightyard.server import sentences as say
from freightyard.server.live.create import Branch, create_quick_table, create_table, usual_bots
from freightyard.server.live.lesson_keeper import is_lesson
from freightyard.server.live.room import Room
from freightyard.store.rows import RUNNING, Chair, Person, TableRow
from freightyard.table.errors import TableError
from freightyard.table.lessons import learner_of
from freightyard.table.step import StepMaker

if TYPE_CHECKING:
    from freightyard.server.services import Services

_MOST_TABLES: Final = 200  # of a person, among which lessons are looked for


async def create_lesson_table(services: "Services", lesson: Lesson, person: Person, *, shown: bool = False) -> TableRow:
    """A table with a lesson. Whoever was in another one has left it. `shown`: of a puzzle whose answer was asked for."""
    game = game_named(lesson.game)
    first = game.position(game.edition(lesson.edition), lesson.position)
    for row in await services.store.tables.of_person(person.key, _MOST_TABLES):
        if row.phase == RUNNING and is_lesson(row) and row.made_by == person.key:
            await drop_lesson_table(services, row.key)
    return await _create(services, game, first, learner_of(game, lesson), person, lesson, shown=shown)


async def play_on_from_lesson(room: Room, person: Person) -> TableRow:
    """The end of a lesson as a game of its own against easy bots, with cards that nobody knows."""
    place = room.lesson.place()
    if place is None or not place.ended:
        raise TableError(say.LESSON_GOES_ON)
    row = await _create(room.services, room.game, room.table.truth(), room.lesson.learner(), person)
    await drop_lesson_table(room.services, room.key)
    return row


async def new_game_after_lesson(room: Room, person: Person) -> TableRow:
    """The game from its beginning, against as many bots as one click in the lobby brings: the easiest."""
    row = await create_quick_table(room.services, room.game, person, _easiest(room.game), usual_bots(room.game))
    await drop_lesson_table(room.services, room.key)
    return row


def _easiest(game: Game) -> str:
    names = built_in_names(game)
    return FIRST_TRIP if FIRST_TRIP in names else names[0]


async def show_answer(room: Room, person: Person) -> TableRow:
    """A puzzle from its beginning, with its answer played."""
    lesson, puzzle = room.lesson.lesson, room.lesson.puzzle
    if lesson is None or puzzle is None:
        raise TableError(say.NO_ANSWER)
    row = await create_lesson_table(room.services, lesson, person, shown=True)
    shown = await room.services.hub.room(row.key)
    if shown is not None:
        await shown.move(person, shown.lesson.learner(), shown.table.ply, puzzle.puzzle.answer)
    return row


async def drop_lesson_table(services: "Services", key: str) -> None:
    """The table of a lesson goes away."""
    if await services.store.tables.drop_lesson(key, services.now()):
        services.hub.close_room(key)


async def _create(
    services: "Services",
    game: Game,
    first: State,
    learner: Seat,
    person: Person,
    lesson: Lesson | None = None,
    *,
    shown: bool = False,
) -> TableRow:
    bot = Chair(bot=_easiest(game))
    past = StepMaker(first, 0).step(())
    address = "" if lesson is None else shown_address(lesson.address) if shown else lesson.address
    return await create_table(
        services,
        game,
        first.edition,
        first.options,
        [Chair(person.key, called=person.name) if seat == learner else bot for seat in range(first.seats)],
        made_by=person,
        public=False,
        branch=Branch(address, first.text(), past, told=lesson is not None),
        seed=None if lesson is None else lesson.seed,
    )
