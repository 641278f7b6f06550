"""A group of appends in one transaction, by the shortest way that each database has.

This runs at every move, so nothing is built or compiled here: the statements are written out, and values go to the driver as they
are. On SQLite a group costs one change of threads; on PostgreSQL it is one statement, which is a transaction of its own.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from freightyard.store.append_queue import Refusals
from freightyard.store.file_identity import FileIdentity
from freightyard.store.lock import WriteLock
from freightyard.store.record_rows import kept_record, row_of
from freightyard.store.rows import MOVE, OPEN, OVER, RUNNING, Append
from freightyard.store.schema import RECORD_COLUMNS
from freightyard.store.values import to_json
from freightyard.table.errors import StalePly, TableError

CHANNEL: Final = "freightyard"  # of PostgreSQL's NOTIFY

T = TypeVar("T")
Row = tuple[Any, ...]


def _refusal(append: Append, held: tuple[int, str, str | None] | None) -> TableError | None:
    """Why an append to a table that is at a ply and in a phase is not kept."""
    if held is None:
        return TableError("there is no such table")
    ply, phase, clock = held
    if phase == OPEN:
        return TableError("the table has not begun")
    if append.ply != ply or phase != RUNNING:
        return StalePly(f"the table is at ply {ply}, not {append.ply}: look again")
    if append.clock_before != clock:
        return StalePly("the clock of the table is another one by now: look again")
    return None


def _moved(append: Append) -> Row:
    """The row of the table after it, from `ply` to `tell_at`."""
    phase = RUNNING if append.to_act is not None else OVER
    scores, winners = to_json(append.scores), to_json(append.winners)
    ply = append.ply + len(append.events)
    return ply, append.to_act, append.at, phase, scores, winners, append.clock, append.due_at, append.tell_at


def event_rows(appends: Sequence[Append]) -> list[Row]:
    """The rows of their events, a value for each column."""
    return [
        (append.table, ply, event.seat, event.text, to_json(seen), append.at)
        for append in appends
        for ply, (event, seen) in enumerate(zip(append.events, append.seen, strict=True), append.ply)
    ]


def mark_rows(appends: Sequence[Append]) -> list[Row]:
    """The rows of their marks, a value for each column."""
    return [(append.table, mark.ply, mark.kind, mark.text) for append in appends for mark in append.marks]


def _records(appends: Sequence[Append]) -> list[Row]:
    return [row_of(kept_record(append.table, append.record, append.at)) for append in appends if append.record is not None]


# --- SQLite ---

_HELD: Final = "SELECT ply, phase, clock FROM tables WHERE key = ?"
_ADD_EVENT: Final = "INSERT INTO events (table_key, ply, seat, text, seen, at) VALUES (?, ?, ?, ?, ?, ?)"
_ADD_MARK: Final = "INSERT INTO marks (table_key, ply, kind, text) VALUES (?, ?, ?, ?)"
_MOVE: Final = (
    "UPDATE tables SET ply = ?, to_act = ?, moved_at = ?, phase = ?, scores = ?, winners = ?, clock = ?, due_at = ?, tell_at = ? "
    "WHERE key = ?"
)
_ADD_RECORD: Final = f"INSERT INTO records ({', '.join(RECORD_COLUMNS)}) VALUES ({', '.join('?' * len(RECORD_COLUMNS))})"  # noqa: S608


class SqliteGroup:
    """A connection to a file in a thread of its own."""

    def __init__(
        self, path: Path, prepare: Callable[[sqlite3.Connection], None], identity: FileIdentity, *, shared: bool
    ) -> None:
        """`prepare` makes a connection one that writes; `shared`: several processes of this machine write into the file."""
        self._identity = identity
        self._path = path
        self._prepare = prepare
        self._lock = WriteLock(path) if shared else None
        self._thread = ThreadPoolExecutor(1, "freightyard-store")
        self._held: sqlite3.Connection | None = None

    async def keep(self, appends: Sequence[Append]) -> Refusals:
        """Keep what steps add to different tables, but for those that came too late: why each of these is refused."""
        return await self.run(lambda connection: _keep_in_file(connection, appends))

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something in a transaction, in the thread of the connection."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()
        if self._lock is not None:
            self._lock.close()

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._identity.check()
        connection = self._held
        if connection is None:
            connection = sqlite3.connect(self._path)
            self._prepare(connection)
            self._held = connection
        with self._lock or nullcontext():
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            self._identity.check()  # what went into a file that is not there any more is not kept
            return result

    def _close(self) -> None:
        if self._held is not None:
            self._held.close()


def _keep_in_file(connection: sqlite3.Connection, appends: Sequence[Append]) -> Refusals:
    refusals: Refusals = [_refusal(append, connection.execute(_HELD, (append.table,)).fetchone()) for append in appends]
    good = [append for append, refusal in zip(appends, refusals, strict=True) if refusal is None]
    connection.executemany(_ADD_EVENT, event_rows(good))
    connection.executemany(_ADD_MARK, mark_rows(good))
    connection.executemany(_MOVE, [(*_moved(append), append.table) for append in good])
    connection.executemany(_ADD_RECORD, _records(good))
    return refusals


# --- PostgreSQL ---

# The rows are locked in the order of their keys, and before anything is written: two processes never wait for each other, and the
# second to come to a table sees how far the first has moved it.
_KEEP: Final = f"""
WITH new AS (
    SELECT * FROM unnest(
        $1::text[], $2::int[], $3::int[], $4::smallint[], $5::float8[], $6::text[], $7::text[], $8::text[],
        $9::text[], $10::float8[], $11::float8[], $12::text[]
    ) AS new (key, was, ply, to_act, at, phase, scores, winners, clock, due_at, tell_at, clock_before)
), held AS MATERIALIZED (
    SELECT key, ply, phase, clock FROM tables WHERE key = ANY ($1) ORDER BY key FOR NO KEY UPDATE
), good AS MATERIALIZED (
    SELECT new.* FROM new JOIN held ON held.key = new.key AND held.ply = new.was AND held.phase = '{RUNNING}'
        AND held.clock IS NOT DISTINCT FROM new.clock_before
), moved AS (
    UPDATE tables SET ply = good.ply, to_act = good.to_act, moved_at = good.at, phase = good.phase, scores = good.scores,
        winners = good.winners, clock = good.clock, due_at = good.due_at, tell_at = good.tell_at
    FROM good WHERE tables.key = good.key
), happened AS (
    INSERT INTO events (table_key, ply, seat, text, seen, at)
    SELECT event.* FROM unnest($13::text[], $14::int[], $15::smallint[], $16::text[], $17::text[], $18::float8[])
        AS event (key, ply, seat, text, seen, at) JOIN good ON good.key = event.key
), marked AS (
    INSERT INTO marks (table_key, ply, kind, text)
    SELECT mark.* FROM unnest($19::text[], $20::int[], $21::text[], $22::text[])
        AS mark (key, ply, kind, text) JOIN good ON good.key = mark.key
), told AS MATERIALIZED (
    SELECT pg_notify('{CHANNEL}', $23::text || string_agg(E'\\n' || key || ' {MOVE} ' || ply, '')) FROM good HAVING count(*) > 0
)
SELECT key, ply, phase, clock, (SELECT count(*) FROM told) FROM held
"""  # noqa: S608  (only words of our own are put in)
_KEEP_RECORD: Final = (
    f"INSERT INTO records ({', '.join(RECORD_COLUMNS)}) VALUES ({', '.join(f'${n}' for n in range(1, len(RECORD_COLUMNS) + 1))})"  # noqa: S608
)


class PostgresGroup:
    """A connection that is held, and made anew when it is lost. `sender` signs the news that other processes are sent."""

    def __init__(self, engine: AsyncEngine, sender: str) -> None:
        """`engine` leaves transactions to the statements."""
        self._engine = engine
        self._sender = sender
        self._held: AsyncConnection | None = None

    async def keep(self, appends: Sequence[Append]) -> Refusals:
        """Keep what steps add to different tables, but for those that came too late: why each of these is refused."""
        driver = await self._driver()
        try:
            if all(append.record is None for append in appends):
                return await self._kept(driver, appends)
            async with driver.transaction():
                refusals = await self._kept(driver, appends)
                good = [append for append, refusal in zip(appends, refusals, strict=True) if refusal is None]
                await driver.executemany(_KEEP_RECORD, _records(good))
                return refusals
        except BaseException:
            await self.close()  # whatever state it is in
            raise

    async def close(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            await held.invalidate()
            await held.close()

    async def _driver(self) -> Any:
        """The driver's own connection."""
        if self._held is not None:
            raw = await self._held.get_raw_connection()
            driver: Any = raw.driver_connection
            if driver is not None and not driver.is_closed():
                return driver
            await self.close()
        self._held = await self._engine.connect()
        return (await self._held.get_raw_connection()).driver_connection

    async def _kept(self, driver: Any, appends: Sequence[Append]) -> Refusals:
        new = [(append.table, append.ply, *_moved(append), append.clock_before) for append in appends]
        columns = [*_columns(new, 12), *_columns(event_rows(appends), 6), *_columns(mark_rows(appends), 4)]
        held = {row[0]: (row[1], row[2], row[3]) for row in await driver.fetch(_KEEP, *columns, self._sender)}
        return [_refusal(append, held.get(append.table)) for append in appends]


def _columns(rows: list[Row], width: int) -> list[tuple[Any, ...]]:
    """Rows as columns."""
    return list(zip(*rows, strict=True)) if rows else [()] * width
