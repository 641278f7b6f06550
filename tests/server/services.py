"""A server's services without a server around them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from freightyard.server.log import Log
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.store import Store


@asynccontextmanager
async def services_on(store: Store, settings: Settings) -> AsyncIterator[Services]:
    services = Services(settings, store, Log("none"), build="")
    try:
        yield services
    finally:
        await services.hub.close()
        await services.bot_pool.close()
