"""What everybody who sits at a table adds to its cards: sealed first, sent when nobody can seal anything any more.

See `core/proof.py` for why. Of a table that has not begun nobody can read the additions but the process that begins it.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import bindparam, delete, insert, or_, select, update

from freightyard.core.proof import is_addition, is_hash, seal_of
from freightyard.store import rows
from freightyard.store.rows import OPEN, Addition
from freightyard.store.schema import ADDITIONS, CHAIRS, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction

_STAGE: Final = (
    select(TABLES.c.phase, TABLES.c.secret, TABLES.c.sealed_at)
    .where(TABLES.c.key == bindparam("key"))
    .with_for_update(key_share=True)
)


class Additions(Subject):
    """The seals and additions of every table."""

    @in_transaction
    async def seal(self, transaction: Transaction, table: str, person: str, seal: str) -> bool:
        """Somebody seals what they will add, for all seats on which they sit, instead of what they had sealed before. False if
        the list of seals is closed, or they sit nowhere."""
        if not is_hash(seal) or not await _is_open(transaction, table):
            return False
        sits = select(CHAIRS.c.seat).where(CHAIRS.c.table_key == table, CHAIRS.c.person == person, CHAIRS.c.held.is_not(True))
        seats = list((await transaction.execute(sits)).scalars())
        if not seats:
            return False
        await transaction.execute(delete(ADDITIONS).where(ADDITIONS.c.table_key == table, ADDITIONS.c.seat.in_(seats)))
        values = [{"table_key": table, "seat": seat, "person": person, "seal": seal} for seat in seats]
        await transaction.execute(insert(ADDITIONS), values)
        return True

    @in_transaction
    async def close(self, transaction: Transaction, table: str, of_bots: Mapping[int, str], at: float) -> bool:
        """The list of seals is closed: what bots add is sealed with it. False if it was closed before, or somebody is missing."""
        if not await _is_open(transaction, table):
            return False
        chairs = list(await transaction.execute(select(CHAIRS).where(CHAIRS.c.table_key == table)))
        if any((chair.person is None and chair.bot is None) or chair.held for chair in chairs):
            return False
        people = {chair.seat: chair.person for chair in chairs if chair.bot is None}
        sealed = list(await transaction.execute(select(ADDITIONS).where(ADDITIONS.c.table_key == table)))
        stale = [row.seat for row in sealed if row.person is None or people.get(row.seat) != row.person]  # of who got up
        gone = delete(ADDITIONS).where(ADDITIONS.c.table_key == table, ADDITIONS.c.seat.in_(stale))
        await transaction.execute(gone)
        values = [
            {"table_key": table, "seat": seat, "person": None, "seal": seal_of(addition), "addition": addition}
            for seat, addition in sorted(of_bots.items())
            if seat not in people and is_addition(addition)
        ]
        if values:
            await transaction.execute(insert(ADDITIONS), values)
        await transaction.execute(update(TABLES).where(TABLES.c.key == table).values(sealed_at=at))
        transaction.tell(table, rows.CHAIRS)
        return True

    @in_transaction
    async def add(self, transaction: Transaction, table: str, person: str, addition: str) -> bool:
        """Somebody sends what they had sealed. False if it is something else, too early, or too late."""
        stage = (await transaction.execute(_STAGE, {"key": table})).first()
        if stage is None or stage.phase != OPEN or stage.sealed_at is None or not is_addition(addition):
            return False
        mine = [ADDITIONS.c.table_key == table, ADDITIONS.c.person == person, ADDITIONS.c.seal == seal_of(addition)]
        known = or_(ADDITIONS.c.addition.is_(None), ADDITIONS.c.addition == addition)
        change = update(ADDITIONS).where(*mine, known).values(addition=addition)
        return (await transaction.execute(change)).rowcount > 0

    async def of_table(self, table: str) -> tuple[Addition, ...]:
        """What was sealed and added at a table, by seat."""
        query = select(ADDITIONS).where(ADDITIONS.c.table_key == table).order_by(ADDITIONS.c.seat)
        async with self.database.reading() as connection:
            found = await connection.execute(query)
            return tuple([Addition(row.seat, row.person, row.seal, row.addition) for row in found])


async def _is_open(transaction: Transaction, table: str) -> bool:
    """Whether something can still be sealed at a table."""
    stage = (await transaction.execute(_STAGE, {"key": table})).first()
    return stage is not None and stage.phase == OPEN and stage.secret is not None and stage.sealed_at is None
