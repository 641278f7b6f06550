"""The chat of an open table: who may say what, and who may read it.

Spectators talk among themselves while a game runs: those who play read it when the game is over. What the table itself tells (a
note) is among the lines, for everybody.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.visible_text import visible_text
from freightyard.server.wire import messages
from freightyard.store.rows import ARCHIVED, RUNNING, SPECTATORS, ChatLine, Person

if TYPE_CHECKING:
    from freightyard.server.live.room import Room
    from freightyard.server.wire.connection import Connection

SHOWN: Final = 100  # lines on a page


@final
class RoomChat:
    """The latest lines of the chat of one room. Whoever calls what writes or reads the store holds no lock, unless it says so."""

    def __init__(self, room: "Room") -> None:
        self.lines: list[ChatLine] = []
        self.muted: frozenset[str] = frozenset()  # the people who may say nothing, as this process knows it: the store decides
        self._room = room

    async def load(self) -> None:
        """Read it from the store. The caller holds the lock of the room."""
        chat = self._room.services.store.chat
        if not self.lines:
            self.lines = await chat.lines(self._room.key, SHOWN)
        self.muted = await chat.muted(self._room.key)

    async def read_new(self) -> None:
        """Read new lines from the store, and who is muted. The caller holds the lock of the room."""
        chat = self._room.services.store.chat
        self.muted = await chat.muted(self._room.key)
        self._send(await chat.lines(self._room.key, SHOWN, self.lines[-1].number if self.lines else 0))

    def for_person(self, person: Person | None) -> list[ChatLine]:
        """The lines that somebody may read."""
        return [line for line in self.lines if self._may_read(line, person)]

    def send_missed(self, connection: "Connection", after: int) -> None:
        """Send a browser what it does not show yet."""
        for line in self.lines:
            if line.number > after and self._may_read(line, connection.person):
                connection.send(messages.chat(line))

    def reveal(self) -> None:
        """The game is over: what spectators said is sent to those who played."""
        for line in self.lines:
            if line.audience == SPECTATORS:
                frame = messages.chat(line)
                for connection in self._room.connections:
                    if self._room.broadcast.viewer(connection.person).seat is not None:
                        connection.send(frame)

    async def say(self, person: Person | None, text: str) -> None:
        """Somebody says something: to everybody at the table, or, if they only look on, to the other spectators."""
        room = self._room
        if person is None:
            raise Forbidden(say.NAME_TO_CHAT)
        words = visible_text(text, joiners=True)
        if not words:
            raise Forbidden(say.EMPTY_MESSAGE)
        if len(words) > messages.LONGEST_CHAT:
            raise Forbidden(say.long_message(messages.LONGEST_CHAT, len(words)))
        seat = room.broadcast.viewer(person).seat
        name = person.name if seat is None else (room.row.chairs[seat].called or person.name)
        audience = SPECTATORS if seat is None and self._runs() else None
        async with room.lock:
            line = await room.services.store.chat.add(
                room.key, seat, name, words, room.services.now(), audience=audience, person=person.key
            )
            if line is None:
                raise Forbidden(say.MUTED)
            self._send([line])

    async def read(self, person: Person | None, line: int) -> None:
        """Somebody has read up to a line."""
        if person is not None and self.lines:
            await self._room.services.store.chat.set_read(self._room.key, person.key, min(line, self.lines[-1].number))

    def _send(self, lines: Sequence[ChatLine]) -> None:
        latest = self.lines[-1].number if self.lines else 0
        for line in lines:
            if line.number > latest:
                self.lines.append(line)
                frame = messages.chat(line)
                for connection in self._room.connections:
                    if self._may_read(line, connection.person):
                        connection.send(frame)
        del self.lines[:-SHOWN]

    def _runs(self) -> bool:
        return self._room.row.phase in (RUNNING, ARCHIVED)

    def _may_read(self, line: ChatLine, person: Person | None) -> bool:
        return self.may_be_read_by(line.audience, person)

    def may_be_read_by(self, audience: str | None, person: Person | None) -> bool:
        """Whether somebody may read what was said to an audience."""
        return audience != SPECTATORS or not self._runs() or self._room.broadcast.viewer(person).seat is None
