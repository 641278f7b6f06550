"""What the host of a table does besides beginning and closing it, and seats that change hands for good while a game runs.

The host invites, holds seats for names, removes who does not come before the game, mutes in the chat, and says whether others may
take the seat of a player who left. Nobody loses a seat in a running game but by giving it up, by a vote (`proposals.py`), or to
the host's offer after a bot has played for them for days.
"""

from typing import Final

from freightyard.core.contract import Seat
from freightyard.server import note_sentences as notes
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.live import proposals
from freightyard.server.live.create import default_bot
from freightyard.server.live.room import Room
from freightyard.server.live.voting import host_decides, own_seat
from freightyard.store.rows import ARCHIVED, OPEN, RUNNING, Chair, Person

_INVITED_SECONDS: Final = 30 * 86_400  # for which a link to a seat can be used


def check_host(room: Room, person: Person) -> None:
    """Refuse what only the host may do."""
    if person.key != room.row.made_by:
        raise Forbidden(say.HOST_ONLY)


def seat_of(room: Room, seat: Seat) -> Chair:
    """The chair of a seat."""
    if not 0 <= seat < len(room.row.chairs):
        raise Forbidden(say.no_seat(seat + 1))
    return room.row.chairs[seat]


# --- before the game ---


async def remove(room: Room, person: Person, seat: Seat) -> None:
    """The host takes somebody off a seat of a table that has not begun: it is open again."""
    async with room.lock:
        check_host(room, person)
        chair = seat_of(room, seat)
        if room.row.phase != OPEN:
            raise Forbidden(say.VOTE_INSTEAD)
        if chair.person is None or chair.held:
            raise Forbidden(say.nobody_on(seat + 1))
        if chair.person == person.key:
            raise Forbidden(say.LEAVE_YOURSELF)
        await room.chairs.change(seat, chair, Chair())


async def hold_for(room: Room, person: Person, seat: Seat, name: str) -> None:
    """The host holds an open seat for a name: who goes by it may take the seat. A name is no password; everybody sees it. The
    name of a bot is that bot's alone: it is invited, and nobody else can take the seat."""
    bot = await room.services.store.tokens.bot_named(name)
    async with room.lock:
        check_host(room, person)
        chair = seat_of(room, seat)
        if room.row.phase != OPEN:
            raise Forbidden(say.BEGUN)
        if not chair.free:
            raise Forbidden(say.taken(seat + 1, chair.name))
        if bot is None:
            await room.chairs.change(seat, chair, Chair(called=name, held=True))
        elif any(other.person == bot.key for other in room.row.chairs):
            raise Forbidden(say.bot_sits_here(bot.name))
        else:
            await room.chairs.change(seat, chair, Chair(bot.key, called=bot.name, held=True))


async def invite(room: Room, person: Person, seat: Seat) -> str:
    """The token of a link to a seat, which the host hands to one person: the seat is held for them."""
    async with room.lock:
        check_host(room, person)
        chair = seat_of(room, seat)
        until = room.services.now() + _INVITED_SECONDS
        token = await room.services.store.invitations.make(room.key, seat, until)
        await room.read_row()
        if token is None:
            raise Forbidden(say.BEGUN if room.row.phase != OPEN else say.taken(seat + 1, chair.name))
        return token


async def come_by_link(room: Room, person: Person, token: str, called: str, seal: str = "") -> None:
    """Somebody takes the seat of the link that they were given. The game begins with the last one."""
    async with room.lock:
        if not await room.services.store.invitations.use(room.key, token, person.key, called, room.services.now()):
            raise Forbidden(say.LINK_USED)
        await room.read_row()
        await room.mixer.seal(person, seal)
    await room.chairs.begin_if_full()


# --- while the game runs ---


async def give_up(room: Room, person: Person, seat: Seat) -> None:
    """Somebody leaves a seat for good: a bot plays on, and somebody else may take the seat if the host allows that."""
    async with room.lock:
        chair = seat_of(room, seat)
        if not chair.belongs_to(person):
            raise Forbidden(say.not_yours(seat + 1))
        if room.row.phase != RUNNING:
            raise Forbidden(say.NOT_RUNNING)
        await room.chairs.change(seat, chair, Chair(bot=default_bot(room.game), called=chair.called))
        await proposals.pass_on_host(room, person.key)
        await room.note(notes.gave_up(chair.called or notes.SOMEBODY))
    await proposals.settle(room)


async def offer_seat(room: Room, person: Person, seat: Seat) -> None:
    """The host offers the seat of somebody to others for whom a bot has played for days: its person is not asked, and is told in
    the chat. Where a vote was chosen with the pace, the others decide."""
    await proposals.read_away(room)
    async with room.lock:
        check_host(room, person)
        chair, row = seat_of(room, seat), room.row
        if row.phase != RUNNING:
            raise Forbidden(say.NOT_RUNNING)
        if chair.person in (None, person.key):
            raise Forbidden(say.NOBODY_TO_REPLACE)
        if not host_decides(row):
            raise Forbidden(say.VOTE_INSTEAD)
        name = chair.called or notes.SOMEBODY
        if seat not in room.away:
            raise Forbidden(say.not_away(name))
        # First what does no harm alone: if the server fails in between, the host offers the seat once more.
        await room.services.store.tables.set_terms(room.key, level=row.level, substitutes=True, allows_bots=bool(row.allows_bots))
        await room.chairs.change(seat, chair, Chair(bot=chair.bot or default_bot(room.game), called=chair.called))
        await room.note(notes.seat_offered(name))
    await proposals.settle(room)


async def substitute(room: Room, person: Person, seat: Seat, called: str) -> None:
    """Somebody takes the seat of a player who left for good, with all that belongs to it: they know from now on what the seat
    knows. Who has a seat already would know too much."""
    async with room.lock:
        chair = seat_of(room, seat)
        if room.row.phase != RUNNING:
            raise Forbidden(say.NOT_RUNNING)
        if not chair.left:
            raise Forbidden(say.taken(seat + 1, chair.name))
        if not room.row.substitutes:
            raise Forbidden(say.NO_SUBSTITUTES)
        if any(other.person == person.key for other in room.row.chairs):
            raise Forbidden(say.HAS_SEAT)
        if person.is_bot and not room.row.allows_bots:
            raise Forbidden(say.BOTS_BY_INVITATION)
        await room.chairs.change(seat, chair, Chair(person.key, called=called))
        await room.note(notes.substitute(called, chair.called or notes.SOMEBODY))
    room.wake_bots()


async def set_terms(room: Room, person: Person, *, level: str | None, substitutes: bool, allows_bots: bool = False) -> None:
    """The host says for whom the table is meant, whether others may take the seat of a player who left, and whether other
    people's bots may sit down."""
    async with room.lock:
        check_host(room, person)
        terms = {"substitutes": substitutes, "allows_bots": allows_bots}
        if not await room.services.store.tables.set_terms(room.key, level=level, **terms):
            raise Forbidden(say.OVER)
        if room.row.phase != OPEN and bool(room.row.substitutes) != substitutes:
            await room.note(notes.substitutes(allowed=substitutes))
        await room.read_row()


async def mute(room: Room, person: Person, seat: Seat, *, muted: bool) -> None:
    """The host keeps somebody who sits at the table from writing in its chat, or lets them again."""
    async with room.lock:
        check_host(room, person)
        chair = seat_of(room, seat)
        if chair.person is None or chair.held:
            raise Forbidden(say.nobody_on(seat + 1))
        if chair.person == person.key:
            raise Forbidden(say.NOT_MUTE_YOURSELF)
        await _set_muted(room, chair.person, chair.called or notes.SOMEBODY, muted=muted)


async def mute_writer(room: Room, person: Person, line: int, *, muted: bool) -> None:
    """The same, of somebody without a seat: whoever wrote a line."""
    async with room.lock:
        check_host(room, person)
        writer = await room.services.store.chat.writer(room.key, line)
        if writer is None or not room.chat.may_be_read_by(writer.audience, person):
            raise Forbidden(say.NOBODY_WROTE)
        if writer.person == person.key:
            raise Forbidden(say.NOT_MUTE_YOURSELF)
        await _set_muted(room, writer.person, writer.name, muted=muted)


async def _set_muted(room: Room, person: str, name: str, *, muted: bool) -> None:
    chat, now = room.services.store.chat, room.services.now()
    if muted:
        await chat.mute(room.key, person, notes.muted(name), now)
    else:
        await chat.unmute(room.key, person, notes.unmuted(name), now)
    await room.chat.read_new()


async def wake(room: Room, person: Person) -> None:
    """Somebody who sits at a table that was archived lets its game go on."""
    async with room.lock:
        seat = own_seat(room.row, person.key)
        if seat is None:
            raise Forbidden(say.NOT_AT_TABLE)
        if room.row.phase != ARCHIVED:
            raise Forbidden(say.NOT_ARCHIVED)
        note = notes.woken(room.row.chairs[seat].called or person.name)
        await room.services.store.tables.wake(room.key, note, room.services.now())
        await room.read_row()
        if room.timekeeper.pace is not None:
            await room.timekeeper.set_pace(room.timekeeper.pace)  # whoever was late has the full time again
        await room.chat.read_new()
    room.wake_bots()
