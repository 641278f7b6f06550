"""A process that appends to tables as fast as it can, and says each append that returned: `python -m tests.store.appender`.

appender DATABASE TABLES PLIES   plays the tables t0, t1, … on, all at once, until each has that many plies; for every append
                                 line `table ply`, ply being where it brought the table. Steps at which another process was
                                 faster are dropped, and the table is read again.
"""

import asyncio
import os
import sys

from freightyard.store import open_store
from freightyard.store.contract import Store
from freightyard.table.errors import StalePly
from tests.store.play import append_of, next_step, seated


async def play(store: Store, key: str, plies: int) -> None:
    row = await store.table(key)
    assert row is not None
    table = seated(row)
    table.restore(one.event for one in await store.events(key))
    while table.to_act() is not None and table.ply < plies:
        step = next_step(table)
        append = append_of(key, table, step)
        try:
            await store.append(append)
        except StalePly:
            table.restore(one.event for one in await store.events(key, table.ply))
            continue
        if table.ply == step.ply:
            table.commit(step)
        # One write of a short line is whole, whenever the process is killed.
        os.write(1, f"{key} {append.ply + len(append.events)}\n".encode())


async def main(database: str, tables: int, plies: int) -> None:
    store = await open_store(database)
    await asyncio.gather(*(play(store, f"t{number}", plies) for number in range(tables)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
