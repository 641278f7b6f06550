"""The messages of one browser at a table: read, and passed to the room."""

import contextlib
import time
from typing import Final, final

from litestar.exceptions import TooManyRequestsException

from freightyard.core.contract import Seat
from freightyard.core.errors import FreightyardError, NotAMove
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.live.proposals import read_away
from freightyard.server.live.room import Room
from freightyard.server.live.typed_lines import TypedLines
from freightyard.server.rates import TokenBucket
from freightyard.server.services import Services
from freightyard.server.wire import messages
from freightyard.server.wire.connection import WS_POLICY_VIOLATION, Connection
from freightyard.store.errors import StoreError
from freightyard.store.rows import OPEN
from freightyard.table.errors import StalePly

_MOST_FAULTS: Final = 10  # messages that cannot be read, or come too fast: then the socket is closed


@final
class Receiver:
    """Receives the messages of one connection, and answers what is wrong with them."""

    def __init__(self, services: Services, room: Room, connection: Connection, client: str) -> None:
        self._services = services
        self._room = room
        self._connection = connection
        self._said_hello = False
        self._faults = 0
        self._client = client
        self._rate = services.settings.rate
        self._bucket = TokenBucket(self._rate, 2 * self._rate)
        self._typed = TypedLines(services, room, connection, client, self._check_chat_rate)

    async def hear(self, text: str | None) -> bool:
        """One message, None if it is no text; whether it was the last: too much that is wrong was sent."""
        if not self._allowed():
            self._fault(say.TOO_FAST)
        elif text is None:
            self._fault(say.NOT_UNDERSTOOD)
        else:
            with self._services.gate.person():
                await self._handle(text)
        if self._faults > _MOST_FAULTS:
            self._connection.close(WS_POLICY_VIOLATION, say.PAGE_NOT_UNDERSTOOD)
            return True
        return False

    def _allowed(self) -> bool:
        """Whether neither this socket nor all sockets of the address together say too much."""
        rate, rates = self._rate, self._services.rates
        return self._bucket.take(time.monotonic()) and rates.take("message", self._client, 10 * rate, 20 * rate)

    def _check_chat_rate(self) -> None:
        """What is said is kept for good, and everybody at the table reads it: so it may be said less often than other things."""
        rate = self._rate
        if not self._services.rates.take("chat", self._client, rate / 20, rate / 2):
            raise Forbidden(say.WRITING_TOO_FAST)

    def _may_type(self, what: str) -> bool:
        """Words that are no move are no fault where people type. But every line is read and answered with care, so there may be
        fewer of them than of other messages: nobody types faster."""
        rate = self._rate
        return self._services.rates.take(what, self._client, rate / 10, rate / 2)

    def _fault(self, sentence: str) -> None:
        self._faults += 1
        self._connection.send(messages.frame(messages.Refusal(oops=sentence)))

    async def _handle(self, text: str) -> None:
        """One message, and the refusal if it is refused."""
        room, connection, log = self._room, self._connection, self._services.log
        try:
            message = messages.read(text)
            if log.debugs:
                log.debug("message", table=room.key, verb=messages.verb_of(message))
            await self._dispatch(message)
        except (messages.BadMessage, NotAMove) as error:  # a page of ours sends neither
            self._fault(str(error))
        except StalePly as error:
            connection.send(messages.oops(error, room.row.game))
            if self._said_hello and room.row.phase != OPEN:
                room.broadcast.show(connection)
        except StoreError as error:
            log.failure("store failed", error, table=room.key)
            connection.send(messages.frame(messages.Refusal(oops=say.NOT_SAVED)))
        except TooManyRequestsException as error:
            connection.send(messages.frame(messages.Refusal(oops=error.detail)))
        except FreightyardError as error:
            connection.send(messages.oops(error, room.row.game))
        except Exception as error:
            log.failure("message failed", error, table=room.key)
            connection.send(messages.frame(messages.Refusal(oops=say.WENT_WRONG)))

    async def _dispatch(self, message: messages.Incoming) -> None:
        """What the verb of a message asks of the room."""
        room, connection, person = self._room, self._connection, self._connection.person
        if message.hello is not None:
            if message.hello.build not in ("", self._services.build):
                connection.send(messages.RELOAD)
            if not self._said_hello:
                self._said_hello = True
                if message.hello.holds is not None:
                    connection.holds = message.hello.holds - 1  # 0 is NOBODY
                connection.visible = message.hello.visible
                with contextlib.suppress(StoreError):  # who only looks shall see what there is
                    await read_away(room)
                room.presence.connect(connection, message.hello.ply, message.hello.chat)
                await room.timekeeper.hear_zone(person, message.hello.zone)
        elif message.ping is not None:
            connection.send(messages.frame({"pong": message.ping}))
        elif not self._said_hello:
            raise messages.BadMessage(say.HELLO_FIRST)
        elif message.visible is not None:
            connection.visible = message.visible
        elif message.follow is not None:
            room.presence.follow(connection, message.follow)
        elif message.chat is not None:
            self._check_chat_rate()
            await room.chat.say(person, message.chat)
        elif message.read is not None:
            await room.chat.read(person, message.read)
        elif message.line is not None:
            if not self._may_type("line"):
                raise Forbidden(say.TYPING_TOO_FAST)
            await self._typed.type_line(message.line, message.ply)
        elif message.text is not None:
            if self._may_type("text"):  # or the page asks again
                self._typed.send_text_board()
        elif message.seat is None:
            raise messages.BadMessage(say.NO_SEAT_NAMED)
        else:
            await self._dispatch_of_seat(message, message.seat - 1)

    async def _dispatch_of_seat(self, message: messages.Incoming, seat: Seat) -> None:
        """The same, of what is said for a seat."""
        room, connection, person = self._room, self._connection, self._connection.person
        if message.why is not None:
            room.why(person, seat, message.why)
        elif message.hold is not None:
            room.hold(connection, seat)
        elif message.order is not None:
            await room.orders.give(person, seat, message.order)
        elif message.forced is not None:
            await room.orders.set_forced(person, seat, forced=message.forced)
        elif message.ply is None:
            raise messages.BadMessage(say.NO_PLY_NAMED)
        elif message.move is not None:
            await room.move(person, seat, message.ply, message.move)
        elif message.reset is not None:
            await room.reset_turn(person, seat, message.ply)
        else:
            await room.take_back(person, seat, message.ply, together=True)
