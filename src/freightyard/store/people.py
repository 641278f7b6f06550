"""People, the secrets that prove who they are, and the links that bring them to another device."""

import secrets
from collections.abc import Collection
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from freightyard.store.contract import Person
from freightyard.store.schema import LINKS, PEOPLE, SECRETS
from freightyard.store.values import padded

_MOST_ASKED: Final = 512  # secrets in a query


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()


async def new_person(connection: AsyncConnection, name: str) -> tuple[Person, str]:
    person = Person(secrets.token_urlsafe(9), name)
    await connection.execute(insert(PEOPLE), {"key": person.key, "name": name})
    return person, await _new_secret(connection, person.key)


async def person_of(connection: AsyncConnection, secret: str) -> Person | None:
    query = select(PEOPLE.c.key, PEOPLE.c.name).join(SECRETS).where(SECRETS.c.hash == hashed(secret))
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else Person(row.key, row.name)


async def known(connection: AsyncConnection, given: Collection[str]) -> set[str]:
    by_hash = {hashed(secret): secret for secret in given}
    hashes = sorted(by_hash)
    found: set[str] = set()
    for place in range(0, len(hashes), _MOST_ASKED):
        query = select(SECRETS.c.hash).where(SECRETS.c.hash.in_(padded(hashes[place : place + _MOST_ASKED])))
        found.update([by_hash[row.hash] for row in await connection.execute(query)])
    return found


async def rename(connection: AsyncConnection, person: str, name: str) -> None:
    await connection.execute(update(PEOPLE).where(PEOPLE.c.key == person).values(name=name))


async def revoke(connection: AsyncConnection, secret: str) -> None:
    await connection.execute(delete(SECRETS).where(SECRETS.c.hash == hashed(secret)))


async def revoke_others(connection: AsyncConnection, person: str, secret: str) -> int:
    """Links that wait to be used go too: whoever signs the other devices out wants no new ones."""
    await connection.execute(delete(LINKS).where(LINKS.c.person == person))
    others = delete(SECRETS).where(SECRETS.c.person == person, SECRETS.c.hash != hashed(secret))
    return (await connection.execute(others)).rowcount


async def new_link(connection: AsyncConnection, person: str, until: float) -> str:
    token = secrets.token_urlsafe(24)
    await connection.execute(insert(LINKS), {"hash": hashed(token), "person": person, "until": until})
    return token


async def use_link(connection: AsyncConnection, token: str, now: float) -> tuple[Person, str] | None:
    await connection.execute(delete(LINKS).where(LINKS.c.until < now))
    # Of two devices that use a link at once, one deletes it.
    used = delete(LINKS).where(LINKS.c.hash == hashed(token)).returning(LINKS.c.person)
    key = (await connection.execute(used)).scalar_one_or_none()
    if key is None:
        return None
    name = (await connection.execute(select(PEOPLE.c.name).where(PEOPLE.c.key == key))).scalar_one()
    return Person(key, name), await _new_secret(connection, key)


async def _new_secret(connection: AsyncConnection, person: str) -> str:
    secret = secrets.token_urlsafe(32)
    await connection.execute(insert(SECRETS), {"hash": hashed(secret), "person": person})
    return secret
