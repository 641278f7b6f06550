"""Attacks on a real server, as a stranger with one address would make them, while somebody else plays.

How long a move takes depends on the machine, and on what else it does. So nothing here is held against a time: the bystander's
slow moves under attack are held against the same bystander's slow moves in peace, a moment before and on the same server.
"""

import contextlib
import math
import socket as sockets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.frames import Frame, Opcode

from freightyard.games import game_named
from tests.server.running import WAIT, Browser, Server, Socket, serving, tell
from tests.server.test_ws_protocol import raw

MOVES: Final = 100  # of the bystander, in peace and under attack
TIMES: Final = 3  # so many times its quiet value the slow moves may take
FLOOR: Final = 0.05  # seconds: less than that nobody notices, and the noise of a machine is as large
STRANGER: Final = "127.0.0.2"  # the address from which attacks come
CHANCES: Final = 3  # another look, for machines on which something else happened meanwhile

Attack = Callable[[Server, threading.Event], None]


# --- the attacks: each goes on until it is told to stop, and survives being thrown out ---


def words_that_are_no_move(server: Server, stop: threading.Event) -> None:
    """Each of these cost half a second: the words were held against all that Freight knows."""
    with Browser(server.url, address=STRANGER) as eve:
        key = eve.new_table("freight", "me", "bot:random", name="Eve")
        while not stop.is_set():
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError), eve.socket(key) as socket:
                for _ in range(20):
                    socket.send(why="build k16 switch-right 1_0", seat=1)
                    socket.send(move=["build k16 switch-right 1_0"], ply=socket.ply, seat=1)
                socket.closed()


def _frames(server: Server, stop: threading.Event, frame: bytes) -> None:
    with Browser(server.url, address=STRANGER) as eve:
        while not stop.is_set():
            with contextlib.suppress(OSError, AssertionError), raw(eve) as line:  # a handshake may be refused by now
                line.connection.settimeout(5.0)
                for _ in range(100):
                    line.send(frame * 20_000)


def pings(server: Server, stop: threading.Event) -> None:
    _frames(server, stop, Frame(Opcode.PING, b"").serialize(mask=True))


def empty_texts(server: Server, stop: threading.Event) -> None:
    _frames(server, stop, Frame(Opcode.TEXT, b"").serialize(mask=True))


def half_requests(server: Server, stop: threading.Event) -> None:
    """More connections than the server used to have files for, each with half a request."""
    host, port = server.url.removeprefix("http://").split(":")
    with contextlib.ExitStack() as stack:
        for _ in range(1100):
            if stop.is_set():
                break
            with contextlib.suppress(OSError):  # the server hangs up, or we have no more files ourselves
                connection = stack.enter_context(sockets.create_connection((host, int(port)), 5.0, (STRANGER, 0)))
                connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ")
        stop.wait(WAIT)


def tables_of_bots(server: Server, stop: threading.Event) -> None:
    """Thirty tables of five hard bots, each by another person as far as the server can know."""
    seats = {f"seat-{number}": "bot:hard" for number in range(1, 6)}
    fields = {"game": "freight-train", "edition": game_named("freight-train").editions[0], "name": "Eve", **seats}
    for _ in range(30):
        if not stop.is_set():
            with Browser(server.url, address=STRANGER) as eve:
                eve.post("/new", **fields)
    stop.wait(WAIT)


# --- the bystander ---


class Bystander:
    """Somebody else, from elsewhere, who plays at one table with a friend at the same screen and at another against a bot."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._sockets: dict[str, Socket] = {}

    def moves(self, count: int) -> float:
        """How long a move takes until it is shown: of a hundred, all but one are shown sooner."""
        waits = sorted(self._move("here", _is_shown) for _ in range(count))
        return waits[math.ceil(0.99 * len(waits)) - 1]

    def answers(self, count: int) -> float:
        """The same of a bot's answer: until it is one's turn again."""
        waits = sorted(self._move("bot:greedy", _is_answered) for _ in range(count))
        return waits[math.ceil(0.99 * len(waits)) - 1]

    def close(self) -> None:
        for socket in self._sockets.values():
            socket.connection.close()

    def _move(self, opponent: str, done: Callable[[Socket], bool]) -> float:
        time.sleep(0.08)  # nobody plays faster, and the server would not have it
        socket = self._at_turn(opponent)
        began, ply = time.perf_counter(), socket.ply
        socket.move(socket.moves[0])
        while socket.ply == ply or not done(socket):
            socket.update()
        return time.perf_counter() - began

    def _at_turn(self, opponent: str) -> Socket:
        while True:
            socket = self._sockets.get(opponent)
            if socket is None or socket.over:
                key = self._browser.new_table("freight-train", "me", opponent)
                socket = self._sockets[opponent] = self._browser.socket(key)
                socket.update()
            while not socket.turn and not socket.over:
                socket.update()
            if socket.turn:
                return socket


def _is_shown(_: Socket) -> bool:
    return True  # what has led to another ply


def _is_answered(socket: Socket) -> bool:
    return socket.turn or socket.over


@contextmanager
def under(attack: Attack, server: Server) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=attack, args=(server, stop), daemon=True)
    thread.start()
    try:
        time.sleep(0.5)  # until it is in full swing
        yield
    finally:
        stop.set()
        thread.join(2 * WAIT)


def rounded(seconds: float) -> float:
    return max(FLOOR, seconds)


@pytest.mark.deep
@pytest.mark.skipif(sys.platform != "linux", reason="this machine has one address only")
@pytest.mark.parametrize("attack", [words_that_are_no_move, pings, empty_texts, half_requests, tables_of_bots])
def test_a_bystander_plays_on(tmp_path: Path, attack: Attack) -> None:
    told: list[str] = []
    for chance in range(CHANCES):
        # The limits are those that a host has who says nothing, and nobody is taken for a proxy. Each attack finds a new server.
        options = ("--rate", "20", "--bot-tables", "3", "--proxies", "none")
        with (
            serving(tmp_path / f"{chance}.db", *options, errors=tmp_path / f"{chance}.log") as server,
            Browser(server.url) as browser,
            contextlib.closing(Bystander(browser)) as bystander,
        ):
            measure = bystander.answers if attack is tables_of_bots else bystander.moves
            measure(10)  # whatever is done once is done
            quiet = measure(MOVES)
            with under(attack, server):
                attacked = measure(MOVES)
                assert browser.get("/about").status_code == 200
        told.append(f"{attack.__name__}: {1000 * quiet:.0f} ms in peace, {1000 * attacked:.0f} ms under attack")
        tell(told[-1])
        if rounded(attacked) <= TIMES * rounded(quiet):
            return
    pytest.fail("; ".join(told))
