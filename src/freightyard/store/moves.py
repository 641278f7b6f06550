"""What happened at tables: events, and the marks at which positions are kept."""

from collections.abc import Sequence

from sqlalchemy import func, select

from freightyard.store.append_queue import AppendQueue, Refusals
from freightyard.store.database import Database
from freightyard.store.listeners import Listeners
from freightyard.store.rows import MOVE, Append, News, StoredEvent
from freightyard.store.schema import EVENTS, MARKS
from freightyard.store.values import from_json
from freightyard.table import SHEET, UNDO, Event, Mark


class Moves:
    """The events of every table. `group_commit.py` has the statements that keep them."""

    def __init__(self, database: Database, listeners: Listeners) -> None:
        self._database = database
        self._listeners = listeners
        self._queue = AppendQueue(self._commit)

    async def append(self, append: Append) -> None:
        """Keep what a step adds to a running table. A move counts as accepted only once this has returned: then it is durable,
        and everybody who listens, in every process, is told. The table is over when nobody is to act; its record is kept too.

        (table, ply) is unique: of two processes that append at one ply, one is refused with `table.errors.StalePly`, and nothing
        of its step is kept. Raises `StoreError` if the database failed: whether the step was kept is then unknown, so read the
        table anew before trying again.
        """
        await self._queue.append(append)

    async def events(self, table: str, start: int = 0, end: int | None = None) -> list[StoredEvent]:
        """What happened from one ply to before another, or up to now."""
        query = select(EVENTS).where(EVENTS.c.table_key == table, EVENTS.c.ply >= start).order_by(EVENTS.c.ply)
        if end is not None:
            query = query.where(EVENTS.c.ply < end)
        async with self._database.reading() as connection:
            found = await connection.execute(query)
            return [StoredEvent(row.ply, Event(row.seat, row.text), from_json(row.seen, str), row.at) for row in found]

    async def marks(self, table: str, ply: int, limit: int) -> list[Mark]:
        """The marks at or before a ply, the latest first, one a ply."""
        # A turn that ends while points are counted has two marks of one position: it counts once.
        latest = (MARKS.c.ply.desc(), MARKS.c.kind.desc())
        query = select(MARKS).where(MARKS.c.table_key == table, MARKS.c.ply <= ply).order_by(*latest).limit(2 * limit)
        found: dict[int, Mark] = {}
        async with self._database.reading() as connection:
            for row in await connection.execute(query):
                found.setdefault(row.ply, Mark(row.ply, row.kind, row.text))
        return list(found.values())[:limit]

    async def sheets(self, table: str) -> list[Mark]:
        """The marks of the kind `sheet`, in order."""
        query = select(MARKS).where(MARKS.c.table_key == table, MARKS.c.kind == SHEET).order_by(MARKS.c.ply)
        async with self._database.reading() as connection:
            return [Mark(row.ply, row.kind, row.text) for row in await connection.execute(query)]

    async def undone(self, table: str, before: int, since: int = 0) -> int:
        """How many moves were taken back before a ply; `since`: from an earlier one on."""
        taken_back = [EVENTS.c.table_key == table, EVENTS.c.ply < before, EVENTS.c.ply >= since, EVENTS.c.text == UNDO]
        async with self._database.reading() as connection:
            return (await connection.execute(select(func.count()).select_from(EVENTS).where(*taken_back))).scalar_one()

    async def close(self) -> None:
        """Wait for every append that was asked for."""
        await self._queue.close()

    async def _commit(self, appends: Sequence[Append]) -> Refusals:
        """Keep a group of appends in one transaction, and tell of those that were kept. PostgreSQL tells the other processes."""
        refusals = await self._database.commit_group(appends)
        for append, refusal in zip(appends, refusals, strict=True):
            if refusal is None:
                self._listeners.tell(News(append.table, MOVE, append.ply + len(append.events)))
        return refusals
