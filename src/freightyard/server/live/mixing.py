"""Mixing the cards of a table before its first one is drawn, so that nobody can have chosen them: see `core/proof.py`.

A table has a secret, and everybody sees a commitment to it. Whoever sits down seals 16 random bytes. When nobody is missing, the
list of seals is closed, with those of the bots; then everybody sends what they had sealed, and the game begins. Whoever has
sealed nothing is not waited for, and whoever does not send it in time has added nothing.
"""

import asyncio
from typing import TYPE_CHECKING, Final, final

from freightyard.core.proof import TOGETHER, is_hash
from freightyard.server.bots.pool import BotFailed
from freightyard.server.bots.turns import payer_of, question
from freightyard.store.rows import OPEN, Addition, Person

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

SECONDS: Final = 10.0  # for which the game waits for what was sealed
_BOT_SECONDS: Final = 5.0  # for which it waits for the bots of this server


@final
class CardMixer:
    """Mixes the cards of one room."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._timer: asyncio.TimerHandle | None = None

    @property
    def mixes(self) -> bool:
        """Whether the seals are closed and the game has not begun: nobody comes or goes meanwhile."""
        row = self._room.row
        return row.phase == OPEN and row.sealed_at is not None

    async def seal(self, person: Person, seal: str) -> bool:
        """Somebody who sits here seals what they will add. False if it is too late for that."""
        row = self._room.row
        if row.dealt != TOGETHER or row.phase != OPEN or not is_hash(seal):
            return False
        return await self._room.services.store.additions.seal(row.key, person.key, seal)

    async def add(self, person: Person, addition: str) -> bool:
        """Somebody sends what they had sealed. The game begins with the last of them."""
        added = await self._room.services.store.additions.add(self._room.key, person.key, addition)
        if added:
            await self._room.chairs.begin_if_full()
        return added

    async def list(self) -> tuple[Addition, ...]:
        """What was sealed and added until now."""
        row = self._room.row
        return () if row.secret is None else await self._room.services.store.additions.of_table(row.key)

    async def close_list(self) -> None:
        """If nobody is missing, close the list of seals. The bots seal something first, before any person has sent anything."""
        room = self._room
        if not self._is_full():
            return
        of_bots = await self._of_bots()
        async with room.lock:
            if self._is_full():
                await room.services.store.additions.close(room.key, of_bots, room.services.now())
                await room.read_row()

    async def is_done(self) -> bool:
        """Whether the game can begin: all have sent what they had sealed, or the time for that is over. The caller holds the
        lock."""
        row = self._room.row
        if row.secret is None:
            return True
        if row.sealed_at is None:
            return False
        left = row.sealed_at + SECONDS - self._room.services.now()
        if left <= 0 or all(each.addition is not None for each in await self.list()):
            return True
        self.disarm()
        self._timer = asyncio.get_running_loop().call_later(left, self._room.services.hub.begin, self._room)
        return False

    def disarm(self) -> None:
        """Wait for nobody any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_full(self) -> bool:
        row = self._room.row
        waits = any(chair.waits for chair in row.chairs)
        return row.secret is not None and row.phase == OPEN and row.sealed_at is None and not waits

    async def _of_bots(self) -> dict[int, str]:
        """What the bots of this server add, by their seats: from the processes in which they think. If these fail, nothing."""
        room = self._room
        bots = [(seat, chair.bot) for seat, chair in enumerate(room.row.chairs) if chair.bot is not None]
        if not bots:
            return {}
        seat, bot = bots[0]
        asked = question(room, seat, bot)
        try:
            async with asyncio.timeout(_BOT_SECONDS):
                found = await room.services.bot_pool.additions(asked, len(bots), payer=payer_of(room))
        except (BotFailed, TimeoutError) as failure:
            room.services.log.warning("bots add nothing to the cards", table=room.key, why=str(failure) or "too late")
            return {}
        return {seat: addition for (seat, _), addition in zip(bots, found, strict=False)}
