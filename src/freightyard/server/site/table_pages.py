"""The page of a table, and what its forms do."""

from litestar import Response, get, post
from litestar.response import Redirect

from freightyard.core.contract import Seat
from freightyard.page.table import table_page
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.identity import clean_name, person_or_new
from freightyard.server.live import seating
from freightyard.server.live.proposals import read_away
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest, bot_in, seat_in
from freightyard.server.site.page_context import table_context
from freightyard.server.site.responses import html, see_other
from freightyard.server.site.waiting_rooms import before_the_game
from freightyard.store.rows import OPEN, Person


@get("/t/{key:str}")
async def table(request: AnyRequest, room: Room, visitor: Person | None) -> Response[str]:
    """The table: for who sits there, for who watches, or with its open seats."""
    if room.row.phase == OPEN:
        return html(await before_the_game(request, room, visitor))
    await read_away(room)
    context = await table_context(request, room, visitor)
    viewer = room.broadcast.viewer_before(visitor)
    scene, parts = room.broadcast.page(viewer)
    return html(table_page(room.board, scene, parts, context, room.broadcast.log(viewer)))


@post("/t/{key:str}/sit")
async def sit(services: Services, room: Room, visitor: Person | None, fields: dict[str, str]) -> Redirect:
    """Take a seat, under a name."""
    name = fields.get("name", "")
    held = [seat for seat, chair in enumerate(room.row.chairs) if chair.held_for(name.strip())]
    free = [seat for seat, chair in enumerate(room.row.chairs) if chair.free]
    seat = seat_in(fields, next(iter([*held, *free]), 0))
    person, cookie = await person_or_new(services, visitor, name)
    await seating.sit(room, person, seat, clean_name(name) if name.strip() else person.name, fields.get("seal", ""))
    return see_other(room.home, cookie)


@post("/t/{key:str}/leave")
async def leave(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Leave a seat; a bot plays on, if the game runs."""
    there = await seating.leave(room, person, seat_in(fields, _own_seat(room, person)), bot_in(fields, room))
    return see_other(room.home if there else "/")


@post("/t/{key:str}/back")
async def come_back(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Come back to a seat; the bot leaves it."""
    await seating.come_back(room, person, seat_in(fields, _own_seat(room, person)))
    return see_other(room.home)


@post("/t/{key:str}/begin")
async def begin(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Begin at once; bots take the open seats."""
    await seating.begin(room, person, bot_in(fields, room))
    return see_other(room.home)


@post("/t/{key:str}/rematch")
async def rematch(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Play again: to the table after this one, which waits for the others."""
    return see_other(f"/t/{await seating.rematch(room, person, fields.get('seal', ''))}")


@post("/t/{key:str}/accept")
async def accept(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Take the seat that is held for one."""
    await seating.accept(room, person, fields.get("seal", ""))
    return see_other(room.home)


@post("/t/{key:str}/decline")
async def decline(room: Room, person: Person) -> Redirect:
    """Not take the seat that is held for one: back to the table from which the offer came."""
    await seating.decline(room, person)
    return see_other("/" if room.row.earlier is None else f"/t/{room.row.earlier}")


@post("/t/{key:str}/release")
async def release(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Hold a seat no longer for somebody who does not answer."""
    await seating.release(room, person, seat_in(fields, -1))
    return see_other(room.home)


@post("/t/{key:str}/drop")
async def drop(room: Room, person: Person) -> Redirect:
    """Close a table that never began."""
    await seating.drop(room, person)
    return see_other("/")


def _own_seat(room: Room, person: Person) -> Seat:
    """The person's seat: through which they look, if they have several."""
    seat = room.broadcast.viewer(person).seat
    if seat is None:
        raise Forbidden(say.NOT_AT_TABLE)
    return seat
