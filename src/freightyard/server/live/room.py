"""A room: one open table, the connections of everybody who looks at it, and the one way in which it changes.

A change is committed to the store first, made here next, and sent to the browsers last. What another process did is read from
the store. Nothing here is needed once it is closed: a room opens again from what is stored.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, final

import msgspec

from freightyard.core.contract import CHANCE, Edition, Game, Seat, Sheet, State
from freightyard.core.errors import FreightyardError
from freightyard.page.boards import board_for
from freightyard.page.contract import BoardRenderer
from freightyard.page.players import names_of
from freightyard.server import sentences as say
from freightyard.server.bots.turns import BotTurns
from freightyard.server.errors import Forbidden, LostRace
from freightyard.server.live import restore
from freightyard.server.live.broadcast import Broadcaster
from freightyard.server.live.chair_keeper import ChairKeeper
from freightyard.server.live.editions import stored_edition
from freightyard.server.live.lesson_keeper import LessonKeeper
from freightyard.server.live.mixing import CardMixer
from freightyard.server.live.order_keeper import OrderKeeper
from freightyard.server.live.presence import Presence
from freightyard.server.live.retry_keeper import RetryKeeper
from freightyard.server.live.room_chat import RoomChat
from freightyard.server.live.timekeeper import Timekeeper
from freightyard.server.live.turn_facts import facts_of_events, facts_of_step
from freightyard.server.live.viewer import players_of
from freightyard.server.wire.connection import GOING_AWAY, Connection
from freightyard.store.rows import OPEN, OVER, RUNNING, Append, ClockChange, Person, Proposal, TableRow
from freightyard.table import SHEET, UNDO, Step, Table, last_mover
from freightyard.table.errors import NothingToTakeBack, NotYourTurn, StalePly, TableError

if TYPE_CHECKING:
    from freightyard.server.services import Services


@final
class Room:
    """One open table."""

    def __init__(self, services: "Services", row: TableRow) -> None:
        """A table that is about to be opened: `open` does."""
        self.services = services
        self.row = row
        self.connections: set[Connection] = set()
        self.sheets: list[Sheet] = []
        self.proposals: list[Proposal] = []  # what those who sit here are asked
        self.away: Mapping[Seat, float] = {}  # the seats whose people a bot has played for, and for how many seconds: some days
        self.used = time.monotonic()
        self.lock = asyncio.Lock()
        self._table: Table | None = None
        self.broadcast = Broadcaster(self)
        self.chat = RoomChat(self)
        self.bots = BotTurns(self)
        self.timekeeper = Timekeeper(self)
        self.presence = Presence(self)
        self.chairs = ChairKeeper(self)
        self.orders = OrderKeeper(self)
        self.mixer = CardMixer(self)
        self.lesson = LessonKeeper(self)
        self.retry = RetryKeeper(self)
        self._behind = False  # something may be stored that is not here
        self._pending_ply = 0  # to which a step leads that is being stored
        self.closed = False

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
        return not self.connections and not self.bots.busy and not self.lock.locked()

    @property
    def in_doubt(self) -> bool:
        """Whether something may be stored that is not here, because the database failed, and nobody is about to look."""
        return self._behind and not self.lock.locked()

    def bot_to_act(self) -> str | None:
        """The bot that is to act, if one is."""
        actor = self.table.to_act() if self.row.phase == RUNNING else None
        return None if actor is None or actor == CHANCE else self.row.chairs[actor].bot

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
            await self.timekeeper.check()
            self.timekeeper.arm()

    async def catch_up(self, ply: int | None = None) -> None:
        """Read the events that another process has stored, if they lead beyond what is here."""
        async with self.lock:
            if ply is None or ply > self.table.ply or self._behind:
                await self.read_events()
            acted = await self.orders.act()
        if acted:
            self.wake_bots()

    def expects(self, ply: int) -> bool:
        """Whether a ply is here, or comes with the step that is being stored. If that one is refused, everything is read anew."""
        return ply <= self.table.ply or ply <= self._pending_ply

    async def read_chairs(self) -> None:
        """Read from the store who sits where, and whether the game has begun."""
        async with self.lock:
            await self.read_row()

    async def read_proposals(self) -> None:
        """Read what those who sit here are asked, and show it. The caller holds the lock."""
        proposals = await self.services.store.proposals.open(self.key)
        if proposals != self.proposals:
            self.proposals = proposals
            self.broadcast.reseat()
            if self.row.phase != OPEN:
                self.broadcast.publish(self.table.ply)

    async def hear_proposals(self) -> None:
        """The same, when another process has stored something."""
        async with self.lock:
            await self.read_proposals()

    async def note(self, text: str) -> None:
        """The table tells everybody what happened besides the moves. The caller holds the lock."""
        await self.services.store.chat.note(self.key, text, self.services.now())
        await self.chat.read_new()

    async def read_chat(self) -> None:
        """Read new lines of the chat from the store."""
        async with self.lock:
            await self.chat.read_new()

    async def _load(self) -> None:
        store = self.services.store
        row = await store.tables.get(self.key)
        if row is None:
            raise Forbidden(say.CLOSED)
        restored = await restore.restore_table(store, row)
        facts = await facts_of_events(store, row, restored.events)
        sheets = await restore.sheets_of(store, row)
        proposals = await store.proposals.open(self.key)
        await self.orders.load()
        await self.chat.load()
        self._table, self.row, self.sheets, self.proposals = restored.table, row, sheets, proposals
        await self.retry.load()
        self.broadcast.begin(restored.events, facts)
        self._behind = False
        self.retry.look()

    async def read_events(self) -> None:
        """Read all that another process may have stored. The caller holds the lock. It is all read before anything is changed:
        who comes in between is shown what was, not an old board with a new ply, at which an old move would count."""
        store, table = self.services.store, self.table
        before = table.ply
        # At once: the database may be on another machine, and those who look on wait for its answers.
        events, marks, row = await asyncio.gather(
            store.moves.events(self.key, before), store.moves.sheets(self.key), store.tables.get(self.key)
        )
        if row is not None and row.ply < before + len(events):  # of a moment earlier; its news has come already
            row = await store.tables.get(self.key)
        facts = await facts_of_events(store, self.row, events, table.truth())
        sheets = self.sheets
        if len(marks) != len(sheets) or any(stored.event.text == UNDO for stored in events):
            sheets = await restore.sheets_of(store, self.row)
        try:
            table.restore([stored.event for stored in events])
            self.broadcast.events.add_all(events, facts)
            self.sheets = sheets
        except FreightyardError:
            await self._load()
        self._behind = False
        self._follow(row, before)
        self.retry.look()

    async def read_row(self, before: int | None = None) -> None:
        """Read the row of the table from the store. The caller holds the lock."""
        self._follow(await self.services.store.tables.get(self.key), before)

    def _follow(self, row: TableRow | None, before: int | None) -> None:
        """This is the row of the table now; None: it was closed."""
        if row is None:
            # What they find there says that the table was closed; to come back to it would be in vain.
            self.presence.reload_pages()
            self.services.hub.close_room(self.key)
            return
        if row != self.row or before is not None:
            self._changed(row, before)

    def follow_row(self, row: TableRow, clock: ClockChange | None = None) -> None:
        """The row of the table is another one now, and perhaps its clock: both are stored."""
        self._changed(row if clock is None else _with_clock(row, clock))

    def _changed(self, row: TableRow, before: int | None = None) -> None:
        """The row of the table is another one now."""
        pairs = [(old.person, new.person) for old, new in zip(self.row.chairs, row.chairs, strict=True)]
        if row.deals_by != self.row.deals_by:
            self.table.deal_by(row.deals_by)
        was, same, self.row = self.row.phase, row == self.row, row
        self.timekeeper.arm()
        self.broadcast.reseat()
        if was == OPEN or (was != row.phase and not {was, row.phase} <= {RUNNING, OVER}):
            if not same:
                self.presence.reload_pages()  # the page of a table that has not begun, or that stands still, is another one
            return
        self.broadcast.publish(self.table.ply if before is None else before)
        if was != row.phase:
            self.chat.reveal()
        # A seat that has changed hands: what a page shows besides its parts is not for the one who lost it.
        self.presence.reload_pages({key for old, new in pairs if old != new for key in (old, new) if key is not None})

    # --- playing ---

    async def move(self, person: Person | None, seat: Seat, ply: int, texts: Sequence[str]) -> None:
        """One or more moves of a person's seat: all are stored and shown, or none."""
        async with self.lock:
            await self.refresh()
            player = self.check_player(person, seat)
            if not await self.orders.choose(player, seat, ply, texts):
                await self.lesson.look_at(ply, texts)
                await self.play(ply, lambda: self._own_move(person, seat, ply, texts))
                await self.orders.act()
        self.wake_bots()

    async def take_back(self, person: Person | None, seat: Seat, ply: int, *, together: bool = False) -> None:
        """The seat's last move is taken back; `together`: with those that were sent at once with it."""
        async with self.lock:
            await self.refresh()
            if not await self.orders.take_back(self._check_running(person, seat), seat):
                await self.commit(self.table.take_back(seat, ply, together=together))

    async def reset_turn(self, person: Person | None, seat: Seat, ply: int) -> None:
        """All moves of the seat's turn that can still be taken back are, in one transaction."""
        async with self.lock:
            await self.refresh()
            if not await self.orders.take_back(self._check_running(person, seat), seat):
                await self.commit(self.table.reset_turn(seat, ply))

    def why(self, person: Person | None, seat: Seat, text: str) -> None:
        """Why a move is not legal now: it is raised. Nothing is raised if it is."""
        self.check_player(person, seat)
        state = self.orders.state_for(seat)
        actor = state.to_act()
        if actor != seat:
            raise NotYourTurn(say.OVER if actor is None else self._whose_turn(actor))
        refusal = state.refuse(self.edition.vocabulary.parse_strictly(text))
        if refusal is not None:
            raise refusal

    def hold(self, connection: Connection, seat: Seat) -> None:
        """The player of a seat has the screen that several people share: it shows their cards from now on."""
        self.check_player(connection.person, seat)
        connection.holds = seat
        self.broadcast.show(connection)

    def _whose_turn(self, actor: Seat) -> str:
        names = names_of(players_of(self.row.chairs, ()))
        return say.DRAWING if actor == CHANCE else say.turn_of(names[actor])

    def check_player(self, person: Person | None, seat: Seat) -> Person:
        """Only who sits on a seat plays for it."""
        if self.row.phase == OPEN:
            raise Forbidden(say.NOT_BEGUN)
        if self.row.phase in say.STANDS_STILL:
            raise Forbidden(say.STANDS_STILL[self.row.phase])
        if not 0 <= seat < self.table.seats:
            raise Forbidden(say.no_seat(seat + 1))
        chair = self.row.chairs[seat]
        if person is None or chair.person != person.key:
            raise Forbidden(say.not_yours(seat + 1))
        if chair.bot is not None:
            raise Forbidden(say.BOT_PLAYS)
        return person

    def _check_running(self, person: Person | None, seat: Seat) -> Person:
        """The same, and only while the game runs: its record is kept when it is over."""
        player = self.check_player(person, seat)
        if self.table.to_act() is None:
            raise NothingToTakeBack(say.OVER)
        return player

    async def refresh(self) -> None:
        """Catch up before a change, if need be."""
        self.used = time.monotonic()
        if self._behind:
            await self.read_events()

    async def follow(self, ply: int, *, row: bool) -> None:
        """Be at a ply at least, of which there was news, and have the row as it is stored, if that is wanted. The caller holds
        the lock, so whatever is being stored here is done."""
        await self.refresh()
        if ply > self.table.ply:
            await self.read_events()
        elif row:
            await self.read_row()

    def _own_move(self, person: Person | None, seat: Seat, ply: int, texts: Sequence[str]) -> Step:
        self.check_player(person, seat)
        step = self.table.move(seat, ply, texts)  # what the rules refuse, they refuse with their own words
        self.lesson.check(texts)
        return step

    async def play(self, ply: int, make: Callable[[], Step], *, by_hand: Seat | None = None) -> None:
        """Make a step and store it: anew, if only the clock was changed by somebody else meanwhile. The caller holds the lock.
        `by_hand`: where an order makes it, the seat that moved before, be it chance."""
        try:
            await self.commit(make(), by_hand=by_hand)
        except LostRace:
            if self.row.clock is None or self.table.ply != ply:
                raise
            await self.commit(make(), by_hand=by_hand)
        await self.timekeeper.settle()

    async def commit(self, step: Step, *, by_hand: Seat | None = None, reread: bool = False) -> None:
        """Store a step in one transaction, then make it in the table here, then publish it. The caller holds the lock. `by_hand`:
        where an order makes it, the seat that moved before, be it chance. `reread`: what it leads to is read from the store, as
        other processes do, because it may reach back to before what is here."""
        store, state, row = self.services.store, step.state, self.row
        outcome = state.outcome()
        record = None
        if outcome is not None:
            events = [*await restore.all_events(store, row), *step.events]
            record = await restore.record_text(row, events, outcome, await restore.proof_of(store, row))
        now = self.services.now()
        clock, due_at = await self.timekeeper.after_step(step, now)
        append = Append(
            table=row.key,
            ply=step.ply,
            events=step.events,
            seen=step.seen,
            marks=step.marks,
            to_act=state.to_act(),
            at=now,
            record=record,
            scores=() if outcome is None else outcome.scores,
            winners=() if outcome is None else outcome.winners,
            clock_before=row.clock,
            clock=clock,
            due_at=due_at,
            tell_at=self._tell_at(step, now, by_hand),
        )
        self._behind = True
        self._pending_ply = step.ply + len(step.events)
        try:
            await store.moves.append(append)
        except StalePly:
            await self.read_events()
            raise LostRace(say.FASTER) from None
        finally:
            self._pending_ply = 0
        if reread:
            await self.read_events()
            return
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
            clock=clock,
            due_at=due_at,
        )
        self.broadcast.publish(step.ply)
        self.retry.look()
        if clock != row.clock:
            self.timekeeper.arm()
        if outcome is not None:
            self.chat.reveal()

    def _tell_at(self, step: Step, now: float, by_hand: Seat | None) -> float | None:
        """When somebody is told that it is their turn after a step, or that the game is over. Whoever moves by hand goes on
        moving, and need not be told."""
        actor, chairs = step.state.to_act(), self.row.chairs
        if actor is None:
            return self.services.notices.tell_at(now)
        if actor == CHANCE or chairs[actor].bot is not None:
            return None
        mover = last_mover(step.events) if by_hand is None else None if by_hand == CHANCE else by_hand
        if mover is not None and chairs[mover].bot is None and chairs[mover].person == chairs[actor].person:
            return None
        return self.services.notices.tell_at(now)

    # --- bots ---

    def wake_bots(self) -> None:
        """Start the task of the bots, if one of them is to act."""
        self.bots.wake_bots()

    def close(self) -> None:
        """Cancel the bots and close all connections."""
        self.closed = True
        self.bots.close()
        self.timekeeper.disarm()
        self.mixer.disarm()
        self.retry.stop()
        for connection in self.connections:
            connection.close(GOING_AWAY, say.TABLE_CLOSED)

    async def bot_move(self, bot: str, seat: Seat, ply: int, text: str) -> None:
        """A move of a bot, if it still sits there."""
        async with self.lock:
            await self.refresh()
            if self.row.chairs[seat].bot == bot:
                await self.play(ply, lambda: self.table.move(seat, ply, [text]))
                await self.orders.act()

    async def draw_first_cards(self) -> None:
        """Draw the cards that are drawn before anybody acts, if they are not."""
        async with self.lock:
            if self.row.phase == RUNNING and self.table.to_act() == CHANCE:
                await self.commit(self.table.begin())


def _with_clock(row: TableRow, change: ClockChange) -> TableRow:
    return msgspec.structs.replace(row, clock=change.clock, due_at=change.due_at, pace=change.pace or row.pace)
