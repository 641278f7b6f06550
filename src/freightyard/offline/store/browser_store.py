"""The store of a browser: the subjects of `freightyard.store` that a table in a page needs."""

from collections.abc import Callable
from typing import Any, final

import msgspec

from freightyard.offline.keep import Keep
from freightyard.offline.store.chat import BrowserChat
from freightyard.offline.store.clocks import BrowserClocks
from freightyard.offline.store.kept_tables import KeptTables
from freightyard.offline.store.moves import BrowserMoves
from freightyard.offline.store.orders import BrowserOrders
from freightyard.offline.store.people import BrowserCalendars, BrowserPeople
from freightyard.offline.store.proposals import BrowserProposals
from freightyard.offline.store.records import BrowserRecords, BrowserReviews
from freightyard.offline.store.tables import BrowserTables
from freightyard.store.rows import News


@final
class _Nothing:
    """A subject of which nothing is kept in a browser: links to seats, channels for notices."""

    async def of_person(self, person: str) -> list[Any]:
        return []

    async def about(self, table: str, person: str) -> list[Any]:
        return []


@final
class BrowserStore:
    """The subjects by the names that `freightyard.store.Store` gives them."""

    def __init__(self, keep: Keep) -> None:
        tables = KeptTables(keep)
        self.keep = keep
        self.tables = BrowserTables(tables)
        self.moves = BrowserMoves(tables)
        self.chat = BrowserChat(tables)
        self.orders = BrowserOrders(tables)
        self.proposals = BrowserProposals(tables)
        self.records = BrowserRecords(tables)
        self.reviews = BrowserReviews(keep)
        self.people = BrowserPeople(keep)
        self.calendars = BrowserCalendars()
        self.clocks = BrowserClocks(tables)
        self.channels = self.seat_links = _Nothing()
        self._tables = tables

    def listen(self, hear: Callable[[News], None]) -> Callable[[], None]:
        """Hear what changes at any table, in this page or another one of the browser."""
        return self._tables.listeners.add(hear)

    def hear(self, news: str) -> None:
        """What another page of the browser has told."""
        self._tables.listeners.tell(msgspec.json.decode(news, type=News))

    async def close(self) -> None:
        """Everything is kept already."""
