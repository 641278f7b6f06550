"""What becomes of a proposal at a table: pure, from its row and the moment.

To end the game, to change the pace or to pause the clock, all must agree who play themselves; one no of anybody with a seat is
enough against it. To replace somebody, more than half of the others must agree. Nobody waits for the answer of a person for whom
a bot plays. What nobody decides lapses.
"""

from typing import Final

from freightyard.core.contract import Seat
from freightyard.server import note_sentences as notes
from freightyard.store.rows import RUNNING, Decide, Decision, Proposal, TableRow
from freightyard.table.clock import read_clock
from freightyard.table.pace import NO_LIMIT, pace_words, read_pace

END: Final = "end"  # the game, without a winner
REPLACE: Final = "replace"  # the player of a seat
PACE: Final = "pace"
PAUSE: Final = "pause"  # the clock

AGREED: Final = "agreed"  # what can come of a proposal
REFUSED: Final = "refused"
LAPSED: Final = "lapsed"  # too few have answered in time
VOID: Final = "void"  # what it was about is not so any more

_DAY: Final = 86_400.0
LAPSE_SECONDS: Final = 7 * _DAY
PATIENCE_SECONDS: Final = 14 * _DAY  # where there is no clock: so long somebody may take before the others may vote
AWAY_SECONDS: Final = 3 * _DAY  # so long nobody votes about a seat on which a bot plays for its person


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
    """The people whose answers count for a majority: those who play themselves, each once, in the order of their seats."""
    playing = [chair.person for chair in row.chairs if chair.person is not None and chair.bot is None]
    return [person for person in dict.fromkeys(playing) if may_answer(row, proposal, person)]


def does_not_come(row: TableRow, seat: Seat, now: float, *, away: bool = False) -> bool:
    """Whether the others may replace who sits on a seat: their time is over, or, where time is not counted, they have let the
    others wait for very long. `away`: they were not here for days, while a bot plays for them."""
    chair = row.chairs[seat]
    if row.phase != RUNNING or chair.person is None:
        return False
    if chair.bot is not None:
        return away
    if row.to_act != seat:
        return False
    if row.clock is None:
        return now - row.moved_at > PATIENCE_SECONDS
    clock = read_clock(row.clock)
    if clock.paused:
        return False
    return (clock.seat == seat and clock.zero is not None) or (row.due_at is not None and row.due_at <= now)


def is_paused(row: TableRow) -> bool:
    """Whether nobody's time runs, as all have agreed."""
    return row.clock is not None and read_clock(row.clock).paused


def still_applies(row: TableRow, proposal: Proposal, now: float) -> bool:
    """Whether what is asked is still a question: the one whom it is about may have moved, and nobody has answered since."""
    if proposal.seat is None:
        return True
    return does_not_come(row, proposal.seat, now, away=row.chairs[proposal.seat].bot is not None)


def has_passed(row: TableRow, proposal: Proposal) -> bool:
    """Whether enough people agree."""
    voters = waited_for(row, proposal)
    agree = sum(proposal.answers.get(person) is True for person in voters)
    return agree * 2 > len(voters) if proposal.kind == REPLACE else agree == len(voters) > 0


def decide_at(now: float, away: frozenset[Seat]) -> Decide:
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
    return "" if proposal.seat is None else row.chairs[proposal.seat].called or notes.SOMEBODY
