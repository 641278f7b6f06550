"""Writing: in a transaction that is done whole, and told of once it is committed."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.store.database import Database
from freightyard.store.listeners import Listeners
from freightyard.store.news import NotifyChannel
from freightyard.store.rows import News

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound="Subject")


class Transaction:
    """A transaction that is under way, and the news of what it changes."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.execute = connection.execute
        self.news: list[News] = []

    def tell(self, table: str, what: str) -> None:
        """Once this is committed, tell everybody who listens."""
        self.news.append(News(table, what))


class Transactions:
    """Runs transactions, and waits for them when the store is closed."""

    def __init__(self, database: Database, listeners: Listeners, channel: NotifyChannel | None) -> None:
        self._database = database
        self._listeners = listeners
        self._channel = channel
        self._under_way: set[asyncio.Task[Any]] = set()

    async def run(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Commit some work, or nothing of it if it raises. It is done whole even if whoever asked for it goes away in the middle,
        as people do who close a page."""
        task = asyncio.create_task(self._run(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Wait for all that are under way."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    async def _run(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        async with self._database.writing() as connection:
            transaction = Transaction(connection)
            result = await work(transaction)
            if self._channel is not None:
                for news in transaction.news:
                    await self._channel.post(connection, news)
        for news in transaction.news:
            self._listeners.tell(news)
        return result


class Subject:
    """A part of the store, with everything that is read and written about one subject."""

    def __init__(self, database: Database, transactions: Transactions) -> None:
        self.database = database
        self.transactions = transactions


def in_transaction(
    method: Callable[Concatenate[S, Transaction, P], Awaitable[T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """A method that writes. It is called without its transaction, which is committed and durable when the call returns."""

    @wraps(method)
    async def run(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.transactions.run(lambda transaction: method(self, transaction, *args, **kwargs))

    return cast("Callable[Concatenate[S, P], Coroutine[Any, Any, T]]", run)
