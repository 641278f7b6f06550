"""A browser's connection to a table, by its WebSocket: whose it is, and what the browser shows."""

import asyncio
from typing import TYPE_CHECKING, Final, Protocol, final

from freightyard.core.contract import Seat
from freightyard.server import sentences as say
from freightyard.store.rows import Person

if TYPE_CHECKING:
    from freightyard.server.live.rendered import RenderedView

NOBODY: Final = -1  # holds a screen that several people share
GOING_AWAY: Final = 1001
WS_POLICY_VIOLATION: Final = 1008
TRY_AGAIN: Final = 1013


class FrameWriter(Protocol):
    """What a connection writes its frames to: `TableProtocol`."""

    def write(self, frame: bytes) -> bool:
        """Send a frame, without waiting; whether the other side keeps up."""


@final
class Connection:
    """One browser at a table."""

    __slots__ = ("_writer", "closing", "holds", "log", "person", "rendered", "secret", "speed", "visible")

    def __init__(self, person: Person | None, secret: str | None, writer: FrameWriter) -> None:
        self.person = person
        self.secret = secret
        self.holds: Seat | None = None  # of a screen that is handed on: whose player has it, or NOBODY; None if it is not
        self.rendered: RenderedView | None = None  # what the browser shows
        self.log = ""  # the lines of the log that it was sent last
        self.closing: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()  # how it is to be closed
        self.speed = "normal"  # at which its person follows the bots
        self.visible = False  # whether its person has the page before their eyes
        self._writer = writer

    @property
    def key(self) -> str | None:
        """The key of the person, if it is one we know."""
        return None if self.person is None else self.person.key

    def send(self, frame: bytes) -> None:
        """Send a frame without waiting; a browser that does not keep up is disconnected, and comes back by itself."""
        if not self.closing.done() and not self._writer.write(frame):
            self.close(TRY_AGAIN, say.TOO_SLOW)

    def close(self, code: int, reason: str) -> None:
        """Have the socket closed, with a code and a reason of the WebSocket protocol."""
        if not self.closing.done():
            self.closing.set_result((code, reason))
