"""The health check."""

import asyncio
import os
from typing import Final

from litestar import Response, get
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE

from freightyard import __version__, build
from freightyard.server.services import Services

_SECONDS: Final = 5.0


@get("/health")
async def health(services: Services) -> Response[dict[str, object]]:
    """For those who monitor servers: 200 if tables can be played, 503 if the database cannot be reached."""
    try:
        async with asyncio.timeout(_SECONDS):
            await services.store.tables.get("health")
        reachable = True
    except Exception as error:
        services.log.failure("database unreachable", error)
        reachable = False
    told: dict[str, object] = {
        "ok": reachable,
        "version": __version__,
        "compiled": build() == "compiled",
        "process": os.getpid(),
        "database": reachable,
        "tables": services.hub.room_count,
        "watchers": services.hub.watcher_count,
        "bots_waiting": services.bot_pool.waiting,
    }
    return Response(told, status_code=HTTP_200_OK if reachable else HTTP_503_SERVICE_UNAVAILABLE)
