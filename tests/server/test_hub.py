"""The open tables of a process: what is kept is what is shown, whatever came between."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import asyncpg
import msgspec
import pytest

from freightyard.core.chance import Stream
from freightyard.page.contract import LogEntry
from freightyard.server.bots.turns import SPEEDS, BotTurns, pause
from freightyard.server.live import hub as hub_module
from freightyard.server.live.hub import Hub
from freightyard.server.live.room import Room
from freightyard.server.log import Log
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.server.wire.connection import Connection
from freightyard.server.wire.frames import text_of
from freightyard.store import Store, Unavailable, open_store
from freightyard.store.rows import Chair, Person, StoredEvent
from tests.server.running import Browser, serving
from tests.store.play import append_of, next_step, row, seated

pytestmark = pytest.mark.anyio

ANN, BOB = Person("ann", "Ann"), Person("bob", "Bob")
CHAIRS = (Chair(ANN.key, called="Ann"), Chair(BOB.key, called="Bob"))


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[Hub]:
    """The tables of a process, without its sockets and bots."""
    # Tables of the tests moved in 1970; on a busy machine a sweep comes, and would archive them.
    hub = Services(Settings(bot_processes=0, silent_days=0), store, Log("none"), build="").hub
    hub.start()
    try:
        yield hub
    finally:
        await hub.close()


async def begun(store: Store, key: str) -> None:
    """A table of Ann and Bob, whose first cards are drawn."""
    kept = row(key, chairs=CHAIRS)
    await store.tables.add(kept)
    assert await store.tables.begin(key)
    table = seated(kept)
    await store.moves.append(append_of(key, table, table.begin()))


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


def move_of(room: Room) -> tuple[Person, int, int, list[str]]:
    """Any move of who is to act, as `Room.move` takes it."""
    seat = room.table.to_act()
    assert seat is not None
    return (ANN, BOB)[seat], seat, room.table.ply, [room.table.view(seat).legal[0]]


async def test_a_move_that_is_kept_elsewhere_while_a_table_is_being_opened_is_not_missed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(database)
    await begun(store, "t1")
    kept = await store.tables.get("t1")
    assert kept is not None
    has_read, go_on = asyncio.Event(), asyncio.Event()
    events = store.moves.events

    async def slow(table: str, start: int = 0, end: int | None = None) -> list[StoredEvent]:
        found = await events(table, start, end)
        has_read.set()
        await go_on.wait()
        return found

    async with opened(store) as hub:
        monkeypatch.setattr(store.moves, "events", slow)
        opening = asyncio.create_task(hub.room("t1"))
        await has_read.wait()
        elsewhere = seated(kept)  # what another process does is kept and told like this
        elsewhere.restore([stored.event for stored in await events("t1")])
        step = next_step(elsewhere)
        await store.moves.append(append_of("t1", elsewhere, step))
        go_on.set()
        room = await opening
        assert room is not None
        await until(lambda: room.table.ply == step.ply + len(step.events))
    await store.close()


async def test_a_move_of_which_nobody_knows_whether_it_was_kept_is_shown_if_it_was(postgres_url: str) -> None:
    """The connection is lost after the commit and before its answer: it waits for a standby that is not there."""
    store, server = await open_store(postgres_url), await asyncpg.connect(postgres_url)
    await begun(store, "t1")
    async with opened(store) as hub:
        room = await hub.room("t1")
        assert room is not None
        before = room.table.ply
        async with commits_that_wait(postgres_url):
            moving = asyncio.create_task(room.move(*move_of(room)))
            await cut(server)
            with pytest.raises(Unavailable):
                await moving
        await until(lambda: room.table.ply > before)
        await room.move(*move_of(room))  # and the game goes on
    await store.close()
    await server.close()


@asynccontextmanager
async def commits_that_wait(server: str) -> AsyncIterator[None]:
    """Commits are on the disk, but are not answered."""
    connection, other = await asyncpg.connect(server), await asyncpg.connect(server)
    await connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try:
        await connection.execute("SELECT pg_reload_conf()")
        waiting = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        heeded = False
        async with asyncio.timeout(60):
            while not heeded:  # the server heeds it in its own time
                commit = asyncio.create_task(other.execute("SELECT pg_logical_emit_message(true, 'test', 'text')"))
                while not commit.done() and not heeded:
                    heeded = await connection.fetchval(waiting)
                await commit
        yield
    finally:
        await connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
        await connection.execute("SELECT pg_reload_conf()")
        await connection.close()
        await other.close()


async def cut(server: asyncpg.Connection) -> None:
    """End the connection whose commit waits."""
    waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    async with asyncio.timeout(60):
        while not await server.fetchval(waiting):
            await asyncio.sleep(0.01)


async def test_a_long_turn_of_a_bot_hurries_after_the_moves_that_people_follow() -> None:
    taking_three = [pause(0.7, move) for move in range(1, 7)]
    assert taking_three == [0.7] * 6
    new_order = sum(pause(0.7, move) for move in range(1, 18))  # pay, and put sixteen cars back
    assert new_order < 6.0


async def test_a_sweep_tries_and_logs_a_table_that_cannot_be_opened_once(database: str) -> None:
    store = await open_store(database)
    for key, game in (("gone-1", "no-such-game"), ("gone-2", "no-such-game"), ("broken", "freight-train")):
        kept = msgspec.structs.replace(row(key, chairs=CHAIRS), game=game)
        await store.tables.add(kept)
        assert await store.tables.begin(key)
    said = StringIO()
    hub = Services(Settings(bot_processes=0), store, Log("info", said), build="").hub
    opened_rooms: list[str] = []

    async def broken(room: Room) -> None:
        opened_rooms.append(room.key)
        raise KeyError("a package of a game does what it likes")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub_module, "_ORPHAN_SECONDS", -1.0)
        patch.setattr(Room, "open", broken)
        for _ in range(3):
            await hub._adopt_orphans()
    await hub.close()
    await store.close()
    assert opened_rooms == ["broken"]
    assert said.getvalue().count("game is not installed") == 1
    assert said.getvalue().count("table cannot be opened") == 1


async def test_bots_act_at_the_speed_of_the_slowest_who_plays() -> None:
    services: Any = SimpleNamespace(settings=Settings(pace=1.0))
    room = Room(services, row("speed", chairs=(*CHAIRS, Chair(bot="greedy"))))
    assert room.presence.bot_pace() == 1.0, "nobody looks"
    ann, bob, eve = (Connection(person, None, cast("Any", None)) for person in (ANN, BOB, Person("eve", "Eve")))
    for connection, speed, slowest in ((ann, "fast", "fast"), (bob, "normal", "normal"), (eve, "slow", "normal")):
        room.connections.add(connection)
        room.presence.follow(connection, speed)
        assert room.presence.bot_pace() == SPEEDS[slowest]


async def test_bots_hurry_only_if_nobody_else_follows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    services: Any = SimpleNamespace(settings=Settings(pace=1.0))
    hurried: list[str] = []
    monkeypatch.setattr(BotTurns, "hurry", lambda _: hurried.append("now"))
    room = Room(services, row("skip", chairs=(*CHAIRS, Chair(bot="greedy"))))
    ann, bob, eve = (Connection(person, None, cast("Any", None)) for person in (ANN, BOB, Person("eve", "Eve")))
    room.connections |= {ann, bob, eve}
    room.presence.follow(ann, "skip")
    assert not hurried, "Bob follows them"
    room.connections.discard(bob)
    room.presence.follow(eve, "skip")
    assert not hurried, "who looks on is not asked"
    room.presence.follow(ann, "skip")
    assert hurried


def test_whoever_does_not_want_to_wait_for_bots_need_not(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--pace", "60", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:random")
        with ann.socket(key) as socket:
            socket.update()
            socket.send(follow="fast")
            while not socket.turn:  # the bot may be first
                socket.send(follow="skip")
                socket.update()
            while socket.moves:
                socket.send(move=[socket.moves[0]], ply=socket.ply, seat=1)
                socket.update()
            before = socket.ply
            socket.send(follow="skip")
            while len(socket.moves) == 0:
                socket.update()
            assert socket.ply > before


class Pages:
    """Browsers that keep what they are sent: at which ply, and the moves that are offered."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, list[str]]] = []

    def write(self, frame: bytes) -> bool:
        message = msgspec.json.decode(text_of(frame))
        if "parts" in message:
            self.shown.append((message["ply"], message.get("moves", [])))
        return True


async def test_who_comes_while_moves_of_another_process_are_read_is_shown_no_old_board_with_a_new_ply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    await begun(store, "t1")
    async with opened(store) as hub, opened(store) as elsewhere:
        room, other = await hub.room("t1"), await elsewhere.room("t1")
        assert room is not None
        assert other is not None
        hub._stop_listening()  # it does not hear of what comes
        person, seat, ply, texts = move_of(other)
        room.presence.connect(Connection(person, None, Pages()), 0, None)  # what they see is drawn
        come = Pages()
        for name, subject in (("events", store.moves), ("sheets", store.moves), ("get", store.tables)):
            read = getattr(subject, name)

            async def slow(*given: Any, read: Any = read) -> Any:
                found = await read(*given)
                room.presence.connect(Connection(person, None, come), 0, None)
                return found

            monkeypatch.setattr(subject, name, slow)
        at = {}
        at[other.table.ply] = list(other.table.view(seat).legal)
        await other.move(person, seat, ply, texts)
        at[other.table.ply] = list(other.table.view(seat).legal)
        come.shown.clear()
        async with room.lock:
            await room.read_events()
        assert len(come.shown) > 2
        assert [shown for shown in come.shown if at[shown[0]] != shown[1]] == []
        assert come.shown[-1][0] == other.table.ply == room.table.ply
    await store.close()


async def test_who_follows_another_process_asks_for_all_it_needs_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may be on another machine, and whoever looks on waits for each of its answers."""
    store = await open_store(str(tmp_path / "yard.db"))
    await begun(store, "t1")
    async with opened(store) as hub, opened(store) as elsewhere:
        room, other = await hub.room("t1"), await elsewhere.room("t1")
        assert room is not None
        assert other is not None
        hub._stop_listening()
        asked = 0
        all_asked = asyncio.Barrier(3)
        for name, subject in (("events", store.moves), ("sheets", store.moves), ("get", store.tables)):
            read = getattr(subject, name)

            async def together(*given: Any, read: Any = read) -> Any:
                nonlocal asked
                asked += 1
                async with asyncio.timeout(30):
                    await all_asked.wait()
                return await read(*given)

            monkeypatch.setattr(subject, name, together)
        for _ in range(12):
            person, seat, ply, texts = move_of(other)
            await other.move(person, seat, ply, texts)
            before, asked = room.table.ply, 0
            async with room.lock:
                await room.read_events()
            assert (asked, room.table.ply) == (3, other.table.ply)
            assert room.table.ply > before
    await store.close()


def known(room: Room) -> list[LogEntry]:
    """What the log has of moves that count."""
    return [entry for entry in room.broadcast.events.entries(None) if not entry.undone]


async def test_who_follows_another_process_knows_the_same_of_every_event(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    await begun(store, "t1")
    async with opened(store) as hub, opened(store) as elsewhere:
        room, other = await hub.room("t1"), await elsewhere.room("t1")
        assert room is not None
        assert other is not None
        hub._stop_listening()
        dice, sheets = Stream("what is followed"), 0
        while other.table.to_act() is not None:
            for _ in range(1 + dice.below(3)):  # some at a time, and moves that are taken back at once or later
                person, seat, ply, _ = move_of(other)
                legal = other.table.view(seat).legal
                await other.move(person, seat, ply, [legal[dice.below(len(legal))]])
                if dice.below(4) == 0 and other.table.can_take_back(seat):
                    await other.take_back(person, seat, other.table.ply)
                if other.table.to_act() is None:
                    break
            async with room.lock:
                await room.read_events()
            assert room.sheets == other.sheets
            sheets = max(sheets, len(room.sheets))
            assert known(room) == known(other)
        assert room.row == other.row
        assert sheets > 1
    await store.close()
