"""Moves: kept whole or not at all, in order, and found again."""

import asyncio

import msgspec
import pytest

from freightyard.core.record import verify
from freightyard.games import game_named
from freightyard.store import Store, StoreError
from freightyard.store.rows import OVER, Append, News
from freightyard.table import SHEET, Event, Mark, Table
from freightyard.table.errors import StalePly, TableError
from tests.store.play import EDITION, GAME, append_of, begun, next_step, play_on, row, seated

pytestmark = pytest.mark.anyio


async def test_a_game_is_kept_event_by_event_and_can_be_played_again(store: Store) -> None:
    table = await begun(store, "t1")
    await play_on(store, "t1", table, at_once=50)
    kept = await store.tables.get("t1")
    outcome = table.outcome()
    assert kept is not None
    assert outcome is not None
    assert (kept.phase, kept.ply, kept.to_act) == (OVER, table.ply, None)
    assert (kept.scores, kept.winners) == (outcome.scores, outcome.winners)
    stored = await store.moves.events("t1")
    assert [one.ply for one in stored] == list(range(table.ply))
    again = seated(kept)
    again.restore(one.event for one in stored)
    assert again.truth().text() == table.truth().text()
    for seat in (0, 1, None):
        column = 2 if seat is None else seat
        assert [one.seen[column] for one in stored] == [line.text for line in table.log(seat)]
    record = await store.records.get("t1")
    assert record is not None
    assert verify(record.text, game_named)[0].outcome == outcome
    assert (record.game, record.edition, record.players) == ("freight-train", "mayfair-1996", ("random", "random"))
    assert (record.scores, record.winners) == (outcome.scores, outcome.winners)


async def test_events_are_read_from_one_ply_to_another(store: Store) -> None:
    await begun(store, "t1", 40)
    everything = await store.moves.events("t1")
    assert await store.moves.events("t1", 10) == everything[10:]
    assert await store.moves.events("t1", 10, 20) == everything[10:20]
    assert await store.moves.events("t1", len(everything)) == []
    assert await store.moves.events("t2") == []


async def test_a_table_goes_on_from_a_mark(store: Store) -> None:
    table = await begun(store, "t1", 200)
    marks = await store.moves.marks("t1", table.ply, 3)
    assert [mark.ply for mark in marks] == sorted({mark.ply for mark in marks}, reverse=True)
    assert len(marks) == 3
    for mark in marks:
        resumed = Table(GAME, EDITION, 2, ("cabooses",), seed="seed of t1", mark=mark)
        resumed.restore(one.event for one in await store.moves.events("t1", mark.ply))
        assert resumed.truth().text() == table.truth().text()
        assert next_step(resumed).events == next_step(table).events  # and draws the same cards
    assert await store.moves.marks("t1", 0, 3) == []
    middle = marks[1].ply
    assert (await store.moves.marks("t1", middle, 1))[0].ply == middle
    assert (await store.moves.marks("t1", middle - 1, 1))[0].ply < middle


async def test_sheets_are_the_marks_at_which_points_were_counted(store: Store) -> None:
    table = await begun(store, "t1")
    await play_on(store, "t1", table, at_once=50)
    sheets = await store.moves.sheets("t1")
    assert sheets
    assert all(sheet.kind == SHEET for sheet in sheets)
    assert [sheet.ply for sheet in sheets] == sorted(sheet.ply for sheet in sheets)
    for sheet in sheets:
        assert GAME.position(EDITION, sheet.text).sheet() is not None


async def test_a_stale_step_is_refused_and_leaves_nothing(store: Store) -> None:
    table = await begun(store, "t1", 30)
    append = append_of("t1", table, next_step(table))
    before = await store.moves.events("t1")
    for ply in (append.ply - 1, append.ply + 1, 0):
        with pytest.raises(StalePly, match=f"at ply {append.ply}"):
            await store.moves.append(msgspec.structs.replace(append, ply=ply))
    assert await store.moves.events("t1") == before
    await store.moves.append(append)
    with pytest.raises(StalePly):
        await store.moves.append(append)


async def test_a_table_that_is_over_not_begun_or_not_there_takes_no_moves(store: Store) -> None:
    table = await begun(store, "t1")
    append = append_of("t1", table, next_step(table))
    await store.tables.add(row("t2"))
    with pytest.raises(TableError, match="not begun"):
        await store.moves.append(msgspec.structs.replace(append, table="t2"))
    with pytest.raises(TableError, match="no such table"):
        await store.moves.append(msgspec.structs.replace(append, table="t3"))
    await play_on(store, "t1", table, at_once=50)
    with pytest.raises(StalePly):
        await store.moves.append(msgspec.structs.replace(append, ply=table.ply))


async def test_of_two_steps_at_one_ply_one_is_kept_whole(store: Store) -> None:
    table = await begun(store, "t1", 30)
    append = append_of("t1", table, next_step(table))
    rivals = [msgspec.structs.replace(append, at=float(number)) for number in range(6)]
    done = await asyncio.gather(*(store.moves.append(rival) for rival in rivals), return_exceptions=True)
    assert sum(one is None for one in done) == 1
    assert all(one is None or isinstance(one, StalePly) for one in done)
    kept = await store.tables.get("t1")
    assert kept is not None
    assert kept.moved_at == rivals[done.index(None)].at
    assert len(await store.moves.events("t1")) == kept.ply == append.ply + len(append.events)


async def test_a_refused_step_spoils_nobody_elses(store: Store) -> None:
    """Three in one transaction: good, stale, and one that the database cannot keep."""
    tables = {key: await begun(store, key, 20) for key in ("a", "b", "c", "d")}
    appends = {key: append_of(key, table, next_step(table)) for key, table in tables.items()}
    appends["b"] = msgspec.structs.replace(appends["b"], ply=appends["b"].ply - 1)
    bad = appends["c"]
    appends["c"] = msgspec.structs.replace(bad, marks=(*bad.marks, Mark(7, "twice", "text"), Mark(7, "twice", "text")))
    before = await store.moves.events("c")
    done = await asyncio.gather(*(store.moves.append(append) for append in appends.values()), return_exceptions=True)
    assert [type(one) for one in done] == [type(None), StalePly, StoreError, type(None)]
    for key in "ad":
        kept = await store.tables.get(key)
        assert kept is not None
        assert kept.ply == len(await store.moves.events(key)) == appends[key].ply + len(appends[key].events)
    assert await store.moves.events("c") == before
    await store.moves.append(bad)


async def test_many_tables_at_once_each_keep_their_own(store: Store) -> None:
    tables = [await begun(store, f"t{number}") for number in range(30)]
    await asyncio.gather(*(play_on(store, f"t{number}", table, 60) for number, table in enumerate(tables)))
    for number, table in enumerate(tables):
        stored = await store.moves.events(f"t{number}")
        assert tuple(one.event for one in stored) == table.events


async def test_whoever_asked_and_went_away_stops_nobody(store: Store) -> None:
    table = await begun(store, "t1", 20)
    other = await begun(store, "t2", 20)
    step, another = next_step(table), next_step(other)
    gone = asyncio.create_task(store.moves.append(append_of("t1", table, step)))
    await asyncio.sleep(0)
    stays = asyncio.create_task(store.moves.append(append_of("t2", other, another)))
    await asyncio.sleep(0)
    gone.cancel()
    await stays
    other.commit(another)
    await play_on(store, "t2", other, 40)
    assert len(await store.moves.events("t2")) == other.ply


async def test_news_come_after_what_they_tell_of_is_kept(store: Store) -> None:
    heard: list[News] = []
    stop = store.listen(heard.append)
    table = await begun(store, "t1", 5)
    assert [(news.table, news.what) for news in heard[:3]] == [("t1", "chairs"), ("t1", "chairs"), ("t1", "move")]
    assert heard[-1] == News("t1", "move", table.ply)
    await store.chat.add("t1", None, "Ada", "hello", 1.0)
    assert heard[-1] == News("t1", "chat")
    count = len(heard)
    with pytest.raises(StalePly):
        await store.moves.append(msgspec.structs.replace(append_of("t1", table, next_step(table)), ply=0))
    assert not await store.tables.begin("t1")
    assert len(heard) == count
    stop()
    stop()
    await store.chat.add("t1", None, "Ada", "hello", 1.0)
    assert len(heard) == count


async def test_a_listener_that_fails_harms_nobody(store: Store) -> None:
    heard: list[News] = []

    def broken(_: News) -> None:
        raise RuntimeError

    store.listen(broken)
    store.listen(heard.append)
    await begun(store, "t1", 5)
    assert heard[-1].what == "move"


async def test_a_step_without_events_says_who_is_to_act(store: Store) -> None:
    await store.tables.add(row("t1"))
    assert await store.tables.begin("t1")
    await store.moves.append(Append(table="t1", ply=0, events=(), seen=(), marks=(), to_act=1, at=5.0))
    kept = await store.tables.get("t1")
    assert kept is not None
    assert (kept.to_act, kept.ply, kept.moved_at) == (1, 0, 5.0)


async def test_texts_are_kept_as_they_are(store: Store) -> None:
    await store.tables.add(row("t1"))
    assert await store.tables.begin("t1")
    seen = ('say ‘x’ \\ " \n 🚂', "?", "")
    await store.moves.append(Append(table="t1", ply=0, events=(Event(-1, seen[0]),), seen=(seen,), marks=(), to_act=0, at=5.0))
    (one,) = await store.moves.events("t1")
    assert (one.event, one.seen) == (Event(-1, seen[0]), seen)
