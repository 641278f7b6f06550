"""What is said at tables, how far everybody has read, and whom a host has muted."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from freightyard.store import notice_rows, rows
from freightyard.store.errors import NotKept
from freightyard.store.notice_rows import Planned
from freightyard.store.outbox import plan
from freightyard.store.rows import NOTE, ChatLine, Writer
from freightyard.store.schema import CHAIRS, CHAT, MUTES, READS, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts, padded

CHAT_SECONDS: Final = 20.0  # after which people are told of what they have not read: whoever types goes on typing


class Chat(Subject):
    """The lines of every table's chat."""

    @in_transaction
    async def add(
        self,
        transaction: Transaction,
        table: str,
        seat: int | None,
        name: str,
        text: str,
        at: float,
        *,
        audience: str | None = None,
        person: str | None = None,
    ) -> ChatLine | None:
        """Somebody says something: of a seat, or None for a watcher. None if the host has muted them. Whoever says something has
        read what was said before."""
        await lock_table(transaction, table)
        if person is not None and await _is_muted(transaction, table, person):
            return None
        line = await add_line(transaction, table, seat, name, text, at, audience, person)
        if person is not None:
            await _set_read(transaction, table, person, line.number)
        if audience is None:
            await plan(transaction, await _to_tell(transaction, table, person, line))
        return line

    @in_transaction
    async def note(self, transaction: Transaction, table: str, text: str, at: float) -> None:
        """The table itself tells what happened besides the moves: who was replaced, what was agreed."""
        await lock_table(transaction, table)
        await add_note(transaction, table, text, at)

    async def lines(self, table: str, limit: int, after: int = 0) -> list[ChatLine]:
        """The last lines with a number above `after`, in order."""
        query = select(CHAT).where(CHAT.c.table_key == table, CHAT.c.number > after).order_by(CHAT.c.number.desc()).limit(limit)
        async with self.database.reading() as connection:
            found = (await connection.execute(query)).all()
        return [ChatLine(row.number, row.seat, row.name, row.text, row.at, row.audience) for row in reversed(found)]

    async def writers(self, table: str, limit: int) -> list[Writer]:
        """Who wrote without a seat, the latest first: each by the last of their lines."""
        last = func.max(CHAT.c.number).label("number")
        theirs = select(last).where(CHAT.c.table_key == table, CHAT.c.seat.is_(None), CHAT.c.person.is_not(None))
        numbers = theirs.group_by(CHAT.c.person).order_by(last.desc()).limit(limit).subquery()
        query = select(CHAT).where(CHAT.c.table_key == table, CHAT.c.number.in_(select(numbers.c.number)))
        async with self.database.reading() as connection:
            found = await connection.execute(query.order_by(CHAT.c.number.desc()))
            return [Writer(row.number, row.person, row.name, row.audience) for row in found]

    async def writer(self, table: str, number: int) -> Writer | None:
        """Who wrote a line; None if nobody did, or that is not known."""
        query = select(CHAT).where(CHAT.c.table_key == table, CHAT.c.number == number, CHAT.c.person.is_not(None))
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).first()
            return None if row is None else Writer(row.number, row.person, row.name, row.audience)

    # --- what was read ---

    @in_transaction
    async def set_read(self, transaction: Transaction, table: str, person: str, line: int) -> None:
        """Somebody has read up to a line."""
        await _set_read(transaction, table, person, line)

    async def read_up_to(self, table: str, person: str) -> int:
        """The last line that somebody has read; 0 if none."""
        query = select(READS.c.line).where(READS.c.table_key == table, READS.c.person == person)
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or 0

    async def unread(self, person: str, tables: Sequence[str]) -> dict[str, int]:
        """How many lines for everybody somebody has not read, by the tables that have such."""
        if not tables:
            return {}
        mine = (READS.c.table_key == CHAT.c.table_key) & (READS.c.person == person)
        query = (
            select(CHAT.c.table_key, func.count())
            .join(READS, mine, isouter=True)
            .where(CHAT.c.table_key.in_(padded(list(tables))), CHAT.c.number > func.coalesce(READS.c.line, 0))
            .where(or_(CHAT.c.audience.is_(None), CHAT.c.audience == NOTE))
            .group_by(CHAT.c.table_key)
        )
        async with self.database.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    # --- who may not say anything ---

    @in_transaction
    async def mute(self, transaction: Transaction, table: str, person: str, note: str, at: float) -> bool:
        """Somebody may say nothing more at a table; False if that is so already."""
        await lock_table(transaction, table)
        if await _is_muted(transaction, table, person):
            return False
        await transaction.execute(insert(MUTES), {"table_key": table, "person": person})
        await add_note(transaction, table, note, at)
        return True

    @in_transaction
    async def unmute(self, transaction: Transaction, table: str, person: str, note: str, at: float) -> bool:
        """They may again; False if nothing kept them from it."""
        await lock_table(transaction, table)
        gone = delete(MUTES).where(MUTES.c.table_key == table, MUTES.c.person == person)
        if (await transaction.execute(gone)).rowcount != 1:
            return False
        await add_note(transaction, table, note, at)
        return True

    async def muted(self, table: str) -> frozenset[str]:
        """The people who may say nothing at a table."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(MUTES.c.person).where(MUTES.c.table_key == table))
            return frozenset(found.scalars())


# --- for other subjects, in a transaction of theirs ---


async def lock_table(transaction: Transaction, table: str) -> None:
    """Nobody else changes a table before the transaction ends. So a line never appears behind one with a higher number."""
    lock = select(TABLES.c.key).where(TABLES.c.key == table).with_for_update(key_share=True)
    if (await transaction.execute(lock)).first() is None:
        raise NotKept("there is no such table")


async def add_note(transaction: Transaction, table: str, text: str, at: float) -> None:
    """What the table itself tells. Its row is locked."""
    await add_line(transaction, table, None, "", text, at, NOTE)


async def add_line(
    transaction: Transaction,
    table: str,
    seat: int | None,
    name: str,
    text: str,
    at: float,
    audience: str | None,
    person: str | None = None,
) -> ChatLine:
    """A new line of the chat of a table, whose row is locked."""
    check_texts(name, text)
    last = select(func.coalesce(func.max(CHAT.c.number), 0)).where(CHAT.c.table_key == table)
    line = ChatLine((await transaction.execute(last)).scalar_one() + 1, seat, name, text, at, audience)
    said = {key: getattr(line, key) for key in line.__struct_fields__}
    await transaction.execute(insert(CHAT), {"table_key": table, **said, "person": person})
    transaction.tell(table, rows.CHAT)
    return line


async def _set_read(transaction: Transaction, table: str, person: str, line: int) -> None:
    same = (READS.c.table_key == table, READS.c.person == person)
    further = update(READS).where(*same, READS.c.line < line).values(line=line)
    if (await transaction.execute(further)).rowcount:
        return
    try:
        async with transaction.connection.begin_nested():
            await transaction.execute(insert(READS), {"table_key": table, "person": person, "line": line})
    except IntegrityError:  # they have read as far, another page of theirs says so at this moment, or the table is gone
        await transaction.execute(further)


async def _to_tell(transaction: Transaction, table: str, person: str | None, line: ChatLine) -> list[Planned]:
    """Everybody who sits at the table is told of a line, but who said it."""
    sits = (CHAIRS.c.table_key == table, CHAIRS.c.person.is_not(None), CHAIRS.c.held.is_not(True))
    query = select(CHAIRS.c.person).distinct().where(*sits)
    return [
        Planned(
            key=f"{table}.{notice_rows.CHAT}.{line.number}.{other}",
            kind=notice_rows.CHAT,
            table=table,
            person=other,
            number=line.number,
            at=line.at,
            due_at=line.at + CHAT_SECONDS,
        )
        for other in (await transaction.execute(query)).scalars()
        if other != person
    ]


async def _is_muted(transaction: Transaction, table: str, person: str) -> bool:
    query = select(MUTES.c.person).where(MUTES.c.table_key == table, MUTES.c.person == person)
    return (await transaction.execute(query)).first() is not None
