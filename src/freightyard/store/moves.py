"""Events and marks, read again. `groups.py` keeps them."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.store.contract import StoredEvent
from freightyard.store.schema import EVENTS, MARKS
from freightyard.store.values import unlisted
from freightyard.table import SHEET, Event, Mark


async def events(connection: AsyncConnection, table: str, start: int, end: int | None) -> list[StoredEvent]:
    query = select(EVENTS).where(EVENTS.c.table_key == table, EVENTS.c.ply >= start).order_by(EVENTS.c.ply)
    if end is not None:
        query = query.where(EVENTS.c.ply < end)
    rows = await connection.execute(query)
    return [StoredEvent(row.ply, Event(row.seat, row.text), unlisted(row.seen, str)) for row in rows]


async def marks(connection: AsyncConnection, table: str, ply: int, limit: int) -> list[Mark]:
    # A turn that ends while points are counted has two marks of one position: it counts once.
    latest = (MARKS.c.ply.desc(), MARKS.c.kind.desc())
    query = select(MARKS).where(MARKS.c.table_key == table, MARKS.c.ply <= ply).order_by(*latest).limit(2 * limit)
    found: dict[int, Mark] = {}
    for row in await connection.execute(query):
        found.setdefault(row.ply, Mark(row.ply, row.kind, row.text))
    return list(found.values())[:limit]


async def sheets(connection: AsyncConnection, table: str) -> list[Mark]:
    query = select(MARKS).where(MARKS.c.table_key == table, MARKS.c.kind == SHEET).order_by(MARKS.c.ply)
    return [Mark(row.ply, row.kind, row.text) for row in await connection.execute(query)]
