"""What is said at tables."""

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.store.contract import ChatLine
from freightyard.store.errors import NotKept
from freightyard.store.schema import CHAT, TABLES


async def add_chat(connection: AsyncConnection, table: str, seat: int | None, name: str, text: str, at: float) -> ChatLine:
    # Under the lock of the table, so that a line never appears behind one with a higher number.
    lock = select(TABLES.c.key).where(TABLES.c.key == table).with_for_update(key_share=True)
    if (await connection.execute(lock)).first() is None:
        raise NotKept("there is no such table")
    last = select(func.coalesce(func.max(CHAT.c.number), 0)).where(CHAT.c.table_key == table)
    line = ChatLine((await connection.execute(last)).scalar_one() + 1, seat, name, text, at)
    await connection.execute(insert(CHAT), {"table_key": table, **{key: getattr(line, key) for key in line.__struct_fields__}})
    return line


async def chat(connection: AsyncConnection, table: str, limit: int, after: int) -> list[ChatLine]:
    query = select(CHAT).where(CHAT.c.table_key == table, CHAT.c.number > after).order_by(CHAT.c.number.desc()).limit(limit)
    rows = (await connection.execute(query)).all()
    return [ChatLine(row.number, row.seat, row.name, row.text, row.at) for row in reversed(rows)]
