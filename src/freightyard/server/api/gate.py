"""People first: what programs ask for is worked out a few at a time, so a person who moves waits for a few of them at most.

One process has one thread for everything it answers. Whatever programs ask for waits here, in the order in which it came, however
many ask at once; what people ask for does not. While somebody's request is being answered, no new one of a program begins.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, final

_AT_ONCE: Final = 2  # that are being answered: one may wait for the disk while another is worked out
_YIELD: Final = 0.002  # seconds
_MOST_WAIT: Final = 0.02  # seconds for which a program lets people pass: so it is answered at last, however many there are


@final
class Gate:
    """Lets programs in, a few at a time."""

    def __init__(self, at_once: int = _AT_ONCE) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._people = 0

    @contextmanager
    def person(self) -> Iterator[None]:
        """While something is done that a person waits for."""
        self._people += 1
        try:
            yield
        finally:
            self._people -= 1

    @asynccontextmanager
    async def program(self) -> AsyncIterator[None]:
        """Do something for a program, when it is its turn."""
        async with self._free:
            began = time.monotonic()
            await asyncio.sleep(0)  # whoever was ready before is next
            while self._people and time.monotonic() - began < _MOST_WAIT:
                await asyncio.sleep(_YIELD)
            yield
