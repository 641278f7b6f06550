"""Open a database, whichever it is, and bring it up to date."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from freightyard.store.address import Address, read_address
from freightyard.store.database import Database, make_file
from freightyard.store.errors import StoreError, Unavailable
from freightyard.store.lock import FileLock
from freightyard.store.migrate import is_current, migrate
from freightyard.store.store import Store


async def open_store(words: str | None = None, *, read_only: bool = False, beside: bool = False, shared: bool = False) -> Store:
    """The store in a database: a path, `sqlite:///path` or `postgresql://…`; the user's own if nothing is given.

    `read_only`: beside a server that may have the database open. It must be there and up to date, and no news come.
    `beside`: the same, to write something small that no server holds in memory: channels, or what the host decides.
    `shared`: by processes that tell each other what changes, of which another one has guarded the file.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    address = read_address(words)
    if read_only or beside:
        return await _open_beside(address)
    lock = None
    if address.path is not None and not shared:
        make_file(address.path)
        lock = FileLock(address.path)
    try:
        store = Store(await _checked(Database(address, shared=shared), _bring_up_to_date), lock)
    except BaseException:
        if lock is not None:
            lock.release()
        raise
    try:
        await store.start()
    except BaseException:
        await store.close()
        raise
    return store


@contextmanager
def guarded(words: str | None) -> Iterator[None]:
    """Keep a file from all but the processes that share it. A database on a server looks after itself."""
    path = read_address(words).path
    lock = None if path is None else FileLock(path)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


async def _open_beside(address: Address) -> Store:
    if address.path is not None and not address.path.is_file():
        raise Unavailable(f"the database {address} does not exist")
    return Store(await _checked(Database(address), _see_that_it_is_current), None)


async def _checked(database: Database, check: Callable[[Database], Awaitable[None]]) -> Database:
    """The database, if it stands the check."""
    try:
        await check(database)
    except BaseException:
        await database.close()
        raise
    return database


async def _bring_up_to_date(database: Database) -> None:
    async with database.changing_schema() as connection:
        await connection.run_sync(migrate)


async def _see_that_it_is_current(database: Database) -> None:
    async with database.reading() as connection:
        if not await connection.run_sync(is_current):
            raise StoreError(
                f"the database {database.address} was made by an older freightyard; start `freightyard serve` once to update it"
            )
