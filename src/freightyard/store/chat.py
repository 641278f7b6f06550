"""What is said at tables."""

from sqlalchemy import func, insert, select

from freightyard.store import rows
from freightyard.store.errors import NotKept
from freightyard.store.rows import ChatLine
from freightyard.store.schema import CHAT, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts


class Chat(Subject):
    """The lines of every table's chat."""

    @in_transaction
    async def add(self, transaction: Transaction, table: str, seat: int | None, name: str, text: str, at: float) -> ChatLine:
        """Somebody says something: of a seat, or None for a watcher."""
        check_texts(name, text)
        # Under the lock of the table, so that a line never appears behind one with a higher number.
        lock = select(TABLES.c.key).where(TABLES.c.key == table).with_for_update(key_share=True)
        if (await transaction.execute(lock)).first() is None:
            raise NotKept("there is no such table")
        last = select(func.coalesce(func.max(CHAT.c.number), 0)).where(CHAT.c.table_key == table)
        line = ChatLine((await transaction.execute(last)).scalar_one() + 1, seat, name, text, at)
        values = {"table_key": table, **{key: getattr(line, key) for key in line.__struct_fields__}}
        await transaction.execute(insert(CHAT), values)
        transaction.tell(table, rows.CHAT)
        return line

    async def lines(self, table: str, limit: int, after: int = 0) -> list[ChatLine]:
        """The last lines with a number above `after`, in order."""
        query = select(CHAT).where(CHAT.c.table_key == table, CHAT.c.number > after).order_by(CHAT.c.number.desc()).limit(limit)
        async with self.database.reading() as connection:
            found = (await connection.execute(query)).all()
        return [ChatLine(row.number, row.seat, row.name, row.text, row.at) for row in reversed(found)]
