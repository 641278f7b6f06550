"""The way back for somebody whose device is lost: a code that signs them in anywhere, until they make another one.

Of the code itself only a hash is kept, so a stolen database signs nobody in. That a person can read it again all the same, each
of their devices has a copy that is encrypted with the device's own secret, of which only a hash is kept either.
"""

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import insert, select, update

from freightyard.store.rows import Person
from freightyard.store.schema import PEOPLE, SECRETS
from freightyard.store.transactions import Subject, Transaction, in_transaction

_CODE_BYTES: Final = 24
_NONCE_BYTES: Final = 16


class RecoveryCode(msgspec.Struct, frozen=True):
    """What a device can say about its person's code. `made`: there is one; `code`: the device can show it."""

    made: bool = False
    code: str | None = None


class Recovery(Subject):
    """The recovery code of every person: at most one, and whoever has it is that person."""

    async def read(self, secret: str) -> RecoveryCode:
        """The code of a device's person, as far as this device knows it. A copy of one that was replaced is worth nothing."""
        query = select(PEOPLE.c.recovery, SECRETS.c.recovery.label("copy")).select_from(PEOPLE).join(SECRETS)
        async with self.database.reading() as connection:
            row = (await connection.execute(query.where(SECRETS.c.hash == hashed(secret)))).one_or_none()
        if row is None or row.recovery is None:
            return RecoveryCode()
        code = None if row.copy is None else unwrapped(row.copy, secret)
        return RecoveryCode(made=True, code=code if code is not None and hashed(code) == row.recovery else None)

    @in_transaction
    async def replace(self, transaction: Transaction, person: str, secret: str) -> str:
        """A new code, which the device of this secret can show; the one before is worth nothing any more."""
        code = new_code()
        await transaction.execute(update(PEOPLE).where(PEOPLE.c.key == person).values(recovery=hashed(code)))
        await transaction.execute(update(SECRETS).where(SECRETS.c.person == person).values(recovery=None))
        await transaction.execute(update(SECRETS).where(SECRETS.c.hash == hashed(secret)).values(recovery=wrapped(code, secret)))
        return code

    async def whose(self, code: str) -> Person | None:
        """The person of a code; None if it never was one, or was replaced."""
        query = select(PEOPLE.c.key, PEOPLE.c.name).where(PEOPLE.c.recovery == hashed(code))
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Person(row.key, row.name)

    @in_transaction
    async def use(self, transaction: Transaction, code: str) -> tuple[Person, str] | None:
        """The person of a code, and the secret for a new device of theirs. The code stays good."""
        # Under the lock of the person: no device comes in by a code that is being replaced.
        query = select(PEOPLE.c.key, PEOPLE.c.name).where(PEOPLE.c.recovery == hashed(code)).with_for_update(key_share=True)
        row = (await transaction.execute(query)).one_or_none()
        return None if row is None else (Person(row.key, row.name), await new_secret(transaction, row.key, code))

    @in_transaction
    async def remember(self, transaction: Transaction, person: str, secret: str, code: str) -> None:
        """A device of the person was shown the code: it can show it again."""
        own = [SECRETS.c.hash == hashed(secret), SECRETS.c.person == person]
        await transaction.execute(update(SECRETS).where(*own).values(recovery=wrapped(code, secret)))


async def new_secret(transaction: Transaction, person: str, code: str | None = None) -> str:
    """The secret of a new device of a person, which can show the person's code if it is handed in."""
    secret = secrets.token_urlsafe(32)
    copy = None if code is None else wrapped(code, secret)
    await transaction.execute(insert(SECRETS), {"hash": hashed(secret), "person": person, "recovery": copy})
    return secret


def hashed(secret: str) -> str:
    """What is kept of a secret, a link or a code. They are random and long: nobody finds them by trying."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def new_code() -> str:
    return secrets.token_urlsafe(_CODE_BYTES)


def wrapped(code: str, key: str) -> str:
    """A code that only who has the key can read. Encrypted with a fresh nonce: two copies under one key tell nothing about each
    other, nor does a code that was replaced tell anything about the next one."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return urlsafe_b64encode(nonce + _xor(urlsafe_b64decode(code), key, nonce)).decode()


def unwrapped(copy: str, key: str) -> str | None:
    """The code in a copy; with another key it is no code of anybody's. None if it is no copy at all."""
    try:
        raw = urlsafe_b64decode(copy)
    except ValueError:
        return None
    nonce, inside = raw[:_NONCE_BYTES], raw[_NONCE_BYTES:]
    return urlsafe_b64encode(_xor(inside, key, nonce)).decode() if len(inside) == _CODE_BYTES else None


def _xor(data: bytes, key: str, nonce: bytes) -> bytes:
    stream = hmac.digest(key.encode(), b"freightyard recovery" + nonce, "sha256")
    return bytes([a ^ b for a, b in zip(data, stream[: len(data)], strict=True)])
