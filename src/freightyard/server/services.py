"""What every handler needs: the settings, the store, the open tables, the bots."""

from typing import TYPE_CHECKING, Any, final

from litestar.connection import ASGIConnection

from freightyard.server.settings import Settings
from freightyard.store.contract import Store

if TYPE_CHECKING:
    from freightyard.server.bots.pool import BotPool
    from freightyard.server.live.hub import Hub

AnyConnection = ASGIConnection[Any, Any, Any, Any]


@final
class Services:
    """One server process."""

    def __init__(self, settings: Settings, store: Store, hub: "Hub", bot_pool: "BotPool", build: str) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self.bot_pool = bot_pool
        self.build = build  # names the static files by their content


def services_of(connection: AnyConnection) -> Services:
    """The house in which a request or a socket arrived."""
    services = connection.app.state.services
    if not isinstance(services, Services):
        raise TypeError("the application has no house")
    return services
