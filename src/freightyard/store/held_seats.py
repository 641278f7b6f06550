"""Who is told that a seat is held for them."""

from collections.abc import Sequence

from sqlalchemy import select

from freightyard.store.notice_rows import INVITATION, REMATCH, Planned
from freightyard.store.outbox import plan
from freightyard.store.rows import OPEN, TableRow, is_bot_account
from freightyard.store.schema import CHAIRS, PEOPLE, TABLES
from freightyard.store.transactions import Transaction


def invitations_of(row: TableRow) -> list[Planned]:
    """Those for whom seats are held are told."""
    kind = INVITATION if row.earlier is None else REMATCH
    held = {chair.person for chair in row.chairs if chair.held and chair.person is not None}
    people = sorted([person for person in held if not is_bot_account(person)])  # who hears of it by its stream
    return [_invitation(kind, row.key, person, row.made_at) for person in people]


async def invite_by_name(transaction: Transaction, table: str, host: str | None, names: Sequence[str], at: float) -> None:
    """Those are told for whose name a seat is held, if they have played with the host before: strangers of the same name are left
    alone, and nobody can write to whom they do not know."""
    if not names or host is None:
        return
    mine, theirs = CHAIRS.alias(), CHAIRS.alias()
    played = (mine.c.person == host, mine.c.held.is_not(True), theirs.c.held.is_not(True), TABLES.c.phase != OPEN)
    query = (
        select(PEOPLE.c.key, PEOPLE.c.name)
        .join(theirs, theirs.c.person == PEOPLE.c.key)
        .join(mine, mine.c.table_key == theirs.c.table_key)
        .join(TABLES, TABLES.c.key == mine.c.table_key)
        .where(*played, PEOPLE.c.key != host)
        .distinct()
    )
    wanted = {name.casefold() for name in names}
    people = sorted([row.key for row in await transaction.execute(query) if row.name.casefold() in wanted])
    await plan(transaction, [_invitation(INVITATION, table, person, at) for person in people])


def _invitation(kind: str, table: str, person: str, at: float) -> Planned:
    return Planned(key=f"{table}.{kind}.{person}", kind=kind, table=table, person=person, at=at, due_at=at)
