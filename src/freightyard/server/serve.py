"""Running the server: uvicorn with the options that were measured to be fast, in one process or several."""

import asyncio
import logging
import os
import socket
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn
from uvicorn.supervisors import Multiprocess

from freightyard.core.errors import FreightyardError
from freightyard.server.app import OPTIONS, SETTINGS, application, options_of
from freightyard.server.limits import raise_file_limit
from freightyard.server.rates import new_counts
from freightyard.server.settings import Settings
from freightyard.store import open_store
from freightyard.store.opening import guarded

_FACTORY: Final = "freightyard.server.app:from_environment"


class CannotServe(FreightyardError):
    """The server cannot run as it was told to."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that is bound, so that its port is known and nobody else's; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except (OSError, OverflowError) as error:
        bound.close()
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        advice = "; choose another with --port" if port else ""
        raise CannotServe(f"cannot listen on {host} port {port}: {reason}{advice}") from None
    return bound


def serve(settings: Settings, bound: socket.socket, *, processes: int = 1, ready: Callable[[], None] | None = None) -> None:
    """Serve until it is interrupted."""
    raise_file_limit()
    options = {**options_of(settings), "host": settings.host, "port": bound.getsockname()[1]}
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    with asyncio.Runner(loop_factory=_new_loop()) as runner:
        if processes == 1:
            runner.run(_serve_here(settings, bound, options, ready))
            return
        runner.run(_migrate(settings))
    bound.listen(OPTIONS["backlog"])  # whoever comes before the processes are there waits for them, and is not turned away
    with guarded(settings.database), tempfile.TemporaryDirectory(prefix="freightyard-") as folder:
        relay = folder if hasattr(socket, "SOCK_SEQPACKET") and sys.platform == "linux" else None
        rates = Path(folder) / "rates"
        rates.write_bytes(new_counts())
        settings = msgspec.structs.replace(settings, processes=processes, relay=relay, rates=str(rates))
        os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
        if ready is not None:
            ready()
        Multiprocess(uvicorn.Config(_FACTORY, factory=True, workers=processes, **options), sockets=[bound]).run()


async def _serve_here(
    settings: Settings, bound: socket.socket, options: dict[str, Any], ready: Callable[[], None] | None
) -> None:
    store = await open_store(settings.database)  # before anything else: what is wrong with it is said in a sentence
    await _Server(uvicorn.Config(application(settings, store), **options), ready).serve([bound])


async def _migrate(settings: Settings) -> None:
    """Open the database once, and bring it up to date, before several processes do."""
    await (await open_store(settings.database)).close()


class _Server(uvicorn.Server):
    """A uvicorn server that calls `ready` once it accepts connections."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready is not None and not self.should_exit:
            self._ready()


def _new_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's event loop where it is installed; it is not for Windows."""
    if find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop
