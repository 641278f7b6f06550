"""Since your last turn: the recap for one who looks at a table, from the store and from what is open here."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from freightyard.core.contract import Seat, View
from freightyard.core.errors import FreightyardError
from freightyard.page import sentences as say
from freightyard.page.contract import LogEntry, Scene
from freightyard.page.recap import RecapPart, Span, recap_part, span_since
from freightyard.server.live.turn_facts import facts_of_events
from freightyard.server.live.viewer import Viewer, players_of
from freightyard.table import log_lines
from freightyard.typed.sentences import duration

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

_LONG_AGO: Final = 60.0  # seconds from which on it is said when it was


async def recap_of(room: "Room", viewer: Viewer, now: float, since: int | None = None) -> RecapPart | None:
    """What happened since a viewer's own last turn, or, to a spectator, since a ply. None if there is nothing to tell.

    Like the log, it is told through one seat; people who share a screen are told what everybody may know.
    """
    seat, ply = viewer.told, room.table.ply
    log = room.broadcast.log(viewer)
    span = _span(viewer, log, since, ply)
    if log and log[0].ply > 0 and (span is None or span.since < log[0].ply):  # it was longer ago than a page shows
        log = await _whole_log(room, seat)
        span = _span(viewer, log, since, ply)
    if span is None or span.since >= ply:
        return None
    before = await _view_at(room, seat, span.since)
    events = await room.services.store.moves.events(room.key, max(0, span.since - 1), ply)
    times = [stored.at for stored in events]
    last = times[-1] if times else None
    left = times[0] if times and span.since else None  # when the one who looks moved last
    scene = Scene(room.table.view(seat), players_of(room.row.chairs, ()), viewer.own_seats, home=room.home)
    title = say.SINCE_TURN if viewer.own_seats else say.SINCE_LOOK
    ago = "" if left is None or not viewer.own_seats or now - left < _LONG_AGO else duration(now - left)
    return recap_part(
        room.board,
        scene,
        before,
        [entry for entry in log if entry.ply < ply],
        ply=ply,
        span=span,
        title=say.since_ago(title, ago),
        age=None if last is None else max(0, int(now - last)),
    )


def _span(viewer: Viewer, log: Sequence[LogEntry], since: int | None, ply: int) -> Span | None:
    if viewer.own_seats:
        return span_since(log, viewer.own_seats)
    return None if since is None else Span(min(since, ply), acted=False)


async def _whole_log(room: "Room", seat: Seat | None) -> list[LogEntry]:
    """Everything that a seat or a spectator was told."""
    store, row = room.services.store, room.row
    events = await store.moves.events(row.key)
    facts = await facts_of_events(store, row, events)
    column = room.table.seats if seat is None else seat
    lines = log_lines(0, [(stored.event.seat, stored.seen[column]) for stored in events])
    return [LogEntry(line.ply, line.seat, line.text, line.undone, *fact) for line, fact in zip(lines, facts, strict=True)]


async def _view_at(room: "Room", seat: Seat | None, ply: int) -> View | None:
    """What the viewer saw at a ply; None if the rules of today do not lead there any more."""
    try:
        state = await room.state_at(ply)
    except FreightyardError:
        return None
    return msgspec.structs.replace(state.view(seat), legal=())
