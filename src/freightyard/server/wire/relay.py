"""Several processes of one server: one of them owns the sockets of a table.

Any process may accept a browser's connection, and any answers what it asks for. But a socket is handed, connection and all, to
the process that owns its table: so a move is made, drawn and sent in one place, and nobody reads it from the database again.
Where the owner is not there, the process that has the socket keeps it; that is slower, but just as right.

The processes also tell each other what changed at which table, if the database does not: SQLite has no such thing.
"""

import asyncio
import contextlib
import fcntl
import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final, final
from zlib import crc32

from freightyard.server.wire.ws_protocol import TableProtocol
from freightyard.store.rows import News

_MOST_BYTES: Final = 128 * 1024  # of a message between processes: the head of a request, or news
_MOST_NEWS: Final = 256  # in a message
_RETRY_SECONDS: Final = 0.005
_PARENT_SECONDS: Final = 0.5


@final
class Relay:
    """The connections of one process to the others, over Unix sockets in a folder. `new_protocol` makes the protocol of a socket
    that is handed over; `on_news` is called with the news of others."""

    def __init__(
        self,
        folder: Path,
        processes: int,
        new_protocol: Callable[[], TableProtocol],
        on_news: Callable[[News], None] | None,
    ) -> None:
        self._processes = processes
        self._new_protocol = new_protocol
        self._on_news = on_news
        self._loop = asyncio.get_running_loop()
        self._number, self._lock = _claimed(folder, processes)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
        path = folder / str(self._number)
        path.unlink(missing_ok=True)  # of a process that is no more, whose number is ours
        self._listener.bind(str(path))
        self._listener.listen(processes)
        self._peers = {n: _Peer(folder / str(n), self._loop) for n in range(processes) if n != self._number}
        self._accepted: set[socket.socket] = set()
        self._adopting: set[asyncio.Task[None]] = set()
        self._loop.add_reader(self._listener, self._accept)
        self._parent = os.getppid()
        self._parent_check = self._loop.call_later(_PARENT_SECONDS, self._check_parent)
        TableProtocol.relay = self

    def owner(self, table: str) -> int:
        """The number of the process that owns the sockets of a table."""
        return crc32(table.encode()) % self._processes

    def owns(self, table: str) -> bool:
        """Whether this process owns the sockets of a table."""
        return self.owner(table) == self._number

    def hand_over(self, protocol: TableProtocol, request: bytes) -> bool:
        """Hand a socket that has just asked for a table to its owner, if that is another process which is there."""
        words = request.split(b" ", 2)[1].split(b"/")
        if len(words) != 4 or words[1] != b"t":
            return False
        peer = self._peers.get(self.owner(words[2].decode("latin-1")))
        if peer is None:
            return False
        transport = protocol.transport
        transport.pause_reading()  # whatever comes now is for the other
        if not peer.hand_over(request, transport.get_extra_info("socket").fileno()):
            transport.resume_reading()
            return False
        self._loop.call_soon(transport.abort)  # the connection goes on: the other has it as well
        return True

    def tell(self, news: News) -> None:
        """Tell the others what changed here."""
        for peer in self._peers.values():
            peer.post(f"{news.table} {news.what} {news.ply}".encode())

    def close(self) -> None:
        """Close the connections to the others."""
        TableProtocol.relay = None
        self._parent_check.cancel()
        self._loop.remove_reader(self._listener)
        self._listener.close()
        for caller in self._accepted:
            self._loop.remove_reader(caller)
            caller.close()
        for peer in self._peers.values():
            peer.close()
        for task in self._adopting:
            task.cancel()
        os.close(self._lock)

    # --- inside ---

    def _check_parent(self) -> None:
        """End with the process that started this one, however that ended: it guards the database for all of us."""
        if os.getppid() != self._parent:
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            self._parent_check = self._loop.call_later(_PARENT_SECONDS, self._check_parent)

    def _accept(self) -> None:
        with contextlib.suppress(BlockingIOError):
            caller, _ = self._listener.accept()
            caller.setblocking(False)
            self._accepted.add(caller)
            self._loop.add_reader(caller, self._receive, caller)

    def _receive(self, caller: socket.socket) -> None:
        try:
            data, handed, _, _ = socket.recv_fds(caller, _MOST_BYTES, 1)
        except BlockingIOError:
            return
        except OSError:
            data, handed = b"", []
        if handed:
            task = self._loop.create_task(self._adopt(socket.socket(fileno=handed[0]), data))
            self._adopting.add(task)
            task.add_done_callback(self._adopting.discard)
        elif data:
            self._read_news(data.decode())
        else:  # the process has ended
            self._loop.remove_reader(caller)
            self._accepted.discard(caller)
            caller.close()

    def _read_news(self, text: str) -> None:
        if self._on_news is not None:
            for line in text.split("\n"):
                table, what, ply = line.split(" ")
                self._on_news(News(table, what, int(ply)))

    async def _adopt(self, connection: socket.socket, request: bytes) -> None:
        """Go on with a socket that another process accepted, as if it had been accepted here."""
        connection.setblocking(False)
        protocol = self._new_protocol()
        protocol.handed_over = True
        with contextlib.suppress(OSError):  # it may be gone already
            await self._loop.connect_accepted_socket(lambda: protocol, connection)
            protocol.data_received(request)


@final
class _Peer:
    """The connection to another process, made when it is needed."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._path = str(path)
        self._loop = loop
        self._socket: socket.socket | None = None
        self._unsent: list[bytes] = []
        self._flush_due = False

    def hand_over(self, request: bytes, descriptor: int) -> bool:
        """Hand over a browser's connection; whether it was taken."""
        self._flush()
        if len(request) > _MOST_BYTES or self._unsent:
            return False
        for _ in range(2):  # a process that was started anew is not reached by the old socket
            try:
                socket.send_fds(self._open(), [request], [descriptor])
                return True
            except BlockingIOError:
                return False
            except OSError:
                self.close()
        return False

    def post(self, news: bytes) -> None:
        """Send news, in their order, as soon as it can be: those of one commit go together."""
        self._unsent.append(news)
        if not self._flush_due:
            self._flush_due = True
            self._loop.call_soon(self._flush_again)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _flush_again(self) -> None:
        self._flush()
        self._flush_due = bool(self._unsent)
        if self._flush_due:
            self._loop.call_later(_RETRY_SECONDS, self._flush_again)

    def _flush(self) -> None:
        """Send all that the socket takes."""
        old = self._socket is not None  # a process that was started anew is not reached by it, and has perhaps read already
        while self._unsent:
            some = self._unsent[:_MOST_NEWS]
            try:
                self._open().send(b"\n".join(some))
            except BlockingIOError:
                return
            except OSError:
                self.close()
                if not old:  # it is not there: when it is, it reads everything anew
                    self._unsent.clear()
                old = False
            else:
                del self._unsent[: len(some)]

    def _open(self) -> socket.socket:
        if self._socket is None:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            try:
                connection.connect(self._path)
            except OSError:
                connection.close()
                raise
            connection.setblocking(False)
            self._socket = connection
        return self._socket


def _claimed(folder: Path, processes: int) -> tuple[int, int]:
    """The first number that no living process has, and the lock that says so."""
    for number in range(processes):
        lock = os.open(folder / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
        else:
            return number, lock
    raise OSError("there are more processes than numbers")
