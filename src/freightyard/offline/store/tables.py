"""The rows of tables."""

from typing import final

import msgspec

from freightyard.core.contract import CHANCE
from freightyard.core.lessons import lesson_at
from freightyard.offline.keep import as_text
from freightyard.offline.store.clocks import keep_clock
from freightyard.offline.store.kept_tables import Change, KeptTables, step_name
from freightyard.store import rows
from freightyard.store.errors import NotKept
from freightyard.store.rows import ARCHIVED, OPEN, RUNNING, Append, Chair, ClockChange, TableRow


@final
class BrowserTables:
    """The rows of tables."""

    def __init__(self, tables: KeptTables) -> None:
        self._all = tables

    async def add(self, row: TableRow, past: Append | None = None) -> None:
        def make(change: Change) -> None:
            if change.row is not None:
                raise NotKept(f"there is a table {row.key} already")
            change.row = row
            change.more[f"closed/{row.key}"] = None
            if past is not None and past.events:
                change.more[step_name(row.key, 0)] = as_text(past)
            change.news.append(rows.CHAIRS)

        await self._all.change(row.key, make, there=False)
        if row.earlier is not None:
            self._all.tell(row.earlier, rows.REMATCH)

    async def get(self, key: str) -> TableRow | None:
        return await self._all.get(key)

    async def set_chair(
        self,
        table: str,
        seat: int,
        was: Chair,
        chair: Chair,
        clock: ClockChange | None = None,
        *,
        at: float | None = None,
    ) -> bool:
        def make(change: Change) -> bool:
            row = change.row
            if row is None or row.chairs[seat] != was or (chair.waits and row.phase != OPEN):
                return False
            if clock is not None and row.clock != clock.before:
                return False
            chairs = list(row.chairs)
            chairs[seat] = chair
            change.row = msgspec.structs.replace(row, chairs=tuple(chairs))
            keep_clock(change, clock)
            change.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def begin(self, table: str, clock: ClockChange | None = None, *, tell_at: float | None = None) -> bool:
        def make(change: Change) -> bool:
            row = change.row
            if row is None or row.phase != OPEN or any(chair.waits for chair in row.chairs):
                return False
            change.row = msgspec.structs.replace(row, phase=RUNNING)
            keep_clock(change, clock)
            change.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def set_host(self, table: str, was: str | None, person: str) -> bool:
        def make(change: Change) -> bool:
            if change.row is None or change.row.phase not in (OPEN, RUNNING) or change.row.made_by != was:
                return False
            change.row = msgspec.structs.replace(change.row, made_by=person)
            change.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def wake(self, table: str, note: str, at: float) -> bool:
        def make(change: Change) -> bool:
            if change.row is None or change.row.phase != ARCHIVED:
                return False
            change.row = msgspec.structs.replace(change.row, phase=RUNNING, moved_at=at)
            change.beside = change.beside.with_note(note, at)
            change.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def drop(self, table: str, why: str = rows.BY_HOST, at: float | None = None) -> bool:
        row = await self._all.get(table)
        if row is None or row.phase != OPEN:
            return False
        await self.remove(table, why)
        return True

    async def drop_lesson(self, table: str, at: float | None = None) -> bool:
        row = await self._all.get(table)
        if row is None or lesson_at(row.branch) is None:
            return False
        await self.remove(table, rows.LESSON_LEFT)
        return True

    async def remove(self, table: str, why: str = rows.BY_HOST) -> None:
        """Forget a table and everything that happened there. Its record stays if it has one."""
        steps = [name for name, _ in await self._all.keep.read(f"moves/{table}/")]

        def make(change: Change) -> None:
            change.row = None
            change.more |= dict.fromkeys(steps)
            change.more[f"closed/{table}"] = why
            change.news.append(rows.CHAIRS)

        await self._all.change(table, make)

    async def why_closed(self, key: str) -> str | None:
        return await self._all.keep.get(f"closed/{key}")

    async def count_running_bots_only(self, made_by: str) -> int:
        found = await self._all.all()
        return sum(
            row.made_by == made_by and row.phase == RUNNING and all(chair.person is None or chair.bot for chair in row.chairs)
            for row in found
        )

    async def public(self, limit: int) -> list[TableRow]:
        """Nobody else is here: every table is of the one whose browser it is."""
        return []

    async def of_person(self, person: str, limit: int) -> list[TableRow]:
        found = [row for row in await self._all.all() if row.made_by == person or any(c.person == person for c in row.chairs)]
        return sorted(found, key=lambda row: (row.phase not in (OPEN, RUNNING), -row.moved_at))[:limit]

    async def playing_on(self, origin: str, person: str | None, limit: int) -> list[TableRow]:
        found = [row for row in await self._all.all() if row.origin == origin]
        return sorted(found, key=lambda row: -row.made_at)[:limit]

    async def to_begin(self, before: float, limit: int) -> list[tuple[str, str]]:
        """A device alone deals by itself: a table begins in the step that makes it, and nobody is waited for."""
        return []

    async def waiting(self, moved_before: float, limit: int) -> list[TableRow]:
        def waits(row: TableRow) -> bool:
            return row.to_act in (None, CHANCE) or row.chairs[row.to_act or 0].bot is not None

        found = [row for row in await self._all.all() if row.phase == RUNNING and row.moved_at < moved_before and waits(row)]
        return sorted(found, key=lambda row: row.moved_at)[:limit]
