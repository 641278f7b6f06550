"""Tokens of programs, and the bots that play by them."""

import pytest
from sqlalchemy import select

from freightyard.store import NotKept, Store, open_store
from freightyard.store.address import read_address
from freightyard.store.database import Database
from freightyard.store.rows import REVOKED, Chair, News, TableRow, is_bot_account
from freightyard.store.schema import METADATA
from freightyard.store.tokens import NameTaken

pytestmark = pytest.mark.anyio


async def test_a_token_proves_for_whom_a_program_asks(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    secret, token = await store.tokens.make(ada.key, "Collector", ("watch", "records"), 5.0, most=9)
    assert await store.tokens.by_secret(secret) == token
    assert token.person == ada
    assert token.scopes == ("watch", "records")
    assert await store.tokens.of_owner(ada.key) == [token]
    for forged in ("", "fy_", secret[:-1], secret.upper(), token.key, "\x00", "\ud800"):
        assert await store.tokens.by_secret(forged) is None


async def test_one_that_may_play_is_for_a_bot_of_its_own(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    bram, _ = await store.people.new("Bram")
    _, one = await store.tokens.make(ada.key, "Robo", ("play",), 5.0, most=9)
    assert one.person.name == "Robo"
    assert one.person.is_bot
    assert is_bot_account(one.person.key)
    assert not ada.is_bot
    _, again = await store.tokens.make(ada.key, "robo", ("play", "watch"), 6.0, most=9)
    assert again.person == one.person, "another token of this name is for the same bot"
    assert again.name == "Robo"
    with pytest.raises(NameTaken):
        await store.tokens.make(bram.key, "ROBO", ("play",), 7.0, most=9)
    assert await store.tokens.bot_named("rObO") == one.person
    assert await store.tokens.bot_named("Ada") is None, "people are nobody's bots"
    assert await store.tokens.owner_of(one.person.key) == ada.key


async def test_a_revoked_token_is_worth_nothing_and_that_is_told(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    bram, _ = await store.people.new("Bram")
    secret, token = await store.tokens.make(ada.key, "Robo", ("play",), 5.0, most=9)
    heard: list[News] = []
    store.listen(heard.append)
    assert not await store.tokens.revoke(bram.key, token.key), "nobody revokes the token of another person"
    assert await store.tokens.known({token.key, "no such"}) == {token.key}
    assert await store.tokens.revoke(ada.key, token.key)
    assert heard == [News(token.key, REVOKED)]
    assert await store.tokens.by_secret(secret) is None
    assert await store.tokens.known({token.key}) == set()
    assert not await store.tokens.revoke(ada.key, token.key)
    _, anew = await store.tokens.make(ada.key, "Robo", ("play",), 5.0, most=9)
    assert anew.person == token.person, "the bot stays its owner's"


async def test_nobody_has_more_tokens_than_the_most(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    for number in range(3):
        await store.tokens.make(ada.key, f"Number {number}", ("watch",), 5.0, most=3)
    with pytest.raises(NotKept):
        await store.tokens.make(ada.key, "One more", ("watch",), 5.0, most=3)
    with pytest.raises(NotKept):
        await store.tokens.make("nobody", "Robo", ("watch",), 5.0, most=3)


async def test_no_token_is_in_the_database(database: str) -> None:
    store = await open_store(database)
    ada, _ = await store.people.new("Ada")
    secret, token = await store.tokens.make(ada.key, "Robo", ("play",), 5.0, most=3)
    await store.close()
    raw = Database(read_address(database))
    everything = ""
    async with raw.reading() as connection:
        for table in METADATA.sorted_tables:
            everything += str((await connection.execute(select(table))).all())
    await raw.close()
    assert token.key in everything
    assert secret not in everything
    assert secret[3:] not in everything


async def test_people_whose_programs_ask_are_not_forgotten_and_others_are_with_their_tokens(store: Store) -> None:
    ada, _ = await store.people.new("Ada", 1.0)
    bram, _ = await store.people.new("Bram", 1.0)
    used, kept = await store.tokens.make(ada.key, "Robo", ("play",), 1.0, most=3)
    unused, _ = await store.tokens.make(bram.key, "Other", ("play",), 1.0, most=3)
    await store.tokens.used(kept.key, 50.0)
    assert await store.people.forget(10.0, 100) == 2, "Bram and his bot"
    found = await store.tokens.by_secret(used)
    assert found is not None
    assert found.used_at == 50.0
    assert await store.tokens.by_secret(unused) is None
    assert await store.tokens.bot_named("Other") is None, "the name is free again"
    assert set(await store.people.names([ada.key, bram.key, kept.person.key])) == {ada.key, kept.person.key}


async def test_at_a_table_bot_accounts_are_no_people(store: Store) -> None:
    ada, _ = await store.people.new("Ada")
    _, token = await store.tokens.make(ada.key, "Robo", ("play",), 5.0, most=3)
    robo = Chair(token.person.key, called="Robo")
    for key, chair in (("bots", Chair(bot="random")), ("mixed", Chair(ada.key, called="Ada"))):
        await store.tables.add(
            TableRow(
                key=key, game="freight-train", edition="mayfair-1996", raw="{}", options=(), seed="s", public=True,
                made_by=token.person.key, made_at=1.0, chairs=(robo, chair), moved_at=1.0,
            )
        )  # fmt: skip
        assert await store.tables.begin(key)
    assert await store.tables.bots_only(10.0, 9) == ["bots"], "nobody will miss it"
    assert await store.tokens.bots_at({"bots", "mixed", "none"}) == {("bots", token.person.key), ("mixed", token.person.key)}
    assert await store.tables.count_running_made_by(token.person.key) == 2


async def test_whether_bots_may_sit_down_is_kept(store: Store) -> None:
    row = TableRow(
        key="table", game="freight-train", edition="mayfair-1996", raw="{}", options=(), seed="s", public=True,
        made_by=None, made_at=1.0, chairs=(Chair(), Chair()), moved_at=1.0, allows_bots=True,
    )  # fmt: skip
    await store.tables.add(row)
    assert await store.tables.get("table") == row
    assert await store.tables.set_terms("table", level=None, substitutes=False, allows_bots=False)
    kept = await store.tables.get("table")
    assert kept is not None
    assert not kept.allows_bots
