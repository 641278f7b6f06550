"""Tables and people that nobody misses are removed; devices that were signed out are told at once."""

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from freightyard.core.errors import BadSetup
from freightyard.games import game_named
from freightyard.server.live.create import create_table
from freightyard.server.live.seating import begin
from freightyard.server.settings import Settings
from freightyard.server.wire.connection import Connection
from freightyard.store import Store, open_store
from freightyard.store.rows import BOTS_ONLY, DEVICES, NEVER_BEGAN, Chair, News, Person
from tests.server.services import services_on
from tests.store.play import append_of, next_step, row, seated

pytestmark = pytest.mark.anyio

DAY = 24 * 3600.0


async def test_a_person_has_a_few_running_tables_of_bots_alone(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    game = game_named("freight-train")
    edition = game.edition(game.editions[0])
    bots = [Chair(bot="random")] * 2
    async with services_on(store, Settings(bot_processes=0, bot_tables=2)) as services:
        ann, _ = await store.people.new("Ann")
        bob, _ = await store.people.new("Bob")
        for number in range(2):
            kept = row(f"old{number}", chairs=bots, made_by=ann.key)
            await store.tables.add(kept)
            assert await store.tables.begin(kept.key)
        with pytest.raises(BadSetup, match="you can have 2 running tables with bots only"):
            await create_table(services, game, edition, (), bots, made_by=ann, public=False)
        empty = await create_table(services, game, edition, (), [Chair(), Chair()], made_by=ann, public=False)
        room = await services.hub.room(empty.key)
        assert room is not None
        with pytest.raises(BadSetup, match="with bots only"):
            await begin(room, ann, "random")  # nor by another way
        own = [Chair(ann.key, called="Ann"), Chair(bot="random")]
        await create_table(services, game, edition, (), own, made_by=ann, public=False)
        assert await store.tables.count_running_bots_only(bob.key) == 0
    await store.close()


async def test_the_word_of_the_host_deals_no_secret_cards_without_leave(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))

    async def seeds(name: str, settings: Settings) -> set[str]:
        game = game_named(name)
        edition = game.edition(game.editions[0])
        async with services_on(store, settings) as services:
            rows = [
                await create_table(services, game, edition, (), [Chair(), Chair()], made_by=None, public=False) for _ in range(2)
            ]
        return {made.seed for made in rows}

    word = Settings(bot_processes=0, cards="evening")
    leave = Settings(bot_processes=0, cards="evening", cards_of_secret_games=True)
    assert len(await seeds("freight-train", word)) == 1
    assert len(await seeds("freight-cars", word)) == 2
    assert len(await seeds("freight-cars", leave)) == 1
    await store.close()


async def test_what_nobody_will_miss_is_removed_and_what_somebody_played_in_never(database: str) -> None:
    store = await open_store(database)
    now = time.time()
    old = now - 40 * DAY
    people = {name: (await store.people.new(name))[0] for name in ("Ann", "Bob", "Eve", "Fay")}
    seat = Chair(people["Ann"].key, called="Ann")
    for key, at, chairs in (
        ("waits", old, (seat, Chair())),
        ("waits-new", now, (Chair(), Chair())),
        ("bots", old, (Chair(bot="random"),) * 2),
        ("bots-new", now, (Chair(bot="random"),) * 2),
        ("played", old, (seat, Chair(bot="random"))),
        ("left", old, (Chair(seat.person, "random", "Ann"), Chair(bot="random"))),
    ):
        kept = row(key, chairs=chairs, at=at, made_by=people["Bob"].key if key == "bots-new" else None)
        await store.tables.add(kept)
        if not key.startswith("waits"):
            assert await store.tables.begin(key)
            table = seated(kept)
            await store.moves.append(append_of(key, table, next_step(table), at=at))
    for name in ("Ann", "Bob", "Eve"):
        await _seen(store, people[name], old)
    async with services_on(store, Settings(bot_processes=0, waiting_days=0, bot_table_days=0, people_days=0)) as services:
        await services.hub.clean_up()
        assert await store.tables.get("waits") is not None  # 0 is never
    async with services_on(store, Settings(bot_processes=0, waiting_days=30, bot_table_days=30, people_days=30)) as services:
        await services.hub.clean_up()
    left = {key for key in ("waits", "waits-new", "bots", "bots-new", "played", "left") if await store.tables.get(key)}
    assert left == {"waits-new", "bots-new", "played", "left"}
    assert [await store.tables.why_closed(key) for key in ("waits", "bots", "played")] == [NEVER_BEGAN, BOTS_ONLY, None]
    assert not await store.moves.events("bots")
    assert await store.moves.events("played")
    assert await _known(store) == {"Ann", "Bob", "Fay"}  # Eve was at no table, and did not come back
    await store.close()


async def test_a_table_at_which_somebody_looks_is_not_removed(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    await store.tables.add(row("t1", chairs=(Chair(), Chair()), at=1.0))
    async with services_on(store, Settings(bot_processes=0)) as services:
        room = await services.hub.room("t1")
        assert room is not None
        connection = Connection(None, None, cast("Any", SimpleNamespace(write=lambda _: True)))
        room.presence.connect(connection, 0, None)
        await services.hub.clean_up()
        assert await store.tables.get("t1") is not None
        room.presence.disconnect(connection)
        await services.hub.clean_up()
        assert await store.tables.get("t1") is None
    await store.close()


async def _seen(store: Store, person: Person, at: float) -> None:
    from sqlalchemy import update

    from freightyard.store.schema import PEOPLE

    async with store.people.database.writing() as connection:
        await connection.execute(update(PEOPLE).where(PEOPLE.c.key == person.key).values(seen_at=at))


async def _known(store: Store) -> set[str]:
    from sqlalchemy import select

    from freightyard.store.schema import PEOPLE

    async with store.people.database.reading() as connection:
        return set((await connection.execute(select(PEOPLE.c.name))).scalars())


async def test_who_comes_back_is_not_forgotten(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    ann, _ = await store.people.new("Ann")
    await _seen(store, ann, 1.0)
    await store.people.seen(ann.key, time.time())
    assert await store.people.forget(time.time() - DAY, 10) == 0
    await store.close()


# --- signing out ---


async def test_processes_are_told_at_once_that_a_device_was_signed_out(database: str) -> None:
    store = await open_store(database)
    news: list[News] = []
    store.listen(news.append)
    ann, secret = await store.people.new("Ann")
    bob, other = await store.people.new("Bob")
    async with services_on(store, Settings(bot_processes=0)) as services:
        writer = cast("Any", SimpleNamespace(write=lambda _: True))
        connections = [Connection(ann, secret, writer), Connection(bob, other, writer), Connection(None, None, writer)]
        services.hub.connections.update(connections)
        await store.people.revoke(secret)  # in whichever process: the news is all that this one hears of it
        assert News(ann.key, DEVICES) in news
        async with asyncio.timeout(60):
            assert (await connections[0].closing)[0] == 1008
        assert not connections[1].closing.done()
        assert not connections[2].closing.done()
        await store.people.revoke_others(bob.key, "the secret of another device")
        async with asyncio.timeout(60):
            await connections[1].closing
    await store.close()
