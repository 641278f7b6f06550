"""A socket at a table: who looks through it, and what it shows."""

import asyncio
from typing import TYPE_CHECKING, Final, Protocol, final

from freightyard.store.contract import Person

if TYPE_CHECKING:
    from freightyard.server.live.rendered import RenderedView

GOING_AWAY: Final = 1001
WS_POLICY_VIOLATION: Final = 1008
TRY_AGAIN: Final = 1013


class Out(Protocol):
    """The way to a browser."""

    def write(self, frame: bytes) -> bool:
        """Send a frame, without waiting; whether the other side keeps up."""


@final
class Connection:
    """Somebody who looks at a table through a socket."""

    __slots__ = ("_out", "closing", "person", "rendered", "secret")

    def __init__(self, person: Person | None, secret: str | None, out: Out) -> None:
        self.person = person
        self.secret = secret
        self.rendered: RenderedView | None = None  # what the browser shows
        self.closing: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()  # how it is to be closed
        self._out = out

    @property
    def key(self) -> str | None:
        """The key of the person, if it is one we know."""
        return None if self.person is None else self.person.key

    def tell(self, frame: bytes) -> None:
        """Send a frame."""
        if not self.closing.done() and not self._out.write(frame):
            self.close(TRY_AGAIN, "too slow")

    def close(self, code: int, reason: str) -> None:
        """Let the socket go."""
        if not self.closing.done():
            self.closing.set_result((code, reason))
