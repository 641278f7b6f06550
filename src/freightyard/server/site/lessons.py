"""Learning: the list of lessons and exercises, beginning one at a table of one's own, and playing on from its end."""

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from freightyard.bots.levels import built_in_names
from freightyard.core.contract import Game, Seat
from freightyard.games import all_games, game_named
from freightyard.page.document import Visit
from freightyard.page.site import lessons_page
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.identity import person_or_new
from freightyard.server.live.create import Branch, create_table
from freightyard.server.live.lesson_keeper import find_lesson, is_lesson, lessons_of
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.server.site.responses import html, see_other
from freightyard.store.rows import RUNNING, Chair, Person
from freightyard.table.errors import TableError
from freightyard.table.lessons import learner_of
from freightyard.table.step import StepMaker

_NEWCOMER = "Guest"
_MOST_TABLES = 200  # of a person, among which lessons are looked for


@get("/learn")
async def lessons(visit: Visit) -> Response[str]:
    """All lessons and exercises."""
    return html(lessons_page(visit, {game.name: lessons_of(game.name) for game in all_games()}))


@post("/learn/{game:str}/{name:str}")
async def begin_lesson(services: Services, visitor: Person | None, game: str, name: str) -> Redirect:
    """A table with a lesson, and the way there. Whoever was in another one leaves it: one is learnt at a time."""
    lesson = find_lesson(game, name)
    if lesson is None:
        raise NotFoundException(say.NO_LESSON)
    rules = game_named(game)
    edition = rules.edition(lesson.edition)
    first = rules.position(edition, lesson.position)
    person, cookie = await person_or_new(services, visitor, _NEWCOMER)
    await _drop_lessons(services, person)
    row = await create_table(
        services,
        rules,
        edition,
        first.options,
        _chairs(rules, first.seats, learner_of(rules, lesson), person),
        made_by=person,
        public=False,
        branch=Branch(lesson.address, first.text(), StepMaker(first, 0).step(())),
        seed=lesson.seed,
    )
    return see_other(f"/t/{row.key}", cookie)


@post("/t/{key:str}/lesson/play-on")
async def play_on_from_lesson(services: Services, started_room: Room, person: Person) -> Redirect:
    """The end of a lesson becomes a game of its own against easy bots, with cards that nobody knows."""
    _check_learner(started_room, person)
    place = started_room.lesson.place()
    if place is None or not place.ended:
        raise TableError(say.LESSON_GOES_ON)
    first = started_room.table.truth()
    row = await create_table(
        services,
        started_room.game,
        started_room.edition,
        first.options,
        _chairs(started_room.game, first.seats, started_room.lesson.learner(), person),
        made_by=person,
        public=False,
        branch=Branch("", first.text(), StepMaker(first, 0).step(()), told=False),
    )
    await _drop(services, started_room.key)
    return see_other(f"/t/{row.key}")


@post("/t/{key:str}/lesson/leave")
async def leave_lesson(services: Services, started_room: Room, person: Person) -> Redirect:
    """The table of a lesson goes away; back to the list."""
    _check_learner(started_room, person)
    await _drop(services, started_room.key)
    return see_other(f"/learn#{started_room.row.game}")


def _chairs(game: Game, seats: int, learner: Seat, person: Person) -> list[Chair]:
    names = built_in_names(game)
    bot = "easy" if "easy" in names else names[0]
    return [Chair(person.key, called=person.name) if seat == learner else Chair(bot=bot) for seat in range(seats)]


def _check_learner(room: Room, person: Person) -> None:
    if not is_lesson(room.row) or all(chair.person != person.key for chair in room.row.chairs):
        raise Forbidden(say.NOT_YOUR_LESSON)


async def _drop_lessons(services: Services, person: Person) -> None:
    for row in await services.store.tables.of_person(person.key, _MOST_TABLES):
        if row.phase == RUNNING and is_lesson(row) and row.made_by == person.key:
            await _drop(services, row.key)


async def _drop(services: Services, key: str) -> None:
    if await services.store.tables.drop_lesson(key, services.now()):
        services.hub.close_room(key)
