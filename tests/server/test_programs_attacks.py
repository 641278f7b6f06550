"""Programs that mean no good, or know no better: none of them keeps others waiting, and each is told in one sentence."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.programs import Program, new_token
from tests.server.running import WAIT, Browser, Server, address_of, serving


@pytest.fixture(scope="module")
def tokens(server: Server) -> Iterator[tuple[str, str]]:
    with Browser(server.url) as ann:
        ann.post("/me/name", name="Ann")
        yield new_token(ann, "Fuzz", "play"), new_token(ann, "Slow", "play", "watch")


@pytest.fixture(scope="module")
def fuzz(server: Server, tokens: tuple[str, str]) -> Iterator[Program]:
    with Program(server.url, tokens[0]) as program:
        yield program


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
MOVES = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["moves", "decline", "start", ""]) | JSON,
        "table": st.text(max_size=70) | JSON,
        "ply": st.integers() | JSON,
        "moves": st.lists(st.text(max_size=30), max_size=5) | JSON,
        "dry_run": JSON,
        "hint": JSON,
    },
)


def in_one_sentence(answer: object) -> None:
    assert isinstance(answer, dict)
    assert answer["type"] in ("refused", "failed")
    assert answer["why"].strip()
    assert "\n" not in answer["why"]
    assert len(answer["why"]) < 600


@settings(max_examples=60)
@given(st.binary(max_size=300) | MOVES.map(msgspec.json.encode) | JSON.map(msgspec.json.encode))
def test_any_body_ends_in_one_sentence(fuzz: Program, body: bytes) -> None:
    for path in ("/api/moves", "/api/tables", "/api/tables/x/sit"):
        answer = fuzz.http.post(path, content=body)
        assert 400 <= answer.status_code < 500, (path, body, answer.text)
        in_one_sentence(answer.json())


@pytest.mark.parametrize("path", ["/api/moves", "/api/tables"])
@pytest.mark.parametrize("body", [b"[" * 60_000, b'{"a":' * 10_000, b"\xff" * 60_000, b'"' + b"a" * 60_000, b"0" * 65_000])
def test_deep_and_long_bodies(fuzz: Program, path: str, body: bytes) -> None:
    answer = fuzz.http.post(path, content=body)
    assert answer.status_code == 400
    in_one_sentence(answer.json())


def test_a_huge_body_is_not_read(fuzz: Program) -> None:
    answer = fuzz.http.post("/api/moves", content=b" " * (1 << 20))
    assert answer.status_code == 413
    in_one_sentence(answer.json())


@pytest.mark.parametrize(
    "path",
    [
        "/api/%00",
        "/api/tables/%2e%2e/watch",
        "/api/records/' OR 1=1",
        "/api/records/%f0%28",
        "/api/records?game=%00",
        f"/api/tables/{'a' * 9000}/watch",
    ],
)
def test_addresses_that_are_none(fuzz: Program, path: str) -> None:
    answer = fuzz.http.get(path)
    assert 400 <= answer.status_code < 500
    in_one_sentence(answer.json())


def test_a_character_that_no_database_keeps(fuzz: Program) -> None:
    """Else the server would say that it is its own fault, and the bot would ask for ever."""
    for path, fields in (
        ("/api/tables", {"game": "freight", "seats": ["me", "random"], "seed": "\0"}),
        ("/api/tables/x/sit", {"link": "\0"}),
        ("/api/moves", {"type": "moves", "table": "\0", "ply": 0, "moves": ["pass"]}),
        ("/api/moves", {"type": "decline", "table": "x", "why": "\\\0"}),
    ):
        answer = fuzz.http.post(path, json=fields)
        assert answer.status_code == 400, answer.text
        assert "\\u0000" in answer.json()["why"]
    assert fuzz.http.post("/api/moves", json={"type": "decline", "table": "x", "why": "\\u0000"}).status_code == 404


def test_a_reader_that_does_not_read_costs_nobody_anything(server: Server, tokens: tuple[str, str]) -> None:
    """Its stream waits with one line in its hand; the bot plays on by another one."""
    with Program(server.url, tokens[1]) as slow:
        raw = socket.create_connection(address_of(server))
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.sendall(f"GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {tokens[1]}\r\n\r\n".encode())
        with slow.stream() as lines:
            key = slow.spar("freight", "random", seed="slow")
            end = slow.play(lines, key, 80)
            assert end["table"] == key
        slow.post(f"/api/tables/{key}/resign")
        raw.close()


def test_a_body_that_never_comes_keeps_no_program_waiting(server: Server, tokens: tuple[str, str], fuzz: Program) -> None:
    """The gate lets two in at a time: nobody may stand in it without a request."""
    hanging = []
    for _ in range(6):
        raw = socket.create_connection(address_of(server))
        head = f"POST /api/moves HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {tokens[0]}\r\nContent-Length: 100\r\n\r\n"
        raw.sendall(head.encode() + b"{")
        hanging.append(raw)
    for _ in range(5):
        assert fuzz.moves("nosuchtable2", 0, "x").status_code == 404
    before = server.log().count("path=/api/moves status=500")
    for raw in hanging:
        raw.close()
    server.logged("path=/api/moves status=500", before + len(hanging))
    assert "request failed" not in server.log(), "that they have left is no mistake of ours"


@pytest.mark.deep
@pytest.mark.parametrize("count", [200, 3000])
def test_many_streams(tmp_path: Path, count: int) -> None:
    """Whoever opens thousands has four; the others are ended, and people go on."""
    with (
        serving(tmp_path / "yard.db", "--connections", "0", "--token-rate", "100000", "--rate", "100000", errors=tmp_path / "log")
        as server,
        Browser(server.url) as ann,
    ):  # fmt: skip
        token = new_token(ann, "Many", "play")
        host, port = address_of(server)

        async def flood() -> None:
            request = f"GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
            opened, ended = [], set[asyncio.Task[bytes]]()
            for _ in range(count):
                reader, writer = await asyncio.open_connection(host, port)
                writer.write(request)
                opened.append((asyncio.create_task(reader.read()), writer))
            left = {reading for reading, _ in opened}
            while len(left) > 4:  # the server may come to them in another order, so any four may be left
                done, left = await asyncio.wait(left, timeout=WAIT, return_when=asyncio.FIRST_COMPLETED)
                assert done, f"{len(left)} are left"
                ended |= done
            for reading in ended:
                assert b'"closing"' in reading.result() or b"429" in reading.result()[:20], reading.result()[:200]
            for reading in left:
                reading.cancel()
            for _, writer in opened:
                writer.close()

        asyncio.run(flood())
        key = ann.new_table("freight-train", "me", "bot:random")
        with ann.socket(key) as place:
            place.update()
            place.play("after the flood", place.ply + 10)
        assert "error" not in server.log()
