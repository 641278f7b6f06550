"""Who sits where: taking a seat, leaving it, coming back, beginning the game, deleting the table, a rematch."""

from hashlib import sha256
from typing import Final

from freightyard.core.contract import Seat
from freightyard.server.errors import Forbidden
from freightyard.server.live.create import begin_table, check_bot_tables, create_table
from freightyard.server.live.room import Room
from freightyard.store.rows import OPEN, OVER, Chair, Person, TableRow

_KEY_LETTERS: Final = 16


async def sit(room: Room, person: Person, seat: Seat, called: str) -> None:
    """A person takes a free seat. The game begins with the last one."""
    async with room.lock:
        if room.row.phase != OPEN:
            raise Forbidden("this game has begun: its seats are taken")
        _check_seat(room, seat)
        await room.set_chair(seat, Chair(), Chair(person.key, called=called))
    await room.begin_if_full()


async def leave(room: Room, person: Person, seat: Seat, bot: str) -> None:
    """A person leaves a seat: before the game it is free again, later a bot stands in."""
    async with room.lock:
        chair = _own_chair(room, person, seat)
        if room.row.phase == OVER:
            raise Forbidden("the game is over")
        await room.set_chair(seat, chair, Chair() if room.row.phase == OPEN else Chair(chair.person, bot, chair.called))
    room.wake_bots()


async def come_back(room: Room, person: Person, seat: Seat) -> None:
    """A person comes back to the own seat; the bot that stood in leaves it."""
    async with room.lock:
        chair = _own_chair(room, person, seat)
        await room.set_chair(seat, chair, Chair(chair.person, called=chair.called))


async def begin(room: Room, person: Person, bot: str) -> None:
    """The game begins; bots take the seats that are free."""
    async with room.lock:
        if person.key != room.row.made_by and all(chair.person != person.key for chair in room.row.chairs):
            raise Forbidden("only who made the table or sits at it can begin the game")
        if room.row.phase != OPEN:
            raise Forbidden("this game has begun already")
        if all(chair == Chair() or chair.bot is not None for chair in room.row.chairs):
            await check_bot_tables(room.services, person)
        for seat, chair in enumerate(room.row.chairs):
            if chair == Chair():
                await room.set_chair(seat, chair, Chair(bot=bot))
    await room.begin_if_full()


async def drop(room: Room, person: Person) -> None:
    """Delete a table that never began."""
    async with room.lock:
        if person.key != room.row.made_by:
            raise Forbidden("only who made the table can remove it")
        if not await room.services.store.tables.drop(room.key):
            raise Forbidden("this game has begun already")
    room.reload_pages()  # whoever else looks at it is told that it is gone, and does not wait for it
    room.services.hub.close_room(room.key)


def rematch_key(row: TableRow) -> str:
    """The key of the table after this one: the same for everybody who asks for it, in any process, and not to be guessed."""
    return sha256(f"{row.seed}/{row.key}/rematch".encode()).hexdigest()[:_KEY_LETTERS]


async def find_rematch(room: Room) -> str | None:
    """The key of the table after this one, if there is one."""
    key = rematch_key(room.row)
    return None if await room.services.store.tables.get(key) is None else key


async def rematch(room: Room, person: Person) -> str:
    """The key of a table with the same players; whoever sat first sits last. All who ask come to the same table."""
    services, row = room.services, room.row
    if row.phase != OVER:
        raise Forbidden("this game is not over")
    if all(chair.person != person.key for chair in row.chairs):
        raise Forbidden("only those who played can ask for a rematch")
    key = rematch_key(row)
    if await services.store.tables.get(key) is None:
        chairs = [*row.chairs[1:], row.chairs[0]]
        await create_table(
            services, room.game, room.edition, row.options, chairs, made_by=person, public=row.public, key=key, earlier=row
        )
        room.reload_pages()  # the others see the way to it
    else:  # who created it may not have come to begin it
        await begin_table(services, key)
    return key


def _check_seat(room: Room, seat: Seat) -> None:
    if not 0 <= seat < room.table.seats:
        raise Forbidden(f"there is no seat {seat + 1} at this table")


def _own_chair(room: Room, person: Person, seat: Seat) -> Chair:
    _check_seat(room, seat)
    chair = room.row.chairs[seat]
    if chair.person != person.key:
        raise Forbidden(f"seat {seat + 1} is not yours")
    return chair
