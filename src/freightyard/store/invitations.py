"""One-use links to a seat of a table that has not begun: whoever has the link takes the seat, and nobody else does."""

import secrets
from typing import Any, Final

from sqlalchemy import delete, insert, select, update

from freightyard.store import rows
from freightyard.store.chat import lock_table
from freightyard.store.recovery import hashed
from freightyard.store.rows import OPEN
from freightyard.store.schema import CHAIRS, SEAT_LINKS, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts

INVITE: Final = "invite"


class Invitations(Subject):
    """The links of every table. Of a link only its hash is kept: it is shown once."""

    @in_transaction
    async def make(self, transaction: Transaction, table: str, seat: int, until: float) -> str | None:
        """The token of a new link to an open seat, or one that is held for a name; the seat is held for who has it. The link
        before it is worth nothing any more. None if somebody sits there, or the game has begun."""
        await lock_table(transaction, table)
        phase = await transaction.execute(select(TABLES.c.phase).where(TABLES.c.key == table))
        held = update(CHAIRS).where(*_chair(table, seat), CHAIRS.c.person.is_(None), CHAIRS.c.bot.is_(None)).values(held=True)
        if phase.scalar_one() != OPEN or (await transaction.execute(held)).rowcount != 1:
            return None
        token = secrets.token_urlsafe(24)
        await transaction.execute(delete(SEAT_LINKS).where(*_links(table), SEAT_LINKS.c.seat == seat))
        values = {"hash": hashed(token), "table_key": table, "seat": seat, "kind": INVITE, "until": until}
        await transaction.execute(insert(SEAT_LINKS), values)
        transaction.tell(table, rows.CHAIRS)
        return token

    async def find(self, table: str, token: str, now: float) -> int | None:
        """The seat of a link that was not used and is not too old; None if there is none."""
        query = select(SEAT_LINKS.c.seat).where(*_links(table), SEAT_LINKS.c.hash == hashed(token), SEAT_LINKS.c.until >= now)
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    @in_transaction
    async def use(self, transaction: Transaction, table: str, token: str, person: str, called: str, now: float) -> bool:
        """Somebody takes the seat of a link. False if it was used, is too old or never was, or the seat is not held any more."""
        check_texts(person, called)
        await lock_table(transaction, table)
        used = delete(SEAT_LINKS).where(*_links(table), SEAT_LINKS.c.hash == hashed(token), SEAT_LINKS.c.until >= now)
        seat = (await transaction.execute(used.returning(SEAT_LINKS.c.seat))).scalar_one_or_none()
        if seat is None:
            return False
        waits = [*_chair(table, seat), CHAIRS.c.person.is_(None), CHAIRS.c.bot.is_(None), CHAIRS.c.held.is_(True)]
        sits = update(CHAIRS).where(*waits).values(person=person, called=called, held=None)
        if (await transaction.execute(sits)).rowcount != 1:
            return False
        transaction.tell(table, rows.CHAIRS)
        return True


def _links(table: str) -> list[Any]:
    return [SEAT_LINKS.c.table_key == table, SEAT_LINKS.c.kind == INVITE]


def _chair(table: str, seat: int) -> list[Any]:
    return [CHAIRS.c.table_key == table, CHAIRS.c.seat == seat]
