"""Learning: the list of lessons and exercises, beginning one at a table of one's own, and playing on from its end."""

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from freightyard.games import all_games
from freightyard.page.document import Visit
from freightyard.page.site import lessons_page
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.identity import BadName, player_or_new
from freightyard.server.live.lesson_keeper import find_lesson, is_lesson, lessons_of
from freightyard.server.live.lesson_tables import (
    create_lesson_table,
    drop_lesson_table,
    new_game_after_lesson,
    play_on_from_lesson,
    show_answer,
)
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.server.site.responses import html, see_other
from freightyard.store.rows import Person


@get("/learn")
async def lessons(visit: Visit) -> Response[str]:
    """All lessons and exercises."""
    return html(lessons_page(visit, {game.name: lessons_of(game.name) for game in all_games()}))


@post("/learn/{game:str}/{name:str}")
async def begin_lesson(services: Services, visitor: Person | None, fields: dict[str, str], game: str, name: str) -> Redirect:
    """A table with a lesson, and the way there. Who typed a name in the lobby is called by it."""
    lesson = find_lesson(game, name)
    if lesson is None:
        raise NotFoundException(say.NO_LESSON)
    try:
        person, cookie = await player_or_new(services, visitor, fields.get("name", "").strip())
    except BadName:  # one click is enough: the name is asked for again where a game begins
        person, cookie = await player_or_new(services, visitor, "")
    row = await create_lesson_table(services, lesson, person)
    return see_other(f"/t/{row.key}", cookie)


@post("/t/{key:str}/lesson/play-on")
async def play_on(started_room: Room, person: Person) -> Redirect:
    """The end of a lesson becomes a game of its own."""
    _check_learner(started_room, person)
    return see_other(f"/t/{(await play_on_from_lesson(started_room, person)).key}")


@post("/t/{key:str}/lesson/new-game")
async def play_against_bots(started_room: Room, person: Person) -> Redirect:
    """After the lesson, a game from its beginning against the easiest bots."""
    _check_learner(started_room, person)
    return see_other(f"/t/{(await new_game_after_lesson(started_room, person)).key}")


@post("/t/{key:str}/lesson/leave")
async def leave_lesson(services: Services, started_room: Room, person: Person) -> Redirect:
    """The table of a lesson goes away; back to the list."""
    _check_learner(started_room, person)
    puzzle = started_room.lesson.puzzle is not None
    await drop_lesson_table(services, started_room.key)
    return see_other("/puzzles" if puzzle else f"/learn#{started_room.row.game}")


@post("/t/{key:str}/lesson/answer")
async def answer_of_puzzle(started_room: Room, person: Person) -> Redirect:
    """The puzzle begins anew, with its answer played."""
    _check_learner(started_room, person)
    return see_other(f"/t/{(await show_answer(started_room, person)).key}")


def _check_learner(room: Room, person: Person) -> None:
    if not is_lesson(room.row) or all(chair.person != person.key for chair in room.row.chairs):
        raise Forbidden(say.NOT_YOUR_LESSON)
