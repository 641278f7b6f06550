"""Passkeys: the public halves of keys with which people sign in, and the challenges that such a key must sign."""

import secrets

from sqlalchemy import delete, func, insert, select, update

from freightyard.store.errors import NotKept
from freightyard.store.recovery import hashed, new_secret
from freightyard.store.rows import Passkey, Person
from freightyard.store.schema import CHALLENGES, PASSKEYS, PEOPLE
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts


class Passkeys(Subject):
    """The passkeys of everybody. A challenge is used once, in whichever process."""

    @in_transaction
    async def new_challenge(self, transaction: Transaction, person: str | None, now: float, until: float) -> bytes:
        """Something to sign until then: by a new passkey of a person, or by one that is to say who somebody is."""
        await transaction.execute(delete(CHALLENGES).where(CHALLENGES.c.until < now))
        challenge = secrets.token_bytes(32)
        await transaction.execute(insert(CHALLENGES), {"hash": hashed(challenge.hex()), "person": person, "until": until})
        return challenge

    @in_transaction
    async def use_challenge(self, transaction: Transaction, challenge: bytes, person: str | None, now: float) -> bool:
        """Whether a challenge was made for this, and nobody has used it. It is worth nothing afterwards, whatever comes of it."""
        used = delete(CHALLENGES).where(CHALLENGES.c.hash == hashed(challenge.hex())).returning(CHALLENGES)
        row = (await transaction.execute(used)).one_or_none()
        return row is not None and row.person == person and row.until >= now

    @in_transaction
    async def add(self, transaction: Transaction, passkey: Passkey, most: int) -> None:
        """A person has another passkey, if they have fewer than so many."""
        check_texts(passkey.name)
        lock = select(PEOPLE.c.key).where(PEOPLE.c.key == passkey.person).with_for_update(key_share=True)
        if (await transaction.execute(lock)).first() is None:
            raise NotKept("there is no such person")
        count = select(func.count()).where(PASSKEYS.c.person == passkey.person)
        if (await transaction.execute(count)).scalar_one() >= most:
            raise NotKept("there are too many passkeys")
        if (await transaction.execute(select(PASSKEYS.c.key).where(PASSKEYS.c.key == passkey.key))).first():
            raise NotKept("there is such a passkey already")
        await transaction.execute(insert(PASSKEYS), {name: getattr(passkey, name) for name in passkey.__struct_fields__})

    async def of_person(self, person: str) -> list[Passkey]:
        """The passkeys of a person, the oldest first."""
        query = select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made_at, PASSKEYS.c.key)
        async with self.database.reading() as connection:
            return [Passkey(**row._mapping) for row in await connection.execute(query)]

    async def get(self, key: str) -> Passkey | None:
        """The passkey of this id, if there is one."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(PASSKEYS).where(PASSKEYS.c.key == key))).one_or_none()
        return None if row is None else Passkey(**row._mapping)

    @in_transaction
    async def remove(self, transaction: Transaction, person: str, key: str) -> bool:
        """A passkey of the person signs nobody in any more; whether it was there."""
        gone = delete(PASSKEYS).where(PASSKEYS.c.key == key, PASSKEYS.c.person == person)
        return (await transaction.execute(gone)).rowcount == 1

    @in_transaction
    async def use(self, transaction: Transaction, passkey: Passkey, sign_count: int) -> tuple[Person, str] | None:
        """A passkey has signed, and counts so far now: its person, and the secret for a new device of theirs. None if it was
        removed meanwhile, or has signed something else."""
        same = [PASSKEYS.c.key == passkey.key, PASSKEYS.c.sign_count == passkey.sign_count]
        if (await transaction.execute(update(PASSKEYS).where(*same).values(sign_count=sign_count))).rowcount != 1:
            return None
        name = (await transaction.execute(select(PEOPLE.c.name).where(PEOPLE.c.key == passkey.person))).scalar_one()
        return Person(passkey.person, name), await new_secret(transaction, passkey.person)
