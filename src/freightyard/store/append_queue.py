"""Appends wait here for the one writer: all that arrive while a commit is under way go into the next transaction.

A commit waits for the disk, so one commit for fifty tables costs little more than one for one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec

from freightyard.core.errors import FreightyardError
from freightyard.store.errors import StoreError, Unavailable
from freightyard.store.rows import Append

_MOST: Final = 128  # appends in a transaction; the news of all of them go into one NOTIFY, which has 8,000 bytes at most

Refusals = list[Exception | None]  # of each append: None if it was kept
Commit = Callable[[Sequence[Append]], Awaitable[Refusals]]


class _Waiting(msgspec.Struct, frozen=True, eq=False):
    append: Append
    done: "asyncio.Future[None]"


class AppendQueue:
    """Gathers appends and commits them, a group a transaction."""

    def __init__(self, commit: Commit) -> None:
        """`commit` keeps appends to different tables, in the order of their keys, in one transaction."""
        self._commit = commit
        self._waiting: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> None:
        """Returns when the append is durable; raises why it is not kept."""
        waiting = _Waiting(append, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        await waiting.done

    async def close(self) -> None:
        """Wait for everything that was asked for."""
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while self._waiting:
                group = self._next_group()
                refusals = await self._kept([waiting.append for waiting in group])
                for waiting, refusal in zip(group, refusals, strict=True):
                    if waiting.done.done():
                        continue  # whoever asked has gone
                    if refusal is None:
                        waiting.done.set_result(None)
                    else:
                        waiting.done.set_exception(refusal)
        finally:
            self._task = None

    def _next_group(self) -> list[_Waiting]:
        """The first that wait, one of each table, in the order of the tables: two processes that lock tables in the same order
        never wait for each other."""
        group: dict[str, _Waiting] = {}
        rest: list[_Waiting] = []
        for waiting in self._waiting:
            if waiting.done.cancelled():
                continue
            if len(group) < _MOST and waiting.append.table not in group:
                group[waiting.append.table] = waiting
            else:
                rest.append(waiting)
        self._waiting = rest
        return [group[key] for key in sorted(group)]

    async def _kept(self, appends: list[Append]) -> Refusals:
        """Keep them together; if one of them spoils the transaction, each on its own."""
        if not appends:
            return []
        try:
            return await self._commit(appends)
        except Unavailable as error:
            return [Unavailable(str(error)) for _ in appends]
        except Exception as error:
            if len(appends) == 1:
                return [error if isinstance(error, FreightyardError) else _not_understood(error)]
        refusals: Refusals = []
        for append in appends:
            refusals += await self._kept([append])
        return refusals


def _not_understood(error: Exception) -> StoreError:
    refusal = StoreError("the move could not be kept")
    refusal.__cause__ = error
    return refusal
