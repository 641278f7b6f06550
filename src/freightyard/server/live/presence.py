"""Who looks at an open table: connections that come and go, whose people are here, and how fast they want bots to act."""

import asyncio
import time
from collections.abc import Collection
from typing import TYPE_CHECKING, Final, final

from freightyard.core.contract import Seat
from freightyard.server.bots.turns import SKIP, SPEEDS
from freightyard.server.wire import messages
from freightyard.server.wire.connection import TRY_AGAIN, Connection
from freightyard.store.rows import OPEN

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

_AWAY_SECONDS: Final = 3.0  # a page that is loaded anew is not a person who left


@final
class Presence:
    """The connections of a room, which `Room.connections` holds."""

    def __init__(self, room: "Room") -> None:
        self._room = room

    def here(self) -> tuple[Seat, ...]:
        """The seats whose people look at the table now."""
        people = {connection.key for connection in self._room.connections if connection.person is not None}
        return tuple([seat for seat, chair in enumerate(self._room.row.chairs) if chair.person in people])

    def connect(self, connection: Connection, ply: int, line: int | None) -> None:
        """A browser said hello, whose page shows the table at a ply, and the chat up to a line: send what is new."""
        room = self._room
        if room.closed:  # since the socket was accepted: the table opens anew when the browser comes back
            connection.close(TRY_AGAIN, "")
            return
        room.connections.add(connection)
        room.used = time.monotonic()
        self._send_here()
        if room.row.phase != OPEN:
            room.broadcast.show(connection, since=ply)
            if line is not None:
                room.chat.send_missed(connection, line)
        connection.send(messages.here(room.broadcast.here))
        room.timekeeper.greet(connection)
        room.wake_bots()

    def disconnect(self, connection: Connection) -> None:
        """A browser is gone."""
        self._room.connections.discard(connection)
        self._room.used = time.monotonic()
        asyncio.get_running_loop().call_later(_AWAY_SECONDS, self._send_here)

    def follow(self, connection: Connection, speed: str) -> None:
        """Somebody chose a speed at which bots shall act; or does not want to wait for them, which is heard where no other person
        follows."""
        if speed != SKIP:
            connection.speed = speed
        elif {other.key for other in self._playing()} <= {connection.key}:
            self._room.bots.hurry()

    def bot_pace(self) -> float:
        """Seconds between the moves of bots: at the speed of the slowest of those who play."""
        pace = self._room.services.settings.pace
        return max([pace * SPEEDS.get(connection.speed, 1.0) for connection in self._playing()], default=pace)

    def reload_pages(self, people: Collection[str] | None = None) -> None:
        """Make every browser at the table, or those of some people, load its page anew: what changed is not among the parts that
        are sent."""
        for connection in self._room.connections:
            if people is None or connection.key in people:
                connection.send(messages.RELOAD)

    def _playing(self) -> list[Connection]:
        """The connections of those who have a seat."""
        people = {chair.person for chair in self._room.row.chairs if chair.person is not None}
        return [connection for connection in self._room.connections if connection.key in people]

    def _send_here(self) -> None:
        here = self.here()
        if here != self._room.broadcast.here:
            self._room.broadcast.reseat(here)
            frame = messages.here(here)
            for connection in self._room.connections:
                connection.send(frame)
