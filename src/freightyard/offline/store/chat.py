"""What is said at tables."""

from collections.abc import Sequence
from typing import final

import msgspec

from freightyard.offline.store.kept_tables import Change, KeptTables
from freightyard.store import rows
from freightyard.store.rows import NOTE, ChatLine, Writer


@final
class BrowserChat:
    """What is said at tables, by those who share the device, and by the tables themselves."""

    def __init__(self, tables: KeptTables) -> None:
        self._all = tables

    async def add(
        self,
        table: str,
        seat: int | None,
        name: str,
        text: str,
        at: float,
        *,
        audience: str | None = None,
        person: str | None = None,
    ) -> ChatLine | None:
        def make(change: Change) -> ChatLine:
            change.beside = change.beside.with_line(seat, name, text, at, audience)
            change.news.append(rows.CHAT)
            line = change.beside.chat[-1]
            if person is not None:
                read = {**change.beside.read, person: line.number}
                change.beside = msgspec.structs.replace(change.beside, read=read)
            return line

        return await self._all.change(table, make)

    async def note(self, table: str, text: str, at: float) -> None:
        def make(change: Change) -> None:
            change.beside = change.beside.with_note(text, at)
            change.news.append(rows.CHAT)

        await self._all.change(table, make)

    async def lines(self, table: str, limit: int, after: int = 0) -> list[ChatLine]:
        return [line for line in (await self._all.beside(table)).chat if line.number > after][-limit:]

    async def set_read(self, table: str, person: str, line: int) -> None:
        def make(change: Change) -> None:
            furthest = max(line, change.beside.read.get(person, 0))
            change.beside = msgspec.structs.replace(change.beside, read={**change.beside.read, person: furthest})

        await self._all.change(table, make)

    async def read_up_to(self, table: str, person: str) -> int:
        return (await self._all.beside(table)).read.get(person, 0)

    async def unread(self, person: str, tables: Sequence[str]) -> dict[str, int]:
        found = {}
        for table in tables:
            beside = await self._all.beside(table)
            last = beside.read.get(person, 0)
            found[table] = sum(line.number > last and line.audience in (None, NOTE) for line in beside.chat)
        return {table: number for table, number in found.items() if number}

    async def muted(self, table: str) -> frozenset[str]:
        return frozenset()

    async def writers(self, table: str, limit: int) -> list[Writer]:
        """Who wrote without a seat: nobody else is there."""
        return []

    async def writer(self, table: str, number: int) -> Writer | None:
        return None
