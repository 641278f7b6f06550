"""What one person, one address or one forgotten table may take from the others: each limit by itself."""

import asyncio
import io
import itertools
import logging
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from litestar.exceptions import TooManyRequestsException

from freightyard.core import notation
from freightyard.core.errors import BadSetup, NotAMove
from freightyard.games import game_named
from freightyard.server import sentences as say
from freightyard.server.bots import pool as pool_module
from freightyard.server.bots.pool import BotFailed, BotPool
from freightyard.server.bots.process import HEAD, READY, Question
from freightyard.server.bots.shares import Shares
from freightyard.server.bots.turns import payer_of
from freightyard.server.identity import note_visit
from freightyard.server.limits import ConnectionLimit, Turns, keep_files_to_ourselves, network_of
from freightyard.server.live.create import create_table
from freightyard.server.live.seating import begin
from freightyard.server.log import LibraryHandler, Log
from freightyard.server.rates import Rates, new_counts
from freightyard.server.security import SecurityMiddleware, client_of, path_for_log
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.server.thinking_limits import InFlight
from freightyard.server.visible_text import visible_text
from freightyard.server.wire.connection import Connection
from freightyard.server.wire.http_protocol import AwaitedRequests, HttpProtocol
from freightyard.server.wire.ws_protocol import TableProtocol
from freightyard.store import Store, open_store
from freightyard.store.rows import BOTS_ONLY, DEVICES, NEVER_BEGAN, Chair, News, Person
from freightyard.table import Table
from tests.store.play import append_of, next_step, row, seated

pytestmark = pytest.mark.anyio

DAY = 24 * 3600.0


@asynccontextmanager
async def services_on(store: Store, settings: Settings) -> AsyncIterator[Services]:
    services = Services(settings, store, Log("none"), build="")
    try:
        yield services
    finally:
        await services.hub.close()
        await services.bot_pool.close()


# --- words ---


def test_words_that_are_no_move_are_not_held_against_all_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> list[str]:
        raise AssertionError("somebody looks for similar words")

    monkeypatch.setattr(notation, "get_close_matches", never)
    game = game_named("freight")
    edition = game.edition(game.editions[0])
    table = Table(game, edition, 2, (), seed="words")
    table.commit(table.begin())
    seat = table.to_act()
    assert seat is not None
    with pytest.raises(NotAMove, match=r"^'build k16 switch-right 1_0' is not a move$"):
        table.move(seat, table.ply, ["build k16 switch-right 1_0"])
    with pytest.raises(NotAMove, match=r"is not a move$"):
        edition.vocabulary.parse_strictly("x" * 5000)


def test_a_text_has_no_controls_and_keeps_its_direction() -> None:
    assert visible_text("a\x07b\u202ec\u2066d\x9be\u200b") == "a b c d e"
    assert visible_text("\U0001f469\u200d\U0001f680 \u0645\u06cc\u200c\u062e", joiners=True) == (
        "\U0001f469\u200d\U0001f680 \u0645\u06cc\u200c\u062e"
    )
    assert visible_text("\u200d\u200d", joiners=True) == ""


@pytest.mark.parametrize("letter", ["\u3164", "\u2800", "\u115f", "\uffa0", "\u034f", "\ufe0f", "\u0301"])
def test_a_name_of_letters_that_show_nothing_is_none(letter: str) -> None:
    assert visible_text(letter) == ""
    assert visible_text(3 * letter, joiners=True) == ""


def test_marks_do_not_pile_up_over_the_lines_around_a_name() -> None:
    assert visible_text("B" + "\u0336" * 30 + "ob") == "B\u0336\u0336\u0336ob"
    assert visible_text("\u05d1\u05bc\u05b8\u0591") == "\u05d1\u05b8\u05bc\u0591"  # so it is written
    assert visible_text("\u2764\ufe0f", joiners=True) == "\u2764\ufe0f"


@pytest.mark.parametrize("path", ["/hello/s3cret", "//hello/s3cret", "///hello//s3cret", "/Hello/s3cret", "/x/hello/s3cret/y"])
def test_a_token_is_not_in_the_log_wherever_it_stands(path: str) -> None:
    assert "s3cret" not in path_for_log(path)
    assert path_for_log("/t/abc/ws") == "/t/abc/ws"


def test_a_token_is_looked_for_only_in_what_is_logged() -> None:
    slashes = 300 * "/"  # sixty thousand of them took ten seconds to search
    assert path_for_log(f"{slashes}hello/s3cret") == slashes[:200]


async def test_of_the_cookies_only_ours_is_read() -> None:
    seen: list[list[tuple[bytes, bytes]]] = []

    async def app(scope: Any, _: Any, __: Any) -> None:
        seen.append([header for header in scope["headers"] if header[0] == b"cookie"])

    async def nothing(*_: Any) -> Any:
        return None

    secured = SecurityMiddleware(app, Log("none"), Settings(), Rates())
    backslashes = b'="' + b'\\"' * 10_000 + b'"'  # it would take seconds to read
    for sent, read in (
        ([b"freightyard=abc"], [b"freightyard=abc"]),
        ([b"a=b; freightyard=abc; c=d"], [b"freightyard=abc"]),
        ([b"a" + backslashes + b"; freightyard=abc"], [b"freightyard=abc"]),
        ([b"a=b", b"freightyard=abc"], [b"freightyard=abc"]),
        ([b"freightyard" + backslashes], []),
        ([b"freightyard=" + b"x" * 2000], []),
    ):
        headers = [(b"host", b"x"), *[(b"cookie", value) for value in sent]]
        scope: Any = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"", "headers": headers}
        await secured(scope, nothing, nothing)
        assert seen.pop() == [(b"cookie", value) for value in read]


def test_whoever_sends_what_is_no_request_does_not_flood_the_log() -> None:
    written = io.StringIO()
    handler = LibraryHandler(Log("info", written))
    for level in (logging.WARNING, logging.ERROR):
        for _ in range(200):
            handler.emit(logging.LogRecord("uvicorn.error", level, "", 0, "Invalid HTTP request received.", (), None))
    lines = written.getvalue().splitlines()
    assert sum(" warning " in line for line in lines) < 50
    assert sum(" error " in line for line in lines) == 200


# --- frames ---


def test_frames_are_read_without_copying_what_comes_after_each() -> None:
    copied = 0

    class Counted(bytes):
        def __getitem__(self, key: Any) -> Any:
            nonlocal copied
            found = super().__getitem__(key)
            copied += len(found) if isinstance(key, slice) else 0
            return found

    protocol = object.__new__(TableProtocol)
    heard: list[bytes] = []
    protocol.config = cast("Any", SimpleNamespace(ws_max_size=100))
    protocol._meter = cast("Any", SimpleNamespace(take=lambda _: True))
    protocol._hung_up = False
    protocol._frame = lambda frame, _: heard.append(frame)  # type: ignore[method-assign, assignment]
    pings = 10_000
    protocol._read_frames(Counted(b"\x89\x80\x00\x00\x00\x00" * pings + b"\x89"))
    assert len(heard) == pings
    assert protocol._incomplete == b"\x89"
    assert copied == 6 * pings + 1


def test_why_a_socket_is_closed_is_a_sentence_that_the_protocol_has_room_for() -> None:
    reasons = [say.TOO_SLOW, say.TABLE_CLOSED, say.SIGNED_OUT, say.PAGE_NOT_UNDERSTOOD, say.TOO_MUCH]
    for reason in reasons:
        assert len(reason.encode()) <= 123
        assert reason[0].isupper()
        assert reason.endswith((".", "…"))


# --- rates and connections ---


def test_processes_of_a_server_count_together(tmp_path: Path) -> None:
    file = tmp_path / "rates"
    file.write_bytes(new_counts())
    one, two, alone = Rates(file), Rates(file), Rates()
    rate = 1e-6  # so slow that nothing comes back while this runs
    assert sum(rates.take("request", "10.0.0.1", rate, 10) for rates in (one, two) * 20) == 10
    assert not two.take("request", "10.0.0.1", rate, 10)
    assert two.take("request", "10.0.0.2", rate, 10)  # others have their own
    assert two.take("form", "10.0.0.1", rate, 10)
    assert alone.take("request", "10.0.0.1", rate, 10)


def test_an_address_has_so_many_connections_and_a_proxy_any_number() -> None:
    limit = ConnectionLimit(Settings(connections=2, proxies=("10.1.0.0/16",)))
    assert [limit.opened("10.0.0.1") for _ in range(3)] == [True, True, False]
    limit.closed("10.0.0.1")
    assert not limit.opened("10.0.0.1")  # those that were refused count until they are gone
    for _ in range(3):
        limit.closed("10.0.0.1")
    assert limit.opened("10.0.0.1")
    assert all(limit.opened("10.1.2.3") for _ in range(5))
    assert all(ConnectionLimit(Settings(connections=0, proxies=())).opened("10.0.0.1") for _ in range(5))


def test_all_addresses_of_a_home_are_one() -> None:
    assert network_of("10.0.0.1") == "10.0.0.1"
    assert network_of("2001:db8:1:2::7") == network_of("2001:db8:1:2:aaaa:bbbb:cccc:dddd") != network_of("2001:db8:1:3::7")
    assert network_of("::ffff:10.0.0.1") == "10.0.0.1"  # as a socket for both kinds calls it
    assert network_of("::ffff:10.0.0.1") != network_of("::ffff:10.0.0.2")
    assert network_of("a:b") == "a:b"
    limit = ConnectionLimit(Settings(connections=2, proxies=("2001:db8:1:2::7",)))
    assert [limit.opened(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    limit.closed("2001:db8::0")
    limit.closed("2001:db8::1")
    assert limit.opened("2001:db8::9")
    assert all(limit.opened("2001:db8:1:2::7") for _ in range(5))  # a proxy is known by its whole address
    assert client_of(cast("Any", {"client": ("2001:db8::5", 80)})) == client_of(cast("Any", {"client": ("2001:db8::6", 80)}))


async def test_of_too_many_requests_that_do_not_come_the_oldest_is_given_up() -> None:
    given_up: list[int] = []

    def connection(number: int) -> HttpProtocol:
        transport = SimpleNamespace(abort=lambda: given_up.append(number))
        made = object.__new__(HttpProtocol)
        made.loop, made.transport = asyncio.get_running_loop(), cast("Any", transport)
        return made

    awaited = AwaitedRequests(600.0, most=3)
    connections = [connection(number) for number in range(5)]
    for one in connections[:3]:
        awaited.add(one)
    awaited.add(connections[0])  # the next piece of a request gives it no more time
    awaited.discard(connections[1])
    awaited.add(connections[3])
    assert given_up == []
    awaited.add(connections[4])
    assert given_up == [0]
    quick = AwaitedRequests(0.0)
    quick.add(connections[1])
    async with asyncio.timeout(60):
        while given_up == [0]:
            await asyncio.sleep(0)
    assert given_up == [0, 1]


async def test_a_few_things_are_done_for_one_at_a_time_and_nobody_else_waits() -> None:
    turns, busy, most = Turns(2), 0, 0
    go_on = asyncio.Event()

    async def ask(whose: str) -> str:
        nonlocal busy, most
        async with turns.one(whose):
            busy += 1
            most = max(most, busy)
            if whose == "eve":
                await go_on.wait()
            busy -= 1
        return whose

    crowd = [asyncio.create_task(ask("eve")) for _ in range(50)]
    await asyncio.sleep(0)
    assert busy == 2
    assert await ask("ann") == "ann"  # though Eve's are not done
    go_on.set()
    assert await asyncio.gather(*crowd) == ["eve"] * 50
    assert most <= 3


def test_a_few_questions_at_a_time() -> None:
    asked = InFlight(2)
    with asked.one("eve"), asked.one("eve"), asked.one("ann"), pytest.raises(TooManyRequestsException), asked.one("eve"):
        pass
    with asked.one("eve"):
        pass


# --- the time of bots ---


def question_of(table: str) -> Question:
    """A question of a table; nobody here looks at what is asked."""
    game = game_named("freight-train")
    view = game.start(game.edition(game.editions[0]), 2).view(None)
    return Question(game=game.name, edition="", raw="", bot="hard", seed="", table=table, ply=0, after=None, view=view)


def test_whoever_had_least_time_is_next_and_nobody_saves_it_up() -> None:
    shares = Shares()
    for _ in range(10):
        shares.serve("eve")
        shares.pay("eve", 1.0)
    assert shares.used("ann") < shares.used("eve")
    shares.serve("eve")
    assert shares.used("ann") == shares.used("eve")  # who comes later does not make up for it


async def test_one_persons_many_tables_wait_for_anothers_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def answer(_: object, question: Question) -> str:
        order.append(question.table)
        await asyncio.sleep(0)
        return "pass"

    # A clock that goes on by as much for every question: on a busy machine one of them may take as long as ten others.
    clock = SimpleNamespace(monotonic=lambda: 0.001 * len(order))
    monkeypatch.setattr(pool_module, "time", clock)
    pool = BotPool(1, 30.0, Log("none"))
    process = pool._processes[0]
    monkeypatch.setattr(type(process), "_answer", answer)

    async def play(table: str, payer: str, moves: int) -> None:
        for _ in range(moves):
            await process.ask(question_of(table), watched=True, payer=payer)

    crowd = [asyncio.create_task(play(f"eve {number}", "eve", 10)) for number in range(30)]
    async with asyncio.timeout(60):
        while len(order) < 40:
            await asyncio.sleep(0)
    await play("ann", "ann", 20)
    crowded = order[40:]
    for task in crowd:
        task.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    await pool.close()
    places = [place for place, table in enumerate(crowded) if table == "ann"]
    assert len(places) == 20
    assert max(later - sooner for sooner, later in itertools.pairwise(places)) <= 4  # not thirty
    assert len(set(order[:30])) == 30  # and her tables take turns


async def test_a_turn_that_somebody_watches_is_not_interrupted_once_it_is_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def answer(_: object, question: Question) -> str:
        order.append(question.table)
        if question.ply == 0:  # a plan is made
            await asyncio.sleep(0.01)
        return "pass"

    monkeypatch.setattr(pool_module, "_LONG_SECONDS", 0.005)
    monkeypatch.setattr(pool_module, "_NEXT_SECONDS", 60.0)
    pool = BotPool(1, 30.0, Log("none"))
    process = pool._processes[0]
    monkeypatch.setattr(type(process), "_answer", answer)

    async def play(table: str, payer: str) -> None:
        for ply in range(5):
            await process.ask(msgspec.structs.replace(question_of(table), ply=ply), watched=True, payer=payer)
        await process.ask(msgspec.structs.replace(question_of(table), ply=0), watched=True, payer=payer)  # the next plan

    crowd = [asyncio.create_task(play(f"eve {number}", "eve")) for number in range(3)]
    async with asyncio.timeout(60):
        while len(order) < 15:
            await asyncio.sleep(0)
    for task in crowd:
        task.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    await pool.close()
    turns = [table for table, _ in itertools.groupby(order)]
    assert len(turns) == len(set(turns))
    assert order[:5] == ["eve 0"] * 5


async def test_people_who_come_from_one_address_share_its_time(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "yard.db"))
    async with services_on(store, Settings(bot_processes=0)) as services:
        payers: list[str] = []
        for name, address in (("Eve", "10.0.0.2"), ("Eva", "10.0.0.2"), ("Ann", "10.0.0.1")):
            person, _ = await store.people.new(name)
            await store.tables.add(row(name, chairs=(Chair(), Chair()), made_by=person.key))
            room = await services.hub.room(name)
            assert room is not None
            assert payer_of(room) == person.key
            await note_visit(services, person, address)
            payers.append(payer_of(room))
    await store.close()
    assert payers[0] == payers[1] != payers[2]


async def test_somebody_watching_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def answer(_: object, question: Question) -> str:
        order.append(question.table)
        if question.table == "broken":
            raise BotFailed("no idea")
        return "pass"

    pool = BotPool(1, 30.0, Log("none"))
    process = pool._processes[0]
    monkeypatch.setattr(type(process), "_answer", answer)
    asked = [
        asyncio.create_task(process.ask(question_of(table), watched=watched, payer=table))
        for table, watched in (("alone", False), ("broken", True), ("watched", True))
    ]
    found = await asyncio.gather(*asked, return_exceptions=True)
    await pool.close()
    assert order == ["broken", "watched", "alone"]
    assert isinstance(found[1], BotFailed)


def test_a_bot_process_whose_server_is_gone_says_nothing() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "freightyard.server.bots.process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(len(READY)) == READY
        process.stdout.close()
        process.stdin.write((4).to_bytes(HEAD, "big") + b"\x80\x04N.")  # a question that is none: it is answered all the same
        process.stdin.flush()
        said = process.stderr.read()
        assert process.wait() == 0
    assert said == b""


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors are inherited another way there")
def test_files_are_not_inherited() -> None:
    read, write = os.pipe()
    try:
        os.set_inheritable(write, True)
        keep_files_to_ourselves()
        assert not os.get_inheritable(write)
    finally:
        os.close(read)
        os.close(write)


# --- tables of bots, and what is cleaned up ---


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
        room.connect(connection, 0, None)
        await services.hub.clean_up()
        assert await store.tables.get("t1") is not None
        room.disconnect(connection)
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
