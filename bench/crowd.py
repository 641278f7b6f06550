"""What every server process asks the database again and again, by how many people are there.

    python bench/crowd.py                      1,000, 10,000 and 100,000 people at tables of three
    python bench/crowd.py --people 300000

In a PostgreSQL of its own (tests/postgres.py): so many people at running tables, bots at every twentieth, clocks at three of
four, six finished tables for each running one. Printed is how long each question takes, the middle one of some rounds; then how
long a process needs for the news of a move that another process has stored.
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))

import asyncpg

from freightyard.store import Store, open_store
from freightyard.store.rows import News
from tests.postgres import emptied, running
from tests.store.play import append_of, row, seated

NOW: Final = 1_000_000.0
SEATS: Final = 3
FINISHED: Final = 6  # tables for each that is running
ROUNDS: Final = 9
MESSAGES: Final = 20_000

FILL: Final = """
INSERT INTO people (key, name, seen_at) SELECT 'person-' || n, 'Person ' || n, {now} FROM generate_series(0, {people} - 1) n;
INSERT INTO secrets (hash, person) SELECT md5('secret' || n), 'person-' || n FROM generate_series(0, {people} - 1) n;
INSERT INTO tables (key, game, edition, digest, options, seed, public, made_by, made_at, phase, ply, to_act, moved_at, scores,
                    winners, due_at, tell_at)
SELECT 'table-' || n, game, edition, digest, options, seed, n % 3 <> 0, 'person-' || n, {now},
       CASE WHEN n < {running} THEN 'running' ELSE 'over' END, 100, CASE WHEN n < {running} THEN n % {seats} END,
       {now} - n % 1000, scores, winners,
       CASE WHEN n < {running} AND n % 4 <> 0 THEN {now} + 60 + n % 5000 END,
       CASE WHEN n < {running} THEN {now} + 60 + n % 5000 END
FROM tables, generate_series(0, {tables} - 1) n WHERE key = 'template';
INSERT INTO chairs (table_key, seat, person, bot)
SELECT 'table-' || n, seat, CASE WHEN seat = 0 OR n % 20 <> 0 THEN 'person-' || (n * {seats} + seat) % {people} END,
       CASE WHEN seat <> 0 AND n % 20 = 0 THEN 'medium' END
FROM generate_series(0, {tables} - 1) n, generate_series(0, {seats} - 1) seat;
ANALYZE;
"""


async def middle(work: Callable[[int], Awaitable[Any]]) -> float:
    """The milliseconds of the middle one of some rounds."""
    found = []
    for number in range(ROUNDS):
        began = time.perf_counter()
        await work(number)
        found.append(1000 * (time.perf_counter() - began))
    return statistics.median(found)


def questions(store: Store, people: int) -> dict[str, Callable[[int], Awaitable[Any]]]:
    """What is asked, and how."""
    mine = [f"person-{n}" for n in range(0, people, max(1, people // 500))]
    return {
        "every 5 s: tables whose bot or order was forgotten": lambda _: store.tables.waiting(NOW - 2000, 20),
        "every 5 s: tables that should have begun": lambda _: store.tables.to_begin(NOW - 2000, 20),
        "every 5 s: clocks that have run out": lambda _: store.clocks.due(NOW, 20),
        "every second: what is to be told next": lambda _: store.outbox.earliest(),
        "every 20 s: whether 500 devices are still known": lambda _: store.people.known(mine),
        "where 500 people are waited for": lambda _: store.tables.waiting_for(mine),
        "the lobby": lambda _: store.tables.public(30),
        "somebody's own tables": lambda number: store.tables.of_person(f"person-{number}", 30),
        "opening a table: its row": lambda number: store.tables.get(f"table-{number}"),
    }


def news(store: Store) -> float:
    """The microseconds that a process needs for news of a move that another one has stored, at a table that is not open here."""
    channel = store._channel
    if channel is None:
        raise SystemExit("crowd: this is not PostgreSQL")
    heard: list[News] = []
    stop = store.listen(heard.append)
    began = time.process_time()
    for number in range(MESSAGES):
        channel._hear(None, 0, "", f"other\ntable-{number} move {number}")
    took = time.process_time() - began
    stop()
    if len(heard) != MESSAGES:
        raise SystemExit("crowd: some news were not heard")
    return 1e6 * took / MESSAGES


async def measured(server: str, people: int) -> None:
    await emptied(server)
    store = await open_store(server)
    try:
        template = row("template")
        await store.tables.add(template)
        await store.tables.begin("template")
        table = seated(template)
        await store.moves.append(append_of("template", table, table.begin()))
        tables = people // SEATS
        names = {"now": NOW, "people": people, "running": tables, "tables": tables * (1 + FINISHED), "seats": SEATS}
        connection = await asyncpg.connect(server)
        await connection.execute(FILL.format(**names))
        await connection.close()
        sys.stdout.write(f"{people:,} people, {tables:,} running tables, {tables * FINISHED:,} finished ones\n")
        for words, work in questions(store, people).items():
            sys.stdout.write(f"  {words:55} {await middle(work):8.1f} ms\n")
        sys.stdout.write(f"  {'news of a move elsewhere, of processor time':55} {news(store):8.1f} µs\n")
        sys.stdout.flush()
    finally:
        await store.close()


async def run(args: argparse.Namespace) -> None:
    with running() as server:
        for people in args.people:
            await measured(server, people)


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=numbers, default=[1_000, 10_000, 100_000])
    asyncio.run(run(parser.parse_args()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
