"""The WebSocket protocol of a table's socket: uvicorn's, with a short way for what every move needs.

uvicorn does the handshake, the pings and the close. What happens at every move is done here, because the long way
costs more than the move itself: a frame that is sent to several browsers is written once for all of them, and a message that
came whole in one frame is read without the machinery for all that a frame could be.
"""

from typing import TYPE_CHECKING, Any, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

if TYPE_CHECKING:
    from freightyard.server.wire.relay import Relay

PROTOCOL: Final = "freightyard.protocol"  # the key in the scope of a socket
MOST_UNSENT: Final = 1024 * 1024  # bytes: a browser that is further behind is disconnected, and comes back by itself
_MOST_QUEUED: Final = 8  # messages that wait to be answered: until then no more are read
_TEXT: Final = 0x81  # the first byte of a text that is whole
_MASKED: Final = 0x80


def framed(text: bytes) -> bytes:
    """A text as a frame to a browser."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


class TableProtocol(WebSocketsSansIOProtocol):
    """The protocol of one socket."""

    relay: ClassVar["Relay | None"] = None  # of this process, if it is one of several

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.handed_over = False  # by another process
        self._incomplete = b""  # the beginning of a frame that is not all there
        self._fragmented = False  # a message has begun that comes in several frames
        self._uvicorn_reads = False  # too large a frame came: uvicorn refuses it, and reads all that follows

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
        if self._uvicorn_reads:
            super().data_received(data)
            return
        data = bytes(data) if not self._incomplete else self._incomplete + data
        while len(data) >= 2:
            head, size = _sizes(data)
            if head and size > (self.config.ws_max_size or 0):
                self._uvicorn_reads = True
                super().data_received(data)
                return
            if not head or len(data) < head + size:
                break
            self._frame(data[: head + size], head)
            data = data[head + size :]
        self._incomplete = data

    def _frame(self, frame: bytes, head: int) -> None:
        """One frame that is all there."""
        if frame[0] == _TEXT and frame[1] & _MASKED and not self._fragmented and not self.close_sent:
            try:
                text = _unmasked(frame[head - 4 : head], frame[head:]).decode()
            except UnicodeDecodeError:
                pass  # uvicorn closes the socket with the right code
            else:
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                if not self.read_paused and self.queue.qsize() >= _MOST_QUEUED:
                    self.read_paused = True
                    self.transport.pause_reading()
                return
        if frame[0] & 0x0F < 8:  # data, not control
            self._fragmented = not frame[0] & 0x80
        super().data_received(frame)


def _sizes(data: bytes) -> tuple[int, int]:
    """The sizes of a frame's header and of its payload; a header of 0 is not all there."""
    size = data[1] & 0x7F
    head = 6 if data[1] & _MASKED else 2
    if size < 126:
        return head if len(data) >= head else 0, size
    wide = 2 if size == 126 else 8
    if len(data) < head + wide:
        return 0, 0
    return head + wide, int.from_bytes(data[2 : 2 + wide], "big")


def _unmasked(mask: bytes, data: bytes) -> bytes:
    size = len(data)
    whole = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(whole, "big")).to_bytes(size, "big")
