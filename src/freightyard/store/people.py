"""People, the secrets that prove who they are, and the links that bring them to another device."""

import secrets
import time
from collections.abc import Collection
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, exists, insert, select, update

from freightyard.store.rows import DEVICES, Person
from freightyard.store.schema import CHAIRS, LINKS, PEOPLE, SECRETS, TABLES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts, padded

_MOST_ASKED: Final = 512  # secrets in a query


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()


class People(Subject):
    """Everybody who has given a name. A secret is in the cookie of a device; a link makes another device theirs too."""

    @in_transaction
    async def new(self, transaction: Transaction, name: str) -> tuple[Person, str]:
        """Somebody new, and the secret for their cookie."""
        check_texts(name)
        person = Person(secrets.token_urlsafe(9), name)
        await transaction.execute(insert(PEOPLE), {"key": person.key, "name": name, "seen_at": time.time()})
        return person, await _new_secret(transaction, person.key)

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

    @in_transaction
    async def rename(self, transaction: Transaction, person: str, name: str) -> None:
        """They go by another name from now on."""
        check_texts(name)
        await transaction.execute(update(PEOPLE).where(PEOPLE.c.key == person).values(name=name))

    @in_transaction
    async def seen(self, transaction: Transaction, person: str, at: float) -> None:
        """They were here."""
        await transaction.execute(update(PEOPLE).where(PEOPLE.c.key == person, PEOPLE.c.seen_at < at).values(seen_at=at))

    @in_transaction
    async def forget(self, transaction: Transaction, seen_before: float, limit: int) -> int:
        """Forget people who were not here since then, who sit at no table that is kept and made none; how many there were."""
        sits = exists().where(CHAIRS.c.person == PEOPLE.c.key)
        made = exists().where(TABLES.c.made_by == PEOPLE.c.key)
        query = select(PEOPLE.c.key).where(PEOPLE.c.seen_at < seen_before, ~sits, ~made).order_by(PEOPLE.c.seen_at).limit(limit)
        gone = [row.key for row in await transaction.execute(query)]
        if gone:
            for column in (SECRETS.c.person, LINKS.c.person, PEOPLE.c.key):
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
    async def new_link(self, transaction: Transaction, person: str, until: float) -> str:
        """A token that lets another device become this person: once, and until then."""
        token = secrets.token_urlsafe(24)
        await transaction.execute(insert(LINKS), {"hash": hashed(token), "person": person, "until": until})
        return token

    @in_transaction
    async def use_link(self, transaction: Transaction, token: str, now: float) -> tuple[Person, str] | None:
        """The person of a token and a new secret for the other device. None if it was used, is too old or never was."""
        await transaction.execute(delete(LINKS).where(LINKS.c.until < now))
        # Of two devices that use a link at once, one deletes it.
        used = delete(LINKS).where(LINKS.c.hash == hashed(token)).returning(LINKS.c.person)
        key = (await transaction.execute(used)).scalar_one_or_none()
        if key is None:
            return None
        name = (await transaction.execute(select(PEOPLE.c.name).where(PEOPLE.c.key == key))).scalar_one()
        return Person(key, name), await _new_secret(transaction, key)


async def _new_secret(transaction: Transaction, person: str) -> str:
    secret = secrets.token_urlsafe(32)
    await transaction.execute(insert(SECRETS), {"hash": hashed(secret), "person": person})
    return secret
