"""Where people, and tables, want to be told."""

import secrets
from collections.abc import Collection
from typing import Any, Final

import msgspec
from sqlalchemy import Row, Select, and_, delete, insert, or_, select, text, update

from freightyard.store.errors import NotKept
from freightyard.store.notice_rows import PUSH, Channel
from freightyard.store.schema import CHANNELS, DELIVERIES
from freightyard.store.transactions import Subject, Transaction, in_transaction
from freightyard.store.values import check_texts, from_json, padded, to_json

_TOLD: Final = text("UPDATE channels SET told_at = :now, failure = '', failed_at = NULL WHERE key = :key")
MOST: Final = 20  # that a person, or a table, may have


class Channels(Subject):
    """The channels of everybody. A person's have no table; a table's have the person who set them up."""

    @in_transaction
    async def add(self, transaction: Transaction, channel: Channel) -> Channel:
        """A new channel, with the keys and tokens that it has not yet. A browser that subscribes again takes the place of its old
        subscription."""
        if channel.person is None and channel.table is None:
            raise NotKept("a channel belongs to a person or to a table")
        check_texts(channel.name, *channel.address, *channel.address.values())
        others = await self._found(transaction, _siblings(channel))
        if channel.kind == PUSH:
            for other in others:
                if other.address.get("endpoint") == channel.address.get("endpoint"):
                    await _remove(transaction, other.key)
        if len(others) >= MOST:
            raise NotKept(f"{MOST} ways to be told are enough: remove one first")
        made = msgspec.structs.replace(
            channel,
            key=channel.key or secrets.token_hex(8),
            token=channel.token or secrets.token_urlsafe(18),
            confirm=channel.confirm or secrets.token_urlsafe(18),
        )
        await transaction.execute(insert(CHANNELS), _values(made))
        return made

    async def get(self, key: str) -> Channel | None:
        """The channel of a key, if there is one."""
        return await self._one(CHANNELS.c.key == key)

    async def by_token(self, token: str) -> Channel | None:
        """The channel that an address turns off."""
        return await self._one(CHANNELS.c.token == token)

    async def by_confirm(self, code: str) -> Channel | None:
        """The channel that an address confirms."""
        return await self._one(CHANNELS.c.confirm == code)

    async def of_person(self, person: str) -> list[Channel]:
        """Somebody's own channels, the oldest first."""
        return await self._read(select(CHANNELS).where(CHANNELS.c.person == person, CHANNELS.c.table_key.is_(None)))

    async def of_table(self, table: str) -> list[Channel]:
        """The channels of a table itself."""
        return await self._read(select(CHANNELS).where(CHANNELS.c.table_key == table))

    async def of_all(self, people: Collection[str], tables: Collection[str]) -> list[Channel]:
        """The channels of some people and of some tables."""
        if not people and not tables:
            return []
        own = and_(CHANNELS.c.person.in_(padded(sorted(people))), CHANNELS.c.table_key.is_(None))
        return await self._read(select(CHANNELS).where(or_(own, CHANNELS.c.table_key.in_(padded(sorted(tables))))))

    async def by_keys(self, keys: Collection[str]) -> dict[str, Channel]:
        """Some channels by their keys; those that are gone are missing."""
        if not keys:
            return {}
        found = await self._read(select(CHANNELS).where(CHANNELS.c.key.in_(padded(sorted(keys)))))
        return {channel.key: channel for channel in found}

    @in_transaction
    async def change(
        self,
        transaction: Transaction,
        key: str,
        *,
        name: str | None = None,
        kinds: tuple[str, ...] | None = None,
        address: dict[str, str] | None = None,
    ) -> bool:
        """Another name, other kinds of notices or another address; False if there is no such channel. A new address has to be
        confirmed anew by whoever calls."""
        check_texts(name, *(address or {}).values())
        values: dict[str, Any] = {}
        if name is not None:
            values["name"] = name
        if kinds is not None:
            values["kinds"] = to_json(kinds)
        if address is not None:
            values["address"] = msgspec.json.encode(address).decode()
        return not values or (await transaction.execute(_this(key).values(values))).rowcount == 1

    @in_transaction
    async def remove(self, transaction: Transaction, key: str, person: str | None = None) -> bool:
        """A channel goes away, with all that was to be sent there; `person`: only if it is theirs. False if there is none."""
        if person is not None:
            owner = select(CHANNELS.c.person).where(CHANNELS.c.key == key)
            if (await transaction.execute(owner)).scalar_one_or_none() != person:
                return False
        return await _remove(transaction, key)

    @in_transaction
    async def confirm(self, transaction: Transaction, code: str, now: float) -> Channel | None:
        """The channel that an address confirms, confirmed; None if there is none."""
        where = CHANNELS.c.confirm == code
        await transaction.execute(update(CHANNELS).where(where, CHANNELS.c.confirmed_at.is_(None)).values(confirmed_at=now))
        found = await self._found(transaction, select(CHANNELS).where(where))
        return found[0] if found else None

    @in_transaction
    async def turn_off(self, transaction: Transaction, token: str, now: float) -> Channel | None:
        """The channel that an address turns off, turned off; None if there is none."""
        where = CHANNELS.c.token == token
        await transaction.execute(update(CHANNELS).where(where, CHANNELS.c.off_at.is_(None)).values(off_at=now))
        found = await self._found(transaction, select(CHANNELS).where(where))
        return found[0] if found else None

    @in_transaction
    async def turn_on(self, transaction: Transaction, key: str) -> bool:
        """A channel is used again; False if there is no such channel."""
        return (await transaction.execute(_this(key).values(off_at=None, failure="", failed_at=None))).rowcount == 1

    @in_transaction
    async def failed(self, transaction: Transaction, key: str, reason: str, now: float, *, off: bool = False) -> None:
        """Nothing arrives there, and why; `off`: nothing ever will."""
        await mark_failed(transaction, key, reason, now, off=off)

    @in_transaction
    async def told(self, transaction: Transaction, key: str, now: float) -> None:
        """Something arrived there."""
        await mark_told(transaction, [key], now)

    async def _one(self, where: Any) -> Channel | None:
        found = await self._read(select(CHANNELS).where(where))
        return found[0] if found else None

    async def _read(self, query: Select[Any]) -> list[Channel]:
        async with self.database.reading() as connection:
            return [_channel(row) for row in await connection.execute(query.order_by(CHANNELS.c.made_at, CHANNELS.c.key))]

    async def _found(self, transaction: Transaction, query: Select[Any]) -> list[Channel]:
        return [_channel(row) for row in await transaction.execute(query)]


# --- for other subjects, in a transaction of theirs ---


async def mark_failed(transaction: Transaction, key: str, reason: str, now: float, *, off: bool) -> None:
    """Nothing arrives at a channel."""
    values = {"failure": reason, "failed_at": now, **({"off_at": now} if off else {})}
    await transaction.execute(_this(key).values(values))


async def mark_told(transaction: Transaction, keys: Collection[str], now: float) -> None:
    """Something arrived at some channels."""
    await transaction.execute(_TOLD, [{"now": now, "key": key} for key in sorted(keys)])


def _this(key: str) -> Any:
    return update(CHANNELS).where(CHANNELS.c.key == key)


async def _remove(transaction: Transaction, key: str) -> bool:
    await transaction.execute(delete(DELIVERIES).where(DELIVERIES.c.channel == key))
    return (await transaction.execute(delete(CHANNELS).where(CHANNELS.c.key == key))).rowcount == 1


def _siblings(channel: Channel) -> Select[Any]:
    if channel.table is not None:
        return select(CHANNELS).where(CHANNELS.c.table_key == channel.table)
    return select(CHANNELS).where(CHANNELS.c.person == channel.person, CHANNELS.c.table_key.is_(None))


def _values(channel: Channel) -> dict[str, Any]:
    values = {name: getattr(channel, name) for name in channel.__struct_fields__ if name != "table"}
    address = msgspec.json.encode(channel.address).decode()
    return {**values, "table_key": channel.table, "address": address, "kinds": to_json(channel.kinds)}


def _channel(row: Row[Any]) -> Channel:
    values = {name: getattr(row, name) for name in Channel.__struct_fields__ if name not in ("table", "address", "kinds")}
    address = msgspec.json.decode(row.address, type=dict[str, str])
    return Channel(**values, table=row.table_key, address=address, kinds=from_json(row.kinds, str))
