"""The application: everything put together."""

import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import uvicorn
from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp
from uvicorn.server import ServerState

from freightyard.server.api.answers import not_there
from freightyard.server.api.routes import API
from freightyard.server.dependencies import DEPENDENCIES
from freightyard.server.limits import ConnectionLimit, keep_files_to_ourselves
from freightyard.server.log import Log, capture_libraries
from freightyard.server.rates import Rates
from freightyard.server.security import SecurityMiddleware, same_origin_only
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.server.site import error_pages, forms, static
from freightyard.server.site.routes import HANDLERS
from freightyard.server.wire import messages
from freightyard.server.wire.http_protocol import AwaitedRequests, HttpProtocol
from freightyard.server.wire.sockets import table_socket
from freightyard.server.wire.ws_protocol import TableProtocol
from freightyard.store import Store, open_store
from freightyard.store.address import read_address

if TYPE_CHECKING:
    from freightyard.server.wire.relay import Relay

SETTINGS: Final = "FREIGHTYARD_SETTINGS"  # the variable that hands them to further processes
_SWITCH_SECONDS: Final = 0.0005  # a thread that has moves to store gets to work so soon; Python says 5 ms, longer than a commit
_UNREAD: Final = 4  # times as long as a request may take to come, an answer may take to be read: answers are larger
_SENT_AS_IS: Final = "^/(s/|api/(events$|tables/[^/]+/watch$))"  # is compressed already, or a stream, whose lines must not wait
OPTIONS: Final[dict[str, Any]] = {  # of uvicorn, as they were measured to be fast
    "loop": "auto",
    "http": HttpProtocol,
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
    "timeout_worker_healthcheck": 30,  # who does not answer for so long is replaced; on a busy machine it may just be slow
}


def application(settings: Settings, opened: Store | None = None, now: Callable[[], float] = time.time) -> ASGIApp:
    """The application of one process. It opens the database when it starts, if it is not, and closes it when it ends.
    `now` tells the time."""
    log = Log(settings.level)
    capture_libraries(log)
    if settings.cards is not None and not settings.cards_of_secret_games:
        log.info("games with hidden cards are dealt by chance: --cards does not apply to them")
    rates = Rates(None if settings.rates is None else Path(settings.rates))
    HttpProtocol.limit = ConnectionLimit(settings)
    HttpProtocol.unread_seconds = _UNREAD * settings.request_seconds
    HttpProtocol.awaited = AwaitedRequests(settings.request_seconds)
    TableProtocol.rate = settings.rate

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = opened or await open_store(settings.database, shared=settings.processes > 1)
        sys.setswitchinterval(_SWITCH_SECONDS)
        services = app.state.services = Services(settings, store, log, static.BUILD, rates, now)
        services.hub.start()
        await services.notices.start()
        services.answer_programs()
        HttpProtocol.stopping = services.streams.stop
        relay = None if settings.relay is None else _relay(services, Path(settings.relay), secured)
        log.info("started")
        try:
            yield
        finally:
            if relay is not None:
                relay.close()
            await services.close()
            log.info("stopped")

    app = Litestar(
        route_handlers=[*HANDLERS, table_socket, API],
        dependencies=DEPENDENCIES,
        lifespan=[lifespan],
        guards=[same_origin_only],
        exception_handlers={**error_pages.EXCEPTION_HANDLERS, HTTPException: _http_error},
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, minimum_size=1000, exclude=_SENT_AS_IS),
        request_max_body_size=forms.MOST_BYTES,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
    secured = SecurityMiddleware(app, log, settings, rates)
    return secured


def _http_error(request: forms.AnyRequest, error: HTTPException) -> Response[Any]:
    """An error of HTTP: for programs, where there is no handler of theirs; else for people."""
    if request.url.path.startswith("/api/"):
        return not_there(error.status_code, None)
    return error_pages.http_error(request, error)


def options_of(settings: Settings) -> dict[str, Any]:
    """The options of uvicorn for these settings."""
    return {**OPTIONS, "forwarded_allow_ips": list(settings.proxies)}


def _relay(services: Services, folder: Path, app: ASGIApp) -> "Relay | None":
    """The relay to the other processes of this server. Processes whose database tells them the news can do without."""
    from freightyard.server.wire.relay import Relay  # here: it is not for every system

    settings, store = services.settings, services.store
    config = uvicorn.Config(app, **options_of(settings))
    config.load()
    state = ServerState()
    told_by_database = read_address(settings.database).url is not None
    on_news = None if told_by_database else store.tell_from_elsewhere
    try:
        relay = Relay(folder, settings.processes, lambda: TableProtocol(config, state, {}), on_news)
    except OSError as error:
        if not told_by_database:
            raise
        services.log.failure("cannot reach other processes", error)
        return None
    if not told_by_database:
        store.listen(relay.tell, ours=True)
    services.hub.is_elsewhere = lambda key: not relay.owns(key)
    return relay


def from_environment() -> ASGIApp:
    """The application of one of several processes, which find their settings in the environment."""
    keep_files_to_ourselves()
    return application(msgspec.json.decode(os.environ[SETTINGS], type=Settings))
