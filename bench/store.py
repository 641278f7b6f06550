"""How many moves a second the store keeps: many tables at once, each waiting until its last move is durable.

    python bench/store.py --database yard.db --tables 200 --seconds 10

The steps are those of real games of four, played beforehand, so that only the store works. Every step is one or more rows of
events, a change of its table's row and, when a turn is over, a mark, all committed to the disk before it counts.
"""

import argparse
import asyncio
import itertools
import secrets
import sys
import time

import msgspec
import uvloop

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games import game_named
from freightyard.store import Store, open_store
from freightyard.store.rows import Append, Chair, TableRow
from freightyard.table import Table

GAME = game_named("freight-train")
EDITION = GAME.edition("mayfair-1996")
CHAIRS = (Chair(bot="random"),) * 4


def steps_of_a_game(steps: int) -> list[Append]:
    """The first steps of a game of four, the cards before it left out."""
    table = Table(GAME, EDITION, len(CHAIRS), seed="bench")
    table.commit(table.begin())
    bot = make_bot("random", GAME, Stream("bench"))
    appends: list[Append] = []
    while len(appends) < steps:
        actor = table.to_act()
        if actor is None or actor == CHANCE:
            break
        step = table.move(actor, table.ply, [bot.decide(table.view(actor))])
        appends.append(Append(table="", ply=step.ply, events=step.events, seen=step.seen, marks=step.marks, to_act=actor, at=1.0))
        table.commit(step)
    return appends


async def play(store: Store, key: str, steps: list[Append], end: float, waits: list[float]) -> None:
    """Append to one table until the time is over."""
    ply = 0
    for step in itertools.cycle(steps):
        shift = ply - step.ply
        marks = tuple([msgspec.structs.replace(mark, ply=mark.ply + shift) for mark in step.marks])
        append = msgspec.structs.replace(step, table=key, ply=ply, marks=marks)
        started = time.perf_counter()
        if started > end:
            return
        await store.moves.append(append)
        waits.append(time.perf_counter() - started)
        ply += len(step.events)


async def measure(database: str, tables: int, seconds: float) -> None:
    store = await open_store(database)
    run = secrets.token_hex(4)
    keys = [f"bench-{run}-{number}" for number in range(tables)]
    raw = msgspec.json.encode(dict(EDITION.raw)).decode()
    for key in keys:
        row = TableRow(
            key=key,
            game=GAME.name,
            edition=EDITION.name,
            raw=raw,
            options=(),
            seed="bench",
            public=False,
            made_by=None,
            made_at=1.0,
            chairs=CHAIRS,
            moved_at=1.0,
        )
        await store.tables.add(row)
        await store.tables.begin(key)
    steps = steps_of_a_game(300)
    groups = 0
    queue = store.moves._queue
    commit = queue._commit

    async def counted(appends):  # type: ignore[no-untyped-def]
        nonlocal groups
        groups += 1
        return await commit(appends)

    queue._commit = counted
    waits: list[float] = []
    started, worked = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(store, key, steps, started + seconds, waits) for key in keys))
    took, worked = time.perf_counter() - started, time.process_time() - worked
    await store.close()
    waits.sort()
    p50, p99 = (1000 * waits[int(share * (len(waits) - 1))] for share in (0.5, 0.99))
    sys.stdout.write(
        f"{tables:>5} tables: {len(waits) / took:8,.0f} moves a second, {len(waits) / groups:5.1f} a commit, "
        f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, {1e6 * worked / len(waits):.0f} µs of this process a move\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", required=True, help="it is filled with tables that nobody needs: take an empty one")
    parser.add_argument("--tables", default="1,50,200,1000", help="how many at once; several runs with commas between")
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    for tables in args.tables.split(","):
        uvloop.run(measure(args.database, int(tables), args.seconds))


if __name__ == "__main__":
    main()
