"""Whatever is sent to the server, broken, too large or nonsense, is answered with a sentence and harms nobody else."""

import contextlib
import socket as sockets

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from freightyard.server.wire import messages
from tests.server.running import UPGRADE, WAIT, Browser, Server, address_of
from tests.server.test_ws_protocol import raw


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{}",
        "[]",
        "null",
        "nonsense",
        '{"move":"take 1","ply":1,"seat":1}',
        '{"move":[],"ply":1,"seat":1}',
        '{"move":["take 1"],"ply":-1,"seat":1}',
        '{"move":["take 1"],"ply":1e99,"seat":1}',
        '{"move":["take 1"],"ply":1,"seat":0}',
        '{"move":["take 1"],"seat":1}',
        '{"move":["take 1"],"ply":1}',
        '{"undo":true,"move":["take 1"],"ply":1,"seat":1}',
        '{"hello":{"ply":0,"build":"' + "x" * 100 + '"}}',
        '{"unknown":1}',
        '{"why":"' + "x" * 300 + '","seat":1}',
        '{"chat":' + "[" * 8000,
        "[" * 16_000,
        '{"a":' * 2500 + "1" + "}" * 2500,
        '{"chat":"\\ud800"}',
        b"\x00\x01\x02",
    ],
)
def test_a_broken_message_is_answered_with_a_sentence_and_many_end_the_socket(ann: Browser, frame: str | bytes) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.connection.send(frame)
        sentence = socket.oops()["oops"]
        assert "Traceback" not in sentence
        assert len(sentence) < 200
        socket.send(ping=7)
        socket.until(lambda message: message.get("pong") == 7)
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                socket.connection.send(frame)
        assert socket.closed() == 1008


def test_a_message_that_is_too_large_ends_the_socket(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.send(chat="x" * 20_000)
        assert socket.closed() == 1009


def test_hello_comes_first(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key, hello=False) as socket:
        socket.send(chat="hi")
        assert "hello" in socket.oops()["oops"]
        socket.send(hello={"ply": 0, "build": "000000000000"})
        assert socket.until(lambda message: message.get("reload"))


def test_a_form_that_is_too_large_is_refused(server: Server) -> None:
    for path in ("/new", "/quick", "/me/name", "/t/abc/sit"):
        answer = httpx.post(f"{server.url}{path}", headers={"origin": server.url}, content=b"name=" + b"x" * 2_000_000)
        assert answer.status_code in (404, 413, 422)


def test_broken_http_is_answered_without_a_trace(server: Server, eve: Browser) -> None:
    for path in (
        "/t/%00",
        "/t/%ff%fe",
        "/t/" + "a" * 5000,
        "/t/..%2f..%2fetc%2fpasswd",
        "/t/a/at/-1",
        "/t/a/at/99999999999999999999",
    ):
        answer = eve.get(path)
        assert 400 <= answer.status_code < 500
        assert "Traceback" not in answer.text
    host, port = server.url.removeprefix("http://").split(":")
    for broken in (
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"POST /new HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    ):
        with sockets.create_connection((host, int(port)), timeout=WAIT) as raw_socket:
            raw_socket.sendall(broken)
            raw_socket.shutdown(sockets.SHUT_WR)
            answer_bytes = raw_socket.recv(100_000)
        assert b"Traceback" not in answer_bytes
    assert eve.get("/health").status_code == 200


@pytest.mark.parametrize("path", [f"/about?{'a' * 3000}", f"/t/{'x' * 3000}", f"/{'/' * 3000}hello/s3cret"])
def test_an_address_that_is_too_long_is_refused(server: Server, eve: Browser, path: str) -> None:
    answer = eve.get(f"{server.url}{path}")
    assert answer.status_code == 414
    assert "too long" in answer.text
    with sockets.create_connection(address_of(server), timeout=WAIT) as connection:
        connection.sendall("\r\n".join((f"GET {path} HTTP/1.1", "Host: x", *UPGRADE, "", "")).encode())
        assert connection.recv(65536).startswith(b"HTTP/1.1 403 ")
    assert "s3cret" not in server.log()


@pytest.mark.parametrize("path", ["/t/%00", "/t/%00/record", "/r/%00", "/hello/%00", "/records?before=1.0%20%00", "/me?said=%00"])
def test_an_address_with_what_no_database_keeps_is_refused(server: Server, eve: Browser, path: str) -> None:
    answer = eve.get(path)
    assert answer.status_code == 400
    assert "Check the link" in answer.text


def test_a_request_that_ends_in_two_ways_is_refused_and_what_follows_is_not_heard(server: Server) -> None:
    head = b"POST /me/name HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    with sockets.create_connection(address_of(server), timeout=WAIT) as connection:
        connection.sendall(head + b"GET /about HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = b""
        while more := connection.recv(65536):
            answer += more
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1


def test_words_that_are_no_move_count_as_faults(ann: Browser) -> None:
    key = ann.new_table("freight", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        for message in ({"why": "build k16 switch-right 1_0"}, {"move": ["build k16 switch-right 1_0"], "ply": socket.ply}):
            socket.await_turn()
            socket.send(**message, seat=1)
            assert "did you mean" not in socket.oops()["oops"]
        with contextlib.suppress(ConnectionClosed):
            for _ in range(20):
                socket.send(why="build k16 switch-right 1_0", seat=1)
        assert socket.closed() == 1008


@pytest.mark.parametrize(
    "frames",
    [
        [Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True)],
        [Frame(Opcode.TEXT, b"\xff", fin=False).serialize(mask=True), Frame(Opcode.CONT, b"\xfe").serialize(mask=True)],
    ],
)
def test_a_frame_that_is_no_text_writes_no_error(server: Server, ann: Browser, frames: list[bytes]) -> None:
    before = server.log().count(" error ")
    with raw(ann) as line:
        line.send(*frames)
        first, data = line.frame()
        assert (first, int.from_bytes(data[:2], "big")) == (0x88, 1007)
    key = ann.new_table("freight-train", "me", "open")
    ann.get(f"/t/{key}")
    server.logged(f"GET path=/t/{key}")
    assert server.log().count(" error ") == before


def test_a_message_is_read_strictly() -> None:
    assert messages.read('{"ping":1}').ping == 1
    for bad in ('{"ping":1,"chat":"x"}', '{"ping":null}', '{"ping":1,"extra":2}', "\ud800"):
        with pytest.raises(messages.BadMessage):
            messages.read(bad)
    assert msgspec.json.decode(messages.RELOAD[2:]) == {"reload": True}  # after the head of the frame
