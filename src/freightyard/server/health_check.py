"""Whether what is played now can be kept."""

import asyncio
import time
from typing import TYPE_CHECKING, Final, final

from freightyard.server.log import Log

if TYPE_CHECKING:
    from freightyard.store import Store

_SECONDS: Final = 5.0  # a database that takes longer to keep something is not well
_FRESH_SECONDS: Final = 1.0  # so long an answer is good: everybody may ask, and every check is a write


@final
class HealthCheck:
    """Writes into the database to see whether it can be done; those who ask at the same time share the answer."""

    def __init__(self, store: "Store", log: Log) -> None:
        self._store = store
        self._log = log
        self._one = asyncio.Lock()
        self._checked_at = -_FRESH_SECONDS
        self._healthy = False

    async def healthy(self) -> bool:
        """Whether the database keeps what it is given."""
        async with self._one:
            if time.monotonic() - self._checked_at >= _FRESH_SECONDS:
                self._healthy = await self._check()
                self._checked_at = time.monotonic()
            return self._healthy

    async def _check(self) -> bool:
        try:
            async with asyncio.timeout(_SECONDS):
                await self._store.check()
        except Exception as error:
            self._log.failure("database cannot be written", error)
            return False
        return True
