"""Attacks on a real server, as a stranger with one address would make them, while somebody else plays.

How long something takes depends on the machine, and on what else it does. So nothing here is held against a time: how long a
bystander waits under attack is held against how long the same bystander waited in peace, a moment before and on the same server.
On a busy machine something else may happen meanwhile: then both are measured again, a few times, and the best look counts.
Without its protection each of these attacks makes every look a bad one.
"""

import contextlib
import math
import socket as sockets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.frames import Frame, Opcode

from freightyard.games import game_named
from tests.server.running import UPGRADE, WAIT, Browser, Server, Socket, address_of, serving, tell
from tests.server.test_ws_protocol import raw

TIMES: Final = 3  # so many times its quiet value the bystander's wait may be under attack
# Seconds that count as quiet, if the wait was shorter. In peace a move takes a few milliseconds; but where two processors are
# shared with other tests, a process that could run waits for tens of them now and then, attack or not. And nobody notices them.
FLOOR: Final = 0.05
LOOKS: Final = 3  # at most, at each attack
SECONDS: Final = 2.5  # at most, of measuring once; a slow machine makes fewer moves in them
BYSTANDERS: Final = 4  # at a table each
MOVES: Final = 25  # of each bystander, in peace and under attack: a hundred together, so that the slowest but one is the p99
VISITS: Final = 40
ANSWERS: Final = 3
FILES: Final = 1024  # that a process may have open, unless it asks for more
HALF_REQUESTS: Final = 1100
TABLES: Final = 30

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has one address only")


class Attack:
    """What an attacker is told: where, from which address, and until when."""

    def __init__(self, server: Server, address: str) -> None:
        self.server = server
        self.address = address
        self.ready = threading.Event()  # it is in full swing
        self.stop = threading.Event()

    def browser(self) -> Browser:
        """A new person, as far as a server can know."""
        return Browser(self.server.url, address=self.address)

    def connection(self) -> sockets.socket:
        return sockets.create_connection(address_of(self.server), 5.0, (self.address, 0))


# --- the attacks: each goes on until it is told to stop, and survives being thrown out ---


def words_that_are_no_move(attack: Attack) -> None:
    """Each of these cost half a second: the words were held against all that Freight knows."""
    with attack.browser() as eve:
        key = eve.new_table("freight", "me", "here", name="Eve")
        while not attack.stop.is_set():
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError), eve.socket(key) as socket:
                socket.update()
                while not attack.stop.is_set():
                    socket.send(why="build k16 switch-right 1_0", seat=socket.seat)
                    socket.send(move=["build k16 switch-right 1_0"], ply=socket.ply, seat=socket.seat)
                    attack.ready.set()
                    socket.quiet(0.05)


def typed_lines(attack: Attack) -> None:
    """Lines that take as long to read or to answer as any: mistyped ones, many moves in one, the whole board in words."""
    lines = ("buidl k16 switch-right 1_0", "; ".join(["loan", "repay"] * 10), "board", "find re", "why build", "moves o", "rule")
    with attack.browser() as eve:
        key = eve.new_table("freight", "me", "here", name="Eve")
        while not attack.stop.is_set():
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError), eve.socket(key) as socket:
                socket.update()
                while not attack.stop.is_set():
                    for line in lines:
                        socket.send(line=line, ply=socket.ply)
                    socket.send(text=True)
                    attack.ready.set()
                    socket.quiet(0.05)


def pings(attack: Attack) -> None:
    _frames(attack, Frame(Opcode.PING, b"").serialize(mask=True))


def empty_texts(attack: Attack) -> None:
    _frames(attack, Frame(Opcode.TEXT, b"").serialize(mask=True))


def _frames(attack: Attack, frame: bytes) -> None:
    """Megabytes of frames that say nothing: one socket kept the server busy with them."""
    many = frame * 20_000
    with attack.browser() as eve:
        while not attack.stop.is_set():
            with contextlib.suppress(OSError, AssertionError), raw(eve) as line:  # a handshake may be refused by now
                line.connection.settimeout(5.0)
                attack.ready.set()
                while not attack.stop.is_set():
                    line.send(many)
            time.sleep(0.01)  # this process is the bystander's too
            attack.ready.set()


def half_requests(attack: Attack) -> None:
    """More connections than a server has files for, each with half a request."""
    with ExitStack() as stack:
        for _ in range(HALF_REQUESTS):
            if attack.stop.is_set():
                break
            with contextlib.suppress(OSError):  # the server hangs up
                connection = stack.enter_context(attack.connection())
                connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ")
        attack.ready.set()
        attack.stop.wait(WAIT)


def quoted_cookies(attack: Attack) -> None:
    """A cookie of 16,000 bytes took a third of a second to read, one of 60,000 five: backslashes in quotes. Each is another one,
    since those that were read are remembered."""
    cookie = b'="' + b'\\"' * 15_000 + b'"'
    _requests(attack, lambda number: b"GET /about HTTP/1.1\r\nHost: x\r\nCookie: a%d%b\r\n\r\n" % (number, cookie))


def paths_of_slashes(attack: Attack) -> None:
    """A path of 60,000 slashes took ten seconds to be logged: a token was looked for after every one of them."""
    _requests(attack, lambda _: b"GET " + b"/" * 30_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")


def _requests(attack: Attack, request: Callable[[int], bytes]) -> None:
    """One request after the other, on a connection each."""
    number = 0
    while not attack.stop.is_set():
        number += 1
        with contextlib.suppress(OSError), attack.connection() as connection:
            connection.sendall(request(number))
            attack.ready.set()
            connection.recv(65536)
        time.sleep(0.01)


def tables_of_bots(attack: Attack) -> None:
    """Thirty tables of five hard bots, each made by another person as far as a server can know, and each looked at. Where no more
    tables of bots alone may be made, somebody sits down at one, and leaves it to a bot."""
    bots = {f"seat-{number}": "bot:hard" for number in range(1, 6)}
    fields = {"game": "freight-train", "edition": game_named("freight-train").editions[0], "name": "Eve"}
    with ExitStack() as stack:
        for _ in range(TABLES):
            eve = stack.enter_context(attack.browser())
            made = eve.post("/new", **fields, **bots)
            if made.status_code != 303:
                made = eve.post("/new", **fields, **{**bots, "seat-1": "me"})
            home = made.headers.get("location")
            if home is not None:
                eve.post(f"{home}/leave", bot="hard")
                with contextlib.suppress(OSError):
                    stack.enter_context(looking_at(attack, home))
        attack.ready.set()
        attack.stop.wait(WAIT)


def looking_at(attack: Attack, home: str) -> sockets.socket:
    """A socket of a spectator, who does not even read what happens."""
    connection = attack.connection()
    url = attack.server.url
    lines = (f"GET {home}/ws HTTP/1.1", f"Host: {url.removeprefix('http://')}", f"Origin: {url}", *UPGRADE, "", "")
    connection.sendall("\r\n".join(lines).encode())
    connection.recv(4096)
    connection.sendall(Frame(Opcode.TEXT, b'{"hello":{"ply":0}}').serialize(mask=True))
    return connection


# --- the bystanders, who come from elsewhere ---


class Player:
    """Somebody who plays, with a friend at the same screen or against a bot, at one table after the other."""

    def __init__(self, server: Server, opponent: str) -> None:
        self.browser = Browser(server.url)
        self._opponent = opponent
        self._socket: Socket | None = None

    def close(self) -> None:
        if self._socket is not None:
            self._socket.connection.close()
        self.browser.__exit__(None, None, None)

    def move(self) -> float:
        """Make a move; how long it took until it was shown."""
        time.sleep(0.05)  # nobody plays faster, and the server would not have it
        socket = self._at_turn()
        began, ply = time.perf_counter(), socket.ply
        socket.move(socket.moves[0])
        while socket.ply == ply:
            socket.update()
        return time.perf_counter() - began

    def answer(self) -> float:
        """Play until it is the bot's turn; how long it took until the bot had made up its mind and moved."""
        while True:
            socket = self._at_turn()
            began, ply = time.perf_counter(), socket.ply
            socket.move(socket.moves[0])
            while socket.ply == ply:
                socket.update()
            if not socket.turn and not socket.over:
                socket.update()
                return time.perf_counter() - began

    def _at_turn(self) -> Socket:
        while True:
            if self._socket is None or self._socket.over:
                self._socket = self.browser.socket(self.browser.new_table("freight-train", "me", self._opponent))
                self._socket.update()
            _await_turn(self._socket)
            if self._socket.turn:
                return self._socket


def _await_turn(socket: Socket) -> None:
    while not socket.turn and not socket.over:
        socket.update()


def until_then(end: float, times: int, act: Callable[[], float]) -> list[float]:
    """Do something so many times, or as often as there is time; at least once. How long each took."""
    waits = [act()]
    while len(waits) < times and time.monotonic() < end:
        waits.append(act())
    return waits


def p99(waits: list[float]) -> float:
    return sorted(waits)[math.ceil(0.99 * len(waits)) - 1]


@contextmanager
def moves(server: Server) -> Iterator[Callable[[], float]]:
    """How long a move takes until it is shown."""
    with ExitStack() as stack:
        players = [stack.enter_context(contextlib.closing(Player(server, "here"))) for _ in range(BYSTANDERS)]
        threads = stack.enter_context(ThreadPoolExecutor(BYSTANDERS))

        def measure() -> float:
            end = time.monotonic() + SECONDS
            played = threads.map(lambda player: until_then(end, MOVES, player.move), players)
            return p99([wait for waits in played for wait in waits])

        for player in players:
            player.move()  # whatever is done once is done
        yield measure


@contextmanager
def visits(server: Server) -> Iterator[Callable[[], float]]:
    """How long a page takes for somebody who has no connection yet."""

    def visit() -> float:
        began = time.perf_counter()
        assert httpx.get(f"{server.url}/about", timeout=WAIT).status_code == 200
        return time.perf_counter() - began

    visit()
    yield lambda: p99(until_then(time.monotonic() + SECONDS, VISITS, visit))


@contextmanager
def answers(server: Server) -> Iterator[Callable[[], float]]:
    """How long a bot takes for its move."""
    with contextlib.closing(Player(server, "bot:hard")) as player:
        player.answer()
        yield lambda: p99([player.answer() for _ in range(ANSWERS)])


Measure = Callable[[Server], contextlib.AbstractContextManager[Callable[[], float]]]


# --- the tests ---


@contextmanager
def attacked(folder: Path) -> Iterator[Server]:
    """A server with the limits that a host has who says nothing. Nobody is taken for a proxy; and it has as many files as a
    process has that does not ask for more, so that it must get by with them."""
    import resource

    options = ("--rate", "20", "--bot-tables", "3", "--proxies", "none")
    with serving(folder / "yard.db", *options, errors=folder / "log") as server:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
        yield server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with attacked(tmp_path_factory.mktemp("attacked")) as running:
        yield running


@pytest.fixture(scope="module", autouse=True)
def own_files() -> Iterator[None]:
    """The attacker needs many files as well."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * HALF_REQUESTS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            pytest.skip("this machine has too few files for an attack")
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def under(attacker: Callable[[Attack], None], attack: Attack) -> Iterator[None]:
    failed: list[BaseException] = []

    def run() -> None:
        try:
            attacker(attack)
        except BaseException as error:
            failed.append(error)
            attack.ready.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        assert attack.ready.wait(WAIT), "the attack does not begin"
        yield
    finally:
        attack.stop.set()
        thread.join(2 * WAIT)
    if failed:  # an attack that breaks is none
        raise failed[0]


ATTACKS: Final[tuple[tuple[Callable[[Attack], None], Measure], ...]] = (
    (words_that_are_no_move, moves),
    (typed_lines, moves),
    (pings, moves),
    (empty_texts, moves),
    (quoted_cookies, moves),
    (paths_of_slashes, moves),
    (half_requests, visits),
)


@pytest.mark.parametrize(("attacker", "measure"), ATTACKS, ids=[attacker.__name__ for attacker, _ in ATTACKS])
def test_a_bystander_plays_on(server: Server, attacker: Callable[[Attack], None], measure: Measure) -> None:
    told: list[str] = []
    number = [each for each, _ in ATTACKS].index(attacker)
    with measure(server) as measured:
        for look in range(LOOKS):  # each time from an address that nobody has thrown out yet
            if harmless(attacker, Attack(server, f"127.0.{look + 1}.{number + 1}"), measured, told):
                return
    pytest.fail("; ".join(told))


def test_a_bystanders_bot_answers_beside_tables_of_bots(tmp_path: Path) -> None:
    told: list[str] = []
    for look in range(LOOKS):  # each time on another server: the bots would play on
        folder = tmp_path / str(look)
        folder.mkdir()
        with attacked(folder) as server, answers(server) as measured:
            if harmless(tables_of_bots, Attack(server, "127.0.1.1"), measured, told):
                return
    pytest.fail("; ".join(told))


def harmless(attacker: Callable[[Attack], None], attack: Attack, measured: Callable[[], float], told: list[str]) -> bool:
    """Whether what a bystander waits for under attack is about what it was a moment before, in peace."""
    quiet = measured()
    with under(attacker, attack):
        wait = measured()
    told.append(f"{attacker.__name__}: {1000 * quiet:.0f} ms in peace, {1000 * wait:.0f} ms under attack")
    tell(told[-1])
    return wait <= TIMES * max(FLOOR, quiet)
