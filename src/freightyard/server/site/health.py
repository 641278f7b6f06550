"""The health check."""

import os

from litestar import Response, get
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE

from freightyard import __version__, build
from freightyard.server.services import Services


@get("/health")
async def health(services: Services) -> Response[dict[str, object]]:
    """For those who monitor servers: 200 if tables can be played, 503 if the database does not keep what it is given."""
    healthy = await services.health.healthy()
    told: dict[str, object] = {
        "ok": healthy,
        "version": __version__,
        "compiled": build() == "compiled",
        "process": os.getpid(),
        "database": healthy,
        "tables": services.hub.room_count,
        "watchers": services.hub.watcher_count,
        "bots_waiting": services.bot_pool.waiting,
    }
    return Response(told, status_code=HTTP_200_OK if healthy else HTTP_503_SERVICE_UNAVAILABLE)
