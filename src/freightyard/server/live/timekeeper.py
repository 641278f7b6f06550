"""The clock of an open table: it goes on with every step, and what was chosen for the end of somebody's time happens then, once.

Every change is stored together with what made it, and only if the clock is still the one that it was made from. So whichever
process is first is the only one, and a table whose time ran out while the server was away is dealt with when it is back.
A table without a limit has no clock, and nothing here costs it anything.
"""

import asyncio
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, final

import msgspec

from freightyard.core.contract import CHANCE, Seat
from freightyard.core.errors import FreightyardError
from freightyard.server import sentences as say
from freightyard.server.live.create import default_bot
from freightyard.server.wire import messages
from freightyard.store.rows import OPEN, RUNNING, Chair, ClockChange, ClockEvent, Person
from freightyard.table import UNDO, Pace, Step, check_pace, pace_text, read_pace
from freightyard.table import clock as clocks
from freightyard.table.clock import Clock, clock_text, read_clock
from freightyard.table.hours import USUAL, Calendar
from freightyard.table.pace import LIVE, PLAY_TURN, TAKE_SEAT, rest_words

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

BEGAN: Final = "begin"  # what a clock's event can be: the table began, or got a pace, with these people and bots
PACE: Final = "pace"
CHAIR: Final = "chair"  # who plays on a seat
PAUSE: Final = "pause"
RESUME: Final = "resume"
ZERO: Final = "zero"  # somebody's time was over

_SOON: Final = 600.0  # seconds for which a room waits itself; the hub's sweep finds everything else
_LATE: Final = 0.05  # a timer may be a moment early
_TRIES: Final = 5

_read_pace = lru_cache(maxsize=256)(read_pace)
_read_clock = lru_cache(maxsize=256)(read_clock)


@final
class Timekeeper:
    """Keeps the time of one room. Whoever calls what changes something holds the room's lock."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._calendars: dict[Seat, Calendar] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._sent: bytes | None = None

    # --- what is ---

    @property
    def pace(self) -> Pace | None:
        """The pace of the table; None if it is one of the first versions."""
        return _read_pace(self._room.row.pace)

    @property
    def clock(self) -> Clock | None:
        """The clock as it is stored; None if the table has not begun, or has no limit."""
        text = self._room.row.clock
        return None if text is None else _read_clock(text)

    def overdue(self) -> tuple[Seat, float] | None:
        """The seat whose time is over, and since when."""
        clock, pace = self.clock, self.pace
        if clock is None or pace is None or clock.seat is None or self._room.row.phase != RUNNING:
            return None
        since = clocks.overdue_since(clock, pace, self._calendar(clock.seat), self._room.services.now())
        return None if since is None else (clock.seat, since)

    def lost_turn(self, seat: Seat) -> bool:
        """Whether the turn that a seat is in was over in time: then its person has the next one."""
        clock = self.clock
        return clock is not None and clock.seat == seat and clock.zero is not None and self._room.row.phase == RUNNING

    def time_left(self, seat: Seat) -> tuple[float, float] | None:
        """How many seconds a seat that is to act has left, and how many of them are its bank; None if nobody counts them."""
        clock, pace = self.clock, self.pace
        if clock is None or pace is None or clock.seat != seat:
            return None
        left = clocks.remaining(clock, pace, self._calendar(seat), self._room.services.now())
        return None if left is None else (left, clock.banks[seat])

    # --- what changes it ---

    def begin(self) -> ClockChange | None:
        """The clock of a table that begins now."""
        pace = self.pace
        return None if pace is None or not pace.limited else self._started(pace, BEGAN)

    async def after_step(self, step: Step, at: float) -> tuple[str | None, float | None]:
        """The clock after a step, and when it is due."""
        row, clock, pace = self._room.row, self.clock, self.pace
        if clock is None or pace is None:
            return None, None
        actor = step.state.to_act()
        if actor == clock.seat and not pace.rests:
            return row.clock, row.due_at  # the turn goes on
        await self.read_calendars()
        if actor == clock.seat:
            return row.clock, clocks.due_at(clock, pace, self._calendar(actor))
        undone = bool(step.events) and step.events[-1].text == UNDO
        after = clocks.hand_over(clock, pace, self._calendar(clock.seat), at, actor, undone=undone)
        return clock_text(after), clocks.due_at(after, pace, self._calendar(actor))

    async def after_chair(self, seat: Seat, was: Chair, chair: Chair, *, lent: bool = False) -> ClockChange | None:
        """What it means for the clock that somebody sits down or gets up."""
        clock, pace = self.clock, self.pace
        if clock is None or pace is None or self._room.row.phase != RUNNING:
            return None
        await self.read_calendars()
        now = self._room.services.now()
        after = clock
        if was.person != chair.person:
            after = clocks.replace_person(after, pace, self._calendar(after.seat), now, seat)
        after = clocks.set_bot(after, pace, self._calendar(after.seat), now, seat, bot=chair.bot is not None, lent=lent)
        due = self._due(after, pace, (await self._calendars_of({seat: chair}, pace))[seat] if after.seat == seat else None)
        return self._change(after, due, (self._chair_event(seat, chair, lent=lent),))

    async def after_return(self, seat: Seat, person: str) -> ClockChange | None:
        """What it means for the clock that a seat is given back to its player, who is somebody else to us: they go on with the
        time that they had, and their hours of today count from now on. What was counted by the old ones stays counted."""
        clock, pace, was = self.clock, self.pace, self._room.row.chairs[seat]
        if clock is None or pace is None or self._room.row.phase != RUNNING:
            return None
        await self.read_calendars()
        after = clocks.advance(clock, pace, self._calendar(clock.seat), self._room.services.now())
        chair = Chair(person, was.bot, was.called)
        due = self._due(after, pace, (await self._calendars_of({seat: chair}, pace))[seat] if after.seat == seat else None)
        return self._change(after, due, (self._chair_event(seat, chair, lent=clock.lent == seat, same=True),))

    async def lend(self, seat: Seat) -> None:
        """The bot that has taken a seat plays this one turn on it: its person is back, and has the next one."""
        for _ in range(_TRIES):
            clock, pace, chair = self.clock, self.pace, self._room.row.chairs[seat]
            if clock is None or pace is None or not self.lost_turn(seat):
                return
            now = self._room.services.now()
            after = clocks.set_bot(clock, pace, self._calendar(clock.seat), now, seat, bot=True, lent=True)
            if await self._keep(self._change(after, None, (self._chair_event(seat, chair, lent=True),))):
                return

    async def settle(self, *, turn_is_over: bool = False) -> None:
        """Give a seat back on which a bot has played for one turn, if that is over."""
        for _ in range(_TRIES):
            clock = self.clock
            if clock is None or clock.lent is None:
                return
            if clock.seat == clock.lent and self._room.row.phase == RUNNING and not turn_is_over:
                return
            was = self._room.row.chairs[clock.lent]
            if was.bot is None:
                return
            chair = Chair(was.person, called=was.called)
            if await self._room.chairs.keep(clock.lent, was, chair, await self.after_chair(clock.lent, was, chair)):
                return  # else another process was faster, and has done the same

    async def set_pace(self, pace: Pace) -> None:
        """Another pace, with full time for everybody."""
        check_pace(pace)
        for _ in range(_TRIES):
            await self.settle(turn_is_over=not pace.limited)
            before = self._room.row.clock
            if self._room.row.phase == RUNNING and pace.limited:
                await self.read_calendars(pace)
                change = self._started(pace, PACE)
            else:
                events = () if before is None else (self._event(PACE, data={"pace": pace}),)
                change = ClockChange(before=before, clock=None, due_at=None, pace=pace_text(pace), events=events)
            if await self._keep(change):
                return

    async def pause(self) -> None:
        """Nobody's time runs from now on."""
        await self._pause(PAUSE)

    async def resume(self) -> None:
        """Time runs again, from where it stood."""
        await self._pause(RESUME)

    async def _pause(self, kind: str) -> None:
        for _ in range(_TRIES):
            clock, pace = self.clock, self.pace
            if clock is None or pace is None or clock.paused == (kind == PAUSE):
                return
            await self.read_calendars()
            turn = clocks.pause if kind == PAUSE else clocks.resume
            after = turn(clock, pace, self._calendar(clock.seat), self._room.services.now())
            if await self._keep(self._change(after, self._due(after, pace), (self._event(kind),))):
                return

    async def check(self) -> None:
        """Look whether somebody's time is over, by what is stored now, and let happen what was chosen for that."""
        if self._room.row.clock is None or self._room.row.phase != RUNNING:
            return
        await self.settle()
        await self.read_calendars()
        clock, pace = self.clock, self.pace
        if clock is None or pace is None or self._room.row.phase != RUNNING:
            return
        due = self._due(clock, pace)
        if due is not None and due <= self._room.services.now():
            await self._run_out(clock, pace)
        elif due != self._room.row.due_at:
            await self._keep(self._change(clock, due, ()))

    async def _run_out(self, clock: Clock, pace: Pace) -> None:
        room, seat, now = self._room, clock.seat, self._room.services.now()
        if seat is None:
            return
        calendar = self._calendar(seat)
        after = clocks.run_out(clock, pace, calendar, now)
        events = [self._event(ZERO, seat, {"since": after.zero, "then": pace.at_zero})]
        was = room.row.chairs[seat]
        note = say.time_over(was.called or was.name, pace.at_zero)
        if pace.at_zero in (PLAY_TURN, TAKE_SEAT):
            chair = Chair(was.person, default_bot(room.game), was.called)
            lent = pace.at_zero == PLAY_TURN
            after = clocks.set_bot(after, pace, calendar, now, seat, bot=True, lent=lent)
            change = self._change(after, None, (*events, self._chair_event(seat, chair, lent=lent)), note)
            await room.chairs.keep(seat, was, chair, change)
        else:
            await self._keep(self._change(after, None, tuple(events), note))

    async def hear_zone(self, person: Person | None, zone: str) -> None:
        """The browser of somebody at a table of days says where they are: that counts until they choose their hours."""
        pace, store = self.pace, self._room.services.store
        if pace is None or not pace.rests or person is None or not zone:
            return
        if not any(chair.belongs_to(person) for chair in self._room.row.chairs) or (await store.calendars.of(person.key)).hours:
            return
        await store.calendars.suggest_zone(person.key, zone, self._room.services.now())
        self._room.services.hub.check_clock(self._room)

    # --- inside ---

    def _calendar(self, seat: Seat | None) -> Calendar:
        return USUAL if seat is None else self._calendars.get(seat, USUAL)

    async def read_calendars(self, pace: Pace | None = None) -> None:
        """Read when the clocks of those at the table stand still. At a live table they never do."""
        pace = pace or self.pace
        if pace is not None and pace.rests:
            self._calendars = await self._calendars_of(dict(enumerate(self._room.row.chairs)), pace)
        else:
            self._calendars = {}

    async def _calendars_of(self, chairs: dict[Seat, Chair], pace: Pace) -> dict[Seat, Calendar]:
        people = {chair.person for chair in chairs.values() if chair.person is not None} if pace.rests else set()
        found = await self._room.services.store.calendars.of_all(people) if people else {}
        return {seat: found.get(chair.person or "", USUAL) for seat, chair in chairs.items()}

    def _due(self, clock: Clock, pace: Pace, calendar: Calendar | None = None) -> float | None:
        return clocks.due_at(clock, pace, calendar or self._calendar(clock.seat))

    def _started(self, pace: Pace, kind: str) -> ClockChange:
        room = self._room
        now, actor, chairs = room.services.now(), room.table.to_act(), room.row.chairs
        seat = None if actor is None or actor == CHANCE else actor
        bots = [place for place, chair in enumerate(chairs) if chair.bot is not None]
        clock, before = clocks.start(pace, len(chairs), now, seat, bots), self.clock
        if before is not None:
            clock = clocks.change_pace(before, pace, now)
        data = {"pace": pace, "people": [chair.person for chair in chairs], "bots": bots}
        return ClockChange(
            before=room.row.clock,
            clock=clock_text(clock),
            due_at=self._due(clock, pace),
            pace=pace_text(pace),
            events=(self._event(kind, data=data),),
        )

    def _change(self, after: Clock, due: float | None, events: tuple[ClockEvent, ...], note: str | None = None) -> ClockChange:
        return ClockChange(before=self._room.row.clock, clock=clock_text(after), due_at=due, events=events, note=note)

    def _event(self, kind: str, seat: Seat | None = None, data: dict[str, Any] | None = None) -> ClockEvent:
        words = msgspec.json.encode(data or {}).decode()
        return ClockEvent(ply=self._room.table.ply, at=self._room.services.now(), kind=kind, seat=seat, data=words)

    def _chair_event(self, seat: Seat, chair: Chair, *, lent: bool, same: bool = False) -> ClockEvent:
        """`same`: the player is the one before, who lost the way to the seat."""
        data = {"person": chair.person, "bot": chair.bot is not None, "lent": lent, **({"same": True} if same else {})}
        return self._event(CHAIR, seat, data)

    async def _keep(self, change: ClockChange) -> bool:
        """Store a change that is one of the clock alone. If somebody else was faster, what they did is read."""
        kept = await self._room.services.store.clocks.change(self._room.key, change)
        if kept:
            self._room.follow_row(self._room.row, change)
        else:
            await self._room.read_row()
        return kept

    # --- the open room ---

    def arm(self) -> None:
        """Wake up when the time of whoever is to act is over; and tell those who look how much is left."""
        self.disarm()
        due = self._room.row.due_at
        if due is not None and self._room.row.phase == RUNNING:
            wait = due - self._room.services.now()
            if wait < _SOON:
                self._timer = asyncio.get_running_loop().call_later(max(0.0, wait) + _LATE, self._wake)
        self.show()

    def disarm(self) -> None:
        """Forget the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self) -> None:
        self._timer = None
        self._room.services.hub.check_clock(self._room)

    def show(self) -> None:
        """Send everybody the time that is left, if it is another than before."""
        reading = self.reading()
        frame = None if reading is None else messages.clock(reading)
        if frame != self._sent:
            self._sent = frame
            for connection in self._room.connections:
                self.greet(connection)

    def greet(self, connection: Any) -> None:
        """Send somebody the time that is left, and what time it is here: the clocks of browsers differ."""
        if self._sent is not None:
            connection.send(messages.now(self._room.services.now()))
            connection.send(self._sent)

    def reading(self) -> dict[str, Any] | None:
        """What a page shows of the clock: moments, from which it counts itself. None if there is nothing to show."""
        clock, pace = self.clock, self.pace
        if clock is None or pace is None or self._room.row.phase == OPEN:
            return None
        over = self._room.row.phase != RUNNING
        seats = [] if over else [self._seat_reading(clock, pace, seat) for seat in range(len(clock.banks))]
        return {"live": pace.speed == LIVE, "paused": clock.paused, "seats": seats}

    def _seat_reading(self, clock: Clock, pace: Pace, seat: Seat) -> dict[str, Any]:
        calendar, now = self._calendar(seat), self._room.services.now()
        found: dict[str, Any] = {}
        if self._room.row.chairs[seat].person is None:
            return found
        if seat in clock.bots:
            return {"lent": True} if clock.lent == seat else found
        if pace.rests:
            away = [holiday.until for holiday in calendar.holidays if holiday.start <= now < holiday.until]
            if away:
                found["holiday"] = max(away)
        if seat == clock.seat:
            found["zero"] = clock.zero
            found["due"] = self._due(clock, pace)
            found["alarm"] = clocks.alarm_at(clock, pace, calendar)
            found["left"] = clocks.remaining(clock, pace, calendar, clock.at)
            if found["due"] is not None and found["due"] - clock.at > found["left"] + 1:  # it stands still in between
                found["why"] = rest_words(pace)
        elif pace.bank:
            found["left"] = pace.turn + clock.banks[seat]
        return found


async def check_clock(room: "Room") -> None:
    """Look at the clock of a room, as it is stored by now."""
    try:
        async with room.lock:
            await room.read_events()
            await room.timekeeper.check()
    except FreightyardError as error:
        room.services.log.failure("clock not checked", error, table=room.key)
    else:
        room.wake_bots()
