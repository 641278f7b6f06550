"""One-use links by which the host of a table gives a seat back to its person, who lost the device or the cookie.

Whoever uses one has the seat. So everybody at the table is told when a link is made and when it is used, in the same transaction:
nobody can take a seat in silence. What was used is kept, for the person who had the seat before.
"""

import secrets
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select, update

from freightyard.store import rows
from freightyard.store.chat import add_note, lock_table
from freightyard.store.clocks import keep_clock, same_clock
from freightyard.store.recovery import hashed
from freightyard.store.rows import RUNNING, ClockChange, SeatLink
from freightyard.store.schema import CHAIRS, MUTES, SEAT_LINKS, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction

RETURN: Final = "return"


class SeatLinks(Subject):
    """The links back to seats, of every table."""

    @in_transaction
    async def make(self, transaction: Transaction, table: str, link: SeatLink, now: float, told: str) -> str:
        """The token of a new link to a seat; `told`: what everybody at the table reads. Links to the seat that nobody has used
        are worth nothing from now on."""
        await lock_table(transaction, table)
        await add_note(transaction, table, told, now)
        await _cancel(transaction, table, link.seat)
        token = secrets.token_urlsafe(24)
        values = {name: getattr(link, name) for name in link.__struct_fields__}
        await transaction.execute(insert(SEAT_LINKS), {"hash": hashed(token), "table_key": table, "kind": RETURN, **values})
        return token

    async def find(self, table: str, token: str, now: float) -> SeatLink | None:
        """The link of a token, if it was not used and is not too old."""
        query = select(SEAT_LINKS).where(*_unused(table), SEAT_LINKS.c.hash == hashed(token), SEAT_LINKS.c.until >= now)
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _seat_link(row)

    @in_transaction
    async def use(
        self,
        transaction: Transaction,
        table: str,
        token: str,
        person: str,
        now: float,
        told: str,
        clock: ClockChange | None = None,
    ) -> bool:
        """A person takes the seat of a link; `told`: what everybody at the table reads; `clock`: how its clock goes on. False if
        the link was used, is too old or never was, if the game does not run, if the seat is not the same person's any more as
        when the link was made, or if the clock is another one by now."""
        lock = select(TABLES.c.phase).where(TABLES.c.key == table).with_for_update(key_share=True)
        if (await transaction.execute(lock)).scalar_one_or_none() != RUNNING:
            return False
        if clock is not None and not await same_clock(transaction, table, clock):
            return False
        link = [*_unused(table), SEAT_LINKS.c.hash == hashed(token), SEAT_LINKS.c.until >= now]
        row = (await transaction.execute(select(SEAT_LINKS).where(*link))).one_or_none()
        if row is None:
            return False
        chair = [CHAIRS.c.table_key == table, CHAIRS.c.seat == row.seat, CHAIRS.c.person == row.person]
        if (await transaction.execute(update(CHAIRS).where(*chair).values(person=person))).rowcount != 1:
            return False
        if clock is not None:
            await keep_clock(transaction, table, clock)
        await transaction.execute(update(SEAT_LINKS).where(*link).values(used_at=now, used_by=person))
        await _move_mute(transaction, table, row.person, person)
        await add_note(transaction, table, told, now)
        transaction.tell(table, rows.CHAIRS)
        return True

    @in_transaction
    async def cancel(self, transaction: Transaction, table: str, seat: int, now: float, told: str) -> bool:
        """Links to a seat that nobody has used are worth nothing any more; whether there was one."""
        await lock_table(transaction, table)
        if not await _cancel(transaction, table, seat):
            return False
        await add_note(transaction, table, told, now)
        return True

    async def about(self, table: str, person: str) -> list[SeatLink]:
        """The links to seats that are or were a person's: those that wait, and those that were used. The latest last."""
        query = select(SEAT_LINKS).where(
            SEAT_LINKS.c.table_key == table, SEAT_LINKS.c.kind == RETURN, SEAT_LINKS.c.person == person
        )
        async with self.database.reading() as connection:
            return [_seat_link(row) for row in await connection.execute(query.order_by(SEAT_LINKS.c.until))]


def _unused(table: str) -> list[Any]:
    return [SEAT_LINKS.c.table_key == table, SEAT_LINKS.c.kind == RETURN, SEAT_LINKS.c.used_at.is_(None)]


async def _cancel(transaction: Transaction, table: str, seat: int) -> bool:
    gone = delete(SEAT_LINKS).where(*_unused(table), SEAT_LINKS.c.seat == seat)
    return bool((await transaction.execute(gone)).rowcount)


async def _move_mute(transaction: Transaction, table: str, before: str, person: str) -> None:
    """Whoever was muted on a seat is muted on another device as well."""
    muted = select(MUTES.c.person).where(MUTES.c.table_key == table, MUTES.c.person.in_((before, person)))
    if set((await transaction.execute(muted)).scalars()) == {before} and before != person:
        await transaction.execute(insert(MUTES), {"table_key": table, "person": person})


def _seat_link(row: Row[Any]) -> SeatLink:
    return SeatLink(row.seat, row.until, row.person, row.made_by, row.used_at, row.used_by)
