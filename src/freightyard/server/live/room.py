"""One open table: the game, everybody who watches it, and the one way in which it changes.

Everything is kept by the store before it happens here, and told to the watchers after. What another process did is read from the
store. Nothing here is needed once it is closed: a room opens again from what is kept.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Final, final

import msgspec

from freightyard.core.contract import CHANCE, Edition, Game, Seat, Sheet, State
from freightyard.core.errors import FreightyardError
from freightyard.page.boards import board_for
from freightyard.page.contract import BoardRenderer
from freightyard.server.bots.turns import BotTurns
from freightyard.server.live import restore
from freightyard.server.live.broadcast import Broadcaster
from freightyard.server.live.editions import edition_of
from freightyard.server.means import Forbidden, LostRace, RoomServices
from freightyard.server.wire import messages
from freightyard.server.wire.connection import GOING_AWAY, TRY_AGAIN, Connection
from freightyard.store.contract import OPEN, OVER, RUNNING, Append, ChatLine, Person, TableRow
from freightyard.table import SHEET, Chair, Step, Table
from freightyard.table.errors import NotYourTurn, StalePly, TableError

SHOWN_CHAT: Final = 100
_AWAY_SECONDS: Final = 3.0  # a page that is loaded anew is not a person who left


@final
class Room:
    """One open table."""

    def __init__(self, means: RoomServices, row: TableRow) -> None:
        """A table that is about to be opened: `open` does."""
        self.row = row
        self.connections: set[Connection] = set()
        self.chat: list[ChatLine] = []
        self.sheets: list[Sheet] = []
        self.used = time.monotonic()
        self.means = means
        self.lock = asyncio.Lock()
        self._table: Table | None = None
        self.broadcast = Broadcaster(self)
        self._bots = BotTurns(self)
        self._behind = False  # something may be kept that is not here
        self._coming = 0  # the ply to which a step leads that is being kept
        self._closed = False

    # --- what is ---

    @property
    def key(self) -> str:
        return self.row.key

    @property
    def home(self) -> str:
        """The address of the table."""
        return f"/t/{self.row.key}"

    @property
    def is_open(self) -> bool:
        return self._table is not None

    @property
    def table(self) -> Table:
        if self._table is None:
            raise TableError("this table is not open")
        return self._table

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def edition(self) -> Edition:
        return edition_of(self.row.game, self.row.edition, self.row.raw)

    @property
    def board(self) -> BoardRenderer:
        return board_for(self.row.game)

    @property
    def idle(self) -> bool:
        """Whether nobody needs it."""
        return not self.connections and not self._bots.busy and not self.lock.locked()

    @property
    def in_doubt(self) -> bool:
        """Whether something may be kept that is not here, and nobody is about to look."""
        return self._behind and not self.lock.locked()

    def here(self) -> tuple[Seat, ...]:
        """The seats whose people look at the table now."""
        people = {connection.key for connection in self.connections if connection.person is not None}
        return tuple([seat for seat, chair in enumerate(self.table.chairs) if chair.person in people])

    async def moment(self, ply: int) -> State:
        """The truth at an earlier ply."""
        if not 0 <= ply <= self.table.ply:
            raise TableError(f"this game has plies 0 to {self.table.ply}, not {ply}")
        return self.table.truth() if ply == self.table.ply else await restore.moment(self.means.store, self.row, ply)

    # --- opening, and what other processes do ---

    async def open(self) -> None:
        """Bring the table back from what is kept."""
        async with self.lock:
            await self._load()

    async def catch_up(self, ply: int | None = None) -> None:
        """Read what another process has kept, if it leads beyond what is here."""
        async with self.lock:
            if ply is None or ply > self.table.ply or self._behind:
                await self._catch_up()

    def expects(self, ply: int) -> bool:
        """Whether a ply is here, or comes with the step that is being kept. If that one is refused, everything is read anew."""
        return ply <= self.table.ply or ply <= self._coming

    async def chairs_changed(self) -> None:
        """Read who sits where, and whether the game has begun."""
        async with self.lock:
            await self._read_row()

    async def chat_came(self) -> None:
        """Read what was said."""
        async with self.lock:
            latest = self.chat[-1].number if self.chat else 0
            self._tell_chat(await self.means.store.chat(self.key, SHOWN_CHAT, latest))

    async def _load(self) -> None:
        store = self.means.store
        row = await store.table(self.key)
        if row is None:
            raise Forbidden("this table is no longer there")
        opened = await restore.restore_table(store, row)
        self._table = opened.table
        self.broadcast.begin(opened.events)
        self.sheets = await restore.sheets_of(store, row)
        if not self.chat:
            self.chat = await store.chat(self.key, SHOWN_CHAT)
        self.row = row
        self._behind = False

    async def _catch_up(self) -> None:
        store, table = self.means.store, self.table
        before = table.ply
        events = await store.events(self.key, before)
        try:
            table.restore([stored.event for stored in events])
            self.broadcast.events.add_all(events)
            if events:
                self.sheets = await restore.sheets_of(store, self.row)
        except FreightyardError:
            await self._load()
        self._behind = False
        await self._read_row(before)

    async def _read_row(self, before: int | None = None) -> None:
        row = await self.means.store.table(self.key)
        if row is None:
            self.load_anew()  # what they find there says that the table is gone; to come back to it would be in vain
            for connection in self.connections:
                connection.close(GOING_AWAY, "the table is gone")
            return
        if row != self.row or before is not None:
            self._changed(row, before)

    def _changed(self, row: TableRow, before: int | None = None) -> None:
        """The row of the table is another one now."""
        waited = self.row.phase == OPEN
        self.row = row
        self.table.chairs[:] = row.chairs
        self.broadcast.reseat()
        if waited:  # the page of a table that has not begun is another one: it is loaded anew
            self.load_anew()
        else:
            self.broadcast.publish(self.table.ply if before is None else before)

    # --- watching ---

    def join(self, connection: Connection, ply: int, line: int | None) -> None:
        """Somebody looks at the table from now on, whose page shows it at a ply, and the chat up to a line."""
        if self._closed:  # since the socket was accepted: the table opens anew when the browser comes back
            connection.close(TRY_AGAIN, "")
            return
        self.connections.add(connection)
        self.used = time.monotonic()
        self._tell_here()
        if self.row.phase != OPEN:
            self.broadcast.show(connection, behind=ply < self.table.ply)
            if line is not None:
                for missed in self.chat:
                    if missed.number > line:
                        connection.tell(messages.chat(missed))
        connection.tell(messages.here(self.broadcast.here))
        self.wake_bots()

    def leave(self, connection: Connection) -> None:
        """Somebody looks elsewhere."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        asyncio.get_running_loop().call_later(_AWAY_SECONDS, self._tell_here)

    def _tell_here(self) -> None:
        here = self.here()
        if here != self.broadcast.here:
            self.broadcast.reseat(here)
            frame = messages.here(here)
            for connection in self.connections:
                connection.tell(frame)

    # --- playing ---

    async def move(self, person: Person | None, seat: Seat, ply: int, texts: Sequence[str]) -> None:
        """One or more moves of a person's seat: all are kept and shown, or none."""
        async with self.lock:
            await self._fresh()
            self._check_player(person, seat)
            await self._keep(self.table.move(seat, ply, texts))
        self.wake_bots()

    async def take_back(self, person: Person | None, seat: Seat, ply: int) -> None:
        """The seat's last move is taken back."""
        async with self.lock:
            await self._fresh()
            self._check_player(person, seat)
            await self._keep(self.table.take_back(seat, ply))

    def why(self, person: Person | None, seat: Seat, text: str) -> None:
        """Why a move is not legal now: it is raised. Nothing is raised if it is."""
        self._check_player(person, seat)
        table = self.table
        if table.to_act() != seat:
            actor = table.to_act()
            raise NotYourTurn("the game is over" if actor is None else f"seat {actor + 1} is to act")
        refusal = table.truth().refuse(self.edition.vocabulary.parse(text))
        if refusal is not None:
            raise refusal

    def _check_player(self, person: Person | None, seat: Seat) -> None:
        """Only who sits on a seat plays for it."""
        if self.row.phase == OPEN:
            raise Forbidden("this table has not begun")
        if not 0 <= seat < self.table.seats:
            raise Forbidden(f"there is no seat {seat + 1} at this table")
        chair = self.table.chairs[seat]
        if person is None or chair.person != person.key:
            raise Forbidden(f"seat {seat + 1} is not yours")
        if chair.bot is not None:
            raise Forbidden(f"{chair.bot} stands in for you on seat {seat + 1}: come back first")

    async def _fresh(self) -> None:
        self.used = time.monotonic()
        if self._behind:
            await self._catch_up()

    async def _keep(self, step: Step) -> None:
        """Keep a step, then make it happen, then show it."""
        store, state, row = self.means.store, step.state, self.row
        outcome = state.outcome()
        record = None
        if outcome is not None:
            record = await restore.written(row, [*await restore.all_events(store, row), *step.events], outcome)
        append = Append(
            table=row.key,
            ply=step.ply,
            events=step.events,
            seen=step.seen,
            marks=step.marks,
            to_act=state.to_act(),
            at=time.time(),
            record=record,
            scores=() if outcome is None else outcome.scores,
            winners=() if outcome is None else outcome.winners,
        )
        self._behind = True
        self._coming = step.ply + len(step.events)
        try:
            await store.append(append)
        except StalePly:
            await self._catch_up()
            raise LostRace("somebody was faster: look again") from None
        finally:
            self._coming = 0
        self.table.commit(step)
        self._behind = False
        for number, (event, seen) in enumerate(zip(step.events, step.seen, strict=True)):
            self.broadcast.events.add(step.ply + number, event.seat, seen)
        self.sheets += restore.sheets_at(row, [mark for mark in step.marks if mark.kind == SHEET])
        self.row = msgspec.structs.replace(
            row,
            ply=self.table.ply,
            to_act=append.to_act,
            moved_at=append.at,
            phase=row.phase if outcome is None else OVER,
            scores=append.scores,
            winners=append.winners,
        )
        self.broadcast.publish(step.ply)

    # --- bots ---

    def wake_bots(self) -> None:
        """See to it that a bot that is to act does."""
        self._bots.wake_bots()

    def load_anew(self) -> None:
        """Let every page of the table be loaded anew: there is something that is no part of it."""
        for connection in self.connections:
            connection.tell(messages.RELOAD)

    def close(self) -> None:
        """Nobody needs this room any more."""
        self._closed = True
        self._bots.close()
        for connection in self.connections:
            connection.close(GOING_AWAY, "the server is going")

    async def bot_move(self, bot: str, seat: Seat, ply: int, text: str) -> None:
        """A move of a bot, if it still sits there."""
        async with self.lock:
            await self._fresh()
            if self.table.chairs[seat].bot == bot:
                await self._keep(self.table.move(seat, ply, [text]))

    async def first_cards(self) -> None:
        """Draw the cards that are drawn before anybody acts, if they are not."""
        async with self.lock:
            if self.row.phase == RUNNING and self.table.to_act() == CHANCE:
                await self._keep(self.table.begin())

    # --- who sits where: see seating.py ---

    async def begin_if_full(self) -> None:
        """The game begins, if no seat is free and it has not begun."""
        async with self.lock:
            row = self.row
            if row.phase != OPEN or Chair() in row.chairs:
                return
            await self.means.store.begin(self.key)  # False if another process was faster: then it has begun as well
            await self._read_row()
        await self.first_cards()
        self.wake_bots()

    async def set_chair(self, seat: Seat, was: Chair, chair: Chair) -> None:
        """Somebody sits down or gets up, if the chair is still as it was. The caller holds the lock."""
        if self.table.chairs[seat] != was or not await self.means.store.set_chair(self.key, seat, was, chair):
            await self._read_row()
            raise Forbidden(f"seat {seat + 1} is taken by {self.table.chairs[seat].name}")
        chairs = list(self.row.chairs)
        chairs[seat] = chair
        self._changed(msgspec.structs.replace(self.row, chairs=tuple(chairs)))

    # --- talking ---

    async def say(self, person: Person | None, text: str) -> None:
        """Somebody says something to everybody at the table."""
        if person is None:
            raise Forbidden("say who you are first: take a seat, or give yourself a name")
        words = " ".join(text.split())
        if not words:
            raise Forbidden("there is nothing to say")
        if len(words) > messages.LONGEST_CHAT:
            raise Forbidden(f"a line has at most {messages.LONGEST_CHAT} characters, not {len(words)}")
        seat = self.broadcast.viewer(person).seat
        name = person.name if seat is None else (self.table.chairs[seat].called or person.name)
        async with self.lock:
            line = await self.means.store.add_chat(self.key, seat, name, words, time.time())
            self._tell_chat([line])

    def _tell_chat(self, lines: Sequence[ChatLine]) -> None:
        latest = self.chat[-1].number if self.chat else 0
        for line in lines:
            if line.number > latest:
                self.chat.append(line)
                frame = messages.chat(line)
                for connection in self.connections:
                    connection.tell(frame)
        del self.chat[:-SHOWN_CHAT]
