"""A room: one open table, the connections of everybody who looks at it, and the one way in which it changes.

A change is committed to the store first, made here next, and sent to the browsers last. What another process did is read from
the store. Nothing here is needed once it is closed: a room opens again from what is stored.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

import msgspec

from freightyard.core.contract import CHANCE, Edition, Game, Seat, Sheet, State
from freightyard.core.errors import FreightyardError
from freightyard.page.boards import board_for
from freightyard.page.contract import BoardRenderer
from freightyard.page.players import names_of
from freightyard.server import sentences as say
from freightyard.server.bots.turns import SKIP, SPEEDS, BotTurns
from freightyard.server.errors import Forbidden, LostRace
from freightyard.server.live import restore
from freightyard.server.live.broadcast import Broadcaster
from freightyard.server.live.editions import stored_edition
from freightyard.server.live.turn_facts import facts_of_events, facts_of_step
from freightyard.server.live.viewer import players_of
from freightyard.server.visible_text import visible_text
from freightyard.server.wire import messages
from freightyard.server.wire.connection import GOING_AWAY, TRY_AGAIN, Connection
from freightyard.store.rows import OPEN, OVER, RUNNING, Append, Chair, ChatLine, Person, TableRow
from freightyard.table import SHEET, Step, Table
from freightyard.table.errors import NotYourTurn, StalePly, TableError

if TYPE_CHECKING:
    from freightyard.server.services import Services

SHOWN_CHAT: Final = 100
_AWAY_SECONDS: Final = 3.0  # a page that is loaded anew is not a person who left


@final
class Room:
    """One open table."""

    def __init__(self, services: "Services", row: TableRow) -> None:
        """A table that is about to be opened: `open` does."""
        self.services = services
        self.row = row
        self.connections: set[Connection] = set()
        self.chat: list[ChatLine] = []
        self.sheets: list[Sheet] = []
        self.used = time.monotonic()
        self.lock = asyncio.Lock()
        self._table: Table | None = None
        self.broadcast = Broadcaster(self)
        self._bots = BotTurns(self)
        self._behind = False  # something may be stored that is not here
        self._pending_ply = 0  # to which a step leads that is being stored
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
            raise TableError(say.NOT_OPEN)
        return self._table

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def edition(self) -> Edition:
        return stored_edition(self.row.game, self.row.edition, self.row.raw)

    @property
    def board(self) -> BoardRenderer:
        return board_for(self.row.game)

    @property
    def idle(self) -> bool:
        """Whether nobody needs it."""
        return not self.connections and not self._bots.busy and not self.lock.locked()

    @property
    def in_doubt(self) -> bool:
        """Whether something may be stored that is not here, because the database failed, and nobody is about to look."""
        return self._behind and not self.lock.locked()

    def bot_to_act(self) -> str | None:
        """The bot that is to act, if one is."""
        actor = self.table.to_act()
        return None if actor is None or actor == CHANCE else self.row.chairs[actor].bot

    def here(self) -> tuple[Seat, ...]:
        """The seats whose people look at the table now."""
        people = {connection.key for connection in self.connections if connection.person is not None}
        return tuple([seat for seat, chair in enumerate(self.row.chairs) if chair.person in people])

    async def state_at(self, ply: int) -> State:
        """The state at a ply, with everything that is hidden."""
        if not 0 <= ply <= self.table.ply:
            raise TableError(say.no_move(self.table.ply, ply))
        return self.table.truth() if ply == self.table.ply else await restore.restore_state(self.services.store, self.row, ply)

    # --- opening, and what other processes do ---

    async def open(self) -> None:
        """Restore the table from the store."""
        async with self.lock:
            await self._load()

    async def catch_up(self, ply: int | None = None) -> None:
        """Read the events that another process has stored, if they lead beyond what is here."""
        async with self.lock:
            if ply is None or ply > self.table.ply or self._behind:
                await self._catch_up()

    def expects(self, ply: int) -> bool:
        """Whether a ply is here, or comes with the step that is being stored. If that one is refused, everything is read anew."""
        return ply <= self.table.ply or ply <= self._pending_ply

    async def read_chairs(self) -> None:
        """Read from the store who sits where, and whether the game has begun."""
        async with self.lock:
            await self._read_row()

    async def read_chat(self) -> None:
        """Read new lines of the chat from the store."""
        async with self.lock:
            latest = self.chat[-1].number if self.chat else 0
            self._send_chat(await self.services.store.chat.lines(self.key, SHOWN_CHAT, latest))

    async def _load(self) -> None:
        store = self.services.store
        row = await store.tables.get(self.key)
        if row is None:
            raise Forbidden(say.CLOSED)
        restored = await restore.restore_table(store, row)
        self._table, self.row = restored.table, row
        self.broadcast.begin(restored.events, await facts_of_events(store, row, restored.events))
        self.sheets = await restore.sheets_of(store, row)
        if not self.chat:
            self.chat = await store.chat.lines(self.key, SHOWN_CHAT)
        self._behind = False

    async def _catch_up(self) -> None:
        store, table = self.services.store, self.table
        before = table.ply
        events = await store.moves.events(self.key, before)
        facts = await facts_of_events(store, self.row, events)
        try:
            table.restore([stored.event for stored in events])
            self.broadcast.events.add_all(events, facts)
            if events:
                self.sheets = await restore.sheets_of(store, self.row)
        except FreightyardError:
            await self._load()
        self._behind = False
        await self._read_row(before)

    async def _read_row(self, before: int | None = None) -> None:
        row = await self.services.store.tables.get(self.key)
        if row is None:
            self.reload_pages()  # what they find there says that the table was closed; to come back to it would be in vain
            self.services.hub.close_room(self.key)
            return
        if row != self.row or before is not None:
            self._changed(row, before)

    def _changed(self, row: TableRow, before: int | None = None) -> None:
        """The row of the table is another one now."""
        waited = self.row.phase == OPEN
        self.row = row
        self.broadcast.reseat()
        if waited:  # the page of a table that has not begun is another one: it is loaded anew
            self.reload_pages()
        else:
            self.broadcast.publish(self.table.ply if before is None else before)

    # --- connections ---

    def connect(self, connection: Connection, ply: int, line: int | None) -> None:
        """A browser said hello, whose page shows the table at a ply, and the chat up to a line: send what is new."""
        if self._closed:  # since the socket was accepted: the table opens anew when the browser comes back
            connection.close(TRY_AGAIN, "")
            return
        self.connections.add(connection)
        self.used = time.monotonic()
        self._send_presence()
        if self.row.phase != OPEN:
            self.broadcast.show(connection, since=ply)
            if line is not None:
                for missed in self.chat:
                    if missed.number > line:
                        connection.send(messages.chat(missed))
        connection.send(messages.here(self.broadcast.here))
        self.wake_bots()

    def follow(self, connection: Connection, speed: str) -> None:
        """Somebody chose a speed at which bots shall act; or does not want to wait for them, which is heard where no other person
        follows."""
        if speed != SKIP:
            connection.speed = speed
        elif {other.key for other in self._playing()} <= {connection.key}:
            self._bots.hurry()

    def bot_pace(self) -> float:
        """Seconds between the moves of bots: at the speed of the slowest of those who play."""
        pace = self.services.settings.pace
        return max([pace * SPEEDS.get(connection.speed, 1.0) for connection in self._playing()], default=pace)

    def _playing(self) -> list[Connection]:
        """The connections of those who have a seat."""
        people = {chair.person for chair in self.row.chairs if chair.person is not None}
        return [connection for connection in self.connections if connection.key in people]

    def disconnect(self, connection: Connection) -> None:
        """A browser is gone."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        asyncio.get_running_loop().call_later(_AWAY_SECONDS, self._send_presence)

    def _send_presence(self) -> None:
        here = self.here()
        if here != self.broadcast.here:
            self.broadcast.reseat(here)
            frame = messages.here(here)
            for connection in self.connections:
                connection.send(frame)

    # --- playing ---

    async def move(self, person: Person | None, seat: Seat, ply: int, texts: Sequence[str]) -> None:
        """One or more moves of a person's seat: all are stored and shown, or none."""
        async with self.lock:
            await self._refresh()
            self._check_player(person, seat)
            await self._commit(self.table.move(seat, ply, texts))
        self.wake_bots()

    async def take_back(self, person: Person | None, seat: Seat, ply: int) -> None:
        """The seat's last move is taken back."""
        async with self.lock:
            await self._refresh()
            self._check_player(person, seat)
            await self._commit(self.table.take_back(seat, ply))

    def why(self, person: Person | None, seat: Seat, text: str) -> None:
        """Why a move is not legal now: it is raised. Nothing is raised if it is."""
        self._check_player(person, seat)
        table = self.table
        if table.to_act() != seat:
            actor = table.to_act()
            raise NotYourTurn(say.OVER if actor is None else self._whose_turn(actor))
        refusal = table.truth().refuse(self.edition.vocabulary.parse_strictly(text))
        if refusal is not None:
            raise refusal

    def hold(self, connection: Connection, seat: Seat) -> None:
        """The player of a seat has the screen that several people share: it shows their cards from now on."""
        self._check_player(connection.person, seat)
        connection.holds = seat
        self.broadcast.show(connection)

    def _whose_turn(self, actor: Seat) -> str:
        names = names_of(players_of(self.row.chairs, ()))
        return say.DRAWING if actor == CHANCE else say.turn_of(names[actor])

    def _check_player(self, person: Person | None, seat: Seat) -> None:
        """Only who sits on a seat plays for it."""
        if self.row.phase == OPEN:
            raise Forbidden(say.NOT_BEGUN)
        if not 0 <= seat < self.table.seats:
            raise Forbidden(say.no_seat(seat + 1))
        chair = self.row.chairs[seat]
        if person is None or chair.person != person.key:
            raise Forbidden(say.not_yours(seat + 1))
        if chair.bot is not None:
            raise Forbidden(say.BOT_PLAYS)

    async def _refresh(self) -> None:
        """Catch up before a change, if need be."""
        self.used = time.monotonic()
        if self._behind:
            await self._catch_up()

    async def _commit(self, step: Step) -> None:
        """Store a step in one transaction, then make it in the table here, then publish it."""
        store, state, row = self.services.store, step.state, self.row
        outcome = state.outcome()
        record = None
        if outcome is not None:
            record = await restore.record_text(row, [*await restore.all_events(store, row), *step.events], outcome)
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
        self._pending_ply = step.ply + len(step.events)
        try:
            await store.moves.append(append)
        except StalePly:
            await self._catch_up()
            raise LostRace(say.FASTER) from None
        finally:
            self._pending_ply = 0
        facts = facts_of_step(self.table.truth(), step.events, state)
        self.table.commit(step)
        self._behind = False
        for number, (event, seen, fact) in enumerate(zip(step.events, step.seen, facts, strict=True)):
            self.broadcast.events.add(step.ply + number, event.seat, seen, fact)
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
        """Start the task of the bots, if one of them is to act."""
        self._bots.wake_bots()

    def reload_pages(self) -> None:
        """Make every browser at the table load its page anew: what changed is not among the parts that are sent."""
        for connection in self.connections:
            connection.send(messages.RELOAD)

    def close(self) -> None:
        """Cancel the bots and close all connections."""
        self._closed = True
        self._bots.close()
        for connection in self.connections:
            connection.close(GOING_AWAY, say.TABLE_CLOSED)

    async def bot_move(self, bot: str, seat: Seat, ply: int, text: str) -> None:
        """A move of a bot, if it still sits there."""
        async with self.lock:
            await self._refresh()
            if self.row.chairs[seat].bot == bot:
                await self._commit(self.table.move(seat, ply, [text]))

    async def draw_first_cards(self) -> None:
        """Draw the cards that are drawn before anybody acts, if they are not."""
        async with self.lock:
            if self.row.phase == RUNNING and self.table.to_act() == CHANCE:
                await self._commit(self.table.begin())

    # --- who sits where: see seating.py ---

    async def begin_if_full(self) -> None:
        """The game begins, if it waits for nobody and has not begun."""
        async with self.lock:
            row = self.row
            if row.phase != OPEN or any(chair.waits for chair in row.chairs):
                return
            await self.services.store.tables.begin(self.key)  # False if another process was faster: then it has begun as well
            await self._read_row()
        await self.draw_first_cards()
        self.wake_bots()

    async def set_chair(self, seat: Seat, was: Chair, chair: Chair) -> None:
        """Somebody sits down or gets up, if the chair is still as it was. The caller holds the lock."""
        if self.row.chairs[seat] != was or not await self.services.store.tables.set_chair(self.key, seat, was, chair):
            await self._read_row()
            raise Forbidden(say.taken(seat + 1, self.row.chairs[seat].name))
        chairs = list(self.row.chairs)
        chairs[seat] = chair
        self._changed(msgspec.structs.replace(self.row, chairs=tuple(chairs)))

    async def set_host(self, person: str) -> None:
        """Somebody else is the host of a table that has not begun. The caller holds the lock."""
        if await self.services.store.tables.set_host(self.key, self.row.made_by, person):
            self._changed(msgspec.structs.replace(self.row, made_by=person))

    # --- chat ---

    async def say(self, person: Person | None, text: str) -> None:
        """Somebody says something to everybody at the table."""
        if person is None:
            raise Forbidden(say.NAME_TO_CHAT)
        words = visible_text(text, joiners=True)
        if not words:
            raise Forbidden(say.EMPTY_MESSAGE)
        if len(words) > messages.LONGEST_CHAT:
            raise Forbidden(say.long_message(messages.LONGEST_CHAT, len(words)))
        seat = self.broadcast.viewer(person).seat
        name = person.name if seat is None else (self.row.chairs[seat].called or person.name)
        async with self.lock:
            line = await self.services.store.chat.add(self.key, seat, name, words, time.time())
            self._send_chat([line])

    def _send_chat(self, lines: Sequence[ChatLine]) -> None:
        latest = self.chat[-1].number if self.chat else 0
        for line in lines:
            if line.number > latest:
                self.chat.append(line)
                frame = messages.chat(line)
                for connection in self.connections:
                    connection.send(frame)
        del self.chat[:-SHOWN_CHAT]
