"""A table with 2,000 plies opens as a short one does."""

from pathlib import Path

import asyncpg
import msgspec
import pytest
from sqlalchemy import event

from freightyard.store import Store, open_store
from freightyard.store.rows import Append
from tests.store.play import append_of, joined, next_step, row, seated

pytestmark = pytest.mark.anyio


async def fill(store: Store, key: str, laps: int) -> None:
    """A table with the first sixty plies of a game, so many times over: the store does not look into moves."""
    table = seated(row("t"))
    appends: list[Append] = []
    while table.ply < 60:
        step = next_step(table)
        appends.append(append_of(key, table, step))
        table.commit(step)
    lap = joined(appends)
    await store.tables.add(row(key))
    assert await store.tables.begin(key)
    for number in range(laps):
        shift = number * table.ply
        marks = tuple(msgspec.structs.replace(mark, ply=mark.ply + shift) for mark in lap.marks)
        await store.moves.append(msgspec.structs.replace(lap, ply=shift, marks=marks))


async def read_all_to_open(store: Store, key: str) -> int:
    """What a server reads to open a table. The table's ply."""
    kept = await store.tables.get(key)
    assert kept is not None
    marks = await store.moves.marks(key, kept.ply, 2)
    assert len(marks) == 2
    assert await store.moves.events(key, marks[-1].ply)
    await store.chat.lines(key, 50)
    return kept.ply


async def test_a_long_table_takes_sqlite_no_more_steps(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    await fill(store, "short", 2)
    await fill(store, "long", 34)
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    @event.listens_for(store._database._readers.sync_engine, "connect")
    def watch(connection, _) -> None:  # type: ignore[no-untyped-def]
        connection.run_async(lambda driver: driver.set_progress_handler(count, 1))

    counts = {}
    for key, plies in [("short", 120), ("long", 2000), ("short", 120), ("long", 2000)]:
        steps = 0
        assert await read_all_to_open(store, key) >= plies
        counts[key] = steps  # of the second time, when the edition is in memory
    assert 0 < counts["long"] <= counts["short"] * 1.05, counts
    await store.close()


async def test_a_long_table_takes_postgres_no_more_rows(postgres_url: str) -> None:
    store = await open_store(postgres_url)
    await fill(store, "short", 2)
    await fill(store, "long", 34)
    await store.close()
    rows = {}
    for key in ("short", "long"):
        before = await _rows_read(postgres_url)
        store = await open_store(postgres_url)
        await read_all_to_open(store, key)
        await store.close()  # what a connection counts is reported when it ends
        after = await _rows_read(postgres_url)
        rows[key] = (after[0] - before[0], after[1] - before[1])
    assert rows["short"] == rows["long"]
    assert rows["short"][0] > 0
    assert rows["short"][1] == 0


async def _rows_read(url: str) -> tuple[int, int]:
    """Rows of events and marks that were read by an index, and by going through all of them."""
    connection = await asyncpg.connect(url)
    while await connection.fetchval("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'freightyard'"):
        pass  # the server still ends the connections that were closed
    found = await connection.fetchrow(
        "SELECT sum(idx_tup_fetch) AS found, sum(seq_tup_read) AS scanned FROM pg_stat_user_tables "
        "WHERE relname IN ('events', 'marks')"
    )
    await connection.close()
    return int(found["found"]), int(found["scanned"])
