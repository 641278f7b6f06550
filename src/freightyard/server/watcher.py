"""A socket at a table: what it may see, and what is still to be sent to it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, final

from freightyard.store.contract import Person

if TYPE_CHECKING:
    from freightyard.server.drawing import Drawing

MOST_WAITING: Final = 100  # frames: a browser that is further behind is let go, and comes back by itself
GOING_AWAY: Final = 1001
POLICY: Final = 1008
TRY_AGAIN: Final = 1013

Send = Callable[[str], Awaitable[None]]


@final
class Watcher:
    """Somebody who looks at a table through a socket. Sending never waits: a slow line must not hold up a table."""

    __slots__ = ("_closing", "_outbox", "_wake", "drawing", "person", "secret")

    def __init__(self, person: Person | None, secret: str | None) -> None:
        self.person = person
        self.secret = secret
        self.drawing: Drawing | None = None  # what the browser shows
        self._outbox: deque[str] = deque()
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None

    @property
    def key(self) -> str | None:
        """The key of the person, if it is one we know."""
        return None if self.person is None else self.person.key

    def tell(self, frame: str) -> None:
        """Send a frame when it is its turn."""
        if len(self._outbox) >= MOST_WAITING:
            self.close(TRY_AGAIN, "too slow")
        else:
            self._outbox.append(frame)
            self._wake.set()

    def close(self, code: int, reason: str) -> None:
        """Let the socket go, once what was said before is sent."""
        if self._closing is None:
            self._closing = (code, reason)
            if code == TRY_AGAIN:
                self._outbox.clear()
            self._wake.set()

    async def deliver(self, send: Send) -> tuple[int, str]:
        """Send what is told, until the socket is to be closed; how it is to be closed."""
        while True:
            while self._outbox:
                await send(self._outbox.popleft())
            if self._closing is not None:
                return self._closing
            self._wake.clear()
            await self._wake.wait()
