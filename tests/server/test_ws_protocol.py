"""Frames as they come over the wire: whole, cut anywhere, several at once, in pieces, and wrong ones."""

import socket as sockets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode

from freightyard.server.wire.frames import framed, text_of
from freightyard.server.wire.messages import MOST_BYTES
from tests.server.running import WAIT, Browser


class Raw:
    """A socket at a table, byte by byte."""

    def __init__(self, connection: sockets.socket) -> None:
        self.connection = connection
        self.rest = b""

    def send(self, *frames: bytes, cut: int = 0) -> None:
        """Send frames at once, or in pieces of so many bytes."""
        whole = b"".join(frames)
        for start in range(0, len(whole), cut or len(whole)):
            self.connection.sendall(whole[start : start + (cut or len(whole))])

    def frame(self) -> tuple[int, bytes]:
        """The next frame from the server: its first byte and what is in it. Nothing if the server has hung up."""
        while True:
            if len(self.rest) >= 2:
                size, head = self.rest[1], 2
                if size >= 126:
                    head = 4 if size == 126 else 10
                    size = int.from_bytes(self.rest[2:head], "big")
                if len(self.rest) >= head + size:
                    first, data = self.rest[0], self.rest[head : head + size]
                    self.rest = self.rest[head + size :]
                    return first, data
            more = self.connection.recv(65536)
            if not more:
                return 0, b""
            self.rest += more


@contextmanager
def raw(browser: Browser) -> Iterator[Raw]:
    key = browser.new_table("freight-train", "me", "bot:greedy")
    address = urlsplit(browser.url)
    where = (address.hostname or "", address.port or 0)
    with sockets.create_connection(where, timeout=WAIT, source_address=browser.source) as connection:
        connection.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        lines = (
            f"GET /t/{key}/ws HTTP/1.1",
            f"Host: {address.netloc}",
            f"Origin: {browser.url}",
            f"Cookie: freightyard={browser.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "",
            "",
        )
        connection.sendall("\r\n".join(lines).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += connection.recv(65536)
        assert answer.startswith(b"HTTP/1.1 101 ")
        yield Raw(connection)


def ping(number: int) -> bytes:
    return text(b'{"ping":%d}' % number)


def text(data: bytes) -> bytes:
    return Frame(Opcode.TEXT, data).serialize(mask=True)


def pong(number: int) -> tuple[int, bytes]:
    return 0x81, b'{"pong":%d}' % number


@pytest.mark.parametrize("cut", [0, 1, 3, 7, 20])
def test_frames_are_heard_wherever_they_are_cut(ann: Browser, cut: int) -> None:
    with raw(ann) as line:
        line.send(ping(1), ping(2), ping(3), cut=cut)
        assert [line.frame() for _ in range(3)] == [pong(1), pong(2), pong(3)]
        long = text(b'{"ping":4' + b" " * 300 + b"}")
        line.send(long, ping(5), cut=cut)
        assert [line.frame() for _ in range(2)] == [pong(4), pong(5)]


def test_many_messages_at_once_are_all_answered_in_their_order(ann: Browser) -> None:
    with raw(ann) as line:
        line.send(*map(ping, range(200)))
        assert [line.frame() for _ in range(200)] == [*map(pong, range(200))]


def test_a_message_in_pieces_is_heard_and_a_ping_between_them_is_answered(ann: Browser) -> None:
    with raw(ann) as line:
        line.send(
            Frame(Opcode.TEXT, b'{"pi', fin=False).serialize(mask=True),
            Frame(Opcode.PING, b"there?").serialize(mask=True),
            Frame(Opcode.CONT, b'ng":', fin=False).serialize(mask=True),
            Frame(Opcode.CONT, b"7}").serialize(mask=True),
            ping(8),
        )
        assert line.frame() == (0x8A, b"there?")
        assert [line.frame() for _ in range(2)] == [pong(7), pong(8)]


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([Frame(Opcode.TEXT, b"{").serialize(mask=False)], 1002),  # a client has to mask
        ([Frame(Opcode.TEXT, b'{"pi', fin=False).serialize(mask=True), ping(1)], 1002),  # one message within another
        ([Frame(Opcode.CONT, b"x").serialize(mask=True)], 1002),
        ([b"\xf1\x80\x00\x00\x00\x00"], 1002),  # bits that mean nothing
        ([text(b"\xff\xfe")], 1007),
        ([text(b" " * (MOST_BYTES + 1))], 1009),
        ([b"\x81\xff" + (1 << 62).to_bytes(8, "big") + bytes(4)], 1009),
    ],
)
def test_what_is_no_message_ends_the_line(ann: Browser, frames: list[bytes], code: int) -> None:
    with raw(ann) as line:
        line.send(*frames)
        first, data = line.frame()
        assert first == 0x88
        assert int.from_bytes(data[:2], "big") == code


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 200_000])
def test_framed(size: int) -> None:
    data = b"x" * size
    assert framed(data) == Frame(Opcode.TEXT, data).serialize(mask=False)
    assert text_of(framed(data)) == data
