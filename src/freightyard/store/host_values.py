"""What the server itself remembers: the keys of its pushes, whether notices are paused."""

from typing import Final

from sqlalchemy import delete, select, text

from freightyard.store.schema import HOST_VALUES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts

_KEEP: Final = text("INSERT INTO host_values (key, value) VALUES (:key, :value) ON CONFLICT (key) DO NOTHING")
_PUT: Final = text(
    "INSERT INTO host_values (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


class HostValues(Subject):
    """Texts by their names."""

    async def get(self, key: str) -> str | None:
        """What is remembered under a name."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(HOST_VALUES.c.value).where(HOST_VALUES.c.key == key))
            return found.scalar_one_or_none()

    @in_transaction
    async def put(self, transaction: Transaction, key: str, value: str) -> None:
        """Remember another text."""
        check_texts(value)
        await transaction.execute(_PUT, {"key": key, "value": value})

    @in_transaction
    async def keep(self, transaction: Transaction, key: str, value: str) -> str:
        """What is remembered under a name: this, if nothing was. All processes get the same."""
        check_texts(value)
        await transaction.execute(_KEEP, {"key": key, "value": value})
        kept: str = (await transaction.execute(select(HOST_VALUES.c.value).where(HOST_VALUES.c.key == key))).scalar_one()
        return kept

    @in_transaction
    async def forget(self, transaction: Transaction, key: str) -> None:
        """Remember nothing under a name."""
        await transaction.execute(delete(HOST_VALUES).where(HOST_VALUES.c.key == key))
