"""Several processes on one database, processes that die, bots that fail, and many tables at once."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from freightyard.core.record import verify
from freightyard.games import game_named
from freightyard.store import open_store
from freightyard.store.rows import StoredEvent
from tests.processes import children
from tests.server.running import Browser, Server, Socket, alive, play_together, serving, tell, until


@pytest.fixture
def two_servers(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two server processes on one PostgreSQL."""
    with (
        serving(postgres_url, errors=tmp_path / "log1") as one,
        serving(postgres_url, errors=tmp_path / "log2") as two,
    ):
        yield one, two


@pytest.mark.parametrize(
    ("bots", "plies"),
    [
        ((), 200),
        pytest.param(("bot:random",), 10**6, marks=pytest.mark.deep, id="to its end"),
    ],  # a bot would go on after the last
)
def test_players_on_two_processes_play_a_game(two_servers: tuple[Server, Server], bots: tuple[str, ...], plies: int) -> None:
    one, two = two_servers
    with Browser(one.url) as ann, Browser(two.url) as bob, Browser(two.url) as eve:
        key = ann.new_table("freight-train", "me", "open", *bots)
        assert "Waiting for players" in bob.get(f"/t/{key}").text
        with ann.socket(key) as waiting:
            assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303
            waiting.until(lambda message: message.get("reload"))
        with ann.socket(key) as first, bob.socket(key) as second, eve.socket(key) as third:
            sockets = [first, second, third]
            for socket in sockets:
                socket.update()
            second.send(chat="from the other process")
            assert first.until(lambda message: "chat" in message)["chat"]["text"] == "from the other process"
            play_together(sockets, "two processes", plies)
            while first.ply != second.ply or first.ply != third.ply:
                min(sockets, key=lambda socket: socket.ply).update()
            assert first.parts["sheets"] == third.parts["sheets"]
        records = [browser.get(f"/t/{key}/record").text for browser in (ann, bob)]
        assert records[0] == records[1]
        verify(records[0], game_named)


def test_a_device_that_is_signed_out_on_one_process_is_let_go_by_the_other_though_it_is_silent(
    two_servers: tuple[Server, Server],
) -> None:
    one, two = two_servers
    with Browser(one.url) as ann, Browser(one.url) as bob, Browser(two.url) as elsewhere:
        key = ann.new_table("freight-train", "me", "open")
        assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303
        assert ann.cookie is not None
        elsewhere.cookie = ann.cookie
        with ann.socket(key) as socket, bob.socket(key) as other:
            socket.update()
            other.update()
            assert elsewhere.post("/me/out").status_code == 303
            assert socket.closed() == 1008
            other.send(chat="still here")  # nobody else is sent away
            assert other.until(lambda message: "chat" in message)["chat"]["text"] == "still here"


@pytest.mark.skipif(sys.platform != "linux", reason="several processes share a file on Linux alone")
def test_signing_out_reaches_the_sockets_of_all_processes_on_one_file(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "yard.db", "--processes", "2", errors=tmp_path / "log") as server,
        Browser(server.url) as ann,
        Browser(server.url) as elsewhere,
        contextlib.ExitStack() as stack,
    ):
        keys = [ann.new_table("freight-train", "me", "here") for _ in range(8)]  # of both processes, as their keys fall
        assert ann.cookie is not None
        elsewhere.cookie = ann.cookie
        sockets = [stack.enter_context(ann.socket(key)) for key in keys]
        for socket in sockets:
            socket.update()
        assert elsewhere.post("/me/out").status_code == 303
        assert [socket.closed() for socket in sockets] == [1008] * 8


@pytest.mark.skipif(sys.platform != "linux", reason="several processes share a file on Linux alone")
def test_what_an_address_may_do_counts_for_all_processes_together(tmp_path: Path) -> None:
    options = ("--processes", "2", "--rate", "4")  # two tables of bots alone at once, and one more in five minutes
    seats = {"seat-1": "bot:random", "seat-2": "bot:random"}
    fields = {"game": "freight-train", "edition": game_named("freight-train").editions[0], "name": "Eve", **seats}
    with serving(tmp_path / "yard.db", *options, errors=tmp_path / "log") as server, contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(Browser(server.url)) for _ in range(7)]  # a connection each, to whichever process takes it
        statuses = [eve.post("/new", **fields).status_code for eve in crowd]
    assert statuses.count(303) == 2
    assert statuses.count(429) == 5


def test_of_two_moves_at_one_ply_on_two_processes_one_wins(two_servers: tuple[Server, Server]) -> None:
    one, two = two_servers
    with Browser(one.url) as here, Browser(two.url) as there:
        key = here.new_table("freight-train", "me", "here")
        assert here.cookie is not None
        there.cookie = here.cookie
        with here.socket(key) as first, there.socket(key) as second:
            first.update()
            second.update()
            for _ in range(25):
                while first.ply != second.ply:
                    (first if first.ply < second.ply else second).update()
                ply = first.ply
                both = threading.Barrier(2)

                def send(socket: Socket, move: str, both: threading.Barrier = both) -> None:
                    both.wait()
                    socket.move(move)

                threads = [
                    threading.Thread(target=send, args=(first, first.moves[0])),
                    threading.Thread(target=send, args=(second, second.moves[-1])),
                ]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                stale = 0
                for socket in (first, second):
                    frames = len(socket.frames)
                    socket.send(ping=1)  # what a socket says is answered in order: after the pong the move is decided
                    socket.until(lambda message: "pong" in message)
                    stale += any("oops" in frame for frame in socket.frames[frames:])
                    while socket.ply == ply:
                        socket.update()
                assert stale == 1
        events = asyncio.run(_events(one, key))
        assert [stored.ply for stored in events] == list(range(len(events)))


async def _events(server: Server, key: str) -> list[StoredEvent]:
    store = await open_store(server.database)
    events = await store.moves.events(key)
    await store.close()
    return events


def test_what_was_accepted_is_there_after_a_kill(database: str, tmp_path: Path) -> None:
    accepted: list[tuple[int, list[str]]] = []
    with serving(database, errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "here")
        cookie = ann.cookie
        assert cookie is not None
        with ann.socket(key) as socket:
            socket.update()
            for number in range(40):
                move = socket.moves[number % len(socket.moves)]
                socket.move(move)
                before = socket.ply
                socket.update()
                accepted.append((before, [move]))
            last, parts = socket.ply, dict(socket.parts)
            server.kill()
    with serving(database, errors=tmp_path / "log") as server:
        with Browser(server.url) as ann:
            ann.cookie = cookie
            with ann.socket(key) as socket:
                socket.update()
                assert socket.ply == last
                assert socket.parts == parts
                socket.play("after the kill", plies=last + 30)
        events = {stored.ply: stored.event.text for stored in asyncio.run(_events_beside(server, key))}
        for ply, moves in accepted:
            assert events[ply] == moves[0]


async def _events_beside(server: Server, key: str) -> list[StoredEvent]:
    store = await open_store(server.database, read_only=True)
    events = await store.moves.events(key)
    await store.close()
    return events


def test_bots_go_on_by_themselves_after_a_kill(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "bot:random", "bot:random", "bot:random")
        with ann.socket(key) as socket:
            while socket.ply < 100:
                socket.update()
            assert not socket.over
            server.kill()
    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        until(lambda: ann.get("/health").json()["tables"] > 0, "the table opens, though nobody has asked for it")
        with ann.socket(key) as socket:
            socket.await_end()
        verify(ann.get(f"/t/{key}/record").text, game_named)


def test_a_process_of_bots_that_dies_is_started_again(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:greedy", "bot:greedy")
        with ann.socket(key) as socket:
            socket.update()
            play_until_bots_think(server, socket)
            for pid in _workers(server):
                os.kill(pid, signal.SIGKILL)
            socket.play("after", plies=socket.ply + 80)
        server.logged("bot process started", 2)


def test_a_bot_that_hangs_is_replaced_for_its_move(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--bot-seconds", "2", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:greedy", "bot:greedy")
        with ann.socket(key) as socket:
            socket.update()
            play_until_bots_think(server, socket)
            for pid in _workers(server):
                os.kill(pid, signal.SIGSTOP)
            socket.play("after", plies=socket.ply + 60)
        server.logged("bot replaced")


def test_ctrl_c_leaves_cleanly_and_takes_the_bots_along(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:greedy", "bot:greedy")
        with ann.socket(key) as socket:
            socket.update()
            play_until_bots_think(server, socket)
            workers = _workers(server)
            assert server.stop() == 0
            assert socket.closed() in (1001, 1012)
        assert not any(alive(pid) for pid in workers)
        assert "Traceback" not in server.log()


def play_until_bots_think(server: Server, socket: Socket) -> None:
    """Play until there is a process of bots."""
    while "bot process started" not in server.log():
        socket.play("until", plies=socket.ply + 1)
    assert _workers(server)


def _workers(server: Server) -> list[int]:
    """The processes of bots of a server."""
    return children(server.process.pid, "freightyard.server.bots.process")


@pytest.mark.deep
def test_three_hundred_tables_with_bots_while_people_look_at_pages(tmp_path: Path) -> None:
    """What is measured is printed; no time is asserted."""
    with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        for _ in range(300):
            ann.new_table("freight-train", "bot:greedy", "bot:greedy", "bot:greedy", "bot:greedy")
        waits: list[float] = []
        people = [Browser(server.url) for _ in range(10)]
        keys = [
            browser.new_table("freight-train", "me", "bot:greedy", "bot:greedy", name=f"P{n}") for n, browser in enumerate(people)
        ]

        def look(browser: Browser, key: str) -> None:
            for _ in range(20):
                began = time.perf_counter()
                assert browser.get(f"/t/{key}").status_code == 200
                assert browser.get("/").status_code == 200
                waits.append((time.perf_counter() - began) / 2)
                time.sleep(0.3)

        threads = [threading.Thread(target=look, args=pair) for pair in zip(people, keys, strict=True)]
        began, health = time.perf_counter(), ann.get("/health").json()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.perf_counter() - began
        for browser in people:
            browser.__exit__(None, None, None)
        waits.sort()
        p50, p95 = waits[len(waits) // 2], waits[len(waits) * 95 // 100]
        tell(
            f"{health['tables']} tables open, {health['bots_waiting']} bots waiting; {len(waits) * 2} pages in {seconds:.1f} s: "
            f"p50 {1000 * p50:.0f} ms, p95 {1000 * p95:.0f} ms, most {1000 * waits[-1]:.0f} ms"
        )
        assert len(waits) == 200
