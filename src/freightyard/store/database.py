"""The connections to a database, and what it means when they fail.

SQLite has one writer at a time, for whom everybody who writes waits, and a few connections that read beside it. PostgreSQL has a
pool.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from freightyard.store.address import Address
from freightyard.store.errors import StoreError, Unavailable, os_reason
from freightyard.store.lock import Turn

_PATIENCE: Final = 10.0  # seconds until a connection must be there
_READERS: Final = 4
_POOL: Final = 8

try:
    from asyncpg.exceptions import InterfaceError as AsyncpgError
    from asyncpg.exceptions import PostgresError
except ImportError:  # the extra [postgres] is not installed
    HAS_ASYNCPG = False
    _DRIVER_ERRORS: tuple[type[Exception], ...] = ()
else:
    HAS_ASYNCPG = True
    _DRIVER_ERRORS = (PostgresError, AsyncpgError)


T = TypeVar("T")


class Database:
    """An open database: connections to read and connections to write."""

    def __init__(self, address: Address, *, shared: bool = False) -> None:
        """`shared`: several processes of this machine write into the file."""
        self.address = address
        self._open = True
        if address.url is not None:
            if not HAS_ASYNCPG:
                raise StoreError("PostgreSQL needs the package asyncpg: pip install 'freightyard[postgres]'")
            self._writers = _postgres(address.url)
            self._readers = self._writers.execution_options(isolation_level="AUTOCOMMIT")
        else:
            if address.path is None:
                raise ValueError("an address has a path or a URL")
            self._writers = _sqlite_writer(address.path)
            self._readers = _sqlite_readers(address.path)
            self._group = _Group(address.path, shared=shared)
        self._turn = asyncio.Lock()  # of SQLite's writers, of which only one can write

    @property
    def is_postgres(self) -> bool:
        return self.address.url is not None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with; every statement sees what is committed."""
        with self._told():
            async with self._readers.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed, and durable, when the block ends; rolled back if it raises."""
        with self._told():
            async with nullcontext() if self.is_postgres else self._turn, self._writers.begin() as connection:
                yield connection

    async def at_once(self, work: Callable[[Connection], T]) -> T:
        """A transaction whose statements follow each other without anything else between: no thread is changed for each."""
        with self._told():
            if self.is_postgres:
                async with self._writers.begin() as connection:
                    return await connection.run_sync(work)
            async with self._turn:
                return await self._group.run(work)

    @asynccontextmanager
    async def holding(self) -> AsyncIterator[AsyncConnection]:
        """A connection to keep for long, outside of any transaction."""
        with self._told():
            async with self._readers.connect() as connection:
                yield connection

    async def close(self) -> None:
        if self._open:
            self._open = False
            await self._writers.dispose()
            await self._readers.dispose()
            if not self.is_postgres:
                await self._group.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what drivers raise into a sentence."""
        if not self._open:  # its lock is gone: another process may have the file
            raise Unavailable(f"the database {self.address} is closed")
        try:
            yield
        except StoreError:
            raise
        except (PoolTimeout, TimeoutError):
            raise Unavailable(f"the database {self.address} did not answer in time") from None
        except OSError as error:
            raise Unavailable(f"the database {self.address} cannot be reached: {os_reason(error)}") from error
        except DBAPIError as error:
            reason = f"the database {self.address} refused: {_driver_reason(error.orig)}"
            if error.connection_invalidated or isinstance(error, OperationalError):
                raise Unavailable(reason) from error
            raise StoreError(reason) from error
        except SQLAlchemyError as error:
            raise StoreError(f"the database {self.address} refused: {_first_line(error)}") from error
        except _DRIVER_ERRORS as error:  # while connecting, they come as they are
            raise Unavailable(f"the database {self.address} refused: {_first_line(error)}") from error


# --- PostgreSQL ---


def _postgres(url: URL) -> AsyncEngine:
    # Whatever the server's default is: what we call kept must survive a crash.
    settings = {"synchronous_commit": "on", "application_name": "freightyard"}
    return create_async_engine(
        url,
        pool_size=_POOL,
        max_overflow=4,
        pool_timeout=30,
        pool_pre_ping=True,  # a server that was started anew is noticed before a statement fails
        connect_args={"timeout": _PATIENCE, "command_timeout": 60, "server_settings": settings},
    )


# --- SQLite ---


def make_file(path: Path) -> None:
    """Make the file and its folder if they are not there, for the user alone: the secrets of the cards are in it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except FileExistsError:
        raise Unavailable(f"the database {path} cannot be opened for writing: its folder is a file") from None
    except OSError as error:
        raise Unavailable(f"the database {path} cannot be opened for writing: {os_reason(error)}") from None


def _sqlite_writer(path: Path) -> AsyncEngine:
    writer = create_async_engine(_sqlite_url(path), pool_size=1, max_overflow=0, pool_timeout=60)
    _writes(writer.sync_engine)
    return writer


def _writes(engine: Engine) -> None:
    """The connections of this engine write."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say, changes of the schema included
        _pragmas(connection, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000")

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


class _Group:
    """A connection in a thread of its own, for whole transactions: a group of moves costs one change of threads, not twenty."""

    def __init__(self, path: Path, *, shared: bool) -> None:
        self._engine = create_engine(URL.create("sqlite", database=str(path)), pool_size=1, max_overflow=0)
        _writes(self._engine)
        self._turn = Turn(path) if shared else None
        self._thread = ThreadPoolExecutor(1, "freightyard-store")

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[Connection], T]) -> T:
        with self._turn or nullcontext(), self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()
        if self._turn is not None:
            self._turn.close()


def _sqlite_readers(path: Path) -> AsyncEngine:
    readers = create_async_engine(_sqlite_url(path), pool_size=_READERS, max_overflow=0, pool_timeout=30)

    @event.listens_for(readers.sync_engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        _pragmas(connection, "query_only=ON", "busy_timeout=5000")

    return readers


def _sqlite_url(path: Path) -> URL:
    return URL.create("sqlite+aiosqlite", database=str(path))


def _pragmas(connection: Any, *pragmas: str) -> None:
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# --- reasons ---


def _driver_reason(error: BaseException | None) -> str:
    """What the driver said, without the wrapping."""
    return _first_line(error.__cause__ if error is not None and error.__cause__ is not None else error)


def _first_line(error: BaseException | None) -> str:
    lines = str(error).strip().split("\n")
    return lines[0] or type(error).__name__
