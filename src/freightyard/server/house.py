"""What every handler needs: the settings, the store, the open tables, the bots."""

from typing import TYPE_CHECKING, Any, final

from litestar.connection import ASGIConnection

from freightyard.server.settings import Settings
from freightyard.store.contract import Store

if TYPE_CHECKING:
    from freightyard.server.hub import Hub
    from freightyard.server.workers import Workers

Connection = ASGIConnection[Any, Any, Any, Any]


@final
class House:
    """One server process."""

    def __init__(self, settings: Settings, store: Store, hub: "Hub", workers: "Workers", build: str) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self.workers = workers
        self.build = build  # names the static files by their content


def house_of(connection: Connection) -> House:
    """The house in which a request or a socket arrived."""
    house = connection.app.state.house
    if not isinstance(house, House):
        raise TypeError("the application has no house")
    return house
