"""Events and marks: what steps add to tables, and reading it again."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.store.contract import OPEN, OVER, RUNNING, Append, StoredEvent
from freightyard.store.records import insert_records, kept_record
from freightyard.store.schema import EVENTS, MARKS, TABLES
from freightyard.store.values import listed, padded, unlisted
from freightyard.store.writer import Refusals
from freightyard.table import SHEET, Event, Mark
from freightyard.table.errors import StalePly, TableError

# The rows are locked in the order of their keys, and before anything is written: two processes never wait for each other, and the
# second to come to a table sees how far the first has moved it.
_HELD: Final = (
    select(TABLES.c.key, TABLES.c.ply, TABLES.c.phase)
    .where(TABLES.c.key.in_(bindparam("keys", expanding=True)))
    .order_by(TABLES.c.key)
    .with_for_update(key_share=True)
)
_ADD_EVENTS: Final = insert(EVENTS)
_ADD_MARKS: Final = insert(MARKS)
_MOVED: Final = (
    update(TABLES)
    .where(TABLES.c.key == bindparam("moved_key"))
    .values({name: bindparam(f"new_{name}") for name in ("ply", "to_act", "moved_at", "phase", "scores", "winners")})
)


def keep(connection: Connection, appends: Sequence[Append]) -> Refusals:
    """Keep what steps add to different tables, but for those that came too late: why each of these is refused."""
    held = {row.key: row for row in connection.execute(_HELD, {"keys": padded([append.table for append in appends])})}
    refusals: Refusals = []
    for append in appends:
        row = held.get(append.table)
        refusals.append(TableError("there is no such table") if row is None else _refusal(append, row.ply, row.phase))
    good = [append for append, refusal in zip(appends, refusals, strict=True) if refusal is None]
    if good:
        _insert(connection, good)
    return refusals


def _refusal(append: Append, ply: int, phase: str) -> TableError | None:
    if phase == OPEN:
        return TableError("the table has not begun")
    if append.ply != ply or phase == OVER:
        return StalePly(f"the table is at ply {ply}, not {append.ply}: look again")
    return None


def _insert(connection: Connection, appends: list[Append]) -> None:
    events = [
        {"table_key": append.table, "ply": ply, "seat": event.seat, "text": event.text, "seen": listed(seen)}
        for append in appends
        for ply, (event, seen) in enumerate(zip(append.events, append.seen, strict=True), append.ply)
    ]
    marks = [
        {"table_key": append.table, "ply": mark.ply, "kind": mark.kind, "text": mark.text}
        for append in appends
        for mark in append.marks
    ]
    moved = [
        {
            "moved_key": append.table,
            "new_ply": append.ply + len(append.events),
            "new_to_act": append.to_act,
            "new_moved_at": append.at,
            "new_phase": RUNNING if append.to_act is not None else OVER,
            "new_scores": listed(append.scores),
            "new_winners": listed(append.winners),
        }
        for append in appends
    ]
    records = [kept_record(append.table, append.record, append.at) for append in appends if append.record is not None]
    if events:
        connection.execute(_ADD_EVENTS, events)
    if marks:
        connection.execute(_ADD_MARKS, marks)
    connection.execute(_MOVED, moved)
    if records:
        insert_records(connection, records)


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
