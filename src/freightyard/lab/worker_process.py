"""A process that plays jobs for a pool: how the pool speaks to it, and what runs in it."""

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from multiprocessing import connection, resource_tracker
from typing import Any, Final, final

from freightyard.core.errors import FreightyardError

# Jobs that are over sooner than this wait in line at a worker, so that it is never idle. Longer ones are handed out one by one:
# no worker shall have several of them left when the others are done.
_QUICK: Final = 0.1
_LINE: Final = 8


class Failed:
    """An error on its way from a worker."""

    def __init__(self, error: Exception) -> None:
        self.error = error


@final
class Worker:
    """A process that plays, and the jobs that it was given, with their places; the one that it plays now is the first."""

    def __init__(self) -> None:
        # Fresh processes, not forks: nothing that happens to be in this one can change a result.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        with _without_interrupts():
            self._process.start()
        theirs.close()
        self._play = b""  # what it does with a job, pickled
        self._seconds = inf  # of its last job
        self.in_hand: deque[tuple[int, Any]] = deque()
        self.status: int | None = None

    def has_room(self) -> bool:
        """Whether another job may wait in its line."""
        return len(self.in_hand) < (_LINE if self._seconds < _QUICK else 1)

    def give(self, play: bytes, place: int, job: Any) -> None:
        """Let it play this job, after those that it has. What to do with a job is sent only if it is new to it."""
        news = None if self._play is play else play
        self._play = play
        self.in_hand.append((place, job))
        with suppress(OSError):  # if it is dead, told() will find out
            self._connection.send((news, job))

    def told(self) -> Any:
        """What came of the first of its jobs. Raises EOFError if it is dead."""
        try:
            if not self._connection.poll():
                raise EOFError
            self._seconds, told = self._connection.recv()
        except OSError:
            raise EOFError from None
        return told

    @property
    def signs(self) -> "tuple[connection.Connection, int]":
        """What to wait for: a word of it, or its end."""
        return self._connection, self._process.sentinel

    def end(self) -> None:
        """It holds nothing that is worth waiting for."""
        self._process.kill()
        self._process.join()
        self.status = self._process.exitcode
        self._process.close()
        self._connection.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C is for the parent, which ends its workers. A process that is started here never hears of it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # else it would be started in between, and unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- in a worker ---


def _work(parent: "connection.Connection") -> None:
    """Play what comes, until the parent goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    play: Callable[[Any], Any] | None = None
    while True:
        try:
            code, job = parent.recv()
        except EOFError:
            return
        begin = time.monotonic()
        try:
            if code is not None:
                play = pickle.loads(code)  # noqa: S301  (from our own parent alone)
            assert play is not None  # noqa: S101  (it comes with the first job)
            played = play(job)
            body = pickle.dumps((time.monotonic() - begin, played))
        except Exception as error:
            body = pickle.dumps((inf, Failed(_portable(error))))
        parent.send_bytes(body)


def _leave_with_parent() -> None:
    """A parent that was killed ends nobody: its workers would play on to the end of their games."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _portable(error: Exception) -> Exception:
    """The error as it can go through a pipe: a bug keeps its traceback as a note, since the traceback itself stays here."""
    if not isinstance(error, FreightyardError):
        error.add_note("in a worker process:\n" + "".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  (our own)
    except Exception:
        stand_in = RuntimeError(f"{type(error).__name__}: {error}")
        stand_in.__notes__ = getattr(error, "__notes__", [])
        return stand_in
    return error
