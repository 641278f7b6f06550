"""The socket of a table: what browsers say, and who may say it."""

import asyncio
import contextlib
import time
from typing import Any, Final, final

from litestar import WebSocket, websocket
from litestar.exceptions import NotFoundException

from freightyard.rules.errors import FreightyardError
from freightyard.server import wire
from freightyard.server.guard import Bucket
from freightyard.server.house import House, house_of
from freightyard.server.identity import secret_of, who
from freightyard.server.line import LINE
from freightyard.server.room import Room
from freightyard.server.watcher import POLICY, Watcher
from freightyard.store.contract import OPEN
from freightyard.store.errors import StoreError
from freightyard.table.errors import StalePly

_MOST_FAULTS: Final = 10  # messages that are no messages, or too many: then the socket is closed
_CLOSING_SECONDS: Final = 30.0  # so long may a browser that is behind take to hear that it is let go

Socket = WebSocket[object, object, object]  # type: ignore[type-var]


@websocket("/t/{key:str}/ws")
async def table_socket(socket: Socket, key: str) -> None:
    """Somebody plays or watches."""
    house = house_of(socket)
    person = await who(socket)
    room = await house.hub.room(key)
    if room is None:
        raise NotFoundException("there is no such table")
    await socket.accept()
    watcher = Watcher(person, secret_of(socket), socket.scope[LINE])  # type: ignore[typeddict-item]  # a key of our own
    listen = asyncio.create_task(_Talk(house, room, watcher).listen(socket))
    ends: list[asyncio.Future[Any]] = [watcher.closing, listen]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.part(watcher)
        listen.cancel()
        await asyncio.gather(listen, return_exceptions=True)
        if watcher.closing.done():
            code, reason = watcher.closing.result()
            with contextlib.suppress(Exception):  # it may be gone already, or so far behind that nothing more can be said to it
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await socket.send({"type": "websocket.close", "code": code, "reason": reason})


@final
class _Talk:
    """What one socket says, message by message."""

    def __init__(self, house: House, room: Room, watcher: Watcher) -> None:
        self._house = house
        self._room = room
        self._watcher = watcher
        self._greeted = False
        self._faults = 0
        rate = house.settings.rate
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
                self._watcher.close(POLICY, "too many messages that cannot be answered")
                return

    def _fault(self, sentence: str) -> None:
        self._faults += 1
        self._watcher.tell(wire.frame(wire.Oops(oops=sentence)))

    async def _heard(self, text: str) -> None:
        room, watcher, log = self._room, self._watcher, self._house.hub.means.log
        try:
            message = wire.read(text)
            await self._answer(message)
        except wire.BadMessage as error:
            self._fault(str(error))
        except StalePly as error:
            watcher.tell(wire.oops(error, room.row.game))
            if self._greeted and room.row.phase != OPEN:
                room.showing.show(watcher, behind=False)
        except StoreError as error:
            log.failure("store failed", error, table=room.key)
            watcher.tell(wire.frame(wire.Oops(oops="this cannot be kept just now: try again in a moment")))
        except FreightyardError as error:
            watcher.tell(wire.oops(error, room.row.game))
        except Exception as error:
            log.failure("message failed", error, table=room.key)
            watcher.tell(wire.frame(wire.Oops(oops="something went wrong here: try again")))

    async def _answer(self, message: wire.Incoming) -> None:
        room, watcher, person = self._room, self._watcher, self._watcher.person
        if message.hello is not None:
            if message.hello.build not in ("", self._house.build):
                watcher.tell(wire.RELOAD)
            if not self._greeted:
                self._greeted = True
                room.join(watcher, message.hello.ply, message.hello.chat)
        elif message.ping is not None:
            watcher.tell(wire.frame({"pong": message.ping}))
        elif not self._greeted:
            raise wire.BadMessage("say hello first")
        elif message.chat is not None:
            await room.say(person, message.chat)
        else:
            if message.seat is None:
                raise wire.BadMessage("say which seat it is for")
            seat = message.seat - 1
            if message.why is not None:
                room.why(person, seat, message.why)
                return
            if message.ply is None:
                raise wire.BadMessage("say at which ply it was made")
            if message.move is not None:
                await room.move(person, seat, message.ply, message.move)
            else:
                await room.take_back(person, seat, message.ply)
