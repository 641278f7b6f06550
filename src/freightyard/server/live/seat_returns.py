"""Giving a seat back to a player who lost the way to it: by a one-use link that the host makes.

A name is no password: nobody gets a seat for saying who they are. The host vouches by sending the link, and since whoever uses it
sees the cards of the seat, everybody at the table is told, and the person who had the seat before as well.
"""

from typing import Final

from freightyard.core.contract import Seat
from freightyard.page.contract import SeatNotice
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.live.room import Room
from freightyard.store.rows import OVER, RUNNING, Person, SeatLink

_TRIES: Final = 5
DAYS: Final = 7  # for which a link is good: whom it is for may not come every day
_DAY_SECONDS: Final = 24 * 3600


def seats_to_return(room: Room, person: Person | None) -> tuple[tuple[Seat, str], ...]:
    """The seats for which somebody may make a link, and who is called so there: the host, for those of others."""
    row = room.row
    if person is None or row.made_by != person.key or row.phase != RUNNING:
        return ()
    return tuple(
        [(seat, chair.name_of_person) for seat, chair in enumerate(row.chairs) if chair.person not in (None, person.key)]
    )


async def make_link(room: Room, person: Person, seat: Seat, now: float) -> tuple[str, str]:
    """The host makes a link to a seat: its token, and the player whom it is for."""
    row = room.row
    if row.made_by != person.key:
        raise Forbidden(say.HOST_SENDS_LINKS)
    if row.phase != RUNNING:
        raise Forbidden(say.OVER if row.phase == OVER else say.NOT_BEGUN)
    if not 0 <= seat < len(row.chairs):
        raise Forbidden(say.no_seat(seat + 1))
    chair = row.chairs[seat]
    if chair.person is None:
        raise Forbidden(say.NOBODYS_SEAT)
    if chair.person == person.key:
        raise Forbidden(say.OWN_LINK)
    told = say.link_made(_host_name(room, person.key), chair.name_of_person)
    link = SeatLink(seat, now + DAYS * _DAY_SECONDS, chair.person, person.key)
    token = await room.services.store.seat_links.make(room.key, link, now, told)
    await room.read_chat()
    return token, chair.name_of_person


async def find_link(room: Room, token: str, visitor: Person | None, now: float) -> SeatLink | None:
    """The link of a token, if a visitor can use it now."""
    link = await room.services.store.seat_links.find(room.key, token, now)
    if link is None or room.row.phase != RUNNING or room.row.chairs[link.seat].person != link.person:
        return None
    own = [seat for seat, chair in enumerate(room.row.chairs) if chair.belongs_to(visitor) and seat != link.seat]
    if own and not room.row.chairs[link.seat].belongs_to(visitor):
        raise Forbidden(say.SITS_ALREADY)
    return link


async def use_link(room: Room, token: str, link: SeatLink, person: Person, now: float) -> bool:
    """A person takes the seat of a link that was found; False if somebody was faster. Its clock goes on."""
    name = room.row.chairs[link.seat].name_of_person
    told = say.link_used(_host_name(room, link.made_by), name, by_same=person.key == link.person)
    links = room.services.store.seat_links
    async with room.lock:
        used = False
        for _ in range(_TRIES):
            clock = await room.timekeeper.after_return(link.seat, person.key)
            used = await links.use(room.key, token, person.key, now, told, clock)
            await room.read_row()
            if used or await links.find(room.key, token, now) is None:
                break  # else the clock was changed meanwhile
    await room.read_chat()
    return used


async def cancel_link(room: Room, person: Person, seat: Seat, now: float) -> None:
    """Whose seat it is needs no link to it: nobody can use it any more."""
    if not (0 <= seat < len(room.row.chairs) and room.row.chairs[seat].belongs_to(person)):
        raise Forbidden(say.not_yours(seat + 1))
    told = say.link_cancelled(room.row.chairs[seat].name_of_person)
    if await room.services.store.seat_links.cancel(room.key, seat, now, told):
        await room.read_chat()


async def notice_for(room: Room, visitor: Person | None, now: float) -> SeatNotice | None:
    """What a visitor is told about links to their seat: that one waits to be used, or that they lost the seat by one."""
    if visitor is None or room.row.phase != RUNNING:
        return None
    notice = None
    for link in await room.services.store.seat_links.about(room.key, visitor.key):
        host, owns = _host_name(room, link.made_by), room.row.chairs[link.seat].belongs_to(visitor)
        if link.used_at is None and link.until >= now and owns:
            notice = SeatNotice(say.link_waits(host), f"{link.until:.0f}", link.seat)
        elif link.used_by is not None and link.used_by != visitor.key and not owns:
            notice = SeatNotice(say.seat_lost(host), f"{link.used_at:.0f}")
    return notice


def _host_name(room: Room, key: str) -> str:
    return next((chair.name_of_person for chair in room.row.chairs if chair.person == key), say.THE_HOST)
