"""What a server process consists of. One object holds it all; handlers, rooms and bots are handed it."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, final

from litestar import Litestar

from freightyard.server.api.gate import Gate
from freightyard.server.bots.pool import BotPool
from freightyard.server.bots.reviews import Reviews
from freightyard.server.health_check import HealthCheck
from freightyard.server.live.hub import Hub
from freightyard.server.log import Log
from freightyard.server.rates import Rates
from freightyard.server.settings import Settings

if TYPE_CHECKING:
    from freightyard.server.api.access import TokenCache
    from freightyard.server.api.streams import Streams
    from freightyard.server.notices.notices import Notices
    from freightyard.store import Store


@final
class Services:
    """The settings, the store, the log, the processes of bots and the open tables of one server process."""

    tokens: "TokenCache"  # these two where programs can ask: see `answer_programs`
    streams: "Streams"

    def __init__(
        self,
        settings: Settings,
        store: "Store",
        log: Log,
        build: str,
        rates: Rates | None = None,
        now: Callable[[], float] = time.time,
        bot_pool: BotPool | None = None,
        notices: "Notices | None" = None,
    ) -> None:
        """`now` tells the time of all that is stored, shown or due. How long something takes is measured elsewhere. Bots think in
        processes of this machine and notices go out over the network, unless others are handed in."""
        self.settings = settings
        self.store = store
        self.log = log
        self.now = now
        self.build = build  # a hash of the static files, which is part of their addresses
        self.rates = rates or Rates()  # of one process, unless they are handed in
        self.bot_pool = bot_pool or BotPool(settings.bot_processes, settings.bot_seconds, log)
        self.reviews = Reviews(store, self.bot_pool, log, now)
        self.visits: dict[str, float] = {}  # when people were here, as far as it was kept
        self.clients: dict[str, str] = {}  # from which address people came last
        self.gate = Gate()
        self.health = HealthCheck(store, log)
        self.hub = Hub(self)
        if notices is None:
            from freightyard.server.notices.notices import Notices  # here: it needs the database's libraries

            notices = Notices(self)
        self.notices = notices

    def answer_programs(self) -> None:
        """Make what is needed to answer programs, and start it."""
        from freightyard.server.api.access import TokenCache  # here: it needs the database's libraries
        from freightyard.server.api.streams import Streams

        self.tokens, self.streams = TokenCache(), Streams(self)
        self.streams.start()

    async def close(self) -> None:
        """Close the tables, then what they need."""
        if hasattr(self, "streams"):
            await self.streams.close()
        await self.notices.close()
        await self.hub.close()
        await self.reviews.close()
        await self.bot_pool.close()
        await self.store.close()


def services_of(app: Litestar) -> Services:
    """What the lifespan of the application made. Handlers have a parameter for it; error pages call this."""
    services: Services = app.state.services
    return services
