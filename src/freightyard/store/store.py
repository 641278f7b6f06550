"""The store: everything that is kept, by subject, in a database of either kind."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import text

from freightyard.store.additions import Additions
from freightyard.store.calendars import Calendars
from freightyard.store.channels import Channels
from freightyard.store.chat import Chat
from freightyard.store.clocks import Clocks
from freightyard.store.database import Database
from freightyard.store.host_values import HostValues
from freightyard.store.invitations import Invitations
from freightyard.store.listeners import Listeners
from freightyard.store.lock import FileLock
from freightyard.store.moves import Moves
from freightyard.store.news import NotifyChannel
from freightyard.store.notice_settings import NoticeChoices
from freightyard.store.orders import Orders
from freightyard.store.outbox import Outbox
from freightyard.store.passkeys import Passkeys
from freightyard.store.people import People
from freightyard.store.presence import Presence
from freightyard.store.proposals import Proposals
from freightyard.store.records import Records
from freightyard.store.recovery import Recovery
from freightyard.store.reviews import Reviews
from freightyard.store.rows import News
from freightyard.store.seat_links import SeatLinks
from freightyard.store.tables import Tables
from freightyard.store.tokens import Tokens
from freightyard.store.transactions import Transactions

_CHECK: Final = text("UPDATE alembic_version SET version_num = version_num")  # the smallest write that there is


class Store:
    """Keeps everything in a database. `open_store` makes one.

    Whatever writes is committed, and durable, when it returns. A database that fails raises `StoreError`.
    """

    def __init__(self, database: Database, lock: FileLock | None) -> None:
        self._database = database
        self._lock = lock
        self._listeners = Listeners()
        self._channel = NotifyChannel(database, self._listeners) if database.is_postgres else None
        self._transactions = Transactions(database, self._listeners, self._channel)
        self.people = People(database, self._transactions)
        self.recovery = Recovery(database, self._transactions)
        self.passkeys = Passkeys(database, self._transactions)
        self.seat_links = SeatLinks(database, self._transactions)
        self.tokens = Tokens(database, self._transactions)
        self.tables = Tables(database, self._transactions)
        self.clocks = Clocks(database, self._transactions)
        self.calendars = Calendars(database, self._transactions)
        self.additions = Additions(database, self._transactions)
        self.moves = Moves(database, self._listeners)
        self.chat = Chat(database, self._transactions)
        self.invitations = Invitations(database, self._transactions)
        self.orders = Orders(database, self._transactions)
        self.proposals = Proposals(database, self._transactions, self.tables)
        self.records = Records(database, self._transactions)
        self.reviews = Reviews(database, self._transactions)
        self.channels = Channels(database, self._transactions)
        self.notice_settings = NoticeChoices(database, self._transactions)
        self.outbox = Outbox(database, self._transactions)
        self.presence = Presence(database, self._transactions)
        self.host_values = HostValues(database, self._transactions)

    @property
    def alone(self) -> bool:
        """Whether no other process can have opened the database to serve from it."""
        return self._lock is not None

    def listen(self, hear: Callable[[News], None], *, ours: bool = False) -> Callable[[], None]:
        """Hear what changes at any table, in this process or in any other; `ours`: in this one alone. Call what it returns to
        stop. Moves of this process are told too, after they are committed."""
        return self._listeners.add(hear, ours=ours)

    def tell_from_elsewhere(self, news: News) -> None:
        """Another process has stored something, and the database does not tell: SQLite."""
        self._listeners.tell(news, from_elsewhere=True)

    async def start(self) -> None:
        """Begin to hear from other processes."""
        if self._channel is not None:
            await self._channel.start()

    async def check(self) -> None:
        """Keep something, to see whether anything can be kept. Raises `StoreError` if not."""
        async with self._database.writing() as connection:
            await connection.execute(_CHECK)

    async def close(self) -> None:
        """Finish what is under way, and leave the database."""
        await self.moves.close()
        await self._transactions.close()
        if self._channel is not None:
            await self._channel.close()
        await self._database.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
