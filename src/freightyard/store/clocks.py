"""The clocks of tables: what changed them beside the moves, and whose time is over."""

from sqlalchemy import func, insert, select, update

from freightyard.store import rows
from freightyard.store.chat import add_note
from freightyard.store.outbox import look_again
from freightyard.store.rows import RUNNING, ClockChange, ClockEvent
from freightyard.store.schema import CLOCK_EVENTS, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction


class Clocks(Subject):
    """The clock of every table that has one. A move changes it too: see `Append.clock`."""

    @in_transaction
    async def change(self, transaction: Transaction, table: str, change: ClockChange) -> bool:
        """Another clock, or another moment at which it is due; False if the clock is not the one before any more."""
        if not await same_clock(transaction, table, change):
            return False
        await keep_clock(transaction, table, change)
        transaction.tell(table, rows.CHAIRS)
        return True

    async def events(self, table: str) -> list[ClockEvent]:
        """What changed the clock of a table beside its moves, in order."""
        query = select(CLOCK_EVENTS).where(CLOCK_EVENTS.c.table_key == table).order_by(CLOCK_EVENTS.c.number)
        async with self.database.reading() as connection:
            return [
                ClockEvent(ply=row.ply, at=row.at, kind=row.kind, seat=row.seat, data=row.data)
                for row in await connection.execute(query)
            ]

    async def due(self, now: float, limit: int) -> list[tuple[str, str]]:
        """The keys and games of running tables at which somebody's time is over, or their hours have changed."""
        query = select(TABLES.c.key, TABLES.c.game).where(TABLES.c.due_at <= now, TABLES.c.phase == RUNNING)
        async with self.database.reading() as connection:
            return [(row.key, row.game) for row in await connection.execute(query.order_by(TABLES.c.due_at).limit(limit))]


async def same_clock(transaction: Transaction, table: str, change: ClockChange) -> bool:
    """Whether a table still has the clock before a change. Nobody else changes it before the transaction ends."""
    held = select(TABLES.c.clock).where(TABLES.c.key == table).with_for_update(key_share=True)
    found = (await transaction.execute(held)).one_or_none()
    return found is not None and found.clock == change.before


async def keep_clock(transaction: Transaction, table: str, change: ClockChange) -> None:
    """Store a change of a clock, and what happened."""
    values = {"clock": change.clock, "due_at": change.due_at, **({} if change.pace is None else {"pace": change.pace})}
    await transaction.execute(update(TABLES).where(TABLES.c.key == table).values(values))
    await look_again(transaction, table)
    if not change.events:
        return
    if change.note is not None:
        await add_note(transaction, table, change.note, change.events[0].at)
    latest = select(func.max(CLOCK_EVENTS.c.number)).where(CLOCK_EVENTS.c.table_key == table)
    number = (await transaction.execute(latest)).scalar_one_or_none() or 0
    await transaction.execute(
        insert(CLOCK_EVENTS),
        [
            {
                "table_key": table,
                "number": number + place,
                "ply": event.ply,
                "at": event.at,
                "kind": event.kind,
                "seat": event.seat,
                "data": event.data,
            }
            for place, event in enumerate(change.events, 1)
        ],
    )
