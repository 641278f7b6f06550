"""Batches of moves from bots that play over the network: taken whole, or refused. One that comes again is played once.

What was played is in the store, and nowhere else is remembered which batch came. So it makes no difference which process it comes
to, or whether the server was killed between.
"""

from typing import TYPE_CHECKING, Final

from freightyard.bots.batch import check_batch
from freightyard.bots.protocol import Accepted, Moves
from freightyard.core.contract import Seat
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden, LostRace
from freightyard.store.rows import Person
from freightyard.table.errors import StalePly

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

_TRIES: Final = 3  # against others who move at the same time


async def take_batch(room: "Room", person: Person, batch: Moves) -> Accepted:
    """Play a batch for the seat of a bot account; or, if it is a dry run, tell whether it would be played. Raises why not."""
    for _ in range(_TRIES):
        try:
            accepted = await _take(room, person, batch)
        except (LostRace, StalePly):  # of two who move at once one is refused: perhaps it was this batch that was faster
            continue
        room.wake_bots()
        return accepted
    raise LostRace(say.FASTER)


async def _take(room: "Room", person: Person, batch: Moves) -> Accepted:
    async with room.lock:
        await room.refresh()
        if batch.ply > room.table.ply:
            await room.read_events()  # perhaps another process knows more
        seat = _seat_of(room, person)
        since = await _moves_since(room, batch.ply, len(batch.moves))
        if len(since) < len(batch.moves):
            room.check_player(person, seat)
        checked = check_batch(batch, room.table.truth(), seat, room.table.ply, since)
        if not checked.again:
            room.check_player(person, seat)
            if not batch.dry_run:
                await room.play(batch.ply, lambda: room.table.move(seat, batch.ply, checked.moves))
                await room.orders.act()
        return checked.answer(batch)


def _seat_of(room: "Room", person: Person) -> Seat:
    for seat, chair in enumerate(room.row.chairs):
        if chair.belongs_to(person):
            return seat
    raise Forbidden(say.NOT_AT_TABLE)


async def _moves_since(room: "Room", ply: int, count: int) -> list[tuple[Seat, str]]:
    """Who made which moves from a ply on, at most so many."""
    if ply >= room.table.ply:
        return []
    start = room.table.ply - len(room.table.events)
    if ply >= start:
        events = room.table.events[ply - start : ply - start + count]
    else:
        stored = await room.services.store.moves.events(room.key, ply, min(ply + count, room.table.ply))
        events = tuple([each.event for each in stored])
    return [(event.seat, event.text) for event in events]
