"""The clock of a table: whose time runs, and how much is left. Pure: every function is handed the moment, and makes a new clock.

A `Clock` is what has been counted up to a moment, and is stored as JSON (`clock_text`, `read_clock`) with the step that changed
it. What changes it are facts: a step after which another seat is to act (`hand_over`), a pause, another pace, a bot that plays on
a seat or leaves it, a time that is over. Between two facts nothing is written down: `spent`, `remaining` and `due_at` count on
from the last one. So a server may be away for a day, and nobody's clock is another one for it.

- Time belongs to a seat until another seat is to act: small decisions, undone moves and drawn cards change nothing.
- A turn first takes from its own time (`Pace.turn`), then from the bank. Who has used both up is overdue.
- A player who undoes the move that ended the turn goes on with the time of that turn; what went into the bank goes out again.
- While a bot plays on a seat, or the table pauses, nobody's time runs.
- Where days are counted, the hours of the person on the seat (`hours.py`) say when their clock stands still.
- When a time is over, that is a fact too (`run_out`), and it is one once a turn. A turn whose time was over is never the
  person's again: who comes back meanwhile has the next one.
- Another pace begins with full time for everybody: nobody's past delay counts.
"""

from collections.abc import Iterable

import msgspec

from freightyard.core.contract import Seat
from freightyard.table.hours import Calendar, counted, moment_after
from freightyard.table.pace import ALARM, Pace


class EndedTurn(msgspec.Struct, frozen=True):
    """The turn before this one as its player left it, in case they undo its last move."""

    seat: Seat
    used: float
    bank: float
    zero: float | None


class Clock(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What has been counted up to a moment."""

    at: float
    seat: Seat | None = None  # the one that is to act
    used: float = 0.0  # seconds of this turn that counted
    banks: tuple[float, ...]  # that each seat had when this turn began
    bots: tuple[Seat, ...] = ()  # the seats on which a bot plays
    lent: Seat | None = None  # that of them on which it plays this one turn
    paused: bool = False
    zero: float | None = None  # when the time of this turn was over, once that was dealt with
    ended: EndedTurn | None = None

    @property
    def runs(self) -> bool:
        """Whether somebody's time runs, but for their hours of rest."""
        return self.seat is not None and not self.paused and self.seat not in self.bots


def clock_text(clock: Clock) -> str:
    """A clock as it is stored."""
    return msgspec.json.encode(clock).decode()


def read_clock(text: str) -> Clock:
    """A clock that was stored."""
    return msgspec.json.decode(text, type=Clock)


# --- what it shows ---


def spent(clock: Clock, pace: Pace, calendar: Calendar, now: float) -> float:
    """How many seconds of this turn have counted by now. `calendar` is that of the person who is to act, here and below."""
    if not clock.runs or now <= clock.at:
        return clock.used
    return clock.used + counted(calendar, pace, clock.at, now)


def allowed(clock: Clock, pace: Pace) -> float:
    """How many seconds this turn can last: its own time, and the bank."""
    return pace.turn + (0.0 if clock.seat is None else clock.banks[clock.seat])


def remaining(clock: Clock, pace: Pace, calendar: Calendar, now: float) -> float | None:
    """How many seconds are left of this turn; None if it has no limit."""
    if clock.seat is None or not pace.limited:
        return None
    return max(0.0, allowed(clock, pace) - spent(clock, pace, calendar, now))


def due_at(clock: Clock, pace: Pace, calendar: Calendar) -> float | None:
    """When the time of this turn is over; None if that cannot come, or has been dealt with."""
    if clock.zero is not None or not clock.runs or not pace.limited:
        return None
    return _moment(clock, pace, calendar, 1.0)


def alarm_at(clock: Clock, pace: Pace, calendar: Calendar) -> float | None:
    """When so much of the time is over that somebody should be told."""
    if not clock.runs or not pace.limited:
        return None
    return _moment(clock, pace, calendar, ALARM)


def _moment(clock: Clock, pace: Pace, calendar: Calendar, part: float) -> float:
    left = allowed(clock, pace) * part - clock.used
    return clock.at if left <= 0 else moment_after(calendar, pace, clock.at, left)


# --- what changes it ---


def start(pace: Pace, seats: int, at: float, seat: Seat | None, bots: Iterable[Seat] = ()) -> Clock:
    """The clock of a table that begins, or that gets one. `seat` is to act; none before the first cards are drawn."""
    return Clock(at=at, seat=seat, banks=(float(pace.bank),) * seats, bots=tuple(sorted(bots)))


def advance(clock: Clock, pace: Pace, calendar: Calendar, at: float) -> Clock:
    """The same clock at a later moment. A machine whose own clock is set back does not turn it back."""
    used = spent(clock, pace, calendar, at)
    return msgspec.structs.replace(clock, at=max(at, clock.at), used=used)


def hand_over(clock: Clock, pace: Pace, calendar: Calendar, at: float, seat: Seat | None, *, undone: bool = False) -> Clock:
    """A step was made, after which a seat is to act; none if the game is over. `undone`: it was a move that was taken back."""
    clock = advance(clock, pace, calendar, at)
    if seat == clock.seat:
        return clock
    ended = clock.ended
    banks = list(clock.banks)
    before = None
    if clock.seat is not None:
        before = EndedTurn(clock.seat, clock.used, clock.banks[clock.seat], clock.zero)
        banks[clock.seat] = _bank_after(clock, pace, clock.seat, undone=undone)
    used, zero = 0.0, None
    if undone and ended is not None and ended.seat == seat:
        before = None
        used, zero, banks[seat] = ended.used, ended.zero, ended.bank
    return msgspec.structs.replace(clock, seat=seat, used=used, zero=zero, banks=tuple(banks), ended=before)


def _bank_after(clock: Clock, pace: Pace, seat: Seat, *, undone: bool) -> float:
    """A seat's bank at the end of a turn. A bot saves no time, but its person finds enough there to play on."""
    bank = clock.banks[seat]
    left = min(bank, max(0.0, bank + pace.turn - clock.used))
    if undone:
        return left
    if seat in clock.bots:
        return max(left, float(min(pace.increment, pace.bank)))
    return left + pace.increment


def pause(clock: Clock, pace: Pace, calendar: Calendar, at: float) -> Clock:
    """Nobody's time runs from now on. A table that pauses already goes on pausing."""
    return msgspec.structs.replace(advance(clock, pace, calendar, at), paused=True)


def resume(clock: Clock, pace: Pace, calendar: Calendar, at: float) -> Clock:
    """Time runs again, from where it stood."""
    return msgspec.structs.replace(advance(clock, pace, calendar, at), paused=False)


def change_pace(clock: Clock, pace: Pace, at: float) -> Clock:
    """Another pace: everybody has its full time, whatever they used before."""
    fresh = start(pace, len(clock.banks), max(at, clock.at), clock.seat, clock.bots)
    return msgspec.structs.replace(fresh, lent=clock.lent, paused=clock.paused)


def set_bot(clock: Clock, pace: Pace, calendar: Calendar, at: float, seat: Seat, *, bot: bool, lent: bool = False) -> Clock:
    """A bot plays on a seat from now on, or its person does; `lent`: it plays this one turn."""
    clock = advance(clock, pace, calendar, at)
    bots = set(clock.bots) | {seat} if bot else set(clock.bots) - {seat}
    still = seat if bot and lent else None if clock.lent == seat else clock.lent
    return msgspec.structs.replace(clock, bots=tuple(sorted(bots)), lent=still)


def replace_person(clock: Clock, pace: Pace, calendar: Calendar, at: float, seat: Seat) -> Clock:
    """Another person has a seat: what the one before them used is not theirs. `calendar` is that of the one before."""
    clock = advance(clock, pace, calendar, at)
    banks = tuple([float(pace.bank) if place == seat else bank for place, bank in enumerate(clock.banks)])
    ended = None if clock.ended is not None and clock.ended.seat == seat else clock.ended
    if clock.seat == seat:
        return msgspec.structs.replace(clock, banks=banks, used=0.0, zero=None, ended=ended)
    return msgspec.structs.replace(clock, banks=banks, ended=ended)


def run_out(clock: Clock, pace: Pace, calendar: Calendar, at: float) -> Clock:
    """The time of this turn is over, which is dealt with now. Nothing changes if it is not, or was dealt with before."""
    due = due_at(clock, pace, calendar)
    if due is None or due > at:
        return clock
    return msgspec.structs.replace(advance(clock, pace, calendar, at), zero=due)


def overdue_since(clock: Clock, pace: Pace, calendar: Calendar, now: float) -> float | None:
    """Since when the time of this turn is over; None if some is left, or nobody's runs."""
    if clock.zero is not None:
        return clock.zero
    due = due_at(clock, pace, calendar)
    return due if due is not None and due <= now else None
