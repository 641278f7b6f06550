"""Who sits where: taking a seat, leaving it, coming back, beginning the game, closing the table, a rematch.

The host is whoever made the table. A host who leaves the seat before the game hands the table on to whoever sits first of the
others; one who never sat stays the host. Only the host lets bots into seats that are meant for people.
"""

from hashlib import sha256
from typing import Final

from freightyard.core.bot_names import bot_word
from freightyard.core.contract import Seat
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.live.create import check_bot_tables, create_table
from freightyard.server.live.proposals import pass_on_host, settle
from freightyard.server.live.room import Room
from freightyard.store.errors import NotKept
from freightyard.store.rows import ENDED, OPEN, OVER, RUNNING, Chair, Person, TableRow

_KEY_LETTERS: Final = 16


async def sit(room: Room, person: Person, seat: Seat, called: str, seal: str = "") -> None:
    """A person takes an open seat. The game begins with the last one. `seal`: of what they add to the cards."""
    async with room.lock:
        if room.row.phase != OPEN:
            raise Forbidden(say.ALL_TAKEN)
        _check_seat(room, seat)
        chair = room.row.chairs[seat]
        if person.is_bot:
            _check_bot(room, person, chair)
        elif not chair.free and not chair.held_for(called):
            raise Forbidden(say.held(seat + 1, chair.name) if chair.held else say.taken(seat + 1, chair.name))
        await room.chairs.change(seat, chair, Chair(person.key, called=called))
        await room.mixer.seal(person, seal)
    await room.chairs.begin_if_full()


async def leave(room: Room, person: Person, seat: Seat, bot: str) -> bool:
    """A person leaves a seat: before the game it is open again, later a bot plays on. Whether the table is still there: a rematch
    is closed when the last person leaves who wanted it."""
    async with room.lock:
        chair = _own_chair(room, person, seat)
        if room.row.phase not in (OPEN, RUNNING):
            raise Forbidden(say.STANDS_STILL.get(room.row.phase, say.OVER))
        if room.row.phase != OPEN:
            await room.chairs.change(seat, chair, Chair(chair.person, bot, chair.called))
        else:
            await room.chairs.change(seat, chair, Chair())
            seated = [other.person for other in room.row.chairs if other.person is not None and not other.held]
            if room.row.earlier is not None and not seated:
                await _close(room)
                return False
            await pass_on_host(room, person.key)
    if room.proposals:
        await settle(room)  # nobody waits for the answer of somebody for whom a bot plays
    room.wake_bots()
    return True


async def come_back(room: Room, person: Person, seat: Seat) -> None:
    """A person comes back to the own seat; the bot that played for them leaves it. A turn whose time was over it plays to its
    end first."""
    async with room.lock:
        chair = _own_chair(room, person, seat)
        if room.timekeeper.lost_turn(seat) and chair.bot is not None:
            await room.timekeeper.lend(seat)
        else:
            await room.chairs.change(seat, chair, Chair(chair.person, called=chair.called))


async def begin(room: Room, person: Person, bot: str) -> None:
    """The host begins the game; bots take the open seats."""
    async with room.lock:
        if room.row.phase != OPEN:
            raise Forbidden(say.BEGUN)
        if person.key != room.row.made_by:
            raise Forbidden(say.HOST_BEGINS)
        for chair in room.row.chairs:
            if chair.held:
                raise Forbidden(say.not_answered(chair.name))
        if all(chair.free or chair.bot is not None for chair in room.row.chairs):
            await check_bot_tables(room.services, person)
        for seat, chair in enumerate(room.row.chairs):
            if chair.free:
                await room.chairs.change(seat, chair, Chair(bot=bot))
    await room.chairs.begin_if_full()


async def drop(room: Room, person: Person) -> None:
    """The host closes a table that never began."""
    async with room.lock:
        if person.key != room.row.made_by:
            raise Forbidden(say.HOST_CLOSES)
        await _close(room)


async def _close(room: Room) -> None:
    if not await room.services.store.tables.drop(room.key, at=room.services.now()):
        raise Forbidden(say.BEGUN)
    room.presence.reload_pages()  # whoever else looks at it is told that it is closed, and does not wait for it
    room.services.hub.close_room(room.key)


# --- a rematch: an offer to those who played, whose seats are held until they answer ---


def rematch_key(row: TableRow) -> str:
    """The key of the table after this one: the same for everybody who asks for it, in any process, and not to be guessed."""
    return sha256(f"{row.seed}/{row.key}/rematch".encode()).hexdigest()[:_KEY_LETTERS]


async def find_rematch(room: Room) -> TableRow | None:
    """The table after this one, if there is one."""
    return await room.services.store.tables.get(rematch_key(room.row))


async def rematch(room: Room, person: Person, seal: str = "") -> str:
    """The key of the table after this one: made for whoever asks first, with a seat held for everybody else; whoever asks later
    takes theirs. All have the seats that they had, and so their colours: who begins is for the rules to say."""
    services, row = room.services, room.row
    if row.phase not in (OVER, ENDED):
        raise Forbidden(say.NOT_OVER)
    if not any(chair.belongs_to(person) for chair in row.chairs):
        raise Forbidden(say.PLAYERS_ONLY)
    key = rematch_key(row)
    if await services.store.tables.get(key) is None:
        chairs = [_invited(chair, person) for chair in row.chairs]
        try:
            await create_table(
                services,
                room.game,
                room.edition,
                row.options,
                chairs,
                made_by=person,
                public=row.public,
                key=key,
                earlier=row,
                pace=row.pace,
                seal=seal,
            )
        except NotKept:
            if await services.store.tables.get(key) is None:
                raise
        else:
            return key
    later = await services.hub.room(key)  # somebody was faster: this one accepts
    if later is not None:
        await _take_again(later, person, row.chairs)
        await later.mixer.seal(person, seal)
        await later.chairs.begin_if_full()
    return key


async def accept(room: Room, person: Person, seal: str = "") -> None:
    """Somebody takes the seats that are held for them. The game begins with the last one."""
    async with room.lock:
        if not await _take_held(room, person):
            raise Forbidden(say.NOT_HELD_FOR_YOU)
        await room.mixer.seal(person, seal)
    await room.chairs.begin_if_full()


async def decline(room: Room, person: Person) -> None:
    """Somebody does not want the seats that are held for them: they are open, and the others see who declined."""
    async with room.lock:
        for seat, chair in _held_for(room, person):
            await room.chairs.change(seat, chair, Chair(called=chair.called))


async def release(room: Room, person: Person, seat: Seat) -> None:
    """The host no longer holds a seat for somebody who does not answer."""
    async with room.lock:
        _check_seat(room, seat)
        if person.key != room.row.made_by:
            raise Forbidden(say.HOST_RELEASES)
        chair = room.row.chairs[seat]
        if not chair.held:
            raise Forbidden(say.not_held(seat + 1))
        await room.chairs.change(seat, chair, Chair())


def _invited(chair: Chair, person: Person) -> Chair:
    """A chair of the table before, as it is at a rematch that a person asks for."""
    if chair.person is None:
        return Chair(bot=None if chair.bot is None else bot_word(chair.bot))
    return Chair(chair.person, called=chair.called, held=chair.person != person.key)


async def _take_again(room: Room, person: Person, before: tuple[Chair, ...]) -> None:
    """A person who played takes the seats that are held for them, or those of their old ones that are open by now."""
    async with room.lock:
        if room.row.phase != OPEN or await _take_held(room, person):
            return
        if any(chair.belongs_to(person) for chair in room.row.chairs):
            return
        for seat, (chair, old) in enumerate(zip(room.row.chairs, before, strict=True)):
            if chair.free and old.person == person.key:
                await room.chairs.change(seat, chair, Chair(person.key, called=old.called))


async def _take_held(room: Room, person: Person) -> bool:
    """Whether seats were held for a person, who sits on them now. The caller holds the lock."""
    held = _held_for(room, person)
    for seat, chair in held:
        await room.chairs.change(seat, chair, Chair(chair.person, called=chair.called))
    return bool(held)


def _held_for(room: Room, person: Person) -> list[tuple[Seat, Chair]]:
    return [(seat, chair) for seat, chair in enumerate(room.row.chairs) if chair.held and chair.person == person.key]


def _check_seat(room: Room, seat: Seat) -> None:
    if not 0 <= seat < room.table.seats:
        raise Forbidden(say.no_seat(seat + 1))


def _check_bot(room: Room, person: Person, chair: Chair) -> None:
    """A bot account sits down uninvited only where bots are welcome, and once."""
    if any(other.person == person.key for other in room.row.chairs):
        raise Forbidden(say.HAS_SEAT)
    if not room.row.allows_bots:
        raise Forbidden(say.BOTS_BY_INVITATION)
    if not chair.free:
        raise Forbidden(say.SEAT_NOT_FREE)


def _own_chair(room: Room, person: Person, seat: Seat) -> Chair:
    _check_seat(room, seat)
    chair = room.row.chairs[seat]
    if not chair.belongs_to(person):
        raise Forbidden(say.not_yours(seat + 1))
    return chair
