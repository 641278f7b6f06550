"""Programs that ask a server by a token: bots without a head, and whoever watches."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec

from freightyard.core.chance import Stream
from tests.server.running import WAIT, Browser

_TOKEN = re.compile(r'id="token" [^>]*value="(fy_[^"]+)"')


def new_token(browser: Browser, name: str, *scopes: str) -> str:
    """A token, made by the form of the page about somebody."""
    if browser.cookie is None:
        browser.post("/me/name", name=f"Owner of {name}"[:40])
    answer = browser.post("/me/tokens", **{"token-name": name}, **{f"scope-{scope}": "yes" for scope in scopes})
    found = _TOKEN.search(answer.text)
    assert found, answer.text
    return found[1]


class Lines:
    """A stream that is open."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.raw: list[bytes] = []  # every line but the blank ones
        self.blank = 0
        self._lines = response.iter_lines()

    def next(self) -> dict[str, Any] | None:
        """The next message; None at the end. Blank lines come for ever, so they do not count as a sign of life."""
        last = time.monotonic() + WAIT
        for line in self._lines:
            if line.strip():
                self.raw.append(line.encode())
                found: dict[str, Any] = msgspec.json.decode(line)
                return found
            self.blank += 1
            assert time.monotonic() < last, f"nothing but blank lines after {self.raw[-3:]}"
        return None

    def until(self, what: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Read until a message is as it should be."""
        while (message := self.next()) is not None:
            if what(message):
                return message
        raise AssertionError("the stream has ended")

    def until_blank(self) -> None:
        """Read all that is due now."""
        for line in self._lines:
            if not line.strip():
                return
            self.raw.append(line.encode())

    def of(self, kind: str) -> dict[str, Any]:
        """Read until a message of a kind."""
        return self.until(lambda message: message["type"] == kind)


class Program:
    """A program with a token."""

    def __init__(self, url: str, token: str | None, **headers: str) -> None:
        sent = {} if token is None else {"authorization": f"Bearer {token}"}
        self.http = httpx.Client(
            base_url=url, headers={**sent, **headers}, timeout=WAIT, transport=httpx.HTTPTransport(verify=False)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.http.close()

    @contextmanager
    def stream(self, path: str = "/api/events") -> Iterator[Lines]:
        """An open stream."""
        with self.http.stream("GET", path) as response:
            assert response.status_code == 200, response.read()
            yield Lines(response)

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query)

    def post(self, path: str, **fields: Any) -> httpx.Response:
        return self.http.post(path, json=fields)

    def spar(self, game: str, *others: str, **fields: Any) -> str:
        """A table to practise at; its key."""
        answer = self.post("/api/tables", game=game, seats=["me", *(others or ("random",))], **fields)
        assert answer.status_code == 201, answer.text
        key: str = answer.json()["table"]
        return key

    def moves(self, table: str, ply: int, *moves: str, **fields: Any) -> httpx.Response:
        """Send a batch."""
        return self.post("/api/moves", type="moves", table=table, ply=ply, moves=moves, **fields)

    def play(self, lines: Lines, table: str, plies: int = 10**6, seed: str = "programs") -> dict[str, Any]:
        """Answer every turn at a table with any legal move until its game is over, or has so many plies; the last message."""
        luck = Stream(seed)
        while True:
            message = lines.until(lambda message: message["type"] in ("turn", "end") and message["table"] == table)
            if message["type"] == "end" or message["ply"] >= plies:
                return message
            legal = message["view"]["legal"]
            answer = self.moves(message["table"], message["ply"], legal[luck.below(len(legal))])
            assert answer.status_code == 200, answer.text


def read_lines(answer: httpx.Response) -> list[dict[str, Any]]:
    """The messages of an answer that is not a stream."""
    assert answer.status_code == 200, answer.text
    return [msgspec.json.decode(line) for line in answer.text.splitlines()]


def in_thread(work: Callable[[], object]) -> threading.Thread:
    """Do something beside the test."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
