"""The store: every promise of the contract, on a database of either kind."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.store import chat, moves, people, records, tables
from freightyard.store.contract import CHAIRS, CHAT, MOVE, Append, ChatLine, KeptRecord, News, Person, StoredEvent, TableRow
from freightyard.store.database import Database
from freightyard.store.lock import FileLock
from freightyard.store.news import Listeners, NotifyChannel
from freightyard.store.values import check_texts
from freightyard.store.writer import Refusals, Writer
from freightyard.table import Chair, Mark

T = TypeVar("T")


class DatabaseStore:
    """Keeps everything in a database. `opening.open_store` makes one."""

    def __init__(self, database: Database, lock: FileLock | None) -> None:
        self._database = database
        self._lock = lock
        self._editions = tables.Editions()
        self._listeners = Listeners()
        self._notify_channel = NotifyChannel(database, self._listeners) if database.is_postgres else None
        self._writer = Writer(self._keep)
        self._writes: set[asyncio.Task[object]] = set()

    async def start(self) -> None:
        """Begin to hear from other processes."""
        if self._notify_channel is not None:
            await self._notify_channel.start()

    async def close(self) -> None:
        """Finish what is under way, and leave the database."""
        await self._writer.close()
        if self._writes:
            await asyncio.wait(self._writes)
        if self._notify_channel is not None:
            await self._notify_channel.close()
        await self._database.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # --- people ---

    async def new_person(self, name: str) -> tuple[Person, str]:
        check_texts(name)
        return await self._write(lambda connection: people.new_person(connection, name))

    async def person_of(self, secret: str) -> Person | None:
        async with self._database.reading() as connection:
            return await people.person_of(connection, secret)

    async def known(self, secrets: Collection[str]) -> set[str]:
        async with self._database.reading() as connection:
            return await people.known(connection, secrets)

    async def rename(self, person: str, name: str) -> None:
        check_texts(name)
        await self._write(lambda connection: people.rename(connection, person, name))

    async def revoke(self, secret: str) -> None:
        await self._write(lambda connection: people.revoke(connection, secret))

    async def revoke_others(self, person: str, secret: str) -> int:
        return await self._write(lambda connection: people.revoke_others(connection, person, secret))

    async def new_link(self, person: str, until: float) -> str:
        return await self._write(lambda connection: people.new_link(connection, person, until))

    async def use_link(self, token: str, now: float) -> tuple[Person, str] | None:
        return await self._write(lambda connection: people.use_link(connection, token, now))

    # --- tables ---

    async def add_table(self, row: TableRow) -> None:
        await self._write(lambda connection: tables.add_table(connection, self._editions, row), News(row.key, CHAIRS))

    async def table(self, key: str) -> TableRow | None:
        async with self._database.reading() as connection:
            return await tables.table(connection, self._editions, key)

    async def set_chair(self, table: str, seat: int, was: Chair, chair: Chair) -> bool:
        return await self._write(lambda connection: tables.set_chair(connection, table, seat, was, chair), News(table, CHAIRS))

    async def begin(self, table: str) -> bool:
        return await self._write(lambda connection: tables.begin(connection, table), News(table, CHAIRS))

    async def drop_table(self, table: str) -> bool:
        return await self._write(lambda connection: tables.drop_table(connection, table), News(table, CHAIRS))

    async def public_tables(self, limit: int) -> list[TableRow]:
        async with self._database.reading() as connection:
            return await tables.public_tables(connection, self._editions, limit)

    async def tables_of(self, person: str, limit: int) -> list[TableRow]:
        async with self._database.reading() as connection:
            return await tables.tables_of(connection, self._editions, person, limit)

    async def waiting_tables(self, moved_before: float, limit: int) -> list[TableRow]:
        async with self._database.reading() as connection:
            return await tables.waiting_tables(connection, self._editions, moved_before, limit)

    # --- moves ---

    async def append(self, append: Append) -> None:
        await self._writer.append(append)

    async def events(self, table: str, start: int = 0, end: int | None = None) -> list[StoredEvent]:
        async with self._database.reading() as connection:
            return await moves.events(connection, table, start, end)

    async def marks(self, table: str, ply: int, limit: int) -> list[Mark]:
        async with self._database.reading() as connection:
            return await moves.marks(connection, table, ply, limit)

    async def sheets(self, table: str) -> list[Mark]:
        async with self._database.reading() as connection:
            return await moves.sheets(connection, table)

    # --- chat ---

    async def add_chat(self, table: str, seat: int | None, name: str, text: str, at: float) -> ChatLine:
        check_texts(name, text)
        return await self._write(lambda connection: chat.add_chat(connection, table, seat, name, text, at), News(table, CHAT))

    async def chat(self, table: str, limit: int, after: int = 0) -> list[ChatLine]:
        async with self._database.reading() as connection:
            return await chat.chat(connection, table, limit, after)

    # --- records ---

    async def record(self, key: str) -> KeptRecord | None:
        async with self._database.reading() as connection:
            return await records.record(connection, key)

    async def add_record(self, record: KeptRecord) -> bool:
        return await self._write(lambda connection: records.add_record(connection, record))

    async def records(self, after: str = "", limit: int = 100) -> Sequence[KeptRecord]:
        async with self._database.reading() as connection:
            return await records.records(connection, after, limit)

    async def latest_records(
        self, limit: int, game: str | None = None, before: tuple[float, str] | None = None
    ) -> list[KeptRecord]:
        async with self._database.reading() as connection:
            return await records.latest_records(connection, limit, game, before)

    # --- news ---

    def listen(self, hear: Callable[[News], None]) -> Callable[[], None]:
        return self._listeners.add(hear)

    # --- inside ---

    async def _keep(self, appends: Sequence[Append]) -> Refusals:
        """Keep a group of appends in one transaction, and tell of those that were kept; PostgreSQL tells the other processes."""
        refusals = await self._database.keep(appends)
        for append, refusal in zip(appends, refusals, strict=True):
            if refusal is None:
                self._listeners.tell(News(append.table, MOVE, append.ply + len(append.events)))
        return refusals

    async def _write(self, work: Callable[[AsyncConnection], Awaitable[T]], news: News | None = None) -> T:
        """Do something in a transaction of its own, and tell the news if it did not come to False.

        It is done whole even if whoever asked for it goes away in the middle, as people do who close a page.
        """
        task = asyncio.create_task(self._written(work, news))
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)
        return await asyncio.shield(task)

    async def _written(self, work: Callable[[AsyncConnection], Awaitable[T]], news: News | None) -> T:
        async with self._database.writing() as connection:
            result = await work(connection)
            told = news if result is not False else None
            if self._notify_channel is not None and told is not None:
                await connection.run_sync(self._notify_channel.post, told)
        if told is not None:
            self._listeners.tell(told)
        return result
