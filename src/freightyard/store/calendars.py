"""The hours and holidays of people: when their clocks stand still."""

from collections.abc import Collection
from datetime import date
from typing import Final

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.core.errors import BadSetup
from freightyard.store.schema import CHAIRS, HOLIDAYS, PEOPLE, PERSON_HOURS, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import padded
from freightyard.table.hours import Calendar, Holiday, Hours, check_hours, new_holiday

_WEEK: Final = 7 * 86_400
_MOST_CHANGES: Final = 2  # of somebody's hours in a week: who moves the night along with the clock plays for time


class Calendars(Subject):
    """When the clocks of people stand still. Whatever changes here makes every table look again when it is due."""

    async def of(self, person: str) -> Calendar:
        """Somebody's calendar; the usual one if they never chose hours."""
        return (await self.of_all([person]))[person]

    async def of_all(self, people: Collection[str]) -> dict[str, Calendar]:
        """The calendars of some people."""
        async with self.database.reading() as connection:
            return await _calendars(connection, people)

    @in_transaction
    async def set_hours(self, transaction: Transaction, person: str, hours: Hours, now: float) -> None:
        """Somebody has other hours from now on."""
        check_hours(hours)
        await _lock(transaction, person)
        calendar = (await _calendars(transaction.connection, [person]))[person]
        if calendar.hours and calendar.hours[-1][1] == hours:
            return
        if sum(since > now - _WEEK for since, _ in calendar.hours) >= _MOST_CHANGES:
            raise BadSetup("you can change your hours twice a week")
        await _add_hours(transaction, person, hours, now)

    @in_transaction
    async def suggest_zone(self, transaction: Transaction, person: str, zone: str, now: float) -> None:
        """What somebody's browser says about where they are: it counts until they choose their hours themselves."""
        hours = Hours(zone=zone)
        try:
            check_hours(hours)
        except BadSetup:
            return  # a browser may know zones that we do not
        await _lock(transaction, person)
        if not (await _calendars(transaction.connection, [person]))[person].hours:
            await _add_hours(transaction, person, hours, now)

    @in_transaction
    async def add_holiday(
        self, transaction: Transaction, person: str, first: date, last: date, now: float, allowance: int
    ) -> Holiday:
        """Somebody is on holiday from one date to another, both included. Refused: see `new_holiday`."""
        await _lock(transaction, person)
        calendar = (await _calendars(transaction.connection, [person]))[person]
        holiday = new_holiday(calendar, first, last, now, allowance)
        values = {"person": person, "start": holiday.start, "until": holiday.until, "made_at": holiday.made_at}
        await transaction.execute(insert(HOLIDAYS), values)
        await _look_again(transaction, person, now)
        return holiday

    @in_transaction
    async def end_holiday(self, transaction: Transaction, person: str, start: float, now: float) -> bool:
        """A holiday ends now, or does not come. What was taken of it stays taken. False if it is over, or there is none."""
        await _lock(transaction, person)
        this = [HOLIDAYS.c.person == person, HOLIDAYS.c.start == start, HOLIDAYS.c.until > now]
        if start >= now:
            changed = await transaction.execute(delete(HOLIDAYS).where(*this))
        else:
            changed = await transaction.execute(update(HOLIDAYS).where(*this).values(until=now))
        await _look_again(transaction, person, now)
        return changed.rowcount == 1


async def _lock(transaction: Transaction, person: str) -> None:
    """Nobody else changes this person's calendar before the transaction ends."""
    await transaction.execute(select(PEOPLE.c.key).where(PEOPLE.c.key == person).with_for_update(key_share=True))


async def _add_hours(transaction: Transaction, person: str, hours: Hours, now: float) -> None:
    values = {"person": person, "since": now, "hours": msgspec.json.encode(hours).decode()}
    await transaction.execute(delete(PERSON_HOURS).where(PERSON_HOURS.c.person == person, PERSON_HOURS.c.since == now))
    await transaction.execute(insert(PERSON_HOURS), values)
    await _look_again(transaction, person, now)


async def _look_again(transaction: Transaction, person: str, now: float) -> None:
    """The tables at which somebody's time runs look at their clocks, in whichever process: it may be over sooner or later now."""
    sits = select(CHAIRS.c.table_key).where(CHAIRS.c.person == person)
    due = select(TABLES.c.key).where(TABLES.c.key.in_(sits), TABLES.c.due_at > now)
    # Locked in the order of their keys, as moves lock them: nobody waits for each other.
    keys = list((await transaction.execute(due.order_by(TABLES.c.key).with_for_update(key_share=True))).scalars())
    if keys:
        await transaction.execute(update(TABLES).where(TABLES.c.key.in_(padded(keys))).values(due_at=now))


async def _calendars(connection: AsyncConnection, people: Collection[str]) -> dict[str, Calendar]:
    keys = sorted(set(people))
    hours: dict[str, list[tuple[float, Hours]]] = {key: [] for key in keys}
    holidays: dict[str, list[Holiday]] = {key: [] for key in keys}
    if keys:
        query = select(PERSON_HOURS).where(PERSON_HOURS.c.person.in_(padded(keys))).order_by(PERSON_HOURS.c.since)
        for row in await connection.execute(query):
            hours[row.person].append((row.since, msgspec.json.decode(row.hours, type=Hours)))
        query = select(HOLIDAYS).where(HOLIDAYS.c.person.in_(padded(keys))).order_by(HOLIDAYS.c.start)
        for row in await connection.execute(query):
            holidays[row.person].append(Holiday(row.start, row.until, row.made_at))
    return {key: Calendar(tuple(hours[key]), tuple(holidays[key])) for key in keys}
