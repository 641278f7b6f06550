"""Whether all is well."""

import asyncio
import os
from typing import Any, Final

from litestar import Request, Response, get
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE

from freightyard import __version__, build
from freightyard.server.house import house_of

_SECONDS: Final = 5.0


@get("/health")
async def health(request: Request[Any, Any, Any]) -> Response[dict[str, object]]:
    """For those who watch over servers: 200 if tables can be played, 503 if the database cannot be reached."""
    house = house_of(request)
    try:
        async with asyncio.timeout(_SECONDS):
            await house.store.table("health")
        reachable = True
    except Exception as error:
        house.hub.means.log.failure("database unreachable", error)
        reachable = False
    told: dict[str, object] = {
        "ok": reachable,
        "version": __version__,
        "compiled": build() == "compiled",
        "process": os.getpid(),
        "database": reachable,
        "tables": house.hub.rooms,
        "watchers": house.hub.watchers,
        "bots_waiting": house.workers.waiting,
    }
    return Response(told, status_code=HTTP_200_OK if reachable else HTTP_503_SERVICE_UNAVAILABLE)
