"""What one person or one address may take from the others: each limit by itself."""

import asyncio
import io
import logging
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from litestar.exceptions import TooManyRequestsException

from freightyard.core import notation
from freightyard.core.errors import NotAMove
from freightyard.games import game_named
from freightyard.server import sentences as say
from freightyard.server.limits import ConnectionLimit, Turns, keep_files_to_ourselves, network_of
from freightyard.server.log import LibraryHandler, Log
from freightyard.server.rates import Rates, new_counts
from freightyard.server.security import SecurityMiddleware, client_of, path_for_log
from freightyard.server.settings import Settings
from freightyard.server.thinking_limits import InFlight
from freightyard.server.visible_text import visible_text
from freightyard.server.wire.http_protocol import AwaitedRequests, HttpProtocol
from freightyard.server.wire.ws_protocol import TableProtocol
from freightyard.table import Table

pytestmark = pytest.mark.anyio


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


@pytest.mark.parametrize(
    "path",
    ["/hello/s3cret", "//hello/s3cret", "///hello//s3cret", "/Hello/s3cret", "/x/hello/s3cret/y", "/t/abc/seat/s3cret"],
)
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


def test_what_a_library_gave_up_because_its_request_was_cancelled_is_no_error() -> None:
    for level, lines in (("info", 0), ("debug", 1)):
        written = io.StringIO()
        gone = asyncio.CancelledError()
        record = logging.LogRecord("sqlalchemy.pool", logging.ERROR, "", 0, "closing", (), (type(gone), gone, None))
        LibraryHandler(Log(level, written)).emit(record)
        assert len(written.getvalue().splitlines()) == lines
        assert " error " not in written.getvalue()


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
