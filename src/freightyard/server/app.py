"""The application: everything put together."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import uvicorn
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.types import ASGIApp
from uvicorn.server import ServerState

from freightyard.core.errors import FreightyardError
from freightyard.server.bots import hints
from freightyard.server.bots.pool import BotPool
from freightyard.server.live.hub import Hub
from freightyard.server.log import Log, hear_libraries
from freightyard.server.means import Forbidden, RoomServices
from freightyard.server.security import SecurityMiddleware, from_here
from freightyard.server.services import Services, services_of
from freightyard.server.settings import Settings
from freightyard.server.site import endings, health, questions, replays, static, table_pages
from freightyard.server.site.errors import EXCEPTION_HANDLERS, answer
from freightyard.server.site.routes import SITE
from freightyard.server.wire import messages, sockets
from freightyard.server.wire.ws_protocol import TableProtocol
from freightyard.store import open_store
from freightyard.store.address import read_address
from freightyard.store.contract import Store
from freightyard.store.errors import StoreError
from freightyard.table.errors import StalePly

if TYPE_CHECKING:
    from freightyard.server.wire.relay import Relay

SETTINGS: Final = "FREIGHTYARD_SETTINGS"  # the variable that hands them to further processes
_MOST_BYTES: Final = 64 * 1024  # of a form
_SWITCH_SECONDS: Final = 0.0005  # a thread that has moves to keep gets to work so soon; Python says 5 ms, longer than a commit
OPTIONS: Final[dict[str, Any]] = {  # of uvicorn, as they were measured to be fast
    "loop": "auto",
    "ws": TableProtocol,
    "ws_per_message_deflate": False,
    "ws_max_size": messages.MOST_BYTES,
    "ws_ping_interval": 20.0,
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "lifespan": "on",
    "backlog": 2048,
    "timeout_graceful_shutdown": 5,
    "timeout_worker_healthcheck": 30,  # who is not heard for so long is replaced; on a busy machine it may just be slow
}


def refused(request: Request[Any, Any, Any], error: FreightyardError) -> Response[str]:
    """What was asked for cannot be done: the sentence says why. What is wrong with the database is for the host alone."""
    if isinstance(error, StoreError):
        services_of(request).hub.means.log.failure("store failed", error)
        return answer(request, 503)
    status = 403 if isinstance(error, Forbidden) else 409 if isinstance(error, StalePly) else 400
    words = str(error)
    return answer(request, status, f"{words[:1].upper()}{words[1:]}.")


def application(settings: Settings, opened: Store | None = None) -> ASGIApp:
    """The application of one process. It opens the database when it starts, if it is not, and closes it when it ends."""
    log = Log(settings.level)
    hear_libraries(log)

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        store = opened or await open_store(settings.database, shared=settings.processes > 1)
        bot_pool = BotPool(settings.bot_processes, settings.bot_seconds, log)
        sys.setswitchinterval(_SWITCH_SECONDS)
        hub = Hub(RoomServices(store, bot_pool, settings, log))
        app.state.services = Services(settings, store, hub, bot_pool, static.BUILD)
        hub.start()
        relay = None if settings.relay is None else _relay(settings, door, hub, store, log)
        log.info("open")
        try:
            yield
        finally:
            if relay is not None:
                relay.close()
            await hub.close()
            await bot_pool.close()
            await store.close()
            log.info("closed")

    app = Litestar(
        route_handlers=[
            SITE,
            *table_pages.HANDLERS,
            *replays.HANDLERS,
            *endings.HANDLERS,
            *questions.HANDLERS,
            *hints.HANDLERS,
            sockets.table_socket,
            static.static_file,
            health.health,
        ],
        lifespan=[open_house],
        guards=[from_here],
        exception_handlers={**EXCEPTION_HANDLERS, FreightyardError: refused},
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, minimum_size=1000, exclude="^/s/"),
        request_max_body_size=_MOST_BYTES,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
    door = SecurityMiddleware(app, log, settings.rate)
    return door


def _relay(settings: Settings, app: ASGIApp, hub: Hub, store: Store, log: Log) -> "Relay | None":
    """The ties to the other processes of this server. Those that share a database which tells them the news can do without."""
    from freightyard.server.wire.relay import Relay  # here: it is not for every system

    config = uvicorn.Config(app, **OPTIONS)
    config.load()
    state = ServerState()
    told_by_database = read_address(settings.database).url is not None
    hear = None if told_by_database else hub.hear
    try:
        relay = Relay(Path(settings.relay or ""), settings.processes, lambda: TableProtocol(config, state, {}), hear)
    except OSError as error:
        if not told_by_database:
            raise
        log.failure("no ties to other processes", error)
        return None
    if not told_by_database:
        store.listen(relay.tell)
    return relay


def from_environment() -> ASGIApp:
    """The application of one of several processes, which find their settings in the environment."""
    return application(msgspec.json.decode(os.environ[SETTINGS], type=Settings))
