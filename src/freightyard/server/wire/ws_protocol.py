"""The WebSocket protocol of a table's socket: uvicorn's, with a short way for what every move needs.

uvicorn does the handshake, the pings and the close. What happens at every move is done here, because the long way
costs more than the move itself: a frame that is sent to several browsers is written once for all of them, and a message that
came whole in one frame is read without the machinery for all that a frame could be.
"""

import time
from asyncio import BaseTransport, Task, TimerHandle
from typing import TYPE_CHECKING, Any, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from freightyard.server import sentences as say
from freightyard.server.rates import TokenBucket
from freightyard.server.settings import Settings
from freightyard.server.wire.connection import WS_POLICY_VIOLATION
from freightyard.server.wire.frames import TEXT
from freightyard.server.wire.http_protocol import HttpProtocol, reset

if TYPE_CHECKING:
    from freightyard.server.wire.relay import Relay

PROTOCOL: Final = "freightyard.protocol"  # the key in the scope of a socket
MOST_UNSENT: Final = 1024 * 1024  # bytes: a browser that is further behind is disconnected, and comes back by itself
_MOST_QUEUED: Final = 8  # messages that wait to be answered: until then no more are read
_FRAMES: Final = 2  # times as many frames as messages may come: who sends more is not answered, but closed
_CLOSING_SECONDS: Final = 1.0
_NOT_UTF8: Final = 1007
_MASKED: Final = 0x80


class TableProtocol(WebSocketsSansIOProtocol):
    """The protocol of one socket."""

    relay: ClassVar["Relay | None"] = None  # of this process, if it is one of several
    rate: ClassVar[float] = Settings().rate  # of messages, as the host set it

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.handed_over = False  # by another process
        self._incomplete = b""  # the beginning of a frame that is not all there
        self._fragmented = False  # a message has begun that comes in several frames
        # Every frame counts, those that no handler hears of too: pings, pongs, pieces. Browsers send few beside their messages.
        self._meter = TokenBucket(_FRAMES * self.rate, 2 * _FRAMES * self.rate)
        self._hung_up = False
        self._unread: TimerHandle | None = None
        self._uvicorn_reads = False  # too large a frame came: uvicorn refuses it, and reads all that follows

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._address = "" if self.client is None else self.client[0]
        if not HttpProtocol.limit.opened(self._address):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        HttpProtocol.limit.closed(self._address)
        if self._unread is not None:
            self._unread.cancel()
        super().connection_lost(exc)

    def on_task_complete(self, task: Task[None]) -> None:
        """The handler is done, and has closed the connection. But that waits until the other side has read everything, and
        whoever reads nothing would never let go of it."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._unread = self.loop.call_later(HttpProtocol.unread_seconds, reset, self.transport)

    def keepalive_timeout(self) -> None:
        """The other side has not answered a ping for long: it is gone, or does not read."""
        super().keepalive_timeout()
        self.loop.call_later(_CLOSING_SECONDS, reset, self.transport)

    def write(self, frame: bytes) -> bool:
        """Send a frame; whether the other side keeps up. It never waits: a slow connection must not hold up a table."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return True
        transport.write(frame)
        return transport.get_write_buffer_size() <= MOST_UNSENT

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope[PROTOCOL] = self  # type: ignore[typeddict-unknown-key]  # a key of our own

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            if self.handed_over or self.relay is None or not self.relay.hand_over(self, bytes(data)):
                super().data_received(data)
            return
        if self._hung_up:
            return
        if self._uvicorn_reads:
            super().data_received(data)
            return
        self._read_frames(bytes(data) if not self._incomplete else self._incomplete + data)

    def _read_frames(self, data: bytes) -> None:
        """Read the frames that are all there. The rest is cut off once, not after every frame: it may hold thousands."""
        start, end = 0, len(data)
        while end - start >= 2 and not self._hung_up:
            head, size = _sizes(data, start)
            if head and size > (self.config.ws_max_size or 0):
                self._uvicorn_reads = True
                super().data_received(data[start:])
                return
            following = start + head + size
            if not head or following > end:
                break
            if not self._meter.take(time.monotonic()):
                self._hang_up(WS_POLICY_VIOLATION, say.TOO_MUCH)
                return
            self._frame(data[start:following], head)
            start = following
        self._incomplete = data[start:]

    def _frame(self, frame: bytes, head: int) -> None:
        """One frame that is all there."""
        if frame[0] == TEXT and frame[1] & _MASKED and not self._fragmented and not self.close_sent:
            try:
                text = _unmasked(frame[head - 4 : head], frame[head:]).decode()
            except UnicodeDecodeError:
                self._hang_up(_NOT_UTF8, "")
            else:
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                if not self.read_paused and self.queue.qsize() >= _MOST_QUEUED:
                    self.read_paused = True
                    self.transport.pause_reading()
            return
        if frame[0] & 0x0F < 8:  # data, not control
            self._fragmented = not frame[0] & 0x80
        super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        """A message came in pieces. What is no text ends the socket here: uvicorn would write it into the log."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self._hang_up(_NOT_UTF8, "")
            return
        super().send_receive_event_to_app()

    def _hang_up(self, code: int, reason: str) -> None:
        """Say why, read nothing more, and close the connection when the other side has had a moment to read it."""
        self._hung_up = True
        self._incomplete = b""
        if not self.close_sent:
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.read_paused = False  # not by the queue: nobody resumes it
        self.transport.pause_reading()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(_CLOSING_SECONDS, self.transport.close)


def _sizes(data: bytes, start: int) -> tuple[int, int]:
    """The sizes of the header and of the payload of the frame that begins there; a header of 0 is not all there."""
    size = data[start + 1] & 0x7F
    head = 6 if data[start + 1] & _MASKED else 2
    there = len(data) - start
    if size < 126:
        return head if there >= head else 0, size
    wide = 2 if size == 126 else 8
    if there < head + wide:
        return 0, 0
    return head + wide, int.from_bytes(data[start + 2 : start + 2 + wide], "big")


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _unmasked(mask: bytes, data: bytes) -> bytes:
    size = len(data)
    whole = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(whole, "big")).to_bytes(size, "big")
