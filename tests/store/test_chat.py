"""What is said at tables, how far it was read, and who is muted."""

import asyncio

import pytest

from freightyard.store import NotKept, Store
from freightyard.store.rows import NOTE, SPECTATORS, ChatLine
from tests.store.play import row

pytestmark = pytest.mark.anyio


async def said(store: Store, table: str, seat: int | None, name: str, text: str, at: float = 1.0) -> ChatLine:
    line = await store.chat.add(table, seat, name, text, at)
    assert line is not None
    return line


async def test_chat_comes_in_order_and_from_where_one_left(store: Store) -> None:
    await store.tables.add(row("t1"))
    await store.tables.add(row("t2"))
    lines = [await said(store, "t1", 0, "Ada", f"<b>{number}</b>", float(number)) for number in range(5)]
    other = await said(store, "t2", None, "watcher", "ünïcode 🚂", 9.0)
    assert await store.chat.lines("t1", 100) == lines
    assert await store.chat.lines("t1", 2) == lines[-2:]
    assert await store.chat.lines("t1", 100, after=lines[2].number) == lines[3:]
    assert await store.chat.lines("t2", 100) == [other]
    assert other.seat is None
    with pytest.raises(NotKept, match="no such table"):
        await store.chat.add("t9", 0, "Ada", "hello", 1.0)
    with pytest.raises(NotKept):
        await store.chat.add("t1", 0, "Ada", "a\x00b", 1.0)


async def test_many_who_talk_at_once_get_a_number_each(store: Store) -> None:
    await store.tables.add(row("t1"))
    lines = await asyncio.gather(*(said(store, "t1", 0, "Ada", str(number)) for number in range(20)))
    assert sorted(line.number for line in lines) == list(range(1, 21))


async def test_a_note_and_what_spectators_say_are_kept_as_such(store: Store) -> None:
    await store.tables.add(row("t1"))
    await store.chat.note("t1", "The game was ended by agreement.", 3.0)
    await store.chat.add("t1", None, "Eve", "ooh", 4.0, audience=SPECTATORS)
    assert await store.chat.lines("t1", 10) == [
        ChatLine(1, None, "", "The game was ended by agreement.", 3.0, NOTE),
        ChatLine(2, None, "Eve", "ooh", 4.0, SPECTATORS),
    ]


async def test_what_was_not_read_is_counted_and_never_grows_by_reading_again(store: Store) -> None:
    for key in ("t1", "t2", "t3"):
        await store.tables.add(row(key))
    for number in range(4):
        await said(store, "t1", 0, "Ada", str(number))
    await store.chat.note("t2", "Bob left.", 1.0)
    await store.chat.add("t2", None, "Eve", "ooh", 1.0, audience=SPECTATORS)  # not for who sits there
    assert await store.chat.unread("bob", ["t1", "t2", "t3"]) == {"t1": 4, "t2": 1}
    await store.chat.set_read("t1", "bob", 3)
    await store.chat.set_read("t1", "bob", 2)  # an older page of theirs
    assert await store.chat.read_up_to("t1", "bob") == 3
    assert await store.chat.unread("bob", ["t1"]) == {"t1": 1}
    assert await store.chat.unread("cy", ["t1"]) == {"t1": 4}
    assert await store.chat.unread("bob", []) == {}
    await store.chat.add("t1", 1, "Bob", "yes", 2.0, person="bob")  # whoever writes has read
    assert await store.chat.unread("bob", ["t1"]) == {}
    await asyncio.gather(*(store.chat.set_read("t3", "bob", number) for number in (1, 5, 3)))
    assert await store.chat.read_up_to("t3", "bob") == 5


async def test_who_is_muted_says_nothing_until_they_may_again(store: Store) -> None:
    await store.tables.add(row("t1"))
    assert await store.chat.mute("t1", "bob", "The host muted Bob.", 1.0)
    assert not await store.chat.mute("t1", "bob", "The host muted Bob.", 1.0)
    assert await store.chat.muted("t1") == {"bob"}
    assert await store.chat.add("t1", 1, "Bob", "hey", 2.0, person="bob") is None
    assert await store.chat.add("t1", 0, "Ada", "hey", 2.0, person="ada") is not None
    assert await store.chat.unmute("t1", "bob", "Bob may write again.", 3.0)
    assert not await store.chat.unmute("t1", "bob", "Bob may write again.", 3.0)
    assert await store.chat.add("t1", 1, "Bob", "hey", 4.0, person="bob") is not None
    assert [line.text for line in await store.chat.lines("t1", 10)] == [
        "The host muted Bob.", "hey", "Bob may write again.", "hey",
    ]  # fmt: skip
