"""What stands in the strip above the board of an open table, for one who looks."""

from typing import TYPE_CHECKING, Final

from freightyard.core.contract import Seat
from freightyard.page import strip_sentences as page_say
from freightyard.page.strip import Ask, Late, Strip
from freightyard.server.live import voting
from freightyard.server.live.viewer import Viewer
from freightyard.store.rows import ARCHIVED, ENDED, RUNNING, Proposal

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

_DAY: Final = 86_400


def strip_for(room: "Room", viewer: Viewer) -> Strip:
    """The strip for who looks in this way."""
    row = room.row
    person = row.chairs[viewer.own_seats[0]].person if viewer.own_seats else None
    if row.phase == ENDED:
        return Strip(home=room.home, stopped=page_say.ENDED)
    if row.phase == ARCHIVED:
        stopped = page_say.ARCHIVED if person is None else page_say.ARCHIVED_YOURS
        return Strip(home=room.home, stopped=stopped, wakes=person is not None)
    retry = room.retry.sheet(viewer)
    if row.phase != RUNNING:
        return Strip(home=room.home, retry=retry)
    now = room.services.now()
    current = [proposal for proposal in room.proposals if voting.still_applies(row, proposal, now, room.away)]
    asks = [_ask(room, proposal, person) for proposal in current]
    overdue: list[Late] = []
    if person is not None and not any(proposal.kind == voting.REPLACE for proposal in current):
        overdue = [
            _late(room, seat, person, now)
            for seat, chair in enumerate(row.chairs)
            if chair.person not in (None, person) and voting.does_not_come(row, seat, now, away=seat in room.away)
        ]
    free: list[tuple[int, str]] = []
    if person is None and row.substitutes:
        free = [(seat, chair.called or "") for seat, chair in enumerate(row.chairs) if chair.left]
    paused = voting.is_paused(row)
    return Strip(home=room.home, asks=asks, overdue=overdue, free=free, paused=paused, resumes=person is not None, retry=retry)


def _late(room: "Room", seat: Seat, person: str, now: float) -> Late:
    row, name = room.row, room.row.chairs[seat].called or ""
    if seat in room.away:
        offers = row.made_by == person and voting.host_decides(row)
        return Late(seat=seat, name=name, days=int(room.away[seat] / _DAY), bot=True, offers=offers)
    return Late(seat=seat, name=name, days=int((now - row.moved_at) / _DAY) if row.clock is None else 0)


def _ask(room: "Room", proposal: Proposal, person: str | None) -> Ask:
    row = room.row
    voters = voting.waited_for(row, proposal)
    return Ask(
        number=proposal.number,
        words=page_say.proposes(voting.name_of(row, proposal.made_by), proposal.kind, voting.subject(row, proposal)),
        yes=[voting.name_of(row, voter) for voter in voters if proposal.answers.get(voter)],
        waiting=[voting.name_of(row, voter) for voter in voters if voter not in proposal.answers],
        asked=voting.may_answer(row, proposal, person),
        answer=proposal.answers.get(person or ""),
        look=int(proposal.data) if proposal.kind == voting.BACK else None,
    )
