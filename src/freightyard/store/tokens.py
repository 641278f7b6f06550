"""Tokens, by which programs ask this server in somebody's name, and the bot accounts that play by them.

A token is shown once, when it is made, and kept as a hash. One that may play belongs to a bot account: a person of its own, whose
key says what it is, with a name that no other bot has here. So its owner stays a person, at tables and in records.
"""

import secrets
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from freightyard.store.errors import NotKept
from freightyard.store.recovery import hashed
from freightyard.store.rows import BOT_ACCOUNT, PLAY, REVOKED, Person, Token
from freightyard.store.schema import BOT_ACCOUNTS, CHAIRS, PEOPLE, TOKENS
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts, from_json, padded, to_json

PREFIX: Final = "fy_"  # of every token: who finds one somewhere sees what it is

_OF_TOKEN: Final = select(TOKENS, PEOPLE.c.name.label("called")).join(PEOPLE, PEOPLE.c.key == TOKENS.c.person)


class NameTaken(NotKept):
    """Another bot has this name."""


class Tokens(Subject):
    """The tokens of everybody, and the bots that have some."""

    @in_transaction
    async def make(
        self, transaction: Transaction, owner: str, name: str, scopes: Sequence[str], at: float, *, most: int
    ) -> tuple[str, Token]:
        """A new token, which is never shown again, and what is kept of it. One that may play is for the owner's bot of this name,
        which is made if there is none. Raises NameTaken if somebody else's bot has the name."""
        check_texts(name)
        lock = select(PEOPLE.c.key).where(PEOPLE.c.key == owner).with_for_update(key_share=True)
        if (await transaction.execute(lock)).first() is None:
            raise NotKept("there is no such person")
        count = select(func.count()).where(TOKENS.c.owner == owner)
        if (await transaction.execute(count)).scalar_one() >= most:
            raise NotKept("there are too many tokens")
        person = owner
        if PLAY in scopes:
            bot = await _bot_named(transaction, owner, name, at)
            person, name = bot.key, bot.name
        secret = PREFIX + secrets.token_urlsafe(32)
        values = {"key": secrets.token_urlsafe(9), "owner": owner, "person": person, "name": name, "made_at": at}
        await transaction.execute(insert(TOKENS), {**values, "hash": hashed(secret), "scopes": to_json(scopes)})
        row = (await transaction.execute(_OF_TOKEN.where(TOKENS.c.key == values["key"]))).one()
        return secret, _token(row)

    async def of_owner(self, owner: str) -> list[Token]:
        """The tokens that somebody has made, the oldest first."""
        query = _OF_TOKEN.where(TOKENS.c.owner == owner).order_by(TOKENS.c.made_at, TOKENS.c.key)
        async with self.database.reading() as connection:
            return [_token(row) for row in await connection.execute(query)]

    async def by_secret(self, secret: str) -> Token | None:
        """The token that this is, if it is one and was not revoked."""
        async with self.database.reading() as connection:
            row = (await connection.execute(_OF_TOKEN.where(TOKENS.c.hash == hashed(secret)))).one_or_none()
        return None if row is None else _token(row)

    async def known(self, keys: Collection[str]) -> set[str]:
        """The keys among these whose tokens were not revoked."""
        if not keys:
            return set()
        query = select(TOKENS.c.key).where(TOKENS.c.key.in_(padded(sorted(keys))))
        async with self.database.reading() as connection:
            return set((await connection.execute(query)).scalars())

    @in_transaction
    async def used(self, transaction: Transaction, key: str, at: float) -> None:
        """A token was used, and so its owner and its bot were here."""
        people = select(TOKENS.c.owner, TOKENS.c.person).where(TOKENS.c.key == key)
        row = (await transaction.execute(people)).one_or_none()
        if row is not None:
            await transaction.execute(update(TOKENS).where(TOKENS.c.key == key).values(used_at=at))
            here = [PEOPLE.c.key.in_((row.owner, row.person)), PEOPLE.c.seen_at < at]
            await transaction.execute(update(PEOPLE).where(*here).values(seen_at=at))

    @in_transaction
    async def revoke(self, transaction: Transaction, owner: str, key: str) -> bool:
        """A token of somebody's is worth nothing any more; whether it was there. Processes that stream to it are told."""
        gone = delete(TOKENS).where(TOKENS.c.key == key, TOKENS.c.owner == owner)
        if (await transaction.execute(gone)).rowcount != 1:
            return False
        transaction.tell(key, REVOKED)
        return True

    async def bot_named(self, name: str) -> Person | None:
        """The bot account of this name, capital letters or not."""
        query = select(PEOPLE.c.key, PEOPLE.c.name).join(BOT_ACCOUNTS, BOT_ACCOUNTS.c.person == PEOPLE.c.key)
        async with self.database.reading() as connection:
            row = (await connection.execute(query.where(BOT_ACCOUNTS.c.folded == name.casefold()))).one_or_none()
        return None if row is None else Person(row.key, row.name)

    async def owner_of(self, bot: str) -> str | None:
        """The key of the person whose bot this is."""
        async with self.database.reading() as connection:
            query = select(BOT_ACCOUNTS.c.owner).where(BOT_ACCOUNTS.c.person == bot)
            return (await connection.execute(query)).scalar_one_or_none()

    async def bots_at(self, tables: Collection[str]) -> set[tuple[str, str]]:
        """Which bot accounts have a seat at some tables, or one that is held for them: tables and bots, by their keys."""
        if not tables:
            return set()
        theirs = [CHAIRS.c.table_key.in_(padded(sorted(tables))), CHAIRS.c.person.startswith(BOT_ACCOUNT, autoescape=True)]
        query = select(CHAIRS.c.table_key, CHAIRS.c.person).where(*theirs)
        async with self.database.reading() as connection:
            return {(row.table_key, row.person) for row in await connection.execute(query)}


async def _bot_named(transaction: Transaction, owner: str, name: str, at: float) -> Person:
    """The owner's bot of a name: made, if there is none."""
    query = select(BOT_ACCOUNTS.c.owner, PEOPLE.c.key, PEOPLE.c.name).join(PEOPLE, PEOPLE.c.key == BOT_ACCOUNTS.c.person)
    row = (await transaction.execute(query.where(BOT_ACCOUNTS.c.folded == name.casefold()))).one_or_none()
    if row is None:
        bot = Person(BOT_ACCOUNT + secrets.token_urlsafe(9), name)
        try:
            async with transaction.connection.begin_nested():
                await transaction.execute(insert(PEOPLE), {"key": bot.key, "name": name, "seen_at": at})
                values = {"person": bot.key, "owner": owner, "folded": name.casefold()}
                await transaction.execute(insert(BOT_ACCOUNTS), values)
        except IntegrityError:  # somebody else was faster
            raise NameTaken("another bot has this name") from None
        return bot
    if row.owner != owner:
        raise NameTaken("another bot has this name")
    return Person(row.key, row.name)


def _token(row: Row[Any]) -> Token:
    return Token(
        key=row.key,
        owner=row.owner,
        person=Person(row.person, row.called),
        name=row.name,
        scopes=from_json(row.scopes, str),
        made_at=row.made_at,
        used_at=row.used_at,
    )
