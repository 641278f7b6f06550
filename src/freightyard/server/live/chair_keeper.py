"""The chairs of an open table: a change of who sits there is stored first, together with what it means for the clock.

Who may sit down, leave or be replaced is decided elsewhere: see `seating.py`, `hosting.py` and `proposals.py`.
"""

from typing import TYPE_CHECKING, Final, final

import msgspec

from freightyard.core.contract import Seat
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.store.rows import OPEN, Chair, ClockChange

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

_TRIES: Final = 5  # to change what others change at the same time


@final
class ChairKeeper:
    """Keeps the chairs of one room."""

    def __init__(self, room: "Room") -> None:
        self._room = room

    async def begin_if_full(self) -> None:
        """The game begins, if it waits for nobody and has not begun: at once, or when the cards are mixed."""
        room = self._room
        await room.mixer.close_list()
        async with room.lock:
            if room.row.phase != OPEN or any(chair.waits for chair in room.row.chairs):
                return
            if not await room.mixer.is_done():
                return
            # False if another process was faster: then it has begun as well.
            tell_at = room.services.notices.tell_at(room.services.now())
            await room.services.store.tables.begin(room.key, room.timekeeper.begin(), tell_at=tell_at)
            await room.read_row()
        await room.draw_first_cards()
        room.wake_bots()

    async def change(self, seat: Seat, was: Chair, chair: Chair) -> None:
        """Somebody sits down or gets up, if the chair is still as it was. The caller holds the lock."""
        room = self._room
        if room.mixer.mixes:
            raise Forbidden(say.MIXING)
        for _ in range(_TRIES):
            if room.row.chairs[seat] != was:
                break
            clock = await room.timekeeper.after_chair(seat, was, chair)
            if await self.keep(seat, was, chair, clock):
                return
        raise Forbidden(say.taken(seat + 1, room.row.chairs[seat].name))

    async def keep(self, seat: Seat, was: Chair, chair: Chair, clock: ClockChange | None) -> bool:
        """Store who sits on a chair, and what that means for the clock; False if either is another one by now, which is read."""
        room = self._room
        if not await room.services.store.tables.set_chair(room.key, seat, was, chair, clock, at=room.services.now()):
            await room.read_row()
            return False
        chairs = list(room.row.chairs)
        chairs[seat] = chair
        room.follow_row(msgspec.structs.replace(room.row, chairs=tuple(chairs)), clock)
        return True

    async def set_host(self, person: str) -> None:
        """Somebody else is the host of the table. The caller holds the lock."""
        room = self._room
        if await room.services.store.tables.set_host(room.key, room.row.made_by, person):
            room.follow_row(msgspec.structs.replace(room.row, made_by=person))
