"""What those who sit at a table are asked, and what came of it."""

from typing import Any

import msgspec
from sqlalchemy import Row, func, insert, select, update

from freightyard.store import rows
from freightyard.store.chat import add_note, lock_table
from freightyard.store.database import Database
from freightyard.store.rows import ENDED, RUNNING, Decide, Decision, Proposal, TableRow
from freightyard.store.schema import PROPOSALS, TABLES
from freightyard.store.tables import Tables
from freightyard.store.transactions import Subject, Transaction, Transactions, in_transaction
from freightyard.store.values import check_texts


class Proposals(Subject):
    """The proposals of every table. A vote and what it decides are one transaction: of two who answer at once, one is last."""

    def __init__(self, database: Database, transactions: Transactions, tables: Tables) -> None:
        super().__init__(database, transactions)
        self._tables = tables

    async def open(self, table: str) -> list[Proposal]:
        """What is asked at a table now, the oldest first."""
        query = select(PROPOSALS).where(PROPOSALS.c.table_key == table, PROPOSALS.c.result.is_(None))
        async with self.database.reading() as connection:
            return [_proposal(row) for row in await connection.execute(query.order_by(PROPOSALS.c.number))]

    async def tables_with_open(self, limit: int) -> list[str]:
        """The keys of tables at which something is asked."""
        query = select(PROPOSALS.c.table_key).where(PROPOSALS.c.result.is_(None)).distinct().limit(limit)
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    @in_transaction
    async def make(self, transaction: Transaction, table: str, proposal: Proposal, note: str, decide: Decide) -> bool:
        """Ask something, under the next number. False if the game does not run, or one of its kind is open."""
        await lock_table(transaction, table)
        row = await self._tables.get_in(transaction, table)
        if row is None or row.phase != RUNNING:
            return False
        for other in await _open_in(transaction, table):
            if other.kind == proposal.kind and not await self._settle(transaction, row, other, proposal.at, decide):
                return False
        check_texts(proposal.data)
        last = select(func.coalesce(func.max(PROPOSALS.c.number), 0)).where(PROPOSALS.c.table_key == table)
        made = msgspec.structs.replace(proposal, number=(await transaction.execute(last)).scalar_one() + 1)
        values = {**msgspec.structs.asdict(made), "table_key": table, "answers": _json(made.answers)}
        await transaction.execute(insert(PROPOSALS), values)
        await add_note(transaction, table, note, made.at)
        transaction.tell(table, rows.PROPOSALS)
        await self._settle(transaction, row, made, made.at, decide)
        return True

    @in_transaction
    async def answer(
        self, transaction: Transaction, table: str, number: int, person: str, *, yes: bool, at: float, decide: Decide
    ) -> bool:
        """Somebody says yes or no, as often as they like while it is open; False if it is not."""
        await lock_table(transaction, table)
        row = await self._tables.get_in(transaction, table)
        proposal = next((each for each in await _open_in(transaction, table) if each.number == number), None)
        if row is None or proposal is None:
            return False
        if await self._settle(transaction, row, proposal, at, decide):
            return False  # it was too late: what it was about has changed
        answered = msgspec.structs.replace(proposal, answers={**proposal.answers, person: yes})
        same = (PROPOSALS.c.table_key == table, PROPOSALS.c.number == number)
        await transaction.execute(update(PROPOSALS).where(*same).values(answers=_json(answered.answers)))
        transaction.tell(table, rows.PROPOSALS)
        await self._settle(transaction, row, answered, at, decide)
        return True

    @in_transaction
    async def reconsider(self, transaction: Transaction, table: str, at: float, decide: Decide) -> None:
        """Something has changed at a table, or time has gone by: decide what can be decided."""
        await lock_table(transaction, table)
        row = await self._tables.get_in(transaction, table)
        if row is not None:
            for proposal in await _open_in(transaction, table):
                await self._settle(transaction, row, proposal, at, decide)

    @in_transaction
    async def close(self, transaction: Transaction, table: str, number: int, decision: Decision, at: float) -> bool:
        """What was agreed has been done; False if a proposal is not open any more."""
        await lock_table(transaction, table)
        row = await self._tables.get_in(transaction, table)
        proposal = next((each for each in await _open_in(transaction, table) if each.number == number), None)
        if row is None or proposal is None:
            return False
        return await self._settle(transaction, row, proposal, at, lambda *_: decision)

    async def _settle(self, transaction: Transaction, row: TableRow, proposal: Proposal, at: float, decide: Decide) -> bool:
        """Close a proposal that is decided, with all that follows; whether it was."""
        decision = decide(row, proposal)
        if decision is None:
            return False
        same = (PROPOSALS.c.table_key == row.key, PROPOSALS.c.number == proposal.number)
        await transaction.execute(update(PROPOSALS).where(*same).values(result=decision.result))
        if decision.note:
            await add_note(transaction, row.key, decision.note, at)
        if decision.ended:
            ended = update(TABLES).where(TABLES.c.key == row.key)
            await transaction.execute(ended.values(phase=ENDED, moved_at=at, due_at=None, tell_at=at))
            transaction.tell(row.key, rows.CHAIRS)
        transaction.tell(row.key, rows.PROPOSALS)
        return True


async def _open_in(transaction: Transaction, table: str) -> list[Proposal]:
    query = select(PROPOSALS).where(PROPOSALS.c.table_key == table, PROPOSALS.c.result.is_(None)).order_by(PROPOSALS.c.number)
    return [_proposal(row) for row in await transaction.execute(query)]


def _json(answers: dict[str, bool]) -> str:
    return msgspec.json.encode(answers).decode()


def _proposal(row: Row[Any]) -> Proposal:
    return Proposal(
        number=row.number,
        kind=row.kind,
        seat=row.seat,
        data=row.data,
        made_by=row.made_by,
        at=row.at,
        answers=msgspec.json.decode(row.answers, type=dict[str, bool]),
        result=row.result,
    )
