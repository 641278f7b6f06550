"""What becomes of a proposal at a table: pure, from its row and the moment.

To end the game, to go back in it, to change the pace or to pause the clock, all must agree who play themselves; one no of
anybody with a seat is enough against it. To replace somebody, more than half of the others must agree. Nobody waits for the
answer of a person for whom a bot plays. What nobody decides lapses.
"""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from freightyard.core.contract import Seat
from freightyard.server import note_sentences as notes
from freightyard.server.live.timekeeper import CHAIR, ZERO
from freightyard.store.rows import RUNNING, ClockEvent, Decide, Decision, Proposal, TableRow, is_bot_account
from freightyard.table.clock import read_clock
from freightyard.table.hours import Calendar
from freightyard.table.pace import LIVE, NO_LIMIT, PLAY_TURN, VOTE, pace_words, read_pace

END: Final = "end"  # the game, without a winner
REPLACE: Final = "replace"  # the player of a seat
PACE: Final = "pace"
PAUSE: Final = "pause"  # the clock
BACK: Final = "back"  # to an earlier moment of the game

AGREED: Final = "agreed"  # what can come of a proposal
REFUSED: Final = "refused"
LAPSED: Final = "lapsed"  # too few have answered in time
VOID: Final = "void"  # what it was about is not so any more

_DAY: Final = 86_400.0
LAPSE_SECONDS: Final = 7 * _DAY
PATIENCE_SECONDS: Final = 14 * _DAY  # where there is no clock: so long somebody may take before the others may vote
AWAY_SECONDS: Final = 3 * _DAY  # so long a bot plays for somebody before the others may do without them
LATE_SECONDS: Final = 3 * _DAY  # so long somebody may be late where no vote was chosen: the table only says so
LATE_LIVE_SECONDS: Final = 3600.0  # the same at a live table


def own_seat(row: TableRow, person: str | None) -> Seat | None:
    """The first seat of a person."""
    return next((seat for seat, chair in enumerate(row.chairs) if person is not None and chair.person == person), None)


def name_of(row: TableRow, person: str) -> str:
    """How a person is called at a table."""
    seat = own_seat(row, person)
    return notes.SOMEBODY if seat is None else row.chairs[seat].called or notes.SOMEBODY


def may_answer(row: TableRow, proposal: Proposal, person: str | None) -> bool:
    """Whether a person is asked. Nobody votes about themselves."""
    return own_seat(row, person) is not None and (proposal.seat is None or row.chairs[proposal.seat].person != person)


def waited_for(row: TableRow, proposal: Proposal) -> list[str]:
    """The people whose answers count for a majority: those who play themselves, each once, in the order of their seats. Bot
    accounts have no say."""
    playing = [chair.person for chair in row.chairs if chair.person is not None and chair.bot is None]
    playing = [person for person in playing if not is_bot_account(person)]
    return [person for person in dict.fromkeys(playing) if may_answer(row, proposal, person)]


def does_not_come(row: TableRow, seat: Seat, now: float, *, away: bool = False) -> bool:
    """Whether the others may replace who sits on a seat: their time is over, and has been for `patience`; or, where time is not
    counted, they have let the others wait for very long. `away`: they were not here for days, while a bot played for them."""
    chair = row.chairs[seat]
    if row.phase != RUNNING or chair.person is None:
        return False
    if away or chair.bot is not None:
        return away
    if row.to_act != seat:
        return False
    if row.clock is None:
        return now - row.moved_at > PATIENCE_SECONDS
    since = late_since(row, seat, now)
    return since is not None and now - since >= patience(row)


def late_since(row: TableRow, seat: Seat, now: float) -> float | None:
    """Since when the time of who sits on a seat is over; None if it is not, or nobody's runs."""
    if row.clock is None or row.to_act != seat:
        return None
    clock = read_clock(row.clock)
    if clock.paused:
        return None
    if clock.seat == seat and clock.zero is not None:
        return clock.zero
    return row.due_at if row.due_at is not None and row.due_at <= now else None


def patience(row: TableRow) -> float:
    """For how many seconds somebody's time must be over before the others may vote: for none where that was chosen."""
    pace = read_pace(row.pace) or NO_LIMIT
    if pace.at_zero == VOTE:
        return 0.0
    return LATE_LIVE_SECONDS if pace.speed == LIVE else LATE_SECONDS


def may_be_away(row: TableRow, seat: Seat) -> bool:
    """Whether a bot plays for the person of a seat: all the time, or whenever their time is over."""
    chair, pace = row.chairs[seat], read_pace(row.pace)
    lent = row.clock is not None and pace is not None and pace.at_zero == PLAY_TURN
    return row.phase == RUNNING and chair.person is not None and (chair.bot is not None or lent)


def away_for(row: TableRow, seat: Seat, seen: float, facts: Sequence[ClockEvent], calendar: Calendar, now: float) -> float:
    """For how many seconds a bot has played for a person who was here last at `seen`. Holidays do not count: nobody shall come
    home to a seat that is gone."""
    played = [fact.at for fact in facts if fact.seat == seat and fact.at >= seen and _lets_bot_play(fact)]
    if not played and row.chairs[seat].bot is None:
        return 0.0
    since = max(seen, min(played, default=seen))
    away, last = now - since, since
    for holiday in sorted(calendar.holidays, key=lambda each: each.start):
        start, until = max(holiday.start, last), min(holiday.until, now)
        if until > start:
            away, last = away - (until - start), until
    return away


def _lets_bot_play(fact: ClockEvent) -> bool:
    return fact.kind == ZERO or (fact.kind == CHAIR and bool(msgspec.json.decode(fact.data)["bot"]))


def host_decides(row: TableRow) -> bool:
    """Whether the host alone may offer the seat of somebody who is away; else the others vote, as was chosen with the pace."""
    pace = read_pace(row.pace)
    return pace is None or pace.at_zero != VOTE


def is_paused(row: TableRow) -> bool:
    """Whether nobody's time runs, as all have agreed."""
    return row.clock is not None and read_clock(row.clock).paused


def still_applies(row: TableRow, proposal: Proposal, now: float, away: Collection[Seat]) -> bool:
    """Whether what is asked is still a question: the one whom it is about may have moved, and nobody has answered since."""
    return proposal.seat is None or does_not_come(row, proposal.seat, now, away=proposal.seat in away)


def has_passed(row: TableRow, proposal: Proposal) -> bool:
    """Whether enough people agree."""
    voters = waited_for(row, proposal)
    agree = sum(proposal.answers.get(person) is True for person in voters)
    return agree * 2 > len(voters) if proposal.kind == REPLACE else agree == len(voters) > 0


def decide_at(now: float, away: Collection[Seat]) -> Decide:
    """What becomes of a proposal at a moment; `away`: the seats whose people have been away for days."""

    def decide(row: TableRow, proposal: Proposal) -> Decision | None:
        if row.phase != RUNNING:
            return Decision(result=VOID, note="")
        if proposal.seat is not None:
            chair = row.chairs[proposal.seat]
            if chair.left and has_passed(row, proposal):  # it was done, and nobody has told it
                return Decision(result=AGREED, note=notes.replaced(chair.called or notes.SOMEBODY))
            if chair.left:
                return Decision(result=VOID, note="")
            if not does_not_come(row, proposal.seat, now, away=proposal.seat in away):
                return Decision(result=VOID, note=notes.not_replaced(chair.called or notes.SOMEBODY))
        if proposal.kind == PACE and row.pace == proposal.data:  # it was done, and nobody has told it
            return Decision(result=AGREED, note=notes.paced(subject(row, proposal)))
        if proposal.kind == PAUSE and row.clock is None:
            return Decision(result=VOID, note="")
        if proposal.kind == PAUSE and is_paused(row):  # the same
            return Decision(result=AGREED, note=notes.PAUSED)
        if now - proposal.at > LAPSE_SECONDS:
            return Decision(result=LAPSED, note=notes.lapsed(notes.what(proposal.kind, subject(row, proposal))))
        against = [person for person, yes in proposal.answers.items() if not yes and may_answer(row, proposal, person)]
        if proposal.kind == REPLACE:
            voters = waited_for(row, proposal)
            if sum(person in voters for person in against) * 2 >= len(voters):
                return Decision(result=REFUSED, note=notes.outvoted(subject(row, proposal)))
        elif against:
            what = notes.what(proposal.kind, subject(row, proposal))
            return Decision(result=REFUSED, note=notes.refused(name_of(row, against[0]), what))
        if proposal.kind == END and has_passed(row, proposal):
            return Decision(result=AGREED, note=notes.ENDED, ended=True)
        return None

    return decide


def subject(row: TableRow, proposal: Proposal) -> str:
    """Whom or what a proposal is about, in words."""
    if proposal.kind == PACE:
        return pace_words(read_pace(proposal.data) or NO_LIMIT)
    if proposal.kind == BACK:
        return proposal.data
    return "" if proposal.seat is None else row.chairs[proposal.seat].called or notes.SOMEBODY
