"""What happened at tables: each step is a text of its own."""

from typing import Final, final

import msgspec

from freightyard.offline.keep import as_text
from freightyard.offline.store.kept_tables import Change, KeptTables, step_name
from freightyard.store import rows
from freightyard.store.record_rows import kept_record
from freightyard.store.rows import OVER, RUNNING, Append, StoredEvent
from freightyard.table import SHEET, UNDO, Mark
from freightyard.table.errors import StalePly

_LAST: Final = 99_999_999  # a ply that no game reaches
_read_append: Final = msgspec.json.Decoder(Append).decode


@final
class BrowserMoves:
    """What happened at tables."""

    def __init__(self, tables: KeptTables) -> None:
        self._all = tables

    async def append(self, append: Append) -> None:
        def make(change: Change) -> None:
            row = change.row
            late = row is None or row.phase != RUNNING or row.ply != append.ply or row.clock != append.clock_before
            if row is None or late:
                raise StalePly("somebody else was faster")
            change.row = msgspec.structs.replace(
                row,
                ply=append.ply + len(append.events),
                to_act=append.to_act,
                moved_at=append.at,
                phase=OVER if append.to_act is None else RUNNING,
                scores=append.scores,
                winners=append.winners,
                clock=append.clock,
                due_at=append.due_at,
            )
            name = step_name(append.table, append.ply)
            change.absent.append(name)
            change.more[name] = as_text(msgspec.structs.replace(append, record=None))
            if append.record is not None:
                kept = kept_record(append.table, append.record, append.at)
                change.more[f"record/{append.table}"] = as_text(kept)
            change.news.append(rows.MOVE)

        await self._all.change(append.table, make)

    async def events(self, table: str, start: int = 0, end: int | None = None) -> list[StoredEvent]:
        found = []
        for step in await self._steps(table):
            for number, (event, seen) in enumerate(zip(step.events, step.seen, strict=True), step.ply):
                if start <= number < (_LAST if end is None else end):
                    found.append(StoredEvent(number, event, seen, step.at))
        return found

    async def marks(self, table: str, ply: int, limit: int) -> list[Mark]:
        marks = [mark for step in await self._steps(table) for mark in step.marks if mark.ply <= ply]
        found: dict[int, Mark] = {}
        for mark in sorted(marks, key=lambda mark: (mark.ply, mark.kind), reverse=True):
            found.setdefault(mark.ply, mark)
        return list(found.values())[:limit]

    async def sheets(self, table: str) -> list[Mark]:
        return [mark for step in await self._steps(table) for mark in step.marks if mark.kind == SHEET]

    async def undone(self, table: str, before: int, since: int = 0) -> int:
        return sum(stored.event.text == UNDO for stored in await self.events(table, since, before))

    async def _steps(self, table: str) -> list[Append]:
        return [_read_append(text) for _, text in await self._all.keep.read(f"moves/{table}/")]
