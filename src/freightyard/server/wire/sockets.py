"""The socket of a table: what browsers say, and who may say it."""

import asyncio
import contextlib
import time
from typing import Any, Final, final

from litestar import WebSocket, websocket
from litestar.exceptions import NotFoundException

from freightyard.core.errors import FreightyardError
from freightyard.server.identity import secret_of, who
from freightyard.server.live.room import Room
from freightyard.server.security import Bucket
from freightyard.server.services import Services, services_of
from freightyard.server.wire import messages
from freightyard.server.wire.connection import WS_POLICY_VIOLATION, Connection
from freightyard.server.wire.ws_protocol import PROTOCOL
from freightyard.store.contract import OPEN
from freightyard.store.errors import StoreError
from freightyard.table.errors import StalePly

_MOST_FAULTS: Final = 10  # messages that are no messages, or too many: then the socket is closed
_CLOSING_SECONDS: Final = 30.0  # so long may a browser that is behind take to hear that it is let go

Socket = WebSocket[object, object, object]  # type: ignore[type-var]


@websocket("/t/{key:str}/ws")
async def table_socket(socket: Socket, key: str) -> None:
    """Somebody plays or watches."""
    services = services_of(socket)
    person = await who(socket)
    room = await services.hub.room(key)
    if room is None:
        raise NotFoundException("there is no such table")
    await socket.accept()
    connection = Connection(person, secret_of(socket), socket.scope[PROTOCOL])  # type: ignore[typeddict-item]  # a key of our own
    services.hub.sockets.add(connection)
    listen = asyncio.create_task(_Talk(services, room, connection).listen(socket))
    ends: list[asyncio.Future[Any]] = [connection.closing, listen]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        services.hub.sockets.discard(connection)
        room.leave(connection)
        listen.cancel()
        await asyncio.gather(listen, return_exceptions=True)
        if connection.closing.done():
            code, reason = connection.closing.result()
            with contextlib.suppress(Exception):  # it may be gone already, or so far behind that nothing more can be said to it
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await socket.send({"type": "websocket.close", "code": code, "reason": reason})


@final
class _Talk:
    """What one socket says, message by message."""

    def __init__(self, services: Services, room: Room, connection: Connection) -> None:
        self._house = services
        self._room = room
        self._watcher = connection
        self._greeted = False
        self._faults = 0
        rate = services.settings.rate
        self._bucket = Bucket(rate, 2 * rate)

    async def listen(self, socket: Socket) -> None:
        """Hear what is said until the other side goes or is let go."""
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            if not self._bucket.take(time.monotonic()):
                self._fault("too many messages: wait a moment")
            elif text is None:
                self._fault("a message is a text")
            else:
                await self._heard(text)
            if self._faults > _MOST_FAULTS:
                self._watcher.close(WS_POLICY_VIOLATION, "too many messages that cannot be answered")
                return

    def _fault(self, sentence: str) -> None:
        self._faults += 1
        self._watcher.tell(messages.frame(messages.Oops(oops=sentence)))

    async def _heard(self, text: str) -> None:
        room, connection, log = self._room, self._watcher, self._house.hub.means.log
        try:
            message = messages.read(text)
            await self._answer(message)
        except messages.BadMessage as error:
            self._fault(str(error))
        except StalePly as error:
            connection.tell(messages.oops(error, room.row.game))
            if self._greeted and room.row.phase != OPEN:
                room.broadcast.show(connection, behind=False)
        except StoreError as error:
            log.failure("store failed", error, table=room.key)
            connection.tell(messages.frame(messages.Oops(oops="this cannot be kept just now: try again in a moment")))
        except FreightyardError as error:
            connection.tell(messages.oops(error, room.row.game))
        except Exception as error:
            log.failure("message failed", error, table=room.key)
            connection.tell(messages.frame(messages.Oops(oops="something went wrong here: try again")))

    async def _answer(self, message: messages.Incoming) -> None:
        room, connection, person = self._room, self._watcher, self._watcher.person
        if message.hello is not None:
            if message.hello.build not in ("", self._house.build):
                connection.tell(messages.RELOAD)
            if not self._greeted:
                self._greeted = True
                room.join(connection, message.hello.ply, message.hello.chat)
        elif message.ping is not None:
            connection.tell(messages.frame({"pong": message.ping}))
        elif not self._greeted:
            raise messages.BadMessage("say hello first")
        elif message.chat is not None:
            await room.say(person, message.chat)
        else:
            if message.seat is None:
                raise messages.BadMessage("say which seat it is for")
            seat = message.seat - 1
            if message.why is not None:
                room.why(person, seat, message.why)
                return
            if message.ply is None:
                raise messages.BadMessage("say at which ply it was made")
            if message.move is not None:
                await room.move(person, seat, message.ply, message.move)
            else:
                await room.take_back(person, seat, message.ply)
