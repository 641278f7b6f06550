"""A server whose time is handed in: `main([DATABASE, TIMES])`, in a process of its own.

TIMES is a file of two numbers: the time that it is, and the time up to which the server has done all that was due. Whoever
writes the first and waits for the second makes a month pass in seconds. Everything else is as in a server that people use.
"""

import asyncio
import mmap
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, cast

import uvicorn
from litestar import Litestar

from freightyard.server.app import application, options_of
from freightyard.server.security import SecurityMiddleware
from freightyard.server.serve import bound_socket
from freightyard.server.services import Services, services_of
from freightyard.server.settings import Settings
from freightyard.store import open_store
from tests.server.visits import receive_visits

_TIMES: Final = struct.Struct("dd")
_LOOK_SECONDS: Final = 0.008
VISITS: Final = ".visits"  # how the name of the socket ends through which people come without a browser


class Times:
    """The two numbers, shared by a server and whoever hands it the time."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(_TIMES.pack(0.0, 0.0))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _TIMES.size)

    @property
    def now(self) -> float:
        return float(_TIMES.unpack(self._memory[:])[0])

    @property
    def done(self) -> float:
        return float(_TIMES.unpack(self._memory[:])[1])

    def set_now(self, now: float) -> None:
        self._memory[:8] = struct.pack("d", now)

    def set_done(self, done: float) -> None:
        self._memory[8:] = struct.pack("d", done)


async def follow(services: Services, times: Times) -> None:
    """Whenever the time is another one, do what is due, let the bots finish, and say so."""
    while True:
        now = times.now
        if now > times.done:
            await services.hub.sweep()
            while any(room.bots.busy for room in services.hub._rooms.values()):
                await asyncio.sleep(_LOOK_SECONDS)
            times.set_done(now)
        await asyncio.sleep(_LOOK_SECONDS)


async def serve(database: str, path: Path) -> None:
    times = Times(path)
    bound = bound_socket("127.0.0.1", 0)
    # No pace: nobody watches the bots. No limits: all people of the month come from one address.
    settings = Settings(database=database, port=bound.getsockname()[1], pace=0.0, rate=100_000.0, connections=0, level="warning")
    store = await open_store(settings.database)
    app = application(settings, store, lambda: times.now)
    assert isinstance(app, SecurityMiddleware)
    config = uvicorn.Config(app, **options_of(settings), host=settings.host, port=settings.port)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve([bound]))
    while not server.started:
        await asyncio.sleep(_LOOK_SECONDS)
    services = services_of(cast(Litestar, app._app))
    visits = await receive_visits(services, path.with_suffix(VISITS))
    sys.stdout.write(f"http://127.0.0.1:{settings.port}\n")
    sys.stdout.flush()
    following = asyncio.create_task(follow(services, times))
    await asyncio.wait([running, following], return_when=asyncio.FIRST_COMPLETED)
    visits.close()
    with suppress(asyncio.CancelledError):
        following.cancel()
        await following


def main(arguments: Sequence[str]) -> int:
    """Serve until the process is killed."""
    asyncio.run(serve(arguments[0], Path(arguments[1])))
    return 0
