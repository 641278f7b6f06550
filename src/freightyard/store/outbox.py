"""What is to be told: planned in the transaction of what caused it, then sent to channels by any process, at least once.

- A hand-over is `tables.tell_at`, which the statement of the move sets: it costs a move nothing more. Everything else that people
  are told of is a row of the outbox.
- When something is due, `change` makes deliveries of it, one a channel, or puts it off. It does so only if the row is still what
  it was: of two processes one is the first.
- A delivery is claimed for a while by the process that sends it. The claims of a process that was killed are released.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Row, delete, func, select, text, update

from freightyard.store.channels import mark_failed, mark_told
from freightyard.store.living import living_of
from freightyard.store.notice_rows import FAILED, REMINDER, SENT, WITHDRAWN, Delivery, Planned
from freightyard.store.schema import CHANNELS, DELIVERIES, OUTBOX, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import from_json, padded, to_json

REPLACED: Final = "a newer notice took its place"

_PLANNED: Final = ("key", "kind", "table_key", "person", "number", "at", "due_at", "gathered")
_PLAN: Final = text(
    f"INSERT INTO outbox ({', '.join(_PLANNED)}) VALUES ({', '.join(f':{name}' for name in _PLANNED)}) ON CONFLICT (key) "  # noqa: S608
    f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _PLANNED[1:])}"
)
_DELIVERED: Final = tuple([column.name for column in DELIVERIES.columns])
_DELIVER: Final = text(
    f"INSERT INTO deliveries ({', '.join(_DELIVERED)}) VALUES ({', '.join(f':{name}' for name in _DELIVERED)}) "  # noqa: S608
    "ON CONFLICT (key) DO NOTHING"
)
_EARLIEST: Final = text(
    "SELECT (SELECT min(tell_at) FROM tables WHERE tell_at IS NOT NULL), (SELECT min(due_at) FROM outbox), "
    "(SELECT min(due_at) FROM deliveries WHERE state IS NULL)"
)
_SENT: Final = text(
    f"UPDATE deliveries SET state = '{SENT}', reason = '', done_at = :now, claimed_until = 0, tries = tries + 1 WHERE key = :key"  # noqa: S608
)
_REPLACE: Final = text(
    "UPDATE deliveries SET state = :state, reason = :reason, done_at = :now "
    "WHERE channel = :channel AND topic = :topic AND state IS NULL AND key != :key"
)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of something that is due, if all of it still is what it was: a hand-over, or rows of the outbox."""

    table: str | None = None
    ply: int = 0
    tell_at: float = 0.0
    rows: tuple[tuple[str, float], ...] = ()  # keys, and when they were due
    plan: tuple[Planned, ...] = ()
    deliver: tuple[Delivery, ...] = ()


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an attempt to send a delivery."""

    delivery: Delivery
    state: str | None  # SENT, FAILED or WITHDRAWN; none: it is tried again at `due_at`
    reason: str = ""
    due_at: float = 0.0
    off: bool = False  # nothing will ever arrive at the channel
    tried: bool = True  # else it was not its turn


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """A delivery that was given up, or waits for another attempt: for the person of its channel, or for the host."""

    delivery: Delivery
    channel: str  # its name
    kind: str  # of the channel


class Earliest(NamedTuple):
    """When something is next to be done."""

    table: float  # a hand-over, or an end, is to be decided about
    planned: float  # the same, of a row of the outbox
    delivery: float  # something is to be sent


class Outbox(Subject):
    """What is to be told, and what came of it."""

    # --- what is due ---

    async def earliest(self) -> Earliest:
        """What is next: one question, which every process asks all the time."""
        async with self.database.reading() as connection:
            found = (await connection.execute(_EARLIEST)).one()
        return Earliest(*[math.inf if at is None else at for at in found])

    async def due_tables(self, now: float, limit: int) -> list[tuple[str, float]]:
        """The tables at which somebody is to be told of a hand-over or of the end, and since when."""
        query = select(TABLES.c.key, TABLES.c.tell_at).where(TABLES.c.tell_at <= now).order_by(TABLES.c.tell_at).limit(limit)
        async with self.database.reading() as connection:
            return [(row.key, row.tell_at) for row in await connection.execute(query)]

    async def due(self, now: float, limit: int) -> list[Planned]:
        """What else is due."""
        query = select(OUTBOX).where(OUTBOX.c.due_at <= now).order_by(OUTBOX.c.due_at).limit(limit)
        async with self.database.reading() as connection:
            return [_planned(row) for row in await connection.execute(query)]

    async def last_told(self, tables: Collection[str], since: float) -> dict[tuple[str, str], float]:
        """When something last arrived about some tables, by table and channel."""
        if not tables:
            return {}
        told = (DELIVERIES.c.table_key.in_(padded(sorted(tables))), DELIVERIES.c.state == SENT, DELIVERIES.c.done_at > since)
        query = select(DELIVERIES.c.table_key, DELIVERIES.c.channel, func.max(DELIVERIES.c.done_at).label("at")).where(*told)
        async with self.database.reading() as connection:
            found = await connection.execute(query.group_by(DELIVERIES.c.table_key, DELIVERIES.c.channel))
            return {(row.table_key, row.channel): row.at for row in found}

    # --- what becomes of it ---

    @in_transaction
    async def plan(self, transaction: Transaction, planned: Sequence[Planned]) -> None:
        """Something more is to be told."""
        await plan(transaction, planned)

    @in_transaction
    async def change(self, transaction: Transaction, changes: Sequence[Change], now: float) -> list[Delivery]:
        """Do what was decided about what is due, where nothing has changed; the deliveries that are new. Whoever made them has
        claimed them."""
        taken = await _take_hand_overs(transaction, [change for change in changes if change.table is not None])
        rows = await _take_rows(transaction, [change for change in changes if change.table is None])
        good = taken + rows
        await plan(transaction, [planned for change in good for planned in change.plan])
        return await self._deliver(transaction, [delivery for change in good for delivery in change.deliver], now)

    @in_transaction
    async def deliver(self, transaction: Transaction, deliveries: Sequence[Delivery], now: float) -> list[Delivery]:
        """Send something that nobody has to decide about; those that are new."""
        return await self._deliver(transaction, deliveries, now)

    # --- sending ---

    async def ready(self, now: float, limit: int, lanes: Collection[str]) -> list[str]:
        """The keys of deliveries that can be sent now, those that wait longest first; but for some lanes."""
        query = select(DELIVERIES.c.key).where(
            DELIVERIES.c.state.is_(None), DELIVERIES.c.due_at <= now, DELIVERIES.c.claimed_until <= now
        )
        if lanes:
            query = query.where(DELIVERIES.c.lane.not_in(padded(sorted(lanes))))
        async with self.database.reading() as connection:
            return list((await connection.execute(query.order_by(DELIVERIES.c.due_at).limit(limit))).scalars())

    @in_transaction
    async def claim(self, transaction: Transaction, keys: Sequence[str], now: float, until: float) -> list[Delivery]:
        """Those of some deliveries that nobody else has claimed meanwhile."""
        free = (DELIVERIES.c.state.is_(None), DELIVERIES.c.claimed_until <= now)
        query = select(DELIVERIES).where(DELIVERIES.c.key.in_(padded(sorted(keys))), *free).order_by(DELIVERIES.c.key)
        mine = [_delivery(row) for row in await transaction.execute(query.with_for_update(skip_locked=True))]
        if mine:
            claimed = DELIVERIES.c.key.in_(padded([delivery.key for delivery in mine]))
            values = {"claimed_until": until, "claimed_by": self.database.owner}
            await transaction.execute(update(DELIVERIES).where(claimed).values(values))
        return mine

    async def release_of_dead(self, now: float) -> None:
        """What was claimed by processes that are no more is free: nobody waits until the claims run out."""
        claimed = (DELIVERIES.c.state.is_(None), DELIVERIES.c.claimed_until > now, DELIVERIES.c.claimed_by != self.database.owner)
        async with self.database.reading() as connection:
            owners = set((await connection.execute(select(DELIVERIES.c.claimed_by).where(*claimed).distinct())).scalars())
            if not owners:
                return
            dead = owners - await living_of(connection, owners, is_postgres=self.database.is_postgres)
        if dead:
            await self._release(dead)

    @in_transaction
    async def release_claims(self, transaction: Transaction) -> None:
        """Nobody else is there: what was claimed was claimed by a process that is no more."""
        claimed = (DELIVERIES.c.state.is_(None), DELIVERIES.c.claimed_until > 0)
        await transaction.execute(update(DELIVERIES).where(*claimed).values(claimed_until=0.0))

    @in_transaction
    async def _release(self, transaction: Transaction, owners: Collection[str]) -> None:
        these = (DELIVERIES.c.state.is_(None), DELIVERIES.c.claimed_by.in_(padded(sorted(owners))))
        await transaction.execute(update(DELIVERIES).where(*these).values(claimed_until=0.0, claimed_by=None))

    @in_transaction
    async def finish(self, transaction: Transaction, results: Sequence[Result], now: float) -> None:
        """Keep what came of some attempts."""
        results = sorted(results, key=lambda result: result.delivery.key)
        sent = [result for result in results if result.state == SENT]
        if sent:  # most are: all of them at once, since what is not written down is sent again by whoever comes next
            await transaction.execute(_SENT, [{"now": now, "key": result.delivery.key} for result in sent])
            await mark_told(transaction, {result.delivery.channel for result in sent}, now)
        for result in results:
            if result.state == SENT:
                continue
            values: dict[str, Any] = {"state": result.state, "reason": result.reason, "claimed_until": 0.0}
            if result.state is None:
                values["due_at"] = result.due_at
            else:
                values["done_at"] = now
            if result.state != WITHDRAWN and result.tried:
                values["tries"] = DELIVERIES.c.tries + 1
                await mark_failed(transaction, result.delivery.channel, result.reason, now, off=result.off)
            await transaction.execute(update(DELIVERIES).where(DELIVERIES.c.key == result.delivery.key).values(values))

    # --- for people and hosts ---

    async def failures_of(self, person: str, since: float, limit: int) -> list[Failure]:
        """What did not arrive at somebody's channels, the latest first."""
        return await self._failures(CHANNELS.c.person == person, since, limit)

    async def failures(self, since: float, limit: int) -> list[Failure]:
        """What did not arrive anywhere, the latest first."""
        return await self._failures(None, since, limit)

    async def get(self, key: str) -> Delivery | None:
        """A delivery, and what came of it."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(DELIVERIES).where(DELIVERIES.c.key == key))).one_or_none()
        return None if row is None else _delivery(row)

    async def waiting(self, limit: int) -> list[Failure]:
        """What is still to be sent, what is due first first."""
        query = select(DELIVERIES, CHANNELS.c.name, CHANNELS.c.kind.label("channel_kind"))
        query = query.join(CHANNELS, CHANNELS.c.key == DELIVERIES.c.channel).where(DELIVERIES.c.state.is_(None))
        async with self.database.reading() as connection:
            found = await connection.execute(query.order_by(DELIVERIES.c.due_at).limit(limit))
            return [Failure(delivery=_delivery(row), channel=row.name, kind=row.channel_kind) for row in found]

    async def counts(self, now: float, since: float) -> dict[str, int]:
        """How much is planned, waits, was sent, failed or was withdrawn since a moment."""
        states = select(DELIVERIES.c.state, func.count().label("many")).where(
            DELIVERIES.c.state.is_(None) | (DELIVERIES.c.done_at > since)
        )
        async with self.database.reading() as connection:
            found = {row.state or "waiting": row.many for row in await connection.execute(states.group_by(DELIVERIES.c.state))}
            planned = await connection.execute(select(func.count()).select_from(OUTBOX))
            late = select(func.count()).where(TABLES.c.tell_at <= now)
            return {**found, "planned": planned.scalar_one(), "due": (await connection.execute(late)).scalar_one()}

    @in_transaction
    async def forget(self, transaction: Transaction, done_before: float) -> None:
        """Forget what was settled before then."""
        await transaction.execute(delete(DELIVERIES).where(DELIVERIES.c.done_at < done_before))

    async def _deliver(self, transaction: Transaction, deliveries: Sequence[Delivery], now: float) -> list[Delivery]:
        if not deliveries:
            return []
        older = [
            {"state": WITHDRAWN, "reason": REPLACED, "now": now, "channel": each.channel, "topic": each.topic, "key": each.key}
            for each in deliveries
        ]
        await transaction.execute(_REPLACE, older)
        keys = [each.key for each in deliveries]
        known = set((await transaction.execute(select(DELIVERIES.c.key).where(DELIVERIES.c.key.in_(padded(keys))))).scalars())
        new = [each for each in deliveries if each.key not in known]
        if new:
            await transaction.execute(_DELIVER, [_delivery_values(each, self.database.owner) for each in new])
        return new

    async def _failures(self, where: Any, since: float, limit: int) -> list[Failure]:
        query = select(DELIVERIES, CHANNELS.c.name, CHANNELS.c.kind.label("channel_kind"))
        query = query.join(CHANNELS, CHANNELS.c.key == DELIVERIES.c.channel)
        query = query.where(DELIVERIES.c.state == FAILED, DELIVERIES.c.done_at > since)
        if where is not None:
            query = query.where(where)
        async with self.database.reading() as connection:
            found = await connection.execute(query.order_by(DELIVERIES.c.done_at.desc()).limit(limit))
            return [Failure(delivery=_delivery(row), channel=row.name, kind=row.channel_kind) for row in found]


# --- for other subjects, in a transaction of theirs ---


async def plan(transaction: Transaction, planned: Iterable[Planned]) -> None:
    """Something is to be told. What is planned under the same key takes the place of what was."""
    values = [_planned_values(each) for each in planned]
    if values:
        await transaction.execute(_PLAN, values)


async def look_again(transaction: Transaction, table: str) -> None:
    """The clock of a table is another one: when to remind somebody is worked out anew."""
    reminder = (OUTBOX.c.table_key == table, OUTBOX.c.kind == REMINDER, OUTBOX.c.gathered.is_(None))
    await transaction.execute(update(OUTBOX).where(*reminder).values(due_at=OUTBOX.c.at))


async def _take_hand_overs(transaction: Transaction, changes: Sequence[Change]) -> list[Change]:
    """Those whose hand-over stands and that nobody else has taken."""
    if not changes:
        return []
    these = TABLES.c.key.in_(padded(sorted(change.table or "" for change in changes)))
    # What somebody else has locked is being moved, or told by another process: the next look finds what is left of it.
    query = select(TABLES.c.key, TABLES.c.ply, TABLES.c.tell_at).where(these).order_by(TABLES.c.key)
    free = query.with_for_update(key_share=True, skip_locked=True)
    found = {(row.key, row.ply, row.tell_at) for row in await transaction.execute(free)}
    good = [change for change in changes if (change.table, change.ply, change.tell_at) in found]
    if good:
        keys = padded(sorted(change.table or "" for change in good))
        await transaction.execute(update(TABLES).where(TABLES.c.key.in_(keys)).values(tell_at=None))
    return good


async def _take_rows(transaction: Transaction, changes: Sequence[Change]) -> list[Change]:
    """Those of whom all rows are as they were, so that nobody else has taken one."""
    if not changes:
        return []
    these = OUTBOX.c.key.in_(padded(sorted(key for change in changes for key, _ in change.rows)))
    query = select(OUTBOX.c.key, OUTBOX.c.due_at).where(these).order_by(OUTBOX.c.key).with_for_update(skip_locked=True)
    found = {(row.key, row.due_at) for row in await transaction.execute(query)}
    good = [change for change in changes if set(change.rows) <= found]
    if good:
        keys = padded(sorted(key for change in good for key, _ in change.rows))
        await transaction.execute(delete(OUTBOX).where(OUTBOX.c.key.in_(keys)))
    return good


def _planned_values(planned: Planned) -> dict[str, Any]:
    values = {name: getattr(planned, name) for name in planned.__struct_fields__ if name != "table"}
    return {**values, "table_key": planned.table, "gathered": True if planned.gathered else None}


def _planned(row: Row[Any]) -> Planned:
    values = {name: getattr(row, name) for name in Planned.__struct_fields__ if name not in ("table", "gathered")}
    return Planned(**values, table=row.table_key, gathered=bool(row.gathered))


def _delivery_values(delivery: Delivery, owner: str) -> dict[str, Any]:
    values = {name: getattr(delivery, name) for name in delivery.__struct_fields__ if name != "table"}
    claimed_by = owner if delivery.claimed_until else None
    return {**values, "table_key": delivery.table, "lines": to_json(delivery.lines), "claimed_by": claimed_by}


def _delivery(row: Row[Any]) -> Delivery:
    values = {name: getattr(row, name) for name in Delivery.__struct_fields__ if name not in ("table", "lines")}
    return Delivery(**values, table=row.table_key, lines=from_json(row.lines, str))
