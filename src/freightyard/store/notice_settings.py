"""Of what people want to be told, and when."""

from collections.abc import Collection

import msgspec
from sqlalchemy import delete, insert, select, update

from freightyard.core.errors import BadSetup
from freightyard.store.notice_rows import CHOICES, TIMES, NoticeSettings
from freightyard.store.schema import NOTICE_SETTINGS, NOTICE_TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import padded


class NoticeChoices(Subject):
    """The settings of everybody, and what is different for single tables."""

    async def of(self, person: str) -> NoticeSettings:
        """Somebody's settings; the usual ones if they never chose."""
        return (await self.of_all([person])).get(person, NoticeSettings())

    async def of_all(self, people: Collection[str]) -> dict[str, NoticeSettings]:
        """The settings of some people; those who never chose are missing."""
        if not people:
            return {}
        query = select(NOTICE_SETTINGS).where(NOTICE_SETTINGS.c.person.in_(padded(sorted(people))))
        async with self.database.reading() as connection:
            return {row.person: msgspec.json.decode(row.data, type=NoticeSettings) for row in await connection.execute(query)}

    @in_transaction
    async def put(self, transaction: Transaction, person: str, settings: NoticeSettings) -> None:
        """Somebody chooses other settings."""
        _check(settings)
        data = msgspec.json.encode(settings).decode()
        changed = update(NOTICE_SETTINGS).where(NOTICE_SETTINGS.c.person == person).values(data=data)
        if not (await transaction.execute(changed)).rowcount:
            await transaction.execute(insert(NOTICE_SETTINGS), {"person": person, "data": data})

    async def of_table(self, person: str, table: str) -> str:
        """When somebody wants to be told of one table: one of TIMES, or empty if it is as for all."""
        return (await self.of_tables([person], [table])).get((person, table), "")

    async def of_tables(self, people: Collection[str], tables: Collection[str]) -> dict[tuple[str, str], str]:
        """What is different for some people at some tables."""
        if not people or not tables:
            return {}
        query = select(NOTICE_TABLES).where(
            NOTICE_TABLES.c.person.in_(padded(sorted(people))), NOTICE_TABLES.c.table_key.in_(padded(sorted(tables)))
        )
        async with self.database.reading() as connection:
            return {(row.person, row.table_key): row.choice for row in await connection.execute(query)}

    @in_transaction
    async def put_table(self, transaction: Transaction, person: str, table: str, choice: str) -> None:
        """Somebody wants to be told of one table at another time than of all; empty: as of all."""
        if choice and choice not in TIMES:
            raise BadSetup(f"one is told {', '.join(TIMES)}; not {choice!r}")
        this = (NOTICE_TABLES.c.table_key == table, NOTICE_TABLES.c.person == person)
        await transaction.execute(delete(NOTICE_TABLES).where(*this))
        if choice:
            await transaction.execute(insert(NOTICE_TABLES), {"table_key": table, "person": person, "choice": choice})


def _check(settings: NoticeSettings) -> None:
    if not set(settings.times) <= set(CHOICES) or not set(settings.times.values()) <= set(TIMES):
        raise BadSetup(f"one is told {', '.join(TIMES)}")
    hours = (settings.quiet_from, settings.quiet_until, settings.digest_hour)
    if any(hour is not None and not 0 <= hour < 24 for hour in hours):
        raise BadSetup("an hour is a number from 0 to 23")
    if (settings.quiet_from is None) != (settings.quiet_until is None):
        raise BadSetup("quiet hours have a beginning and an end")
