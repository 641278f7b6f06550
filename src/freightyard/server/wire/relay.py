"""Several processes of one server: each table has one of them that is in charge of its sockets.

Any process may accept a browser's connection, and any answers what it asks for. But a socket is handed, connection and all, to
the process in charge of its table: so a move is made, drawn and sent in one place, and nobody reads it from the database again.
Where the one in charge is not there, the process that has the socket keeps it; that is slower, but just as right.

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
from freightyard.store.contract import News

_MOST_BYTES: Final = 128 * 1024  # of a message between processes: the head of a request, or news
_MOST_NEWS: Final = 256  # in a message
_RETRY_SECONDS: Final = 0.005
_LOOK_SECONDS: Final = 0.5

Hear = Callable[[News], None]


@final
class Relay:
    """What one process does for the others. `line` makes a socket of its own; `hear` is told the news of others."""

    def __init__(self, folder: Path, processes: int, line: Callable[[], TableProtocol], hear: Hear | None) -> None:
        self._processes = processes
        self._line = line
        self._hear = hear
        self._loop = asyncio.get_running_loop()
        self._number, self._lock = _claimed(folder, processes)
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
        path = folder / str(self._number)
        path.unlink(missing_ok=True)  # of a process that is no more: its place is ours
        self._door.bind(str(path))
        self._door.listen(processes)
        self._others = {n: _Other(folder / str(n), self._loop) for n in range(processes) if n != self._number}
        self._callers: set[socket.socket] = set()
        self._arriving: set[asyncio.Task[None]] = set()
        self._loop.add_reader(self._door, self._answer)
        self._parent = os.getppid()
        self._look = self._loop.call_later(_LOOK_SECONDS, self._look_back)
        TableProtocol.relay = self

    def in_charge(self, table: str) -> int:
        """The number of the process that is in charge of a table."""
        return crc32(table.encode()) % self._processes

    def hand_over(self, line: TableProtocol, request: bytes) -> bool:
        """Hand a socket that has just asked for a table to the process in charge, if that is another one which is there."""
        words = request.split(b" ", 2)[1].split(b"/")
        if len(words) != 4 or words[1] != b"t":
            return False
        other = self._others.get(self.in_charge(words[2].decode("latin-1")))
        if other is None:
            return False
        transport = line.transport
        transport.pause_reading()  # whatever comes now is for the other
        if not other.send(request, transport.get_extra_info("socket").fileno()):
            transport.resume_reading()
            return False
        self._loop.call_soon(transport.abort)  # the connection goes on: the other has it as well
        return True

    def tell(self, news: News) -> None:
        """Tell the others what changed here."""
        for other in self._others.values():
            other.post(f"{news.table} {news.what} {news.ply}".encode())

    def close(self) -> None:
        """Hear nothing more."""
        TableProtocol.relay = None
        self._look.cancel()
        self._loop.remove_reader(self._door)
        self._door.close()
        for caller in self._callers:
            self._loop.remove_reader(caller)
            caller.close()
        for other in self._others.values():
            other.close()
        for task in self._arriving:
            task.cancel()
        os.close(self._lock)

    # --- inside ---

    def _look_back(self) -> None:
        """End with the process that started this one, however that ended: it guards the database for all of us."""
        if os.getppid() != self._parent:
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            self._look = self._loop.call_later(_LOOK_SECONDS, self._look_back)

    def _answer(self) -> None:
        with contextlib.suppress(BlockingIOError):
            caller, _ = self._door.accept()
            caller.setblocking(False)
            self._callers.add(caller)
            self._loop.add_reader(caller, self._take, caller)

    def _take(self, caller: socket.socket) -> None:
        try:
            data, handed, _, _ = socket.recv_fds(caller, _MOST_BYTES, 1)
        except BlockingIOError:
            return
        except OSError:
            data, handed = b"", []
        if handed:
            task = self._loop.create_task(self._arrive(socket.socket(fileno=handed[0]), data))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)
        elif data:
            self._heard(data.decode())
        else:  # the process has ended
            self._loop.remove_reader(caller)
            self._callers.discard(caller)
            caller.close()

    def _heard(self, text: str) -> None:
        if self._hear is not None:
            for line in text.split("\n"):
                table, what, ply = line.split(" ")
                self._hear(News(table, what, int(ply)))

    async def _arrive(self, connection: socket.socket, request: bytes) -> None:
        connection.setblocking(False)
        line = self._line()
        line.arrived = True
        with contextlib.suppress(OSError):  # it may be gone already
            await self._loop.connect_accepted_socket(lambda: line, connection)
            line.data_received(request)


@final
class _Other:
    """The way to another process."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._path = str(path)
        self._loop = loop
        self._way: socket.socket | None = None
        self._unsent: list[bytes] = []
        self._waiting = False  # for the next time that the unsent ones are sent

    def send(self, request: bytes, handed: int) -> bool:
        """Hand over a connection; whether it was taken."""
        self._flush()
        if len(request) > _MOST_BYTES or self._unsent:
            return False
        for _ in range(2):  # a process that was started anew is not reached by the old way
            try:
                socket.send_fds(self._open(), [request], [handed])
                return True
            except BlockingIOError:
                return False
            except OSError:
                self.close()
        return False

    def post(self, news: bytes) -> None:
        """Send news, in their order, as soon as it can be: those of one commit go together."""
        self._unsent.append(news)
        if not self._waiting:
            self._waiting = True
            self._loop.call_soon(self._sent)

    def close(self) -> None:
        if self._way is not None:
            self._way.close()
            self._way = None

    def _sent(self) -> None:
        self._flush()
        self._waiting = bool(self._unsent)
        if self._waiting:
            self._loop.call_later(_RETRY_SECONDS, self._sent)

    def _flush(self) -> None:
        """Send all that the way takes."""
        old = self._way is not None  # a process that was started anew is not reached by it, and has perhaps read already
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
        if self._way is None:
            way = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            try:
                way.connect(self._path)
            except OSError:
                way.close()
                raise
            way.setblocking(False)
            self._way = way
        return self._way


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
    raise OSError("there are more processes than places")
