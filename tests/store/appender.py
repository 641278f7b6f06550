"""A process that appends to tables as fast as it can, and says each append that returned: `python -m tests.store.appender`.

appender DATABASE TABLES PLIES     plays the tables t0, t1, … on, all at once, until each has that many plies; for every append a
                                   line `table ply`, ply being where it brought the table. Steps at which another process
                                   was faster are dropped, and the table is read again.
appender … PLIES together          the same, but when all tables are read it says `ready`, begins at a line on its input, and
                                   says `lost table ply` of every dropped step too.
"""

import asyncio
import os
import sys

from freightyard.store import Store, open_store
from freightyard.table import Table
from freightyard.table.errors import StalePly
from tests.store.play import append_of, next_step, seated


def say(line: str) -> None:
    """One write of a short line is whole, whenever the process is killed."""
    os.write(1, f"{line}\n".encode())


async def read(store: Store, key: str) -> Table:
    row = await store.tables.get(key)
    assert row is not None
    table = seated(row)
    table.restore(one.event for one in await store.moves.events(key))
    return table


async def play(store: Store, key: str, table: Table, plies: int, together: bool) -> None:
    while table.to_act() is not None and table.ply < plies:
        step = next_step(table)
        append = append_of(key, table, step)
        try:
            await store.moves.append(append)
        except StalePly:
            if together:
                say(f"lost {key} {append.ply}")
            table.restore(one.event for one in await store.moves.events(key, table.ply))
            continue
        if table.ply == step.ply:
            table.commit(step)
        say(f"{key} {append.ply + len(append.events)}")


async def main(database: str, tables: int, plies: int, together: bool) -> None:
    store = await open_store(database)
    keys = [f"t{number}" for number in range(tables)]
    begun = [await read(store, key) for key in keys]
    if together:
        say("ready")
        await asyncio.to_thread(sys.stdin.readline)
    await asyncio.gather(*(play(store, key, table, plies, together) for key, table in zip(keys, begun, strict=True)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:] == ["together"]))
