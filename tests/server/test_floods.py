"""Who asks too much, too often, is slowed down or turned away, and the others play on."""

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.frames import Frame, Opcode

from freightyard.games import game_named
from freightyard.server.rates import TokenBucket
from tests.server.running import Browser, Server, Socket, serving, tell
from tests.server.test_ws_protocol import raw


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its usual limits. Those who flood it come from addresses of their own, which are held against nobody else."""
    folder = tmp_path_factory.mktemp("slow")
    with serving(folder / "yard.db", "--rate", "20", errors=folder / "log") as running:
        yield running


def test_a_bucket_lets_through_what_it_should() -> None:
    bucket = TokenBucket(10.0, 20.0)
    assert sum(bucket.take(100.0) for _ in range(50)) == 20
    assert sum(bucket.take(100.0 + number / 100) for number in range(1, 101)) == 10
    assert sum(bucket.take(200.0) for _ in range(50)) == 20


def test_a_flood_from_one_client_ends_its_socket_and_others_play_on(slow_server: Server) -> None:
    with Browser(slow_server.url) as ann, Browser(slow_server.url, address="127.0.1.1") as eve:
        key = ann.new_table("freight-train", "me", "bot:random", "bot:random")
        other = eve.new_table("freight-train", "me", "bot:random", name="Eve")
        closed: list[int | None] = []
        answered: list[int] = []
        stop = threading.Event()

        def flood() -> None:
            """Messages as fast as they go; when let go, come back at once and start anew."""
            while not stop.is_set():
                try:
                    with eve.socket(other) as socket:
                        with contextlib.suppress(ConnectionClosed):  # in the midst of it
                            for _ in range(2000):
                                socket.connection.send('{"ping":1}')
                        closed.append(socket.closed())
                        answered.append(sum("pong" in frame for frame in socket.frames))
                except (InvalidHandshake, OSError):
                    pass

        with ann.socket(key) as quiet:
            quiet.update()
            waits = play_slowly(quiet, 12)
            thread = threading.Thread(target=flood)
            thread.start()
            try:
                flooded = play_slowly(quiet, 12)
            finally:
                stop.set()
                thread.join()
        tell(f"a move took {1000 * max(waits):.0f} ms at most, and {1000 * max(flooded):.0f} ms beside a flood")
    assert 1008 in closed
    # How long the others wait depends on the machine; that so little of a flood is worked on does not.
    assert max(answered) < 200, "of 2000 messages a socket is answered a second's or two's worth, and is let go"


def play_slowly(socket: Socket, moves: int) -> list[float]:
    """Some moves, as a person makes them; how long each took to be shown."""
    waits: list[float] = []
    while len(waits) < moves:
        socket.await_turn()
        time.sleep(0.1)
        began, ply = time.perf_counter(), socket.ply
        socket.move(socket.moves[0])
        while socket.ply == ply:
            socket.update()
        waits.append(time.perf_counter() - began)
    return waits


def test_too_many_requests_are_turned_away(tmp_path: Path) -> None:
    # So few are allowed that even a slow machine asks too often.
    with (
        serving(tmp_path / "yard.db", "--rate", "1", errors=tmp_path / "log") as server,
        httpx.Client(base_url=server.url) as client,
    ):
        statuses = [client.get("/health").status_code for _ in range(100)]
    assert 429 in statuses
    assert statuses[0] == 200


def test_who_floods_the_server_does_not_flood_its_log(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--rate", "1", errors=tmp_path / "log") as server, Browser(server.url) as eve:
        statuses = [eve.get("/health").status_code for _ in range(200)]
        log = server.logged(" flood ")
    assert statuses.count(429) > 50
    assert log.count(" flood ") < 20


def test_the_chat_is_not_flooded(slow_server: Server) -> None:
    with Browser(slow_server.url, address="127.0.1.2") as eve:
        key = eve.new_table("freight-train", "me", "bot:random", name="Eve")
        with eve.socket(key) as socket:
            socket.update()
            for number in range(30):
                socket.send(chat=f"line {number}")
            assert "writing too fast" in socket.oops()["oops"]
            assert sum("chat" in frame for frame in socket.frames) < 20  # ten, and what a slow machine has waited for
            socket.send(ping=1)  # to play on is welcome
            socket.until(lambda message: "pong" in message)


def test_who_makes_too_many_tables_is_turned_away_and_can_still_look(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--rate", "4", errors=tmp_path / "log") as server, Browser(server.url) as eve:
        statuses = [eve.post("/quick", game="freight-train", name="Eve").status_code for _ in range(40)]
        assert statuses[0] == 303
        assert 429 in statuses
        assert eve.get("/about").status_code == 200


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.PING, b"").serialize(mask=True),
        Frame(Opcode.PONG, b"").serialize(mask=True),
        Frame(Opcode.TEXT, b"").serialize(mask=True),
        Frame(Opcode.CONT, b"", fin=False).serialize(mask=True),
    ],
    ids=["pings", "pongs", "empty texts", "empty pieces"],
)
def test_a_flood_of_frames_that_say_nothing_ends_the_socket(slow_server: Server, frame: bytes) -> None:
    with Browser(slow_server.url, address=f"127.0.2.{frame[0]}") as eve, raw(eve) as line:
        if frame[0] & 0x0F == Opcode.CONT:
            line.send(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        with contextlib.suppress(OSError):  # it is closed while more is sent
            line.send(frame * 50_000)
        answers = 0
        while True:
            first, data = line.frame()
            if first in (0, 0x88):
                break
            answers += 1
        assert first == 0x88
        assert int.from_bytes(data[:2], "big") == 1008
        assert answers <= 200, "of 50,000 frames hardly any is answered"


def test_hints_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path / "yard.db", "--rate", "4", errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:random")
        with ann.socket(key) as socket:
            socket.await_turn()
            answers = [ann.post(f"/t/{key}/hint") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]
        assert "Too many hints" in answers[1].text


def test_a_few_tables_of_bots_alone_are_enough_for_one_person(tmp_path: Path) -> None:
    options = ("--bot-tables", "1", "--bot-processes", "1")
    with serving(tmp_path / "yard.db", *options, errors=tmp_path / "log") as server, Browser(server.url) as eve:
        eve.new_table("freight", *["bot:hard"] * 5, name="Eve")
        edition = game_named("freight").editions[0]
        seats = {f"seat-{number}": "bot:hard" for number in range(1, 6)}
        answer = eve.post("/new", game="freight", edition=edition, name="Eve", **seats)
        assert answer.status_code == 400
        assert "with bots only" in answer.text
        eve.new_table("freight", "me", "bot:hard")  # but to play is welcome
