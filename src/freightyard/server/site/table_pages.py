"""The page of a table, and what its forms do."""

from typing import Any, Final

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from freightyard.bots import bot_names
from freightyard.core.contract import Seat
from freightyard.core.errors import BadSetup
from freightyard.page.contract import ChatEntry, PageContext
from freightyard.page.table import table_page, waiting_page
from freightyard.server.identity import clean_name, known, who
from freightyard.server.live import seating
from freightyard.server.live.room import Room
from freightyard.server.live.table_maker import best_bot
from freightyard.server.live.viewer import players_of
from freightyard.server.means import Forbidden
from freightyard.server.services import AnyConnection, services_of
from freightyard.server.site.forms import fields_of
from freightyard.store.contract import OPEN, OVER, RUNNING, Person
from freightyard.table import Chair

_SEE_OTHER: Final = 303

AnyRequest = Request[Any, Any, Any]


async def room_of(connection: AnyConnection, key: str) -> Room:
    """The table of an address."""
    room = await services_of(connection).hub.room(key)
    if room is None:
        raise NotFoundException("there is no such table: perhaps it never began and was removed")
    return room


def html(page: str) -> Response[str]:
    """A page as an answer."""
    return Response(page, media_type=MediaType.HTML)


@get("/t/{key:str}")
async def table(request: AnyRequest, key: str) -> Response[str]:
    """The table: for who sits there, for who watches, or with its free seats."""
    room, person = await room_of(request, key), await who(request)
    context = await context_of(request, room, person)
    if room.row.phase == OPEN:
        own = room.broadcast.viewer(person).own_seats
        players = players_of(room.table.chairs, room.here())
        free = [None if chair == Chair() else player for chair, player in zip(room.table.chairs, players, strict=True)]
        return html(waiting_page(room.edition, room.row.options, free, context, own))
    viewer = room.broadcast.viewer(person)
    scene, parts = room.broadcast.page(viewer)
    return html(table_page(room.board, scene, parts, context, room.broadcast.log(viewer)))


@post("/t/{key:str}/sit", status_code=_SEE_OTHER)
async def sit(request: AnyRequest, key: str) -> Redirect:
    """Take a seat, under a name."""
    room, form = await room_of(request, key), await fields_of(request)
    free = [seat for seat, chair in enumerate(room.table.chairs) if chair == Chair()]
    seat = seat_in(form, free[0] if free else 0)
    person, cookie = await known(request, form.get("name", ""))
    called = clean_name(form["name"]) if form.get("name", "").strip() else person.name
    await seating.sit(room, person, seat, called)
    return to_table(key, cookie)


@post("/t/{key:str}/leave", status_code=_SEE_OTHER)
async def leave(request: AnyRequest, key: str) -> Redirect:
    """Get up; a bot stands in, if the game runs."""
    room, form, person = await room_of(request, key), await fields_of(request), await person_of(request)
    await seating.leave(room, person, seat_in(form, own_seat(room, person)), bot_in(form, room))
    return to_table(key)


@post("/t/{key:str}/back", status_code=_SEE_OTHER)
async def back(request: AnyRequest, key: str) -> Redirect:
    """Come back; the bot gets up."""
    room, form, person = await room_of(request, key), await fields_of(request), await person_of(request)
    await seating.come_back(room, person, seat_in(form, own_seat(room, person)))
    return to_table(key)


@post("/t/{key:str}/begin", status_code=_SEE_OTHER)
async def begin(request: AnyRequest, key: str) -> Redirect:
    """Begin at once; bots take the free seats."""
    room, form, person = await room_of(request, key), await fields_of(request), await person_of(request)
    await seating.begin(room, person, bot_in(form, room))
    return to_table(key)


@post("/t/{key:str}/rematch", status_code=_SEE_OTHER)
async def again(request: AnyRequest, key: str) -> Redirect:
    """The same players at a new table."""
    room, person = await room_of(request, key), await person_of(request)
    return to_table(await seating.rematch(services_of(request), room, person))


@post("/t/{key:str}/drop", status_code=_SEE_OTHER)
async def drop(request: AnyRequest, key: str) -> Redirect:
    """Remove a table that never began."""
    room, person = await room_of(request, key), await person_of(request)
    await seating.drop(services_of(request), room, person)
    return Redirect("/", status_code=_SEE_OTHER)


async def context_of(request: AnyRequest, room: Room, person: Person | None) -> PageContext:
    """The page around a table, for a person."""
    services, row = services_of(request), room.row
    later = await seating.find_rematch(services, row) if row.phase == OVER else None
    scheme = "https" if services.settings.secure else request.url.scheme
    return PageContext(
        title=room.game.title,
        home=room.home,
        link=f"{scheme}://{request.headers.get('host', '')}{room.home}",
        ply=room.table.ply,
        build=services.build,
        name=None if person is None else person.name,
        actions=actions_of(room, person),
        sitting=sitting(room, person),
        rematch=None if later is None else f"/t/{later}",
        chat=[ChatEntry(line.seat, line.name, line.text, line.number) for line in room.chat],
    )


def actions_of(room: Room, person: Person | None) -> frozenset[str]:
    """What a person may do with a table, besides playing."""
    row, chairs = room.row, room.table.chairs
    own = [] if person is None else [chair for chair in chairs if chair.person == person.key]
    made = person is not None and row.made_by == person.key
    actions: set[str] = set()
    if row.phase == OPEN:
        if Chair() in chairs:
            actions.add("sit")
        if own:
            actions.add("leave")
        if own or made:
            actions.add("begin")
        if made:
            actions.add("drop")
    elif row.phase == RUNNING:
        if any(chair.bot is None for chair in own):
            actions.add("leave")
        if any(chair.bot is not None for chair in own):
            actions.add("back")
    elif own:
        actions.add("rematch")
    return frozenset(actions)


def sitting(room: Room, person: Person | None) -> tuple[tuple[Seat, str], ...]:
    """The seats on which a person sits without a bot that stands in, and who they are called there."""
    if person is None:
        return ()
    return tuple(
        (seat, chair.called or person.name)
        for seat, chair in enumerate(room.table.chairs)
        if chair.person == person.key and chair.bot is None
    )


async def person_of(request: AnyRequest) -> Person:
    """Who it is, if we know them."""
    person = await who(request)
    if person is None:
        raise Forbidden("we do not know who you are: take a seat first")
    return person


def seat_in(form: dict[str, str], default: Seat) -> Seat:
    """The seat that a form names, counted from 1 there."""
    word = form.get("seat", "")
    if not word:
        return default
    if not (word.isascii() and word.isdecimal() and len(word) < 3):
        raise BadSetup("a seat is a number")
    return int(word) - 1


def bot_in(form: dict[str, str], room: Room) -> str:
    """The bot that a form names, or the best."""
    bot = form.get("bot") or best_bot(room.game)
    if bot not in bot_names(room.game):
        raise BadSetup(f"there is no such bot for {room.game.title}; there are: {', '.join(bot_names(room.game))}")
    return bot


def own_seat(room: Room, person: Person) -> Seat:
    """The person's seat: through which they look, if they have several."""
    seat = room.broadcast.viewer(person).seat
    if seat is None:
        raise Forbidden("you do not sit at this table")
    return seat


def to_table(key: str, cookie: Cookie | None = None) -> Redirect:
    """Back to a table's page."""
    return Redirect(f"/t/{key}", status_code=_SEE_OTHER, cookies=[] if cookie is None else [cookie])


HANDLERS: Final = (table, sit, leave, back, begin, again, drop)
