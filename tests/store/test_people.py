"""Names without accounts: secrets, devices, links."""

import asyncio

import pytest
from sqlalchemy import select

from freightyard.store import NotKept, Store, StoreError, open_store
from freightyard.store.address import read_address
from freightyard.store.database import Database
from freightyard.store.recovery import hashed
from freightyard.store.rows import Person
from freightyard.store.schema import METADATA

pytestmark = pytest.mark.anyio


async def test_a_secret_proves_who_somebody_is(store: Store) -> None:
    ada, secret = await store.people.new("Ada")
    bram, other = await store.people.new("Bram")
    assert await store.people.by_secret(secret) == ada == Person(ada.key, "Ada")
    assert await store.people.by_secret(other) == bram
    assert ada.key != bram.key
    await store.people.rename(ada.key, "Ada L.")
    assert await store.people.by_secret(secret) == Person(ada.key, "Ada L.")


@pytest.mark.parametrize("forged", ["", "x", "' OR 1=1 --", "\x00", "\ud800", "é" * 5000])
async def test_a_forged_secret_is_nobodys(store: Store, forged: str) -> None:
    await store.people.new("Ada")
    assert await store.people.by_secret(forged) is None


async def test_a_key_or_a_hash_is_no_secret(store: Store) -> None:
    ada, secret = await store.people.new("Ada")
    assert await store.people.by_secret(ada.key) is None
    assert await store.people.by_secret(hashed(secret)) is None


async def test_a_revoked_secret_is_worth_nothing(store: Store) -> None:
    ada, secret = await store.people.new("Ada")
    token = await store.people.new_link(ada.key, until=50)
    linked = await store.people.use_link(token, now=10)
    assert linked is not None
    await store.people.revoke(secret)
    assert await store.people.by_secret(secret) is None
    assert await store.people.by_secret(linked[1]) == ada  # the other device stays
    await store.people.revoke(secret)  # once more does no harm


async def test_all_other_devices_are_signed_out_and_links_that_wait_are_void(store: Store) -> None:
    ada, secret = await store.people.new("Ada")
    bram, stranger = await store.people.new("Bram")
    others = []
    for _ in range(3):
        linked = await store.people.use_link(await store.people.new_link(ada.key, until=50), now=10)
        assert linked is not None
        others.append(linked[1])
    waiting = await store.people.new_link(ada.key, until=50)
    assert await store.people.revoke_others(ada.key, secret) == 3
    assert [await store.people.by_secret(other) for other in others] == [None, None, None]
    assert await store.people.by_secret(secret) == ada
    assert await store.people.by_secret(stranger) == bram
    assert await store.people.use_link(waiting, now=10) is None
    assert await store.people.revoke_others(ada.key, secret) == 0


async def test_of_many_secrets_those_are_known_that_are_somebodys(store: Store) -> None:
    ada, secret = await store.people.new("Ada")
    _, other = await store.people.new("Bram")
    assert await store.people.known([secret, other, "forged", "", ada.key]) == {secret, other}
    await store.people.revoke(other)
    many = [secret, other, *(f"forged {number}" for number in range(1200))]
    assert await store.people.known(many) == {secret}
    assert await store.people.known([]) == set()


async def test_a_link_works_once_and_until_its_time(store: Store) -> None:
    ada, secret = await store.people.new("Ada")
    token = await store.people.new_link(ada.key, until=50)
    linked = await store.people.use_link(token, now=50)
    assert linked is not None
    person, new = linked
    assert person == ada
    assert new != secret
    assert await store.people.use_link(token, now=50) is None
    late = await store.people.new_link(ada.key, until=50)
    assert await store.people.use_link(late, now=50.001) is None
    assert await store.people.use_link(late, now=10) is None  # nor does the clock bring it back
    assert await store.people.use_link("never was", now=10) is None


async def test_of_many_who_use_a_link_at_once_one_gets_in(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    token = await store.people.new_link(ada.key, until=50)
    linked = await asyncio.gather(*(store.people.use_link(token, now=10) for _ in range(8)))
    assert sum(one is not None for one in linked) == 1


async def test_no_secret_and_no_link_is_in_the_database(database: str) -> None:
    store = await open_store(database)
    ada, secret = await store.people.new("Ada")
    token = await store.people.new_link(ada.key, until=50)
    await store.close()
    raw = Database(read_address(database))
    everything = ""
    async with raw.reading() as connection:
        for table in METADATA.sorted_tables:
            everything += str((await connection.execute(select(table))).all())
    await raw.close()
    assert ada.key in everything
    assert secret not in everything
    assert token not in everything


@pytest.mark.parametrize("name", ["A\x00da", "\ud800"])
async def test_a_name_that_is_no_text_is_refused(store: Store, name: str) -> None:
    with pytest.raises(NotKept):
        await store.people.new(name)


async def test_a_link_for_nobody_is_refused(store: Store) -> None:
    with pytest.raises(StoreError):
        await store.people.new_link("nobody", until=50)
