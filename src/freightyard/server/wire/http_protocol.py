"""The HTTP protocol of a connection: uvicorn's, with limits for those who connect and then do not ask.

A request that is half sent holds a file for as long as its sender likes. So a request must be there in time, with its body; of
too many that are waited for the oldest is given up; and one address has a limited number of connections, those that became
sockets of tables included.
"""

import asyncio
from typing import ClassVar, Final, final

from h11 import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

from freightyard.server.limits import ConnectionLimit

_MOST_AWAITED: Final = 512  # requests that are not all there; a browser needs milliseconds for one


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

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn declares it
        super().connection_made(transport)
        self._address = "" if self.client is None else self.client[0]
        self._counted = True
        if self.limit.opened(self._address):
            self.awaited.add(self)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle = self.cycle
        if self._counted and (cycle is None or cycle.response_complete or cycle.more_body):
            self.awaited.add(self)
        else:
            self.awaited.discard(self)

    def handle_websocket_upgrade(self, event: Request) -> None:
        self._leave()  # it counts as a socket from here on
        super().handle_websocket_upgrade(event)

    def _leave(self) -> None:
        self.awaited.discard(self)
        if self._counted:
            self._counted = False
            self.limit.closed(self._address)
