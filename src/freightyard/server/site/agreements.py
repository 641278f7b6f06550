"""The forms of a running table besides its moves: proposals and answers, and what its host may do."""

from litestar import Response, get, post
from litestar.response import Redirect

from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.identity import clean_name, person_or_new
from freightyard.server.live import hosting, proposals
from freightyard.server.live.room import Room
from freightyard.server.live.voting import own_seat
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest, number_in, seat_in
from freightyard.server.site.responses import absolute_url, html, see_other
from freightyard.server.site.waiting_rooms import before_the_game
from freightyard.store.rows import BEGINNERS, OPEN, Person


@post("/t/{key:str}/propose")
async def propose(started_room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Ask the others at the table something."""
    seat = seat_in(fields, -1)
    ply = number_in(fields, "ply")
    await proposals.propose(started_room, person, fields.get("kind", ""), None if seat < 0 else seat, fields.get("pace", ""), ply)
    return see_other(started_room.home)


@post("/t/{key:str}/answer")
async def answer(started_room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Say yes or no to what the others ask."""
    word, number = fields.get("answer", ""), number_in(fields, "number")
    if word not in ("yes", "no") or number is None:
        raise Forbidden(say.NOT_ASKED_NOW)
    await proposals.answer(started_room, person, number, yes=word == "yes")
    return see_other(started_room.home)


@post("/t/{key:str}/give-up")
async def give_up(started_room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Leave a seat for good."""
    await hosting.give_up(started_room, person, seat_in(fields, own_seat(started_room.row, person.key) or 0))
    return see_other(started_room.home)


@post("/t/{key:str}/offer-seat")
async def offer_seat(started_room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Offer the seat of somebody to others for whom a bot has played for days."""
    await hosting.offer_seat(started_room, person, seat_in(fields, -1))
    return see_other(started_room.home)


@post("/t/{key:str}/substitute")
async def substitute(services: Services, started_room: Room, visitor: Person | None, fields: dict[str, str]) -> Redirect:
    """Take the seat of a player who left for good, under a name."""
    name = fields.get("name", "")
    person, cookie = await person_or_new(services, visitor, name)
    called = clean_name(name) if name.strip() else person.name
    await hosting.substitute(started_room, person, seat_in(fields, -1), called)
    return see_other(started_room.home, cookie)


@post("/t/{key:str}/wake")
async def wake(started_room: Room, person: Person) -> Redirect:
    """Let an archived game go on."""
    await hosting.wake(started_room, person)
    return see_other(started_room.home)


@post("/t/{key:str}/resume")
async def resume(started_room: Room, person: Person) -> Redirect:
    """End the pause of the clock."""
    await proposals.resume(started_room, person)
    return see_other(started_room.home)


@post("/t/{key:str}/remove")
async def remove(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Take somebody off a seat before the game."""
    await hosting.remove(room, person, seat_in(fields, -1))
    return see_other(room.home)


@post("/t/{key:str}/hold")
async def hold(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Hold an open seat for a name."""
    await hosting.hold_for(room, person, seat_in(fields, -1), clean_name(fields.get("name", "")))
    return see_other(room.home)


@post("/t/{key:str}/invite")
async def invite(services: Services, request: AnyRequest, room: Room, person: Person, fields: dict[str, str]) -> Response[str]:
    """A link to one seat: shown once, on the page of the table."""
    seat = seat_in(fields, -1)
    token = await hosting.invite(room, person, seat)
    link = absolute_url(services, request, f"{room.home}/seat/{token}")
    return html(await before_the_game(request, room, person, made=(seat, link)))


@get("/t/{key:str}/seat/{token:str}")
async def ask_to_sit(
    services: Services, request: AnyRequest, room: Room, visitor: Person | None, token: str
) -> Response[str] | Redirect:
    """What a link to a seat leads to: the table with this seat to take. A program that only looks at links uses up nothing."""
    seat = await services.store.invitations.find(room.key, token, services.now())
    if seat is None or room.row.phase != OPEN:
        return see_other(room.home)
    return html(await before_the_game(request, room, visitor, invited=(seat, token)))


@post("/t/{key:str}/seat/{token:str}")
async def sit_by_link(services: Services, room: Room, visitor: Person | None, token: str, fields: dict[str, str]) -> Redirect:
    """Take the seat of a link, under a name."""
    name = fields.get("name", "")
    person, cookie = await person_or_new(services, visitor, name)
    await hosting.come_by_link(room, person, token, clean_name(name) if name.strip() else person.name, fields.get("seal", ""))
    return see_other(room.home, cookie)


@post("/t/{key:str}/terms")
async def set_terms(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """For whom the table is meant, and whether others may take free seats of its game."""
    level = fields.get("level", room.row.level or "")
    allowed = fields["substitutes"] == "yes" if "substitutes" in fields else bool(room.row.substitutes)
    bots = fields["bots"] == "yes" if "bots" in fields else bool(room.row.allows_bots)
    beginners = level if level == BEGINNERS else None
    await hosting.set_terms(room, person, level=beginners, substitutes=allowed, allows_bots=bots)
    return see_other(room.home)


@post("/t/{key:str}/mute")
async def mute(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Keep somebody from writing in the chat, or let them again."""
    muted, line = fields.get("muted") != "no", number_in(fields, "line")
    if line is not None:
        await hosting.mute_writer(room, person, line, muted=muted)
    else:
        await hosting.mute(room, person, seat_in(fields, -1), muted=muted)
    return see_other(room.home)
