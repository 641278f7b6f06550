"""A real server in a process of its own, and browsers and sockets that talk to it."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from freightyard.core.chance import Stream
from freightyard.games import game_named
from freightyard.page.edits import edited
from tests.server.at_once import at_once
from tests.server.starter import Starter

# What cards the tables get follows from this word, so that a test meets the same ones every time. --deep takes chance instead.
CARDS = "YARD_TEST_CARDS"
WAIT = 60.0  # seconds after which something that should happen is given up: long, for machines that are busy
# What a request says that becomes a socket.
UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


def until(true: Callable[[], object], what: str) -> None:
    """Wait until something is so that happens beside us: in another process, a file, a database."""
    end = time.monotonic() + 2 * WAIT
    while not true():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.02)


class Server:
    """A server process."""

    def __init__(self, database: str | Path, *options: str, errors: Path) -> None:
        self.errors = errors
        self.database = str(database)
        arguments = [
            "serve",
            "--database",
            str(database),
            "--port",
            "0",
            "--pace",
            "0",
            *(["--cards", word, "--cards-of-secret-games"] if (word := os.environ.get(CARDS, "tests")) else []),
            *([] if "--rate" in options else ["--rate", "1000"]),  # tests are quicker than people
            *([] if "--token-rate" in options else ["--token-rate", "1000"]),
            *([] if "--bot-tables" in options else ["--bot-tables", "1000"]),
            *([] if "--silent-days" in options else ["--silent-days", "0"]),  # tables of fixtures moved long ago
            *options,
        ]
        with errors.open("ab") as log:
            self.process = Starter.here().start(arguments, log)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if not found:
            self.process.kill()
            self.process.communicate()
        assert found, f"the server did not start: {line!r} {self.log()}"
        self.url = found[0]

    def log(self) -> str:
        """Everything it has logged so far. A line is written after the answer that it is about: see `logged`."""
        return self.errors.read_text(encoding="utf-8")

    def logged(self, words: str, times: int = 1) -> str:
        """Wait until it has logged something, so many times at least; then everything that it has logged."""
        until(lambda: self.log().count(words) >= times, f"the log says {words!r} {times} times")
        return self.log()

    def kill(self) -> None:
        """End it at once, without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)

    def stop(self) -> int:
        """End it as Ctrl-C does; its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(WAIT)


def address_of(server: Server) -> tuple[str, int]:
    host, port = server.url.removeprefix("http://").split(":")
    return host, int(port)


@contextmanager
def serving(database: str | Path, *options: str, errors: Path) -> Iterator[Server]:
    """A server for as long as it is needed."""
    server = Server(database, *options, errors=errors)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.terminate()
            try:
                server.process.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
        server.process.stdout.close()


class Browser:
    """Somebody's browser: it keeps a cookie, and remembers every byte that it was sent."""

    def __init__(self, url: str, *, address: str = "127.0.0.1", **headers: str) -> None:
        """`address`: from which it comes; on Linux all that begin with 127 are this machine's."""
        self.url = url
        self.source = (address, 0)
        self.bytes: list[bytes] = []
        self._http = httpx.Client(
            base_url=url,
            transport=httpx.HTTPTransport(verify=False, local_address=address),  # to read certificates takes longer than a page
            headers={"origin": url, "accept": "text/html", **headers},
            timeout=WAIT,
            event_hooks={"response": [self._keep]},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._http.close()

    def _keep(self, response: httpx.Response) -> None:
        self.bytes.append(response.read() + str(response.headers).encode())

    @property
    def cookie(self) -> str | None:
        return self._http.cookies.get("freightyard")

    @cookie.setter
    def cookie(self, value: str) -> None:
        self._http.cookies.clear()
        self._http.cookies.set("freightyard", value)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self._http.get(path, **options)

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self._http.post(path, data=fields)

    def post_json(self, path: str, body: bytes) -> httpx.Response:
        """Send JSON, as the client does."""
        return self._http.post(path, content=body, headers={"content-type": "application/json", "accept": "text/plain"})

    def new_table(self, game: str, *seats: str, name: str = "Ann", **fields: str) -> str:
        """Make a table by the site's own form: seats are me, open, here or bot:NAME. Its key."""
        chosen = {f"seat-{number}": seat for number, seat in enumerate(seats, 1)}
        called = {f"called-{number}": f"Friend {number}" for number, seat in enumerate(seats, 1) if seat == "here"}
        edition = fields.pop("edition", None) or game_named(game).editions[0]
        answer = self.post("/new", game=game, edition=edition, name=name, **chosen, **called, **fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def socket(self, key: str, *, url: str | None = None, hello: bool = True) -> "Socket":
        """A socket at a table."""
        headers = {} if self.cookie is None else {"Cookie": f"freightyard={self.cookie}"}
        base = url or self.url
        connection = connect(
            f"{base.replace('http', 'ws')}/t/{key}/ws",
            origin=Origin(base),
            additional_headers=headers,
            open_timeout=WAIT,
            compression=None,
            source_address=self.source,
        ).__enter__()
        return Socket(connection, self.bytes, hello=hello)


_LINE = re.compile(r'<li data-ply="(\d+)".*?</li>')


class Socket:
    """A socket at a table, as the client of the page is: it keeps what it is shown."""

    def __init__(self, connection: ClientConnection, seen: list[bytes], *, hello: bool) -> None:
        self.connection = connection
        self.seen = seen
        self.ply = 0
        self.seat: int | None = None
        self.parts: dict[str, str] = {}
        self.sent: dict[str, str] = {}  # the last text of each part
        self.lines: dict[int, str] = {}  # of the log, by their first ply
        self.moves: list[str] = []
        self.over = False
        self.turn = False
        self.said: list[str] = []
        self.frames: list[dict[str, Any]] = []
        if hello:
            self.send(hello={"ply": 0})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.connection.__exit__(kind, error, trace)

    def send(self, **message: Any) -> None:
        self.connection.send(msgspec.json.encode(message).decode())

    def receive(self, timeout: float = WAIT) -> dict[str, Any]:
        """The next message, whatever it is; what it shows is kept."""
        text = self.connection.recv(timeout=timeout)
        assert isinstance(text, str), "a frame is a text"
        self.seen.append(text.encode())
        message: dict[str, Any] = msgspec.json.decode(text)
        self._complete(message)
        self.frames.append(message)
        if "parts" in message:
            self.ply, self.moves = message["ply"], message.get("moves", [])
            self.seat = message.get("seat", self.seat)
            self.over, self.turn = message.get("over", False), bool(self.moves)
            self.parts.update(message["parts"])
            self.parts["log"] = self._read_log(self.parts.pop("older", "") + self.parts["log"])
            self.said += message.get("say", [])
        return message

    def _complete(self, message: dict[str, Any]) -> None:
        """Make whole texts of the parts of which only what differs was sent."""
        parts = message.get("parts", {})
        for name, told in parts.items():
            parts[name] = self.sent[name] = told if isinstance(told, str) else edited(self.sent[name], tuple(told))
        if parts:
            self.seen.append(msgspec.json.encode(parts))

    def _read_log(self, sent: str) -> str:
        """The whole log: a page keeps its lines up to the first one that it is sent."""
        lines = {int(line[1]): line[0] for line in _LINE.finditer(sent)}
        first = min(lines, default=0)
        self.lines = {ply: line for ply, line in self.lines.items() if ply < first} | lines
        return "".join(self.lines[ply] for ply in sorted(self.lines, reverse=True))

    def until(self, what: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Receive until a message is as it should be."""
        while True:
            message = self.receive()
            if what(message):
                return message

    def update(self) -> dict[str, Any]:
        """Receive until the table is shown anew."""
        return self.until(lambda message: "parts" in message)

    def await_turn(self) -> None:
        """Receive until the seat through which it looks is to act."""
        while not self.turn:
            self.update()

    def await_end(self) -> None:
        """Receive until the game is over."""
        while not self.over:
            self.update()

    def oops(self) -> dict[str, Any]:
        """Receive until something is refused."""
        return self.until(lambda message: "oops" in message)

    def quiet(self, seconds: float = 0.5) -> list[dict[str, Any]]:
        """What comes within some time."""
        messages = []
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                messages.append(self.receive(left))
            except TimeoutError:
                break
        return messages

    def closed(self) -> int | None:
        """Receive until the server closes the socket; the code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as error:
            return None if error.rcvd is None else error.rcvd.code

    def move(self, *texts: str, ply: int | None = None, seat: int | None = None) -> None:
        self.send(move=list(texts), ply=self.ply if ply is None else ply, seat=self.seat if seat is None else seat)

    def play(self, seed: str, plies: int = 10**6) -> None:
        """Play any legal moves for the seat through which it looks, until the game is over or has so many plies."""
        luck = Stream(seed)
        while not self.over and self.ply < plies:
            if self.turn:
                self.choose(self.moves[luck.below(len(self.moves))])
            else:
                self.update()

    def play_moves(self, moves: Sequence[str]) -> None:
        """Play these moves for the seat through which it looks, one after the other, and wait for the end of the game."""
        for text in moves:
            self.await_turn()
            self.choose(text)
        self.await_end()

    def choose(self, text: str) -> None:
        """Make a move, and receive until it is made."""
        before, offered = self.ply, self.moves
        self.move(text)
        # While all choose at once, the choices of others are played before one's own is taken.
        while self.ply == before or (at_once(text) and self.moves == offered):
            message = self.update()
            assert "oops" not in message


def play_together(sockets: list[Socket], seed: str, plies: int = 10**6) -> None:
    """Let several people play, each in a thread of their own, until the game is over or has so many plies."""
    failures: queue.Queue[BaseException] = queue.Queue()

    def one(number: int, socket: Socket) -> None:
        try:
            socket.play(f"{seed} {number}", plies)
        except BaseException as error:
            failures.put(error)

    threads = [threading.Thread(target=one, args=pair) for pair in enumerate(sockets)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if not failures.empty():
        raise failures.get()


def tell(words: str) -> None:
    """Say what was measured, for `pytest -s`."""
    sys.stdout.write(f"\n{words}\n")
    sys.stdout.flush()


def alive(pid: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
