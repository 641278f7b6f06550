"""The WebSocket handler of a table: from the handshake until either side closes it."""

import asyncio
import contextlib
from typing import Any, Final

from litestar import WebSocket, websocket

from freightyard.server.live.room import Room
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.wire.connection import Connection
from freightyard.server.wire.receiver import Receiver
from freightyard.server.wire.ws_protocol import PROTOCOL
from freightyard.store.rows import Person

_CLOSING: Final = 2  # times as long as a request may take to come, a browser that is behind may take to read that it is let go

Socket = WebSocket[object, object, object]  # type: ignore[type-var]


@websocket("/t/{key:str}/ws")
async def table_socket(socket: Socket, services: Services, room: Room, visitor: Person | None, secret: str | None) -> None:
    """The socket of somebody who plays or watches, from the handshake until either side closes it."""
    await socket.accept()
    connection = Connection(visitor, secret, socket.scope[PROTOCOL])  # type: ignore[typeddict-item]  # a key of our own
    services.hub.connections.add(connection)
    receiving = asyncio.create_task(_receive(Receiver(services, room, connection, client_of(socket.scope)), socket))
    ends: list[asyncio.Future[Any]] = [connection.closing, receiving]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        services.hub.connections.discard(connection)
        room.presence.disconnect(connection)
        receiving.cancel()
        await asyncio.gather(receiving, return_exceptions=True)
        if connection.closing.done():
            code, reason = connection.closing.result()
            with contextlib.suppress(Exception):  # it may be gone already, or so far behind that nothing more can be said to it
                async with asyncio.timeout(_CLOSING * services.settings.request_seconds):
                    await socket.send({"type": "websocket.close", "code": code, "reason": reason})


async def _receive(receiver: Receiver, socket: Socket) -> None:
    """Receive until the browser is gone, or sent too much that is wrong."""
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive" or await receiver.hear(message.get("text")):
            return
