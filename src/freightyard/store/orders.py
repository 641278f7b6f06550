"""Orders ahead: what people have said at a table before they are asked. Secret: for nobody's eyes but their own."""

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Row

from freightyard.store import rows
from freightyard.store.errors import NotKept
from freightyard.store.rows import NOT_LOOKED_AT, StoredOrders
from freightyard.store.schema import ORDERS, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts
from freightyard.table.orders import SeatOrders


class Orders(Subject):
    """The orders of every seat that has some. They act by moves, of which each ply has only one: so they act exactly once."""

    async def of_table(self, table: str) -> dict[int, StoredOrders]:
        """The orders at a table, by seat."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(ORDERS).where(ORDERS.c.table_key == table))
            return {row.seat: _stored(row) for row in found}

    async def get(self, table: str, seat: int) -> StoredOrders | None:
        """The orders of a seat."""
        async with self.database.reading() as connection:
            same = (ORDERS.c.table_key == table, ORDERS.c.seat == seat)
            row = (await connection.execute(select(ORDERS).where(*same))).first()
            return None if row is None else _stored(row)

    @in_transaction
    async def give(self, transaction: Transaction, table: str, seat: int, person: str, orders: SeatOrders, at: float) -> None:
        """What a person says now, in place of what they said before. No orders at all: nothing is kept."""
        data = _data(orders)
        check_texts(person, data)
        lock = select(TABLES.c.key).where(TABLES.c.key == table).with_for_update(key_share=True)
        if (await transaction.execute(lock)).first() is None:
            raise NotKept("there is no such table")
        await transaction.execute(delete(ORDERS).where(ORDERS.c.table_key == table, ORDERS.c.seat == seat))
        if orders:
            values = {"table_key": table, "seat": seat, "person": person, "data": data, "ply": NOT_LOOKED_AT, "at": at}
            await transaction.execute(insert(ORDERS), values)
        transaction.tell(table, rows.ORDERS)

    @in_transaction
    async def change(
        self, transaction: Transaction, table: str, seat: int, was: SeatOrders, orders: SeatOrders, ply: int
    ) -> bool:
        """What becomes of orders that were looked at up to a ply; False if their person has said something else since."""
        same = (ORDERS.c.table_key == table, ORDERS.c.seat == seat, ORDERS.c.data == _data(was))
        found = (
            update(ORDERS).where(*same).values(data=_data(orders), ply=ply) if orders else delete(ORDERS).where(*same)
        )  # the person stays the same
        return (await transaction.execute(found)).rowcount == 1

    @in_transaction
    async def forget(self, transaction: Transaction, table: str) -> None:
        """The game is over: nobody is asked any more."""
        await transaction.execute(delete(ORDERS).where(ORDERS.c.table_key == table))


def _data(orders: SeatOrders) -> str:
    return msgspec.json.encode(orders).decode()


def _stored(row: Row[tuple[str, int, str, str, int, float]]) -> StoredOrders:
    return StoredOrders(row.person, msgspec.json.decode(row.data, type=SeatOrders), row.ply)
