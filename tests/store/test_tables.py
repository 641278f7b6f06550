"""Tables as they are listed, who sits at them, what is said there."""

import asyncio
import time

import msgspec
import pytest

from freightyard.store import NotKept, Store
from freightyard.store.rows import BOTS_ONLY, BY_HOST, NEVER_BEGAN, OPEN, OVER, REMATCH, RUNNING, Chair, KeptRecord
from tests.store.play import BOTS, RAW, begun, play_on, row, seated

pytestmark = pytest.mark.anyio

ADA = Chair("ada", called="Ada")
FREE = Chair()


async def test_a_chair_is_called_by_the_name_of_its_person_and_of_the_bot_that_stands_in() -> None:
    assert [ADA.name, Chair("ada").name, Chair("ada", "greedy", "Ada").name] == ["Ada", "ada", "Ada (greedy)"]
    assert [Chair(bot="random").name, FREE.name] == ["random", "nobody"]


async def test_a_table_is_read_as_it_was_added(store: Store) -> None:
    kept = row("t1", chairs=[ADA, Chair("bram", "greedy"), Chair(bot="random")], public=False, made_by="ada")
    await store.tables.add(kept)
    assert await store.tables.get("t1") == kept
    assert await store.tables.get("t2") is None
    assert kept.phase == OPEN
    assert kept.raw == RAW


async def test_a_key_is_used_once_and_is_fit_for_a_link(store: Store) -> None:
    await store.tables.add(row("t1"))
    with pytest.raises(NotKept, match="a table t1 already"):
        await store.tables.add(row("t1"))
    for key in ("", "a b", "../x", "x" * 65, "é"):
        with pytest.raises(NotKept, match="letters, digits"):
            await store.tables.add(row(key))


async def test_a_chair_is_taken_only_if_it_is_as_it_was(store: Store) -> None:
    await store.tables.add(row("t1", chairs=[FREE, FREE]))
    assert await store.tables.set_chair("t1", 1, FREE, ADA)
    assert not await store.tables.set_chair("t1", 1, FREE, Chair("bram"))
    assert not await store.tables.set_chair("t1", 2, FREE, ADA)  # there is no such seat
    assert not await store.tables.set_chair("t9", 0, FREE, ADA)
    away = Chair("ada", "greedy", "Ada")
    assert await store.tables.set_chair("t1", 1, ADA, away)
    kept = await store.tables.get("t1")
    assert kept is not None
    assert kept.chairs == (FREE, away)


async def test_of_many_who_sit_down_at_once_one_gets_the_chair(store: Store) -> None:
    await store.tables.add(row("t1", chairs=[FREE, FREE]))
    people = [Chair(f"p{number}") for number in range(8)]
    done = await asyncio.gather(*(store.tables.set_chair("t1", 0, FREE, chair) for chair in people))
    assert sum(done) == 1
    kept = await store.tables.get("t1")
    assert kept is not None
    assert kept.chairs[0] == people[done.index(True)]


async def test_a_table_begins_once_and_with_somebody_on_every_chair(store: Store) -> None:
    await store.tables.add(row("t1", chairs=[ADA, FREE]))
    assert not await store.tables.begin("t1")
    assert await store.tables.set_chair("t1", 1, FREE, Chair(bot="random"))
    done = await asyncio.gather(*(store.tables.begin("t1") for _ in range(4)))
    assert sum(done) == 1
    kept = await store.tables.get("t1")
    assert kept is not None
    assert kept.phase == RUNNING
    assert not await store.tables.begin("nowhere")


async def test_nobody_leaves_an_empty_chair_behind_once_a_table_has_begun(store: Store) -> None:
    await store.tables.add(row("t1", chairs=[ADA, *BOTS]))
    assert await store.tables.begin("t1")
    assert not await store.tables.set_chair("t1", 0, ADA, FREE)
    assert await store.tables.set_chair("t1", 0, ADA, Chair("ada", "random", "Ada"))


async def test_only_a_table_that_never_began_is_dropped(store: Store) -> None:
    await store.tables.add(row("t1"))
    await store.chat.add("t1", 0, "Ada", "hello", 1.0)
    await store.tables.add(row("t2"))
    assert await store.tables.begin("t2")
    assert await store.tables.drop("t1")
    assert not await store.tables.drop("t1")
    assert not await store.tables.drop("t2")
    assert await store.tables.get("t1") is None
    assert await store.tables.get("t2") is not None
    assert await store.chat.lines("t1", 10) == []


async def test_why_a_table_was_closed_is_kept_for_a_while(store: Store) -> None:
    for key in ("by-host", "never", "bots", "stays"):
        await store.tables.add(row(key))
    assert await store.tables.begin("bots")
    assert await store.tables.drop("by-host")
    assert await store.tables.drop("never", NEVER_BEGAN)
    assert await store.tables.drop_bots_only("bots")
    keys = ("by-host", "never", "bots", "stays", "nowhere")
    assert [await store.tables.why_closed(key) for key in keys] == [BY_HOST, NEVER_BEGAN, BOTS_ONLY, None, None]
    await store.tables.forget_closed(time.time() - 60)
    assert await store.tables.why_closed("never") == NEVER_BEGAN
    await store.tables.forget_closed(time.time() + 60)
    assert await store.tables.why_closed("never") is None


async def test_a_table_that_was_closed_can_be_made_anew_and_closed_again(store: Store) -> None:
    await store.tables.add(row("t1"))
    assert await store.tables.drop("t1")
    await store.tables.add(row("t1"))
    assert await store.tables.why_closed("t1") is None
    assert await store.tables.drop("t1")
    assert await store.tables.why_closed("t1") == BY_HOST


async def test_a_table_waits_for_those_for_whom_a_seat_is_held(store: Store) -> None:
    held = msgspec.structs.replace(ADA, held=True)
    await store.tables.add(row("t1", chairs=[held, *BOTS]))
    kept = await store.tables.get("t1")
    assert kept is not None
    assert kept.chairs == (held, *BOTS)
    assert not await store.tables.begin("t1")
    assert not await store.tables.set_chair("t1", 0, ADA, Chair(bot="random")), "it is held, not taken"
    assert await store.tables.set_chair("t1", 0, held, ADA)
    assert await store.tables.begin("t1")
    assert not await store.tables.set_chair("t1", 0, ADA, held), "nobody is invited to a game that has begun"


async def test_a_table_has_one_host_until_its_game_is_over(store: Store) -> None:
    await store.tables.add(row("t1", made_by="ada"))
    assert await store.tables.set_host("t1", "ada", "bram")
    assert not await store.tables.set_host("t1", "ada", "cleo")
    kept = await store.tables.get("t1")
    assert kept is not None
    assert kept.made_by == "bram"
    assert await store.tables.begin("t1")
    assert await store.tables.set_host("t1", "bram", "cleo")
    await play_on(store, "t1", seated(kept), at_once=20)
    assert not await store.tables.set_host("t1", "cleo", "bram")


async def test_whoever_looks_at_a_table_is_told_what_becomes_of_its_rematch(store: Store) -> None:
    heard: list[tuple[str, str]] = []
    stop = store.listen(lambda news: heard.append((news.table, news.what)))
    later = msgspec.structs.replace(row("t2", chairs=[FREE, *BOTS]), earlier="t1")
    await store.tables.add(later)
    await store.tables.set_chair("t2", 0, FREE, ADA)
    await store.tables.begin("t2")
    await store.tables.add(msgspec.structs.replace(later, key="t3"))
    await store.tables.drop("t3")
    stop()
    assert heard.count(("t1", REMATCH)) == 4


async def test_public_tables_are_live_first_and_the_latest_first(store: Store) -> None:
    await begun(store, "over1")
    for key, at, public in [("old", 1.0, True), ("secret", 9.0, False), ("new", 3.0, True), ("running", 2.0, True)]:
        await store.tables.add(row(key, at=at, public=public))
    assert await store.tables.begin("running")
    table = await begun(store, "over2")
    await play_on(store, "over2", table, at_once=50)
    listed = await store.tables.public(10)
    assert [kept.key for kept in listed] == ["over1", "new", "running", "old", "over2"]
    assert [kept.phase for kept in listed] == [RUNNING, OPEN, RUNNING, OPEN, OVER]
    assert [kept.key for kept in await store.tables.public(1)] == ["over1", "new", "over2"]
    assert await store.tables.public(0) == []


async def test_my_tables_are_where_i_sit_and_what_i_made(store: Store) -> None:
    await store.tables.add(row("sits", chairs=[ADA, FREE], at=1.0))
    await store.tables.add(row("made", made_by="ada", at=3.0))
    await store.tables.add(row("both", chairs=[ADA, ADA], made_by="ada", public=False, at=2.0))
    await store.tables.add(row("other", chairs=[Chair("bram"), FREE], made_by="bram"))
    assert [kept.key for kept in await store.tables.of_person("ada", 10)] == ["made", "both", "sits"]
    assert [kept.key for kept in await store.tables.of_person("ada", 1)] == ["made"]
    assert await store.tables.of_person("cleo", 10) == []


async def test_a_table_that_is_full_and_has_not_begun_is_found(store: Store) -> None:
    """As after the end of a process that had just seated the last player."""
    held = Chair("bram", held=True)
    tables = {"full": (Chair("ada"), Chair("bram")), "held": (Chair("ada"), held), "free": (Chair("ada"), Chair()), "begun": BOTS}
    for key, chairs in tables.items():
        await store.tables.add(row(key, chairs=chairs))
    assert await store.tables.begin("begun")
    made_at = row("full").made_at
    assert await store.tables.to_begin(made_at, 10) == [], "it may be about to begin"
    assert [key for key, _ in await store.tables.to_begin(made_at + 1, 10)] == ["full"]


async def test_tables_wait_for_a_bot_or_for_their_first_cards(store: Store) -> None:
    person = Chair("ada")
    for key, chairs in [("bots", BOTS), ("people", (person, person)), ("away", (Chair("ada", "random"),) * 2)]:
        await store.tables.add(row(key, chairs=chairs))
    assert await store.tables.waiting(1000, 10) == []  # none has begun
    for key in ("bots", "people", "away"):
        assert await store.tables.begin(key)
    assert {kept.key for kept in await store.tables.waiting(1000, 10)} == {"bots", "people", "away"}
    for key in ("bots", "people", "away"):
        kept = await store.tables.get(key)
        assert kept is not None
        await play_on(store, key, seated(kept), 1)
    assert {kept.key for kept in await store.tables.waiting(1000, 10)} == {"bots", "away"}
    assert len(await store.tables.waiting(1000, 1)) == 1
    assert await store.tables.waiting(100.0, 10) == []  # they moved at 100


async def test_latest_records_are_imported_or_of_public_tables_and_come_in_pages(store: Store) -> None:
    def imported(key: str, game: str, at: float) -> KeptRecord:
        text = f"of {key}"
        return KeptRecord(key=key, game=game, edition="e", players=("a", "b"), scores=(1, 2), winners=(1,), at=at, text=text)

    for key, game, at in [("r1", "freight", 1.0), ("r2", "freight-train", 2.0), ("r3", "freight", 2.0), ("r4", "freight", 4.0)]:
        assert await store.records.add(imported(key, game, at))
    for key, public in [("open1", True), ("secret1", False)]:
        await store.tables.add(row(key, public=public))
        assert await store.records.add(imported(key, "freight-train", 3.0))
    assert [kept.key for kept in await store.records.latest(10)] == ["r4", "open1", "r3", "r2", "r1"]
    assert [kept.key for kept in await store.records.latest(10, "freight")] == ["r4", "r3", "r1"]
    assert [kept.key for kept in await store.records.latest(2)] == ["r4", "open1"]
    assert [kept.key for kept in await store.records.latest(2, before=(3.0, "open1"))] == ["r3", "r2"]
    assert [kept.key for kept in await store.records.latest(2, before=(2.0, "r3"))] == ["r2", "r1"]
