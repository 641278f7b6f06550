"""What a bot is told: every seat that is held for it, and every table at which it plays, from the stored truth and its own view.

What was said is remembered for each table, so news that come twice or in another order make no difference: the table is looked
at again, and what the bot has not been told is said.
"""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, final

import msgspec

from freightyard.bots.protocol import Clock, end_message, start_message, turn_message
from freightyard.bots.protocol import encode as encode_line
from freightyard.core.contract import Seat
from freightyard.core.errors import FreightyardError
from freightyard.core.proof import commitment_of
from freightyard.page.players import names_of
from freightyard.server import api_sentences as say
from freightyard.server.api.messages import Invitation, Mixing, encode
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of
from freightyard.store.errors import StoreError
from freightyard.store.rows import CHAIRS, ENDED, MISSED, MOVE, OPEN, OVER, RUNNING, News, Person, TableRow

if TYPE_CHECKING:
    from freightyard.server.services import Services

MOST_TABLES: Final = 500  # of one bot that are looked at when its stream begins
_ENDED_SECONDS: Final = 900.0  # so long after a game its bot is still told how it ended, if its stream was not there then


class _Told(msgspec.Struct):
    """What a bot was told of a table."""

    invited: bool = False
    mixing: bool = False  # that its cards are being mixed
    started: tuple[Seat, tuple[str, ...]] | None = None  # its seat, and who sits at the table
    ply: int = -1  # of the last turn
    ended: bool = False


class Due(NamedTuple):
    """Why a table is to be looked at: news of a ply, or of its row."""

    ply: int
    row: bool


@final
class BotFeed:
    """The lines of one stream of a bot."""

    def __init__(self, services: "Services", person: Person) -> None:
        self.changed = asyncio.Event()
        self._services = services
        self._person = person
        self._told: dict[str, _Told] = {}  # by the keys of tables, all that are the bot's
        self._due: dict[str, Due] = {}  # the tables to look at, in their order
        self._maybe: set[str] = set()  # tables at which somebody sat down or got up: perhaps it concerns the bot
        self._listed = False

    def hear(self, news: News) -> None:
        if news.what == MISSED:
            self._listed = False
        elif news.table in self._told:
            if news.what in (MOVE, CHAIRS):
                self._look(news.table, Due(news.ply, news.what == CHAIRS))
        elif news.what == CHAIRS:
            self._maybe.add(news.table)
        else:
            return
        self.changed.set()

    def close(self) -> None:
        self._due.clear()
        self._maybe.clear()

    async def next(self) -> Sequence[bytes]:
        if not self._listed:
            await self._list()
        if self._maybe:
            await self._sort_out()
        while self._due:
            key = next(iter(self._due))
            async with self._services.gate.program():
                try:
                    due = self._due.pop(key)
                    lines = await self._lines(key, due)
                except StoreError:
                    self._look(key, due)
                    raise
                except FreightyardError as error:  # a table that cannot be opened must not keep the others waiting
                    self._services.log.failure("table cannot be told to a bot", error, table=key)
                    continue
            if lines:
                return lines
        return ()

    async def _list(self) -> None:
        """Look at all tables that are the bot's."""
        since = self._services.now() - _ENDED_SECONDS
        self._listed = True
        try:
            rows = await self._services.store.tables.of_person(self._person.key, MOST_TABLES)
        except StoreError:
            self._listed = False
            raise
        for row in rows:
            under_way = row.phase in (OPEN, RUNNING) or row.moved_at > since
            if (under_way and self._seat(row) is not None) or row.key in self._told:
                self._told.setdefault(row.key, _Told())
                self._look(row.key, Due(row.ply, row=True))

    async def _sort_out(self) -> None:
        """Find the tables that concern the bot among those at which somebody sat down or got up."""
        maybe, self._maybe = self._maybe, set()
        try:
            found = await self._services.store.tokens.bots_at(maybe)
        except StoreError:
            self._maybe |= maybe
            raise
        for key, bot in sorted(found):
            if bot == self._person.key:
                self._told.setdefault(key, _Told())
                self._look(key, Due(0, row=True))

    def _look(self, key: str, due: Due) -> None:
        """Look at a table, soon."""
        before = self._due.get(key, due)
        self._due[key] = Due(max(before.ply, due.ply), before.row or due.row)

    def _seat(self, row: TableRow) -> Seat | None:
        """The seat of the bot, or the one that is held for it."""
        return next((seat for seat, chair in enumerate(row.chairs) if chair.person == self._person.key), None)

    async def _lines(self, key: str, due: Due) -> list[bytes]:
        """What the bot has not been told of a table."""
        told = self._told.setdefault(key, _Told())
        row = await self._services.hub.row(key)
        seat = None if row is None else self._seat(row)
        if row is None or seat is None:  # the table was closed, or the seat is somebody else's
            del self._told[key]
            return (
                [encode_line(end_message(key, None, say.NOT_NEEDED))] if (told.started or told.invited) and not told.ended else []
            )
        if row.phase == OPEN:
            return self._invitation(told, row, seat) if row.chairs[seat].held else await self._mixing(told, row, seat)
        room = await self._services.hub.room(key)
        if room is None:
            return []
        async with room.lock:
            await room.follow(due.ply, row=due.row)
            return self._of_game(told, room)

    def _invitation(self, told: _Told, row: TableRow, seat: Seat) -> list[bytes]:
        if told.invited:
            return []
        told.invited = True
        host = next((chair.called for chair in row.chairs if chair.person is not None and chair.person == row.made_by), None)
        line = Invitation(
            table=row.key,
            game=row.game,
            edition=row.edition,
            options=row.options,
            seats=len(row.chairs),
            seat=seat + 1,
            host=host,
            players=names_of(players_of(row.chairs, ())),
        )
        return [encode(line)]

    async def _mixing(self, told: _Told, row: TableRow, seat: Seat) -> list[bytes]:
        """When nobody can seal anything any more, the bot is asked for what it had sealed."""
        if told.mixing or row.secret is None or row.sealed_at is None:
            return []
        found = {each.seat: each for each in await self._services.store.additions.of_table(row.key)}
        if seat not in found or found[seat].addition is not None:
            return []
        told.mixing = True
        seals = tuple([found[number].seal if number in found else None for number in range(len(row.chairs))])
        return [encode(Mixing(table=row.key, seat=seat + 1, commitment=commitment_of(row.secret), seals=seals))]

    def _of_game(self, told: _Told, room: Room) -> list[bytes]:
        """The lines of a game that has begun."""
        row, seat, lines = room.row, self._seat(room.row), list[bytes]()
        if seat is None or told.ended:
            return []
        players = names_of(players_of(row.chairs, ()))
        if row.phase in (RUNNING, OVER, ENDED) and told.started != (seat, players):
            told.started = (seat, players)
            lines.append(encode_line(start_message(row.key, room.edition, row.options, len(row.chairs), seat, players)))
        if row.phase in (OVER, ENDED):
            told.ended = True
            outcome = room.table.outcome() if row.phase == OVER else None
            lines.append(encode_line(end_message(row.key, outcome, "" if outcome is not None else say.ENDED)))
        elif self._is_asked(room, seat) and told.ply != room.table.ply:
            told.ply = room.table.ply
            lines.append(encode_line(turn_message(row.key, told.ply, room.table.view(seat), clock_of(room, seat))))
        return lines

    def _is_asked(self, room: Room, seat: Seat) -> bool:
        """Whether the game waits for the bot itself."""
        return room.row.phase == RUNNING and room.row.chairs[seat].bot is None and room.table.to_act() == seat


def clock_of(room: Room, seat: Seat) -> Clock | None:
    """How much time a seat that is to act has left."""
    left = room.timekeeper.time_left(seat)
    return None if left is None else Clock(left=left[0], bank=left[1])
