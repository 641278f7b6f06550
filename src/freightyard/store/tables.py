"""Tables as they are listed, and who sits at them."""

import re
import time
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Select, and_, bindparam, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.core.contract import CHANCE
from freightyard.core.lessons import ADDRESS, lesson_at
from freightyard.core.proof import seed_of
from freightyard.store import rows
from freightyard.store.chat import add_note
from freightyard.store.clocks import keep_clock, same_clock
from freightyard.store.database import Database
from freightyard.store.editions import Editions
from freightyard.store.errors import NotKept
from freightyard.store.group_commit import event_rows, mark_rows
from freightyard.store.held_seats import invitations_of, invite_by_name
from freightyard.store.outbox import plan
from freightyard.store.rows import (
    ARCHIVED,
    BOT_ACCOUNT,
    BOTS_ONLY,
    BY_HOST,
    LESSON_LEFT,
    OPEN,
    OVER,
    RUNNING,
    Append,
    Chair,
    ClockChange,
    TableRow,
)  # fmt: skip
from freightyard.store.schema import (
    ADDITIONS,
    CHAIRS,
    CHANNELS,
    CHAT,
    CLOCK_EVENTS,
    CLOSED_TABLES,
    DELIVERIES,
    EVENTS,
    MARKS,
    MUTES,
    NOTICE_TABLES,
    ORDERS,
    OUTBOX,
    PRESENCE,
    PROPOSALS,
    READS,
    RECORDS,
    REVIEWS,
    SEAT_LINKS,
    TABLES,
)
from freightyard.store.table_rows import chair_of, chair_values, chairs_of, sitting, table_row, with_chairs
from freightyard.store.transactions import Subject, Transaction, Transactions, in_transaction
from freightyard.store.values import check_texts, padded, to_json

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PHASE: Final = select(TABLES.c.phase).where(TABLES.c.key == bindparam("key")).with_for_update(key_share=True)

_PERSON: Final = and_(CHAIRS.c.person.is_not(None), CHAIRS.c.person.not_like(f"{BOT_ACCOUNT}%"))  # no bot account
_CHILDREN: Final = (  # of a table
    *(EVENTS, MARKS, CHAIRS, ADDITIONS, CHAT, CLOCK_EVENTS, PROPOSALS, ORDERS, SEAT_LINKS, MUTES, READS),
    *(NOTICE_TABLES, OUTBOX, DELIVERIES, PRESENCE, CHANNELS),
)
_HAS_PERSON: Final = exists().where(CHAIRS.c.table_key == TABLES.c.key, _PERSON)


class Tables(Subject):
    """The row of every table: what is played, who sits where, how far it is. Who sits where is known here and nowhere else."""

    def __init__(self, database: Database, transactions: Transactions) -> None:
        super().__init__(database, transactions)
        self._editions = Editions()

    @in_transaction
    async def add(self, transaction: Transaction, row: TableRow, past: Append | None = None) -> None:
        """A new table; `past`: what happened before it was made, if it plays on from a moment of another game."""
        if not _KEY.fullmatch(row.key):
            raise NotKept("the key of a table is up to 64 letters, digits, - and _")
        check_texts(row.game, row.edition, row.raw, *row.options, row.seed, row.start, row.branch, row.secret, *row.futures)
        values = {
            **{name: getattr(row, name) for name in row.__struct_fields__ if name not in ("raw", "chairs")},
            "digest": await self._editions.keep(transaction.connection, row.raw),
            "options": to_json(row.options),
            "scores": to_json(row.scores),
            "winners": to_json(row.winners),
            "futures": to_json(row.futures) if row.futures else None,
        }
        await transaction.execute(delete(CLOSED_TABLES).where(CLOSED_TABLES.c.key == row.key))  # a rematch can be offered anew
        try:
            await transaction.execute(insert(TABLES), values)
        except IntegrityError:
            raise NotKept(f"there is a table {row.key} already") from None
        await transaction.execute(insert(CHAIRS), [chair_values(row.key, seat, chair) for seat, chair in enumerate(row.chairs)])
        await plan(transaction, invitations_of(row))
        by_name = [chair.called for chair in row.chairs if chair.held and chair.person is None and chair.called is not None]
        await invite_by_name(transaction, row.key, row.made_by, by_name, row.made_at)
        if past is not None and past.events:
            for table, values_of in ((EVENTS, event_rows([past])), (MARKS, mark_rows([past]))):
                names = [column.name for column in table.columns]
                if values_of:
                    await transaction.execute(insert(table), [dict(zip(names, found, strict=True)) for found in values_of])
        transaction.tell(row.key, rows.CHAIRS)
        await _tell_earlier(transaction, row.key)

    async def get(self, key: str) -> TableRow | None:
        """The table of this key, if there is one."""
        async with self.database.reading() as connection:
            return await self._get_by(connection, key)

    async def get_all(self, keys: Collection[str]) -> list[TableRow]:
        """The tables of some keys, those that are there."""
        return await self._read(select(TABLES).where(TABLES.c.key.in_(padded(sorted(keys))))) if keys else []

    async def get_in(self, transaction: Transaction, key: str) -> TableRow | None:
        """The same within a transaction, which sees what it has changed itself."""
        return await self._get_by(transaction.connection, key)

    @in_transaction
    async def set_chair(
        self,
        transaction: Transaction,
        table: str,
        seat: int,
        was: Chair,
        chair: Chair,
        clock: ClockChange | None = None,
        *,
        at: float | None = None,
    ) -> bool:
        """Somebody sits down or gets up, if the chair is still as it was, and so is the clock, if it changes too. No chair of a
        table that has begun becomes empty. A seat that is held for a name is an invitation, as of `at`."""
        phase = await _locked_phase(transaction, table)
        if chair.waits and phase != OPEN:
            return False
        if phase == OPEN and await _is_sealed(transaction, table):
            return False
        if clock is not None and not await same_clock(transaction, table, clock):
            return False
        same = [CHAIRS.c.table_key == table, CHAIRS.c.seat == seat]
        same += [CHAIRS.c[name].is_not_distinct_from(value) for name, value in sitting(was).items()]
        change = update(CHAIRS).where(*same).values(sitting(chair))
        if (await transaction.execute(change)).rowcount != 1:
            return False
        if clock is not None:
            await keep_clock(transaction, table, clock)
        if chair.held and chair.person is None and chair.called is not None:
            host = (await transaction.execute(select(TABLES.c.made_by).where(TABLES.c.key == table))).scalar_one()
            await invite_by_name(transaction, table, host, [chair.called], time.time() if at is None else at)
        transaction.tell(table, rows.CHAIRS)
        return True

    @in_transaction
    async def begin(
        self, transaction: Transaction, table: str, clock: ClockChange | None = None, *, tell_at: float | None = None
    ) -> bool:
        """The table goes from open to running, with its clock; False if it did so already, or if a chair is empty. Its cards are
        drawn by its secret and by what was added to it until now.
        `tell_at`: when the person is told who is to act, if one is by now."""
        if await _locked_phase(transaction, table) != OPEN:
            return False
        nobody = and_(CHAIRS.c.person.is_(None), CHAIRS.c.bot.is_(None))
        waits = select(CHAIRS.c.seat).where(CHAIRS.c.table_key == table, or_(nobody, CHAIRS.c.held.is_(True)))
        if (await transaction.execute(waits)).first():
            return False
        begun = update(TABLES).where(TABLES.c.key == table)
        seed = await _card_seed(transaction, table)
        await transaction.execute(begun.values(phase=RUNNING, tell_at=tell_at, card_seed=seed))
        if clock is not None:
            await keep_clock(transaction, table, clock)
        transaction.tell(table, rows.CHAIRS)
        await _tell_earlier(transaction, table)
        return True

    @in_transaction
    async def set_host(self, transaction: Transaction, table: str, was: str | None, person: str) -> bool:
        """Another person is the host of a table; False if the game is over, or somebody else is the host by now."""
        if await _locked_phase(transaction, table) not in (OPEN, RUNNING):
            return False
        same = [TABLES.c.key == table, TABLES.c.made_by.is_not_distinct_from(was)]
        if (await transaction.execute(update(TABLES).where(*same).values(made_by=person))).rowcount != 1:
            return False
        transaction.tell(table, rows.CHAIRS)
        return True

    @in_transaction
    async def set_terms(
        self, transaction: Transaction, table: str, *, level: str | None, substitutes: bool, allows_bots: bool = False
    ) -> bool:
        """For whom a table is meant, whether strangers may take the seat of somebody who left, and whether bot accounts may sit
        down uninvited; False if the game is over."""
        if await _locked_phase(transaction, table) not in (OPEN, RUNNING, ARCHIVED):
            return False
        check_texts(level)
        terms = {"level": level, "substitutes": True if substitutes else None, "allows_bots": True if allows_bots else None}
        await transaction.execute(update(TABLES).where(TABLES.c.key == table).values(terms))
        transaction.tell(table, rows.CHAIRS)
        return True

    @in_transaction
    async def archive(self, transaction: Transaction, table: str, moved_before: float, note: str, at: float) -> bool:
        """A running table in which nobody has moved since then stands still; False if it does not run, or somebody has."""
        if await _locked_phase(transaction, table) != RUNNING:
            return False
        quiet = update(TABLES).where(TABLES.c.key == table, TABLES.c.moved_at < moved_before).values(phase=ARCHIVED)
        if (await transaction.execute(quiet)).rowcount != 1:
            return False
        await add_note(transaction, table, note, at)
        transaction.tell(table, rows.CHAIRS)
        return True

    @in_transaction
    async def wake(self, transaction: Transaction, table: str, note: str, at: float) -> bool:
        """A table that stood still goes on; False if it does already. That is the last that happened there."""
        if await _locked_phase(transaction, table) != ARCHIVED:
            return False
        await transaction.execute(update(TABLES).where(TABLES.c.key == table).values(phase=RUNNING, moved_at=at, tell_at=at))
        await add_note(transaction, table, note, at)
        transaction.tell(table, rows.CHAIRS)
        return True

    async def waiting_for(self, people: Collection[str]) -> dict[str, int]:
        """At how many tables it is the turn of some people; where it is at none, they are missing. Nobody waits in a lesson."""
        if not people:
            return {}
        sits = and_(CHAIRS.c.table_key == TABLES.c.key, CHAIRS.c.seat == TABLES.c.to_act, CHAIRS.c.bot.is_(None))
        played = or_(TABLES.c.branch.is_(None), TABLES.c.branch.not_like(f"{ADDRESS}%"))
        theirs = (CHAIRS.c.person.in_(padded(sorted(people))), TABLES.c.phase == RUNNING, played)
        query = select(CHAIRS.c.person, func.count().label("many")).join(TABLES, sits).where(*theirs).group_by(CHAIRS.c.person)
        async with self.database.reading() as connection:
            return {row.person: row.many for row in await connection.execute(query)}

    async def silent(self, moved_before: float, limit: int) -> list[str]:
        """The keys of running tables at which nothing has happened since then."""
        query = select(TABLES.c.key).where(TABLES.c.phase == RUNNING, TABLES.c.moved_at < moved_before)
        async with self.database.reading() as connection:
            return list((await connection.execute(query.order_by(TABLES.c.moved_at).limit(limit))).scalars())

    @in_transaction
    async def drop(self, transaction: Transaction, table: str, why: str = BY_HOST, at: float | None = None) -> bool:
        """A table that never began goes away; False if it has begun or is not there. Why it is gone is kept."""
        if await _locked_phase(transaction, table) != OPEN:
            return False
        await _tell_earlier(transaction, table)
        await _keep_why(transaction, table, why, at)
        for child in _CHILDREN:  # it has events if it was to play on from another game
            await transaction.execute(delete(child).where(child.c.table_key == table))
        await transaction.execute(delete(TABLES).where(TABLES.c.key == table))
        transaction.tell(table, rows.CHAIRS)
        return True

    @in_transaction
    async def drop_bots_only(self, transaction: Transaction, table: str, at: float | None = None) -> bool:
        """A table at which only bots sat goes away, with its record; False if a person has a seat there, or it is not there."""
        if await _locked_phase(transaction, table) is None:
            return False
        if (await transaction.execute(select(CHAIRS.c.seat).where(CHAIRS.c.table_key == table, _PERSON))).first():
            return False
        await _tell_earlier(transaction, table)
        await _keep_why(transaction, table, BOTS_ONLY, at)
        await _delete(transaction, table)
        return True

    @in_transaction
    async def drop_lesson(self, transaction: Transaction, table: str, at: float | None = None) -> bool:
        """The table of a lesson goes away; False if no lesson began there, or it is not there."""
        await _locked_phase(transaction, table)
        branch = (await transaction.execute(select(TABLES.c.branch).where(TABLES.c.key == table))).scalar()
        if lesson_at(branch) is None:
            return False
        await _keep_why(transaction, table, LESSON_LEFT, at)
        await _delete(transaction, table)
        return True

    async def why_closed(self, key: str) -> str | None:
        """Why there is no table of this key any more; None if there never was one, or it was long ago."""
        async with self.database.reading() as connection:
            found = await connection.execute(select(CLOSED_TABLES.c.why).where(CLOSED_TABLES.c.key == key))
            return found.scalar_one_or_none()

    @in_transaction
    async def forget_closed(self, transaction: Transaction, closed_before: float) -> None:
        """Forget tables that were closed before then."""
        await transaction.execute(delete(CLOSED_TABLES).where(CLOSED_TABLES.c.at < closed_before))

    async def never_begun(self, made_before: float, limit: int) -> list[str]:
        """The keys of tables that were made before then and have not begun."""
        query = select(TABLES.c.key).where(TABLES.c.phase == OPEN, TABLES.c.made_at < made_before).limit(limit)
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def bots_only(self, moved_before: float, limit: int) -> list[str]:
        """The keys of tables that have begun, at which no person has a seat, and nothing has happened since then."""
        begun = TABLES.c.phase != OPEN
        query = select(TABLES.c.key).where(begun, TABLES.c.moved_at < moved_before, ~_HAS_PERSON).limit(limit)
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def to_begin(self, before: float, limit: int) -> list[tuple[str, str]]:
        """The keys and games of tables that should have begun by then, for a process was about to begin them and is no more:
        their cards were being mixed, or the last chair had just been taken."""
        free = or_(and_(CHAIRS.c.person.is_(None), CHAIRS.c.bot.is_(None)), CHAIRS.c.held.is_(True))
        full = ~exists().where(CHAIRS.c.table_key == TABLES.c.key, free)
        due = or_(TABLES.c.sealed_at < before, and_(TABLES.c.sealed_at.is_(None), TABLES.c.made_at < before, full))
        query = select(TABLES.c.key, TABLES.c.game).where(TABLES.c.phase == OPEN, due).limit(limit)
        async with self.database.reading() as connection:
            return [(row.key, row.game) for row in await connection.execute(query)]

    async def count_running_bots_only(self, made_by: str) -> int:
        """How many running tables somebody made at which only bots act."""
        acts = exists().where(CHAIRS.c.table_key == TABLES.c.key, _PERSON, CHAIRS.c.bot.is_(None))
        query = select(func.count()).where(TABLES.c.made_by == made_by, TABLES.c.phase == RUNNING, ~acts)
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one()

    async def count_running_made_by(self, made_by: str) -> int:
        """How many tables somebody made that have not ended."""
        query = select(func.count()).where(TABLES.c.made_by == made_by, TABLES.c.phase.in_((OPEN, RUNNING)))
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one()

    async def public(self, limit: int) -> list[TableRow]:
        """Open and running tables for everybody, those that moved last first; then those that are over. At most so many of
        each of the three, so that busy tables do not hide those that wait for players."""
        latest = select(TABLES).where(TABLES.c.public).order_by(TABLES.c.moved_at.desc()).limit(limit)
        # One phase at a time, so that each comes in order from the index.
        found = await self._read(*[latest.where(TABLES.c.phase == phase) for phase in (OPEN, RUNNING, OVER)])
        return sorted(found, key=lambda row: (row.phase == OVER, -row.moved_at))

    async def of_person(self, person: str, limit: int) -> list[TableRow]:
        """The tables at which somebody sits or which they made: those that are not over first, those that moved last first."""
        sits = select(CHAIRS.c.table_key).where(CHAIRS.c.person == person)
        made = select(TABLES.c.key).where(TABLES.c.made_by == person)
        last_first = (case((TABLES.c.phase.in_((OPEN, RUNNING)), 0), else_=1), TABLES.c.moved_at.desc())
        return await self._read(select(TABLES).where(TABLES.c.key.in_(sits.union(made))).order_by(*last_first).limit(limit))

    async def playing_on(self, origin: str, person: str | None, limit: int) -> list[TableRow]:
        """The tables that play on from a game and that somebody may see: public ones, and those at which they sit or which they
        made. The latest first."""
        sits = select(CHAIRS.c.table_key).where(CHAIRS.c.person == person)
        may_see = TABLES.c.public if person is None else or_(TABLES.c.public, TABLES.c.made_by == person, TABLES.c.key.in_(sits))
        query = select(TABLES).where(TABLES.c.origin == origin, may_see)
        return await self._read(query.order_by(TABLES.c.made_at.desc()).limit(limit))

    async def waiting(self, moved_before: float, limit: int) -> list[TableRow]:
        """Running tables on which a bot is to act, the first cards are to be drawn, or orders were not looked at of the person
        who is to act; and nothing has happened since then."""
        bot = exists().where(CHAIRS.c.table_key == TABLES.c.key, CHAIRS.c.seat == TABLES.c.to_act, CHAIRS.c.bot.is_not(None))
        first_cards = or_(TABLES.c.to_act.is_(None), TABLES.c.to_act == CHANCE)
        order = exists().where(ORDERS.c.table_key == TABLES.c.key, ORDERS.c.seat == TABLES.c.to_act, ORDERS.c.ply < TABLES.c.ply)
        waits = or_(bot, first_cards, order)
        query = select(TABLES).where(TABLES.c.phase == RUNNING, TABLES.c.moved_at < moved_before, waits)
        return await self._read(query.order_by(TABLES.c.moved_at).limit(limit))

    async def _read(self, *queries: Select[Any]) -> list[TableRow]:
        """The rows that queries find, with their chairs and the data of their editions."""
        async with self.database.reading() as connection:
            return await self._read_by(connection, *queries)

    async def _get_by(self, connection: AsyncConnection, key: str) -> TableRow | None:
        """In one statement with its chairs: a database on another machine takes its time to answer each."""
        found = (await connection.execute(with_chairs(select(TABLES).where(TABLES.c.key == key)))).all()
        if not found:
            return None
        raws = await self._editions.read(connection, {found[0].digest})
        return table_row(found[0], raws[found[0].digest], [chair_of(row) for row in found])

    async def _read_by(self, connection: AsyncConnection, *queries: Select[Any]) -> list[TableRow]:
        found = [row for query in queries for row in await connection.execute(query)]
        if not found:
            return []
        raws = await self._editions.read(connection, {row.digest for row in found})
        chairs = await chairs_of(connection, [row.key for row in found])
        return [table_row(row, raws[row.digest], chairs[row.key]) for row in found]


async def _locked_phase(transaction: Transaction, key: str) -> str | None:
    """The phase of a table, which nobody else changes before the transaction ends; None if there is no such table."""
    phase: str | None = (await transaction.execute(_PHASE, {"key": key})).scalar_one_or_none()
    return phase


async def _is_sealed(transaction: Transaction, key: str) -> bool:
    """Whether those who sit at a table are sending what they had sealed: nobody comes or goes meanwhile."""
    sealed = select(TABLES.c.sealed_at).where(TABLES.c.key == key)
    return (await transaction.execute(sealed)).scalar_one_or_none() is not None


async def _card_seed(transaction: Transaction, key: str) -> str | None:
    """The seed of a table's cards, if it has a secret that others add something to."""
    secret = (await transaction.execute(select(TABLES.c.secret).where(TABLES.c.key == key))).scalar_one()
    if secret is None:
        return None
    seats = (await transaction.execute(select(func.count()).where(CHAIRS.c.table_key == key))).scalar_one()
    query = select(ADDITIONS.c.seat, ADDITIONS.c.addition).where(ADDITIONS.c.table_key == key)
    added = {row.seat: row.addition for row in await transaction.execute(query)}
    return seed_of(secret, [added.get(seat) for seat in range(seats)])


async def _delete(transaction: Transaction, table: str) -> None:
    """Everything of a table, its record too."""
    await transaction.execute(delete(REVIEWS).where(REVIEWS.c.record == table))
    await transaction.execute(delete(RECORDS).where(RECORDS.c.key == table))
    for child in _CHILDREN:
        await transaction.execute(delete(child).where(child.c.table_key == table))
    await transaction.execute(delete(TABLES).where(TABLES.c.key == table))
    transaction.tell(table, rows.CHAIRS)


async def _keep_why(transaction: Transaction, key: str, why: str, at: float | None) -> None:
    """A table is about to be deleted: why, for those who have its link."""
    await transaction.execute(insert(CLOSED_TABLES), {"key": key, "why": why, "at": time.time() if at is None else at})


async def _tell_earlier(transaction: Transaction, key: str) -> None:
    """Those who look at the table before this one are told of what becomes of it."""
    earlier = (await transaction.execute(select(TABLES.c.earlier).where(TABLES.c.key == key))).scalar_one_or_none()
    if earlier is not None:
        transaction.tell(earlier, rows.REMATCH)
