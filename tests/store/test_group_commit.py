"""Groups of moves, and connections that fail: before, between and in the middle."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import msgspec
import pytest

from freightyard.core.errors import BadRecord
from freightyard.store import Store, StoreError, Unavailable, open_store
from freightyard.store.group_commit import PostgresGroup, SqliteGroup
from freightyard.store.rows import Append
from freightyard.table import Event, Mark, Table
from freightyard.table.errors import StalePly, TableError
from tests.store.play import append_of, begun, next_step, play_on

pytestmark = pytest.mark.anyio

_WAITS = "FROM pg_stat_activity WHERE application_name = 'freightyard' AND wait_event_type = 'Lock'"


async def play(store: Store, key: str, table: Table) -> None:
    step = next_step(table)
    await store.moves.append(append_of(key, table, step))
    table.commit(step)


async def plies(store: Store, key: str) -> int:
    """How far a table is, by its row and by its events."""
    kept = await store.tables.get(key)
    assert kept is not None
    assert [stored.ply for stored in await store.moves.events(key)] == list(range(kept.ply))
    return kept.ply


def tampered(append: Append, what: str) -> Append:
    """An append that the database cannot keep."""
    seen = (("x", "x", "x"),)
    changes: dict[str, dict[str, object]] = {
        "a mark twice": {"marks": (Mark(7, "twice", "text"), Mark(7, "twice", "text"))},
        "a text that is none": {"events": (Event(0, "\ud800"),), "seen": seen},
        "a number that is too big": {"marks": (Mark(2**70, "turn", "text"),)},
        "events that nobody saw": {"events": (Event(0, "x"),), "seen": ()},
        "a record that is none": {"record": "nonsense"},
    }
    return msgspec.structs.replace(append, **changes[what])


@pytest.mark.parametrize(
    "what",
    [
        "a mark twice",
        "a text that is none",
        "a number that is too big",
        "events that nobody saw",
        "a record that is none",
    ],
)
async def test_what_cannot_be_kept_is_refused_alone(store: Store, what: str) -> None:
    tables = {key: await begun(store, key, 20) for key in "abc"}
    appends = {key: append_of(key, table, next_step(table)) for key, table in tables.items()}
    before = await plies(store, "b")
    tried = [appends["a"], tampered(appends["b"], what), appends["c"]]
    done = await asyncio.gather(*(store.moves.append(append) for append in tried), return_exceptions=True)
    assert done[0] is done[2] is None
    assert isinstance(done[1], StoreError | BadRecord)
    assert not isinstance(done[1], Unavailable)  # to try again would be in vain
    assert "\n" not in str(done[1])
    for key in "ac":
        assert await plies(store, key) == appends[key].ply + len(appends[key].events)
    assert await plies(store, "b") == before
    await store.moves.append(appends["b"])


async def test_the_end_of_a_game_that_comes_too_late_leaves_no_record(store: Store) -> None:
    table = await begun(store, "t1")
    await play_on(store, "t1", table, at_once=50)
    record = await store.records.get("t1")
    assert record is not None
    other = await begun(store, "t2", 20)
    late = append_of("t2", other, next_step(other))
    late = msgspec.structs.replace(late, ply=0, record=record.text, to_act=None)
    with pytest.raises(StalePly):
        await store.moves.append(late)
    assert await store.records.get("t2") is None
    await play(store, "t2", other)


# --- SQLite ---


async def test_a_file_that_somebody_else_locks_for_too_long_refuses_the_move_and_nothing_else(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    table = await begun(store, "t1", 20)
    before = await plies(store, "t1")
    group = store._database._group
    assert isinstance(group, SqliteGroup)
    await group.run(lambda connection: connection.execute("PRAGMA busy_timeout=100").fetchall())
    other = sqlite3.connect(tmp_path / "yard.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="refused: database is locked"):
        await play(store, "t1", table)
    assert await plies(store, "t1") == before
    other.execute("ROLLBACK")
    other.close()
    await play(store, "t1", table)
    assert await plies(store, "t1") == table.ply
    await store.close()


async def test_processes_that_share_a_file_win_a_ply_once_each(tmp_path: Path) -> None:
    path = str(tmp_path / "yard.db")
    await (await open_store(path)).close()
    stores = [await open_store(path, shared=True) for _ in range(2)]
    tables = {f"t{number}": await begun(stores[0], f"t{number}", 3) for number in range(20)}
    for _ in range(10):
        steps = {key: next_step(table) for key, table in tables.items()}
        appends = [append_of(key, tables[key], step) for key, step in steps.items()]
        one, other = (
            [stores[0].moves.append(append) for append in appends],
            [stores[1].moves.append(append) for append in appends],
        )
        done = await asyncio.gather(*one, *reversed(other), return_exceptions=True)
        assert sum(one is None for one in done) == len(tables)
        assert all(one is None or isinstance(one, StalePly) for one in done), done
        for key, step in steps.items():
            tables[key].commit(step)
    for key, table in tables.items():
        assert await plies(stores[1], key) == table.ply
    for store in stores:
        await store.close()


# --- PostgreSQL ---


async def test_a_connection_that_was_cut_between_two_moves_is_made_anew(postgres_url: str) -> None:
    store, server = await open_store(postgres_url), await asyncpg.connect(postgres_url)
    table = await begun(store, "t1", 20)
    await server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'freightyard'")
    for _ in range(2):
        before = table.ply
        try:
            await play(store, "t1", table)
        except Unavailable:  # it was noticed only by this move: that is said, and nothing of it is kept
            assert await plies(store, "t1") == before
    await play(store, "t1", table)
    assert await plies(store, "t1") == table.ply
    await server.close()
    await store.close()


async def test_a_connection_that_has_heard_of_its_end_but_is_still_open_is_made_anew(postgres_url: str) -> None:
    """The server says that it ends a connection, then it closes it: a move can come in between."""
    async with never_closed(postgres_url) as (address, ended):
        store, server = await open_store(address), await asyncpg.connect(postgres_url)
        await ended.wait()  # that in which the schema is changed
        ended.clear()
        table = await begun(store, "t1", 20)
        group = store._database._group
        assert isinstance(group, PostgresGroup)
        await server.execute("SELECT pg_terminate_backend($1)", (await group._driver()).get_server_pid())
        await ended.wait()
        await asyncio.sleep(0.1)  # for the driver to read it; the test holds even if it did not
        with pytest.raises(Unavailable):
            await play(store, "t1", table)
        await play(store, "t1", table)
        assert await plies(store, "t1") == table.ply
        await server.close()
        await store.close()


@asynccontextmanager
async def never_closed(server: str) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """An address that leads to a server, where the first connection that the server closes stays open, and again the first one
    after the event was cleared, which says that one was closed."""
    there, ended, ways = urlsplit(server), asyncio.Event(), list[asyncio.StreamWriter]()

    async def pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await source.read(65536):
                target.write(data)

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, forth = await asyncio.open_connection(there.hostname, there.port)
        ways.extend((writer, forth))
        going = asyncio.create_task(pump(reader, forth))
        await pump(back, writer)
        if ended.is_set():
            writer.close()
        ended.set()
        await going

    listening = await asyncio.start_server(connect, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    try:
        yield there._replace(netloc=f"{there.username}@127.0.0.1:{port}").geturl(), ended
    finally:
        listening.close()
        for way in ways:
            way.close()


@pytest.mark.parametrize("end", ["pg_terminate_backend", "pg_cancel_backend"])
async def test_a_connection_that_is_cut_in_the_middle_of_a_group_keeps_nothing_of_it(postgres_url: str, end: str) -> None:
    store, server = await open_store(postgres_url), await asyncpg.connect(postgres_url)
    tables = {key: await begun(store, key, 20) for key in "abc"}
    before = {key: table.ply for key, table in tables.items()}
    async with server.transaction():
        await server.execute("SELECT key FROM tables WHERE key = 'b' FOR UPDATE")
        moving = asyncio.gather(*(play(store, key, table) for key, table in tables.items()), return_exceptions=True)
        await until_it_waits(server)
        await server.execute(f"SELECT {end}(pid) {_WAITS}")
        done = await moving
    assert [type(one) for one in done] == [Unavailable] * 3
    assert {key: await plies(store, key) for key in tables} == before
    await asyncio.gather(*(play(store, key, table) for key, table in tables.items()))
    assert {key: await plies(store, key) for key in tables} == {key: table.ply for key, table in tables.items()}
    await server.close()
    await store.close()


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ("UPDATE tables SET moved_at = 5", None),
        ("UPDATE tables SET ply = ply + 1", StalePly),
        ("UPDATE tables SET phase = 'over'", StalePly),
        ("DELETE FROM events; DELETE FROM marks; DELETE FROM chairs; DELETE FROM tables", TableError),
    ],
)
async def test_a_move_that_waits_for_somebody_elses_change_heeds_it(
    postgres_url: str, change: str, refusal: type[TableError] | None
) -> None:
    store, server = await open_store(postgres_url), await asyncpg.connect(postgres_url)
    table = await begun(store, "t1", 20)
    async with server.transaction():
        await server.execute(change)
        left = await server.fetchval("SELECT count(*) FROM events")
        moving = asyncio.create_task(play(store, "t1", table))
        await until_it_waits(server)
    if refusal is None:
        await moving
        assert await plies(store, "t1") == table.ply > left
    else:
        with pytest.raises(refusal):
            await moving
        assert len(await store.moves.events("t1")) == left
    await server.close()
    await store.close()


async def until_it_waits(server: asyncpg.Connection) -> None:
    """Wait until a move waits for a lock."""
    async with asyncio.timeout(60):
        while not await server.fetchval(f"SELECT count(*) {_WAITS}"):
            await asyncio.sleep(0.01)
