"""What changed at which table, told to everybody who listens: in this process at once, in others by PostgreSQL's NOTIFY."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import Text, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.store.database import Database
from freightyard.store.errors import StoreError
from freightyard.store.group_commit import CHANNEL
from freightyard.store.listeners import Listeners
from freightyard.store.living import HOLD
from freightyard.store.rows import MISSED, News

_POST: Final = select(func.pg_notify(CHANNEL, bindparam("news", type_=Text)))
_CHECK_EVERY: Final = 5.0  # seconds after which a silent connection is asked whether it lives
_LONGEST_WAIT: Final = 3.0  # seconds between two attempts to connect

_log = logging.getLogger(__name__)


class NotifyChannel:
    """News to and from other processes, over one connection that is held, and made anew when it is lost."""

    def __init__(self, database: Database, listeners: Listeners) -> None:
        self._database = database
        self._listeners = listeners
        self._connected: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen. Returns once everything that is posted from now on will be heard."""
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._connected = asyncio.create_task(self._stay_connected(ready))
        await ready

    async def close(self) -> None:
        if self._connected is not None:
            self._connected.cancel()
            with suppress(asyncio.CancelledError):
                await self._connected

    async def post(self, connection: AsyncConnection, news: News) -> None:
        """Tell other processes, when and if the connection's transaction is committed. `group_commit.py` tells of moves."""
        await connection.execute(_POST, {"news": f"{self._database.sender}\n{news.table} {news.what} {news.ply}"})

    async def _stay_connected(self, ready: asyncio.Future[None]) -> None:
        """Stay connected for as long as the store is open."""
        wait = 0.1
        while True:
            try:
                async with self._database.holding() as connection:
                    raw = await connection.get_raw_connection()
                    driver: Any = raw.driver_connection
                    lost = asyncio.Event()
                    driver.add_termination_listener(lambda _, lost=lost: lost.set())
                    await driver.execute(HOLD, int(self._database.owner))  # others see by this lock that this process lives
                    await driver.add_listener(CHANNEL, self._hear)
                    if ready.done():
                        self._listeners.tell(News("", MISSED))
                    else:
                        ready.set_result(None)
                    wait = 0.1
                    try:
                        await self._watch(driver, lost)
                    finally:
                        await connection.invalidate()  # never back into the pool: it has a listener
            except StoreError as error:
                if not ready.done():
                    ready.set_exception(error)
                    return
                _log.warning("news from other processes are interrupted: %s", error)
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    async def _watch(self, driver: Any, lost: asyncio.Event) -> None:
        """Return when the connection is lost."""
        while not lost.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), _CHECK_EVERY)
                return
            await driver.execute("SELECT 1", timeout=_CHECK_EVERY)

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        sender, *lines = str(payload).split("\n")
        if sender == self._database.sender:
            return  # our own have been told already
        for line in lines:
            words = line.split()
            if len(words) == 3 and words[2].isdecimal():
                self._listeners.tell(News(words[0], words[1], int(words[2])))
