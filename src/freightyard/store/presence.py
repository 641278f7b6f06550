"""Who has the page of a table before their eyes. Every process writes down now and then whom it sees: so all know it, and what a
process said that was killed is soon too old to count."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, select, text, tuple_

from freightyard.store.schema import PRESENCE
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import padded

Seen = tuple[str, str]  # a table and a person

_SEEN: Final = text(
    "INSERT INTO presence (table_key, person, at) VALUES (:table_key, :person, :at) "
    "ON CONFLICT (table_key, person) DO UPDATE SET at = excluded.at"
)


class Presence(Subject):
    """When somebody was last seen at a table."""

    @in_transaction
    async def seen(self, transaction: Transaction, pairs: Collection[Seen], at: float) -> None:
        """These people look at these tables at this moment."""
        await transaction.execute(_SEEN, [{"table_key": table, "person": person, "at": at} for table, person in sorted(pairs)])

    @in_transaction
    async def gone(self, transaction: Transaction, pairs: Collection[Seen], before: float) -> None:
        """These people look at these tables no more, unless another process has seen them since."""
        here = tuple_(PRESENCE.c.table_key, PRESENCE.c.person).in_(sorted(pairs))
        await transaction.execute(delete(PRESENCE).where(here, PRESENCE.c.at <= before))

    async def of_tables(self, tables: Collection[str]) -> dict[Seen, float]:
        """When people were last seen at some tables."""
        if not tables:
            return {}
        query = select(PRESENCE).where(PRESENCE.c.table_key.in_(padded(sorted(tables))))
        async with self.database.reading() as connection:
            return {(row.table_key, row.person): row.at for row in await connection.execute(query)}

    @in_transaction
    async def forget(self, transaction: Transaction, seen_before: float) -> None:
        """Forget what is too old to count."""
        await transaction.execute(delete(PRESENCE).where(PRESENCE.c.at < seen_before))
