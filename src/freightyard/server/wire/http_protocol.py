"""The HTTP protocol of a connection: uvicorn's, with limits for those who connect and then do not ask.

A request that is half sent holds a file for as long as its sender likes, and an answer that nobody reads holds its memory. So a
request must be there in time, with its body; of too many that are waited for the oldest is given up; an answer must be read in
time; and one address has a limited number of connections, those that became sockets of tables included.
"""

import asyncio
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar, Final, final

from h11 import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

from freightyard.server.limits import ConnectionLimit

_NO_LINGER: Final = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
_MOST_AWAITED: Final = 512  # requests that are not all there; a browser needs milliseconds for one


def reset(transport: asyncio.Transport) -> None:
    """Hang up on one who does not read what was sent. To close would be to wait until it is read; and the system is told not to
    keep it for later either."""
    connection = transport.get_extra_info("socket")
    if connection is not None:
        with suppress(OSError):  # it is gone already
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
    transport.abort()


@final
class AwaitedRequests:
    """The connections of this process that have not sent a whole request, the oldest first."""

    def __init__(self, seconds: float, most: int = _MOST_AWAITED) -> None:
        self._seconds = seconds
        self._most = most
        self._timers: dict[HttpProtocol, asyncio.TimerHandle] = {}

    def add(self, protocol: "HttpProtocol") -> None:
        """A request must be all there in time."""
        if protocol not in self._timers:
            self._timers[protocol] = protocol.loop.call_later(self._seconds, self._give_up, protocol)
            if len(self._timers) > self._most:
                self._give_up(next(iter(self._timers)))

    def discard(self, protocol: "HttpProtocol") -> None:
        """It is all there, or never will be."""
        timer = self._timers.pop(protocol, None)
        if timer is not None:
            timer.cancel()

    def _give_up(self, protocol: "HttpProtocol") -> None:
        self.discard(protocol)
        protocol.transport.abort()


class HttpProtocol(H11Protocol):
    """The protocol of one connection, until it becomes the socket of a table."""

    limit: ClassVar[ConnectionLimit]  # of this process, as the next
    awaited: ClassVar[AwaitedRequests]
    unread_seconds: ClassVar[float]  # after which who has not read what was sent is hung up on
    stopping: ClassVar[Callable[[], None] | None] = None  # is called when the server stops, before it waits for answers

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn declares it
        super().connection_made(transport)
        self._address = "" if self.client is None else self.client[0]
        self._counted = True
        self._unread: asyncio.TimerHandle | None = None
        if self.limit.opened(self._address):
            self.awaited.add(self)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        if self._unread is not None:
            self._unread.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle = self.cycle
        if self._counted and (cycle is None or cycle.response_complete or cycle.more_body):
            self.awaited.add(self)
        else:
            self.awaited.discard(self)

    def shutdown(self) -> None:
        stop = type(self).stopping
        if stop is not None:
            stop()
        super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:  # a stream, whose reader is too slow: it waits, but not for ever
            self._unread = self.loop.call_later(self.unread_seconds, self._give_up_unread)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._unread is None and self.transport.get_write_buffer_size():
            self._unread = self.loop.call_later(self.unread_seconds, self._give_up_unread)

    def handle_websocket_upgrade(self, event: Request) -> None:
        self._leave()  # it counts as a socket from here on
        super().handle_websocket_upgrade(event)

    def _give_up_unread(self) -> None:
        self._unread = None
        if self._counted and self.transport.get_write_buffer_size():
            reset(self.transport)

    def _leave(self) -> None:
        self.awaited.discard(self)
        if self._counted:
            self._counted = False
            self.limit.closed(self._address)
