"""Whether the process that has claimed something still lives: what a killed one has claimed is free at once.

With PostgreSQL a process holds an advisory lock for as long as it is connected; the database lets go of it when the process ends,
however it ends. Processes that share a file are on one machine: the operating system knows them.
"""

import os
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

HOLD: Final = "SELECT pg_advisory_lock_shared($1)"  # shared: a new connection does not wait for the end of the one it replaces
_HELD: Final = text(
    "SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def lock_of(sender: str) -> int:
    """The number of the lock that the process of a store holds in PostgreSQL."""
    return int(sender, 16) >> 2  # a positive one of 64 bits


def mark_of(process: int) -> str:
    """What tells a process from all others of the machine: its number, and when it began, since numbers are used again."""
    return f"{process}.{_began(process)}"


def own_mark() -> str:
    """The mark of this process."""
    return mark_of(os.getpid())


def lives(mark: str) -> bool:
    """Whether a process of this machine still runs."""
    number, _, began = mark.partition(".")
    if sys.platform != "linux":
        return True  # several processes share a file on Linux only
    return number.isdecimal() and _began(int(number)) == began


async def living_of(connection: AsyncConnection, owners: Collection[str], *, is_postgres: bool) -> set[str]:
    """Those of some owners that still live."""
    if not is_postgres:
        return {owner for owner in owners if lives(owner)}
    held = {str(number) for number in (await connection.execute(_HELD)).scalars()}
    return held.intersection(owners)


def _began(process: int) -> str:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]
