"""Two server machines and one PostgreSQL machine, with slow cables between them, and players of one table on both.

    python bench/machines.py delays   how long until everybody knows of a move, by the time that the cables take
    python bench/machines.py cut      one machine loses the database for a while: what stands still, is anything lost?

The machines are network namespaces of this one (cables.py), so root is needed, and they share its processors. Also needed:
PostgreSQL, and `pip install picows httpx uvloop asyncpg`. Players have cables of their own that take no time.
"""

import argparse
import asyncio
import gc
import json
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))

import uvloop
from cables import Machines
from load import HERE, Process, say
from load_tables import SEATS, Load, Ours

from freightyard.store import open_store
from tests.postgres import emptied, running

ADDRESSES: Final = {"database": "10.83.0.1", "west": "10.83.0.2", "east": "10.83.0.3", "people": "10.83.0.4"}
SERVERS: Final = ("west", "east")
PATIENCE: Final = 120.0  # seconds: if nobody has moved for so long, a table stands still


@contextmanager
def yard() -> Iterator[tuple[Machines, str]]:
    """The machines, and the database of which the servers are told."""
    with Machines(ADDRESSES) as machines, ExitStack() as stack:
        with machines.inside("database"):
            database = stack.enter_context(running(ADDRESSES["database"]))
        yield machines, database


@contextmanager
def servers(machines: Machines, database: str) -> Iterator[dict[str, str]]:
    """A server on each of both machines, and where they are."""
    started: dict[str, Process] = {}
    try:
        for name in SERVERS:
            with machines.inside(name):
                words = ["serve", "--database", database, "--host", ADDRESSES[name], "--port", "8323", "--log", "warning"]
                limits = ["--rate", "100000", "--connections", "0"]
                started[name] = Process([sys.executable, "-m", "freightyard", *words, *limits], r"http://[\d.]+:\d+", HERE.parent)
        yield {name: process.word for name, process in started.items()}
    finally:
        for process in started.values():
            process.stop()


def between_machines(machines: Machines, seconds: float) -> None:
    """So long there and back between the servers and the database; players are near."""
    machines.delay(seconds)
    for name in ("database", *SERVERS):
        machines.delay(0.0, "people", name)


async def delays(args: argparse.Namespace) -> list[dict[str, Any]]:
    """By the delay, and by whether the players of a table are on one machine or on both."""
    result = []
    with yard() as (machines, database):
        for milliseconds in args.delays:
            for apart in (False, True):
                await in_database(machines, emptied(database))
                between_machines(machines, 0.0)
                with servers(machines, database) as urls, machines.inside("people"):
                    talk = Ours(urls["west"], *([urls["east"]] if apart else []))
                    load = Load(args.every)
                    await talk.open(load, args.tables)
                    gc.collect()
                    gc.freeze()
                    between_machines(machines, milliseconds / 1000)
                    await load.run(2.0)
                    figures = await load.run(args.seconds)
                    load.close()
                found = {"milliseconds": milliseconds, "apart": apart, **figures}
                result.append(found)
                say(
                    f"{milliseconds:4} ms there and back, players on {'two machines' if apart else 'one machine '}: "
                    f"{found['moves_a_second']:6.1f} moves/s, until all know p50 {found['p50_ms'] or 0:6.1f} "
                    f"p95 {found['p95_ms'] or 0:6.1f} p99 {found['p99_ms'] or 0:6.1f} ms {found['faults'][:1] or ''}"
                )
    return result


async def cut(args: argparse.Namespace) -> list[dict[str, Any]]:
    """East is cut off from the database in mid-game, and comes back. Half of the tables have all players in the west."""
    result = []
    with yard() as (machines, database):
        for seconds in args.cuts:
            await in_database(machines, emptied(database))
            between_machines(machines, 0.0)
            with servers(machines, database) as urls, machines.inside("people"):
                both, west = Ours(urls["west"], urls["east"]), Ours(urls["west"])
                shared, near = Load(args.every), Load(args.every)
                shared.again = near.again = 1.0
                await both.open(shared, args.tables // 2)
                west.cookies = both.cookies
                await west.open(near, args.tables // 2)
                between_machines(machines, 0.001)
                playing = asyncio.gather(shared.run(10 * PATIENCE), near.run(10 * PATIENCE))
                await asyncio.sleep(3)
                before = [table.moves for table in near.tables]
                machines.cut("east", "database")
                await asyncio.sleep(seconds)
                machines.mend()
                went_on = [table.moves - moves for table, moves in zip(near.tables, before, strict=True)]
                back = await until_all_have_moved(shared)
                await asyncio.sleep(3)
                playing.cancel()
                with suppress(asyncio.CancelledError):
                    await playing
                shared.running = near.running = False
                await asyncio.sleep(1)
                faults = sorted({*shared.faults, *near.faults})
                tables = [*shared.tables, *near.tables]
                apart = sum(len(set(table.plies)) > 1 for table in shared.tables if not table.waiting)
                shared.close()
                near.close()
            missing = await in_database(machines, missing_moves(database, tables))
            found = {
                "seconds": seconds,
                "tables": len(tables),
                "accepted": sum(len(table.accepted) for table in tables),
                "missing": missing,
                "tables in the west went on": f"{statistics.median(went_on) / seconds:.1f} moves a second",
                "moved again after": [round(one, 1) if one is not None else None for one in back],
                "players who differ": apart,
                "faults": faults,
            }
            result.append(found)
            say(json.dumps(found))
    return result


async def until_all_have_moved(load: Load) -> list[float | None]:
    """For each table the seconds until a move has reached all its players; None: it stood still until we gave up."""
    began = time.monotonic()
    counts = [len(table.accepted) for table in load.tables]
    found: list[float | None] = [None] * len(counts)
    while None in found and time.monotonic() - began < PATIENCE:
        await asyncio.sleep(0.05)
        for number, table in enumerate(load.tables):
            if found[number] is None and (table.over or len(table.accepted) > counts[number] + SEATS):
                found[number] = time.monotonic() - began
    return found


async def missing_moves(database: str, tables: list[Any]) -> int:
    """How many of the moves that came back to all four players are not in the database."""
    store = await open_store(database)
    try:
        missing = 0
        for table in tables:
            kept = {stored.ply: stored.event.text for stored in await store.moves.events(table.key)}
            missing += sum(kept.get(ply) != words for ply, words in table.accepted)
        return missing
    finally:
        await store.close()


async def in_database(machines: Machines, work: Any) -> Any:
    """Done on the machine of the database."""
    with machines.inside("database"):
        return await work


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("delays", "cut"))
    parser.add_argument("--tables", type=int, default=20, help="(default 20)")
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two moves of a table (default 1)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a measurement (default 10)")
    parser.add_argument("--delays", type=numbers, default=[0, 1, 10, 50], help="milliseconds there and back (default 0,1,10,50)")
    parser.add_argument("--cuts", type=numbers, default=[5, 30, 90], help="seconds that the cable is cut (default 5,30,90)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    args = parser.parse_args()
    figures = uvloop.run(delays(args) if args.what == "delays" else cut(args))
    if args.json:
        Path(args.json).write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
