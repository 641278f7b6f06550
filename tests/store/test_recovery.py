"""The ways back to a seat: recovery codes, passkeys and their challenges, links that a host makes."""

import asyncio

import pytest
from sqlalchemy import select

from freightyard.store import NotKept, Store, open_store
from freightyard.store.address import read_address
from freightyard.store.database import Database
from freightyard.store.recovery import RecoveryCode, unwrapped, wrapped
from freightyard.store.rows import Chair, Passkey, Person, SeatLink
from freightyard.store.schema import METADATA
from tests.store.play import row

pytestmark = pytest.mark.anyio


async def code_of(store: Store, secret: str) -> str:
    code = (await store.recovery.read(secret)).code
    assert code is not None
    return code


# --- the recovery code ---


async def test_everybody_has_a_code_that_signs_them_in_again_and_again(store: Store) -> None:
    ada, secret = await store.people.new("Ada")
    _, other = await store.people.new("Bram")
    code = await code_of(store, secret)
    assert code != await code_of(store, other)
    devices = [await store.recovery.use(code) for _ in range(2)]
    assert [device and device[0] for device in devices] == [ada, ada]
    secrets = {secret, *(device[1] for device in devices if device is not None)}
    assert len(secrets) == 3
    for device in secrets:
        assert await store.people.by_secret(device) == ada
        assert await store.recovery.read(device) == RecoveryCode(made=True, code=code)  # each can show it again


async def test_a_new_code_makes_the_old_one_worthless_everywhere(store: Store) -> None:
    ada, secret = await store.people.new("Ada")
    old = await code_of(store, secret)
    device = await store.recovery.use(old)
    assert device is not None
    new = await store.recovery.replace(ada.key, secret)
    assert new != old
    assert await store.recovery.use(old) is None
    assert await store.recovery.whose(old) is None
    assert await store.recovery.whose(new) == ada
    assert await code_of(store, secret) == new
    assert await store.recovery.read(device[1]) == RecoveryCode(made=True)  # there is one, which this device never saw
    await store.recovery.remember(ada.key, device[1], new)
    assert await code_of(store, device[1]) == new


@pytest.mark.parametrize("forged", ["", "x", "' OR 1=1 --", "\x00", "\ud800", "é" * 5000])
async def test_a_forged_code_is_nobodys(store: Store, forged: str) -> None:
    await store.people.new("Ada")
    assert await store.recovery.use(forged) is None
    assert await store.recovery.whose(forged) is None


async def test_neither_a_secret_nor_what_is_stored_is_a_code(store: Store, database: str) -> None:
    ada, secret = await store.people.new("Ada")
    code = await code_of(store, secret)
    token = await store.people.new_link(ada.key, until=50, secret=secret)
    raw = Database(read_address(database))
    everything = ""
    async with raw.reading() as connection:
        for table in METADATA.sorted_tables:
            found = (await connection.execute(select(table))).all()
            everything += str(found)
            for value in [value for each in found for value in each if isinstance(value, str)]:
                assert await store.recovery.use(value) is None
                assert unwrapped(value, "") != code
    await raw.close()
    assert ada.key in everything
    for hidden in (code, secret, token):
        assert hidden not in everything
    assert await store.recovery.use(secret) is None


async def test_an_old_person_without_a_code_can_have_one(store: Store, database: str) -> None:
    ada, secret = await store.people.new("Ada")
    raw = Database(read_address(database))
    async with raw.writing() as connection:  # as those are who came before there were codes
        await connection.execute(METADATA.tables["people"].update().values(recovery=None))
        await connection.execute(METADATA.tables["secrets"].update().values(recovery=None))
    await raw.close()
    assert await store.recovery.read(secret) == RecoveryCode()
    code = await store.recovery.replace(ada.key, secret)
    assert await code_of(store, secret) == code
    assert await store.recovery.read("nobody's") == RecoveryCode()


async def test_a_one_use_link_carries_the_code_along_unless_it_was_replaced(store: Store) -> None:
    ada, secret = await store.people.new("Ada")
    token = await store.people.new_link(ada.key, until=50, secret=secret)
    late = await store.people.new_link(ada.key, until=50, secret=secret)
    linked = await store.people.use_link(token, now=10)
    assert linked is not None
    assert await code_of(store, linked[1]) == await code_of(store, secret)
    await store.recovery.replace(ada.key, secret)
    linked = await store.people.use_link(late, now=10)
    assert linked is not None
    assert (await store.recovery.read(linked[1])).code is None
    _, stranger = await store.people.new("Bram")
    bare = await store.people.new_link(ada.key, until=50, secret=stranger)
    linked = await store.people.use_link(bare, now=10)
    assert linked is not None
    assert (await store.recovery.read(linked[1])).code is None


async def test_two_copies_of_a_code_tell_nothing_about_each_other() -> None:
    code = "A" * 32
    copies = {wrapped(code, "key") for _ in range(3)}
    assert len(copies) == 3
    assert {unwrapped(copy, "key") for copy in copies} == {code}
    assert code not in {unwrapped(copy, "other") for copy in copies}
    assert unwrapped("no copy", "key") is None
    assert unwrapped("", "key") is None


async def test_a_code_survives_a_restart(database: str) -> None:
    store = await open_store(database)
    ada, secret = await store.people.new("Ada")
    code = await code_of(store, secret)
    await store.close()
    store = await open_store(database)
    assert await store.recovery.whose(code) == ada
    assert await code_of(store, secret) == code
    await store.close()


# --- passkeys ---


def passkey(person: Person, key: str = "key", **changes: object) -> Passkey:
    values = {"public_key": "public", "sign_count": 0, "name": "Phone", "made_at": 5.0, **changes}
    return Passkey(key, person.key, **values)  # type: ignore[arg-type]


async def test_passkeys_are_added_listed_used_and_removed(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    bram, _ = await store.people.new("Bram")
    first, second = passkey(ada), passkey(ada, "second", made_at=7.0, name="Laptop")
    for each in (second, first):
        await store.passkeys.add(each, most=2)
    assert await store.passkeys.of_person(ada.key) == [first, second]
    assert await store.passkeys.get("key") == first
    used = await store.passkeys.use(first, sign_count=3)
    assert used is not None
    assert used[0] == ada
    assert await store.people.by_secret(used[1]) == ada
    assert await store.passkeys.use(first, sign_count=3) is None  # it has signed something since that was read
    assert not await store.passkeys.remove(bram.key, "key")
    assert await store.passkeys.remove(ada.key, "key")
    assert not await store.passkeys.remove(ada.key, "key")
    assert await store.passkeys.get("key") is None
    assert await store.passkeys.use(passkey(ada, sign_count=3), sign_count=4) is None


async def test_a_passkey_is_one_persons_and_nobody_has_too_many(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    bram, _ = await store.people.new("Bram")
    await store.passkeys.add(passkey(ada), most=1)
    with pytest.raises(NotKept, match="already"):
        await store.passkeys.add(passkey(bram), most=1)
    with pytest.raises(NotKept, match="too many"):
        await store.passkeys.add(passkey(ada, "second"), most=1)
    with pytest.raises(NotKept, match="no such person"):
        await store.passkeys.add(passkey(Person("nobody", "Nobody"), "third"), most=1)


async def test_a_challenge_is_good_once_for_its_purpose_and_until_its_time(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    bram, _ = await store.people.new("Bram")
    challenge = await store.passkeys.new_challenge(ada.key, now=0, until=50)
    assert await store.passkeys.use_challenge(challenge, ada.key, now=50)
    assert not await store.passkeys.use_challenge(challenge, ada.key, now=50)
    for wrong in (None, bram.key):
        challenge = await store.passkeys.new_challenge(ada.key, now=0, until=50)
        assert not await store.passkeys.use_challenge(challenge, wrong, now=10)
        assert not await store.passkeys.use_challenge(challenge, ada.key, now=10)  # it was tried
    anybodys = await store.passkeys.new_challenge(None, now=0, until=50)
    assert not await store.passkeys.use_challenge(anybodys, None, now=50.001)
    assert not await store.passkeys.use_challenge(b"never was", None, now=10)
    waiting = await store.passkeys.new_challenge(None, now=0, until=50)
    done = await asyncio.gather(*(store.passkeys.use_challenge(waiting, None, now=10) for _ in range(4)))
    assert sum(done) == 1


async def test_people_who_are_forgotten_take_their_passkeys_along(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    await store.passkeys.add(passkey(ada), most=2)
    await store.passkeys.new_challenge(ada.key, now=0, until=50)
    assert await store.people.forget(2**40, 10) == 1
    assert await store.passkeys.get("key") is None


# --- links that a host makes ---


async def running_table(store: Store) -> None:
    await store.tables.add(row("t1", chairs=[Chair("ada", called="Ada"), Chair("bram", "easy", "Bram")], made_by="ada"))
    assert await store.tables.begin("t1")


async def seat_of_bram(store: Store) -> Chair:
    table = await store.tables.get("t1")
    assert table is not None
    return table.chairs[1]


async def test_a_link_gives_a_seat_to_whoever_uses_it_once_and_everybody_is_told(store: Store) -> None:
    await running_table(store)
    link = SeatLink(1, 50.0, "bram", "ada")
    token = await store.seat_links.make("t1", link, 1.0, "made")
    assert await store.seat_links.find("t1", token, 50.0) == link
    assert await store.seat_links.use("t1", token, "other", 50.0, "used")
    assert await seat_of_bram(store) == Chair("other", "easy", "Bram")  # the bot plays until they take over
    assert not await store.seat_links.use("t1", token, "third", 50.0, "again")
    assert await store.seat_links.find("t1", token, 10.0) is None
    lines = await store.chat.lines("t1", 10)
    assert [(line.seat, line.name, line.text) for line in lines] == [(None, "", "made"), (None, "", "used")]
    assert await store.seat_links.about("t1", "bram") == [SeatLink(1, 50.0, "bram", "ada", 50.0, "other")]
    assert await store.seat_links.about("t1", "other") == []


async def test_a_link_that_is_too_old_replaced_or_of_another_table_gives_nothing(store: Store) -> None:
    await running_table(store)
    await store.tables.add(row("t2", chairs=[Chair("ada"), Chair("bram")]))
    await store.tables.begin("t2")
    late = await store.seat_links.make("t1", SeatLink(1, 50.0, "bram", "ada"), 1.0, "made")
    assert not await store.seat_links.use("t1", late, "other", 50.001, "used")
    old = await store.seat_links.make("t1", SeatLink(1, 50.0, "bram", "ada"), 1.0, "made")
    new = await store.seat_links.make("t1", SeatLink(1, 50.0, "bram", "ada"), 1.0, "made")
    assert not await store.seat_links.use("t1", old, "other", 10.0, "used")
    assert not await store.seat_links.use("t2", new, "other", 10.0, "used")
    assert not await store.seat_links.use("t1", "never was", "other", 10.0, "used")
    assert (await seat_of_bram(store)).person == "bram"
    assert "used" not in [line.text for line in await store.chat.lines("t1", 10)]
    assert await store.seat_links.cancel("t1", 1, 2.0, "cancelled")
    assert not await store.seat_links.cancel("t1", 1, 2.0, "cancelled twice")
    assert not await store.seat_links.use("t1", new, "other", 10.0, "used")
    assert (await store.chat.lines("t1", 10))[-1].text == "cancelled"


async def test_a_link_is_worth_nothing_once_the_seat_is_somebody_elses(store: Store) -> None:
    await running_table(store)
    token = await store.seat_links.make("t1", SeatLink(1, 50.0, "bram", "ada"), 1.0, "made")
    assert await store.tables.set_chair("t1", 1, Chair("bram", "easy", "Bram"), Chair("cleo", called="Cleo"))
    assert not await store.seat_links.use("t1", token, "other", 10.0, "used")
    assert (await seat_of_bram(store)).person == "cleo"


async def test_of_many_who_use_a_link_to_a_seat_at_once_one_has_it(store: Store) -> None:
    await running_table(store)
    token = await store.seat_links.make("t1", SeatLink(1, 50.0, "bram", "ada"), 1.0, "made")
    done = await asyncio.gather(*(store.seat_links.use("t1", token, f"p{number}", 10.0, "used") for number in range(6)))
    assert sum(done) == 1
    assert (await seat_of_bram(store)).person == f"p{done.index(True)}"
    assert [line.text for line in await store.chat.lines("t1", 10)] == ["made", "used"]
