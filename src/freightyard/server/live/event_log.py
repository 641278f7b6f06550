"""The latest events of a table, as each seat and a spectator was told of them."""

from collections.abc import Sequence
from typing import Final, final

import msgspec

from freightyard.core.contract import Seat
from freightyard.page.contract import LogEntry
from freightyard.server.live.turn_facts import UNKNOWN, TurnFact
from freightyard.store.rows import StoredEvent
from freightyard.table import Seen, Standing

SHOWN: Final = 150  # in the log of a page: enough to look back, and as much in a short game as in a long one


@final
class EventLog:
    """A log a seat, and the spectator's last. Moves that were taken back stay in it, marked."""

    def __init__(self, seats: int) -> None:
        self._columns: list[list[LogEntry]] = [[] for _ in range(seats + 1)]
        self._touched: list[tuple[int, int]] = []  # of the events: their plies, and the first line of the log that they changed
        self._standing = Standing()
        self._shown: dict[int, Sequence[LogEntry]] = {}  # as the pages of this moment show them

    def add(self, ply: int, seat: Seat, seen: Seen, fact: TurnFact = UNKNOWN) -> None:
        """Something happened."""
        self._shown.clear()
        first = ply
        undone = self._standing.follow(ply, seen[-1])
        if undone is not None:  # what was taken back may be older than this log
            self._undo(undone)
            first = undone - 1  # the move before it now ends a line
        self._touched.append((ply, first))
        if len(self._touched) > 2 * SHOWN:
            del self._touched[:SHOWN]
        for column, text in zip(self._columns, seen, strict=True):
            column.append(LogEntry(ply, seat, text, turn=fact.turn, gains=fact.gains))
            if len(column) > 2 * SHOWN:
                del column[:SHOWN]

    def add_all(self, events: Sequence[StoredEvent], facts: Sequence[TurnFact]) -> None:
        for stored, fact in zip(events, facts, strict=True):
            self.add(stored.ply, stored.event.seat, stored.seen, fact)

    def entries(self, seat: Seat | None, since: int = 0) -> Sequence[LogEntry]:
        """What a seat or a spectator was told, from a ply on, as far as a page shows it."""
        number = -1 if seat is None else seat
        column = self._shown.get(number)
        if column is None:
            column = self._shown[number] = self._columns[number][-SHOWN:]
        if not since or not column:
            return column
        return column[max(0, since - column[0].ply) :]  # no ply is missing in it

    def touched(self, since: int) -> int:
        """The ply of the first event whose line in the log looks another way since a ply."""
        found = since
        for place in range(len(self._touched) - 1, -1, -1):
            ply, first = self._touched[place]
            if ply < since:
                break
            found = min(found, first)
        return found

    def _undo(self, ply: int) -> None:
        for column in self._columns:
            place = ply - column[0].ply if column else -1
            if place >= 0:
                old = column[place]
                column[place] = msgspec.structs.replace(old, undone=True)
