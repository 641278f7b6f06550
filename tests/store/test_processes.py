"""Processes that are killed, processes that race, processes that hear from each other."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from freightyard.store import Store, open_store
from freightyard.store.rows import MISSED, News
from freightyard.table.errors import StalePly
from tests.store.play import append_of, begun, next_step, row, seated

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]


def appender(database: str, tables: int, plies: int, *words: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.store.appender", database, str(tables), str(plies), *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)


async def new_tables(database: str, count: int) -> None:
    store = await open_store(database)
    for number in range(count):
        await store.tables.add(row(f"t{number}"))
        assert await store.tables.begin(f"t{number}")
    await store.close()


async def check_whole(store: Store, key: str) -> int:
    """A table's events have no gap, lead to its row and can be played. Its ply."""
    kept = await store.tables.get(key)
    assert kept is not None
    events = await store.moves.events(key)
    assert [one.ply for one in events] == list(range(kept.ply))
    table = seated(kept)
    table.restore(one.event for one in events)
    if kept.ply:
        assert table.to_act() == kept.to_act
    assert all(mark.ply <= kept.ply for mark in await store.moves.marks(key, 10**6, 10))
    return kept.ply


async def test_a_killed_process_loses_no_append_that_returned(database: str, deep: bool) -> None:
    tables = 12
    await new_tables(database, tables)
    said: Counter[str] = Counter()
    for kill in range(60 if deep else 6):
        with appender(database, tables, 10**6) as process:
            assert process.stdout is not None
            lines = []
            for _ in range(20 + 13 * (kill % 5)):  # somewhere in the middle of what it does
                lines.append(process.stdout.readline())
            process.kill()
            lines += process.stdout.readlines()
        for line in lines:
            key, ply = line.decode().split()
            said[key] = max(said[key], int(ply))
    assert said.total() > tables
    store = await open_store(database)
    for number in range(tables):
        assert await check_whole(store, f"t{number}") >= said[f"t{number}"]
    await store.close()


async def test_racing_processes_win_a_ply_once_each(postgres_url: str) -> None:
    tables, plies = 4, 60
    await new_tables(postgres_url, tables)
    with appender(postgres_url, tables, plies, "together") as one, appender(postgres_url, tables, plies, "together") as other:
        both = (one, other)
        for process in both:  # both have read every table before either begins, so the first ply of each is raced for
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
        results = await asyncio.gather(*(asyncio.to_thread(process.communicate, b"go\n") for process in both))
    assert [process.returncode for process in both] == [0, 0], results
    said = [set(out.decode().splitlines()) for out, _ in results]
    for number in range(tables):
        assert sum(f"lost t{number} 0" in lines for lines in said) == 1, "one wins the first ply, the other is told so"
    won = [{line for line in lines if not line.startswith("lost")} for lines in said]
    assert not won[0] & won[1]
    store = await open_store(postgres_url)
    for number in range(tables):
        assert await check_whole(store, f"t{number}") >= plies
    await store.close()


async def test_two_stores_racing_for_many_tables_at_once_never_wait_for_each_other(postgres_url: str) -> None:
    """Both append to all tables in one transaction each, again and again, in opposite orders."""
    first, second = await open_store(postgres_url), await open_store(postgres_url)
    tables = {f"t{number}": await begun(first, f"t{number}", 3) for number in range(20)}
    for _ in range(10):
        steps = {key: next_step(table) for key, table in tables.items()}
        appends = [append_of(key, tables[key], step) for key, step in steps.items()]
        one, other = [first.moves.append(append) for append in appends], [second.moves.append(append) for append in appends]
        done = await asyncio.gather(*one, *reversed(other), return_exceptions=True)
        assert sum(one is None for one in done) == len(tables)
        assert all(one is None or isinstance(one, StalePly) for one in done), done
        for key, step in steps.items():
            tables[key].commit(step)
    for key in tables:
        await check_whole(first, key)
    await first.close()
    await second.close()


async def test_many_processes_open_an_empty_database_at_once(postgres_url: str) -> None:
    stores = await asyncio.gather(*(open_store(postgres_url) for _ in range(5)))
    for store in stores:
        await store.people.new("Ada")
        await store.close()


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is so; whoever waits in vain is ended by the deadline, which only a fault reaches."""
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


async def test_processes_hear_from_each_other_once_and_in_order(postgres_url: str) -> None:
    here, there = await open_store(postgres_url), await open_store(postgres_url)
    heard_here: list[News] = []
    heard_there: list[News] = []
    here.listen(heard_here.append)
    there.listen(heard_there.append)
    await begun(here, "t1", 40, at_once=1)
    await there.chat.add("t1", None, "Ada", "hello", 1.0)
    await until(lambda: len(heard_here) == len(heard_there) and News("t1", "chat") in heard_here)
    assert sorted(heard_here, key=str) == sorted(heard_there, key=str)
    moves = [news.ply for news in heard_there if news.what == "move"]
    assert moves == sorted(set(moves))
    await here.close()
    await there.close()


async def test_a_lost_connection_is_made_anew_and_the_loss_is_told(postgres_url: str) -> None:
    here, there = await open_store(postgres_url), await open_store(postgres_url)
    heard: list[News] = []
    here.listen(heard.append)
    server = await asyncpg.connect(postgres_url)
    await server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'freightyard'")
    await until(lambda: News("", MISSED) in heard)
    await begun(there, "t1", 5)  # its own connections were cut too
    await until(lambda: any(news.what == "move" for news in heard))
    await server.close()
    await here.close()
    await there.close()
