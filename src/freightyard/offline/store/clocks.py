"""The clocks of tables with a pace."""

from typing import final

import msgspec

from freightyard.offline.store.kept_tables import Change, KeptTables
from freightyard.store import rows
from freightyard.store.rows import RUNNING, ClockChange, ClockEvent


@final
class BrowserClocks:
    """The clocks of tables with a pace."""

    def __init__(self, tables: KeptTables) -> None:
        self._all = tables

    async def change(self, table: str, change: ClockChange) -> bool:
        def make(changed: Change) -> bool:
            if changed.row is None or changed.row.clock != change.before:
                return False
            keep_clock(changed, change)
            changed.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def events(self, table: str) -> list[ClockEvent]:
        return list((await self._all.beside(table)).clock_events)

    async def due(self, now: float, limit: int) -> list[tuple[str, str]]:
        found = [row for row in await self._all.all() if row.phase == RUNNING and row.due_at is not None and row.due_at <= now]
        return [(row.key, row.game) for row in found][:limit]


def keep_clock(change: Change, clock: ClockChange | None) -> None:
    if change.row is None or clock is None:
        return
    pace = change.row.pace if clock.pace is None else clock.pace
    change.row = msgspec.structs.replace(change.row, clock=clock.clock, due_at=clock.due_at, pace=pace)
    change.beside = msgspec.structs.replace(change.beside, clock_events=(*change.beside.clock_events, *clock.events))
    if clock.events and clock.note is not None:
        change.beside = change.beside.with_note(clock.note, clock.events[0].at)
        change.news.append(rows.CHAT)
