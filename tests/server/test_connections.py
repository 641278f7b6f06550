"""Connections that are held: half a request, nobody who reads, too many of one address; and who inherits them."""

import contextlib
import socket as sockets
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.frames import Frame, Opcode

from tests.processes import children
from tests.server.running import UPGRADE, WAIT, Browser, Server, address_of, serving, until


class Unread:
    """A connection whose other side does not read: what is sent to it stays with the server."""

    def __init__(self, server: Server) -> None:
        self.connection = sockets.socket()
        self.connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        self.connection.settimeout(WAIT)
        self.connection.connect(address_of(server))

    def __enter__(self) -> sockets.socket:
        return self.connection

    def __exit__(self, *_: object) -> None:
        self.connection.close()


def is_reset(connection: sockets.socket) -> bool:
    """Whether the server has hung up, without reading what it has sent."""
    return connection.getsockopt(sockets.SOL_SOCKET, sockets.SO_ERROR) != 0


def test_who_does_not_read_a_page_is_hung_up_on(tmp_path: Path) -> None:
    options = ("--request-seconds", "1", "--connections", "1000")
    with serving(tmp_path / "yard.db", *options, errors=tmp_path / "log") as server, Unread(server) as connection:
        connection.sendall(b"GET /manual/freight HTTP/1.1\r\nHost: x\r\n\r\n" * 400)  # eleven megabytes
        until(lambda: is_reset(connection), "the server hangs up")


def test_who_does_not_read_a_table_is_hung_up_on(tmp_path: Path) -> None:
    options = ("--request-seconds", "1")
    with serving(tmp_path / "yard.db", *options, errors=tmp_path / "log") as server, Browser(server.url) as eve:
        key = eve.new_table("freight", "me", "bot:random", name="Eve")
        head = (f"GET /t/{key}/ws HTTP/1.1", f"Host: {server.url[7:]}", f"Origin: {server.url}")
        lines = (*head, f"Cookie: freightyard={eve.cookie}")
        stale = [b'{"hello":{"ply":0}}', *[b'{"undo":true,"ply":9999,"seat":1}'] * 500]  # each is answered with the whole table
        with Unread(server) as connection:  # not before there is a table: its request has a second to come
            connection.sendall("\r\n".join((*lines, *UPGRADE, "", "")).encode())
            assert connection.recv(1000).startswith(b"HTTP/1.1 101 ")
            with contextlib.suppress(OSError):
                for message in stale:
                    connection.sendall(Frame(Opcode.TEXT, message).serialize(mask=True))
            until(lambda: is_reset(connection), "the server hangs up")


HALVES = (
    b"",
    b"GET / HTT",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ",
    b"POST /quick HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nname=",
)


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for the rest of a request for a second only."""
    folder = tmp_path_factory.mktemp("impatient")
    with serving(folder / "yard.db", "--request-seconds", "1", errors=folder / "log") as running:
        yield running


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_is_not_all_there_in_time_is_given_up(impatient: Server, half: bytes) -> None:
    with sockets.create_connection(address_of(impatient), timeout=WAIT) as connection:
        connection.sendall(half)
        with contextlib.suppress(ConnectionResetError):
            while connection.recv(100_000):  # a refusal may come before the end
                pass
    # A second half on a connection that was used already is waited for no longer.
    with sockets.create_connection(address_of(impatient), timeout=WAIT) as connection:
        connection.sendall(b"GET /about HTTP/1.1\r\nHost: x\r\n\r\n" + half)
        with contextlib.suppress(ConnectionResetError):
            while connection.recv(100_000):
                pass
    assert " error " not in impatient.log()


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    options = ("--connections", "4", "--proxies", "none")
    with (
        serving(tmp_path / "yard.db", *options, errors=tmp_path / "log") as server,
        contextlib.ExitStack() as stack,
        Browser(server.url) as ann,
    ):
        key = ann.new_table("freight-train", "me", "bot:random")  # a browser keeps its connection: that is one
        socket = stack.enter_context(ann.socket(key))  # the socket of a table is another
        socket.update()
        held = [stack.enter_context(sockets.create_connection(address_of(server), timeout=WAIT)) for _ in range(2)]
        with sockets.create_connection(address_of(server), timeout=WAIT) as one_more:
            assert hung_up(one_more)
        socket.send(ping=1)
        socket.until(lambda message: "pong" in message)
        for connection in held:
            connection.close()
        until(lambda: may_come_in(server), "those who left make room")


def may_come_in(server: Server) -> bool:
    try:
        return httpx.get(f"{server.url}/health").status_code == 200
    except httpx.HTTPError:
        return False


def hung_up(connection: sockets.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process are read from /proc")
def test_the_server_may_have_as_many_files_open_as_the_system_lets_it(tmp_path: Path) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    least = 512 if hard == resource.RLIM_INFINITY else min(512, hard - 1)
    resource.setrlimit(resource.RLIMIT_NOFILE, (least, hard))
    try:
        with serving(tmp_path / "yard.db", errors=tmp_path / "log") as server:
            raised, _ = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert raised == min(65_536, hard) if hard != resource.RLIM_INFINITY else raised == 65_536


@pytest.mark.skipif(sys.platform != "linux", reason="the files of another process are listed in /proc")
@pytest.mark.parametrize("processes", [1, 2])
def test_bots_do_not_inherit_the_socket_on_which_the_server_listens(tmp_path: Path, processes: int) -> None:
    options = ("--processes", str(processes))
    with serving(tmp_path / "yard.db", *options, errors=tmp_path / "log") as server, Browser(server.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:greedy")
        with ann.socket(key) as socket:
            socket.update()
            socket.play("inherit", plies=socket.ply + 12)
        port = f":{address_of(server)[1]:04X}"
        listening = {
            line.split()[9]
            for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
            if line.split()[1].endswith(port) and line.split()[3] == "0A"
        }
        assert listening
        parents = [server.process.pid, *children(server.process.pid, "")]
        bots = [bot for parent in parents for bot in children(parent, "freightyard.server.bots.process")]
        assert bots, "a bot has played"
        for bot in bots:
            files = {str(entry.readlink()) for entry in Path(f"/proc/{bot}/fd").iterdir()}
            assert not files & {f"socket:[{inode}]" for inode in listening}
