"""Reviews of finished games, kept with their records."""

from typing import Final

from sqlalchemy import select, text

from freightyard.store.schema import REVIEWS
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts

_PUT: Final = text(
    "INSERT INTO reviews (record, made_at, data) VALUES (:record, :made_at, :data) "
    "ON CONFLICT (record) DO UPDATE SET made_at = excluded.made_at, data = excluded.data"
)


class Reviews(Subject):
    """One for a record at most; as data, which whoever made it can read."""

    async def get(self, record: str) -> str | None:
        """The review of a record."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(REVIEWS.c.data).where(REVIEWS.c.record == record))
            return found.scalar_one_or_none()

    @in_transaction
    async def put(self, transaction: Transaction, record: str, data: str, at: float) -> None:
        """Keep the review of a record, instead of an earlier one."""
        check_texts(data)
        await transaction.execute(_PUT, {"record": record, "made_at": at, "data": data})
