"""Streams of lines: a reader who does not read takes no memory, and is hung up on."""

import asyncio
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from freightyard.server.api.streams import LineStream, Streams
from freightyard.server.limits import ConnectionLimit
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.server.wire.http_protocol import AwaitedRequests, HttpProtocol
from freightyard.store import open_store
from freightyard.store.rows import News, Person, Token
from tests.server.services import services_on

pytestmark = pytest.mark.anyio

LINE = b"x" * 1023 + b"\n"
SMALL = 8192  # bytes that the system keeps for each side


class Endless:
    """A feed that always has one more line."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.asked = 0
        self.closed = False

    async def next(self) -> Sequence[bytes]:
        await asyncio.sleep(0)  # as one that asks the store
        self.asked += 1
        return (LINE,)

    def hear(self, news: News) -> None:
        pass

    def close(self) -> None:
        self.closed = True


async def connected(address: tuple[str, int]) -> socket.socket:
    """Who asks for a stream and does not read it."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    reader.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(reader, address)
    await loop.sock_sendall(reader, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    return reader


async def hung_up(services: Services, feed: Endless) -> int:
    """Serve a stream to somebody who does not read it, until it has ended; how many lines were taken from it."""
    streams = Streams(services)
    token = Token(key="key", owner="ann", person=Person("bot", "Robo"), name="Robo", scopes=("play",), made_at=0.0)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await LineStream(streams, token, feed)(scope, receive, send)

    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
    server = uvicorn.Server(uvicorn.Config(app, http=HttpProtocol, lifespan="off", log_level="error"))
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    reader = await connected(listening.getsockname())
    while not feed.asked:
        await asyncio.sleep(0.01)
    while streams.all():
        await asyncio.sleep(0.01)
    assert reader.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR), "hung up, without waiting for what was sent"
    reader.close()
    await streams.close()
    server.should_exit = True
    await serving
    return feed.asked


async def test_who_does_not_read_a_stream_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings()
    monkeypatch.setattr(HttpProtocol, "limit", ConnectionLimit(settings), raising=False)
    monkeypatch.setattr(HttpProtocol, "awaited", AwaitedRequests(60.0), raising=False)
    monkeypatch.setattr(HttpProtocol, "unread_seconds", 0.3, raising=False)
    feed, store = Endless(), await open_store(str(tmp_path / "yard.db"))
    async with services_on(store, settings) as services, asyncio.timeout(60):
        taken = await hung_up(services, feed)
    await store.close()
    assert feed.closed
    assert taken * len(LINE) < 2**20, "what nobody reads is not written"
