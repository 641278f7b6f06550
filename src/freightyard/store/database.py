"""The connections to a database, and what it means when they fail.

SQLite has one writer at a time, for whom everybody who writes waits, and a few connections that read beside it. PostgreSQL has a
pool.
"""

import asyncio
import math
import os
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, event
from sqlalchemy.exc import DBAPIError, DisconnectionError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from freightyard.store.address import Address
from freightyard.store.append_queue import Refusals
from freightyard.store.errors import StoreError, Unavailable, os_reason
from freightyard.store.file_identity import FileIdentity
from freightyard.store.group_commit import PostgresGroup, SqliteGroup
from freightyard.store.living import lock_of, own_mark
from freightyard.store.rows import Append

_PATIENCE: Final = 10.0  # seconds until a connection must be there, and until a statement must be answered: people wait for it
_READERS: Final = 4
_POOL: Final = 8
_ASKED_SECONDS: Final = 30.0  # after which a connection that nobody used is asked whether it lives

try:
    from asyncpg.exceptions import (
        DataError,
        IntegrityConstraintViolationError,
        InternalClientError,
        PostgresError,
        TransactionRollbackError,
    )
    from asyncpg.exceptions import InterfaceError as AsyncpgError
except ImportError:  # the extra [postgres] is not installed
    HAS_ASYNCPG = False
    _DRIVER_ERRORS: tuple[type[Exception], ...] = ()
    _STATEMENT_ERRORS: tuple[type[Exception], ...] = ()
else:
    HAS_ASYNCPG = True
    # The last one comes of a connection that has heard of its end but is not closed yet.
    _DRIVER_ERRORS = (PostgresError, AsyncpgError, InternalClientError)
    _STATEMENT_ERRORS = (DataError, IntegrityConstraintViolationError, TransactionRollbackError)


class Database:
    """An open database: connections to read and connections to write."""

    def __init__(self, address: Address, *, shared: bool = False) -> None:
        """`shared`: several processes of this machine write into the file."""
        self.address = address
        self.sender = secrets.token_hex(8)  # by which a process knows its own news when they come back
        self.owner = own_mark() if address.url is None else str(lock_of(self.sender))  # in what it claims: see `living.py`
        self._open = True
        self._group: PostgresGroup | SqliteGroup
        self._identity: FileIdentity | None = None
        if address.url is not None:
            if not HAS_ASYNCPG:
                raise StoreError("PostgreSQL needs the package asyncpg: pip install 'freightyard[postgres]'")
            self._writers = _postgres(address.url)
            self._readers = self._writers.execution_options(isolation_level="AUTOCOMMIT")
            self._group = PostgresGroup(self._readers, self.sender)
        else:
            if address.path is None:
                raise ValueError("an address has a path or a URL")
            self._writers = _sqlite_writer(address.path)
            self._readers = _sqlite_readers(address.path)
            self._identity = FileIdentity(address.path)
            self._group = SqliteGroup(address.path, _prepare_writer, self._identity, shared=shared)
        self._one_writer = asyncio.Lock()  # on SQLite

    @property
    def is_postgres(self) -> bool:
        return self.address.url is not None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with; every statement sees what is committed."""
        with self._plain_errors():
            async with self._readers.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed, and durable, when the block ends; rolled back if it raises."""
        with self._plain_errors():
            async with nullcontext() if self.is_postgres else self._one_writer:
                self._check_file()
                async with self._writers.begin() as connection:
                    yield connection
                self._check_file()  # what went into a file that is not there any more is not kept

    @asynccontextmanager
    async def changing_schema(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may take its time."""
        if self.address.url is None:
            async with self.writing() as connection:
                yield connection
            return
        with self._plain_errors():
            engine = _postgres(self.address.url, None)
            try:
                async with engine.connect() as connection:
                    async with connection.begin():
                        yield connection
                    await connection.invalidate()  # a server that does not close its end is not waited for
            finally:
                await engine.dispose()

    async def commit_group(self, appends: Sequence[Append]) -> Refusals:
        """Keep what steps add to different tables in one transaction; why those are refused that came too late."""
        with self._plain_errors():
            async with nullcontext() if self.is_postgres else self._one_writer:
                return await self._group.keep(appends)

    @asynccontextmanager
    async def holding(self) -> AsyncIterator[AsyncConnection]:
        """A connection to keep for long, outside of any transaction."""
        with self._plain_errors():
            async with self._readers.connect() as connection:
                yield connection

    async def close(self) -> None:
        if self._open:
            self._open = False
            await self._group.close()
            await self._writers.dispose()
            await self._readers.dispose()

    def _check_file(self) -> None:
        if self._identity is not None:
            self._identity.check()

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
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
        except sqlite3.Error as error:
            reason = f"the database {self.address} refused: {_first_line(error)}"
            raise (Unavailable if isinstance(error, sqlite3.OperationalError) else StoreError)(reason) from error
        except _STATEMENT_ERRORS as error:
            raise StoreError(f"the database {self.address} refused: {_first_line(error)}") from error
        except _DRIVER_ERRORS as error:  # while connecting, they come as they are
            raise Unavailable(f"the database {self.address} refused: {_first_line(error)}") from error


# --- PostgreSQL ---


def _postgres(url: URL, patience: float | None = _PATIENCE) -> AsyncEngine:
    settings = {
        # Whatever the server's default is: what we call kept must survive a crash.
        "synchronous_commit": "on",
        "application_name": "freightyard",
        # A machine that is cut off is given up within half a minute, not after hours: others then do what it had claimed.
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "3",
        "tcp_user_timeout": "20000",
    }
    engine = create_async_engine(
        url,
        pool_size=_POOL,
        max_overflow=4,
        pool_timeout=30,
        connect_args={"timeout": _PATIENCE, "command_timeout": patience, "server_settings": settings},
    )

    # A connection that a server has closed, because it was started anew, is noticed before a statement fails. SQLAlchemy's own
    # way to ask (`pool_pre_ping`) is three round trips before every statement; whether it was closed the driver knows by itself.
    @event.listens_for(engine.sync_engine, "checkin")
    def remember(_: Any, record: Any) -> None:
        record.info["used_at"] = time.monotonic()

    @event.listens_for(engine.sync_engine, "checkout")
    def check(connection: Any, record: Any, _: object) -> None:
        if connection.driver_connection.is_closed():
            raise DisconnectionError("the server has closed the connection")
        if time.monotonic() - record.info.get("used_at", math.inf) > _ASKED_SECONDS:  # what lies between may have forgotten it
            try:
                connection.ping()
            except Exception as error:
                raise DisconnectionError("the connection is lost") from error

    return engine


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

    @event.listens_for(writer.sync_engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        _prepare_writer(connection)

    @event.listens_for(writer.sync_engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return writer


def _prepare_writer(connection: Any) -> None:
    """Of the driver, or one of SQLAlchemy's that looks like it."""
    connection.isolation_level = None  # transactions begin where we say, changes of the schema included
    _pragmas(connection, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000")


def _sqlite_readers(path: Path) -> AsyncEngine:
    # Each statement stands alone: there is nothing to roll back, and one trip less to the thread of the connection.
    readers = create_async_engine(
        _sqlite_url(path), pool_size=_READERS, max_overflow=0, pool_timeout=30, skip_autocommit_rollback=True
    )

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
