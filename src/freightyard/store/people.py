"""People, the secrets that prove who they are, and the links that bring them to another device."""

import secrets
import time
from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, exists, insert, select, update

from freightyard.store.recovery import hashed, new_code, new_secret, unwrapped, wrapped
from freightyard.store.rows import DEVICES, Person
from freightyard.store.schema import (
    BOT_ACCOUNTS,
    CHAIRS,
    CHALLENGES,
    CHANNELS,
    DELIVERIES,
    HOLIDAYS,
    LINKS,
    NOTICE_SETTINGS,
    NOTICE_TABLES,
    OUTBOX,
    PASSKEYS,
    PEOPLE,
    PERSON_HOURS,
    PRESENCE,
    SECRETS,
    TABLES,
    TOKENS,
)
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts, padded

_MOST_ASKED: Final = 512  # secrets in a query
_OF_A_PERSON: Final = (
    SECRETS,
    LINKS,
    PASSKEYS,
    CHALLENGES,
    PERSON_HOURS,
    HOLIDAYS,
    CHANNELS,
    NOTICE_SETTINGS,
    NOTICE_TABLES,
    OUTBOX,
    DELIVERIES,
    PRESENCE,
    TOKENS,
    BOT_ACCOUNTS,
)


class People(Subject):
    """Everybody who has given a name. A secret is in the cookie of a device; a link makes another device theirs too."""

    @in_transaction
    async def new(self, transaction: Transaction, name: str, at: float | None = None) -> tuple[Person, str]:
        """Somebody new, and the secret for their cookie. They have a recovery code from the first moment on."""
        check_texts(name)
        person, code = Person(secrets.token_urlsafe(9), name), new_code()
        seen_at = time.time() if at is None else at
        values = {"key": person.key, "name": name, "seen_at": seen_at, "recovery": hashed(code)}
        await transaction.execute(insert(PEOPLE), values)
        return person, await new_secret(transaction, person.key, code)

    async def by_secret(self, secret: str) -> Person | None:
        """Whose secret it is, if it is anybody's and was not revoked."""
        query = select(PEOPLE.c.key, PEOPLE.c.name).join(SECRETS).where(SECRETS.c.hash == hashed(secret))
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Person(row.key, row.name)

    async def known(self, given: Collection[str]) -> set[str]:
        """Those of some secrets that are anybody's and were not revoked."""
        by_hash = {hashed(secret): secret for secret in given}
        hashes = sorted(by_hash)
        found: set[str] = set()
        async with self.database.reading() as connection:
            for place in range(0, len(hashes), _MOST_ASKED):
                query = select(SECRETS.c.hash).where(SECRETS.c.hash.in_(padded(hashes[place : place + _MOST_ASKED])))
                found.update([by_hash[row.hash] for row in await connection.execute(query)])
        return found

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """The names by which some people go; those who are gone are missing."""
        if not people:
            return {}
        query = select(PEOPLE.c.key, PEOPLE.c.name).where(PEOPLE.c.key.in_(padded(sorted(people))))
        async with self.database.reading() as connection:
            return {row.key: row.name for row in await connection.execute(query)}

    @in_transaction
    async def rename(self, transaction: Transaction, person: str, name: str) -> None:
        """They go by another name from now on."""
        check_texts(name)
        await transaction.execute(update(PEOPLE).where(PEOPLE.c.key == person).values(name=name))

    @in_transaction
    async def seen(self, transaction: Transaction, person: str, at: float) -> None:
        """They were here."""
        await transaction.execute(update(PEOPLE).where(PEOPLE.c.key == person, PEOPLE.c.seen_at < at).values(seen_at=at))

    async def seen_at(self, people: Collection[str]) -> dict[str, float]:
        """When some people were here last, to the day."""
        query = select(PEOPLE.c.key, PEOPLE.c.seen_at).where(PEOPLE.c.key.in_(padded(sorted(people))))
        async with self.database.reading() as connection:
            return {row.key: row.seen_at for row in await connection.execute(query)} if people else {}

    @in_transaction
    async def forget(self, transaction: Transaction, seen_before: float, limit: int) -> int:
        """Forget people who were not here since then, who sit at no table that is kept and made none; how many there were."""
        sits = exists().where(CHAIRS.c.person == PEOPLE.c.key)
        made = exists().where(TABLES.c.made_by == PEOPLE.c.key)
        query = select(PEOPLE.c.key).where(PEOPLE.c.seen_at < seen_before, ~sits, ~made).order_by(PEOPLE.c.seen_at).limit(limit)
        gone = [row.key for row in await transaction.execute(query)]
        if gone:
            for column in (
                TOKENS.c.owner,  # those of their bots too, which nobody else could revoke
                *[table.c.person for table in _OF_A_PERSON],
                PEOPLE.c.key,
            ):
                await transaction.execute(delete(column.table).where(column.in_(padded(gone))))
        return len(gone)

    @in_transaction
    async def revoke(self, transaction: Transaction, secret: str) -> None:
        """This secret is worth nothing any more: the device has signed out. Processes that hold a socket of it are told."""
        gone = delete(SECRETS).where(SECRETS.c.hash == hashed(secret)).returning(SECRETS.c.person)
        person = (await transaction.execute(gone)).scalar_one_or_none()
        if person is not None:
            transaction.tell(person, DEVICES)

    @in_transaction
    async def revoke_others(self, transaction: Transaction, person: str, secret: str) -> int:
        """All secrets of a person but this one are worth nothing any more; how many there were. Links that wait to be used go
        too: whoever signs the other devices out wants no new ones."""
        await transaction.execute(delete(LINKS).where(LINKS.c.person == person))
        others = delete(SECRETS).where(SECRETS.c.person == person, SECRETS.c.hash != hashed(secret))
        transaction.tell(person, DEVICES)
        return (await transaction.execute(others)).rowcount

    @in_transaction
    async def new_link(self, transaction: Transaction, person: str, until: float, secret: str | None = None) -> str:
        """A token that lets another device become this person: once, and until then. The recovery code that the device of the
        secret can show goes along: the other one can show it too."""
        token = secrets.token_urlsafe(24)
        own = select(SECRETS.c.recovery).where(SECRETS.c.hash == hashed(secret or ""), SECRETS.c.person == person)
        copy = (await transaction.execute(own)).scalar_one_or_none()
        code = None if copy is None or secret is None else unwrapped(copy, secret)
        values = {"hash": hashed(token), "person": person, "until": until, "recovery": code and wrapped(code, token)}
        await transaction.execute(insert(LINKS), values)
        return token

    @in_transaction
    async def use_link(self, transaction: Transaction, token: str, now: float) -> tuple[Person, str] | None:
        """The person of a token and a new secret for the other device. None if it was used, is too old or never was."""
        await transaction.execute(delete(LINKS).where(LINKS.c.until < now))
        # Of two devices that use a link at once, one deletes it.
        used = delete(LINKS).where(LINKS.c.hash == hashed(token)).returning(LINKS.c.person, LINKS.c.recovery)
        link = (await transaction.execute(used)).one_or_none()
        if link is None:
            return None
        name = (await transaction.execute(select(PEOPLE.c.name).where(PEOPLE.c.key == link.person))).scalar_one()
        code = None if link.recovery is None else unwrapped(link.recovery, token)
        return Person(link.person, name), await new_secret(transaction, link.person, code)
