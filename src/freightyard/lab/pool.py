"""Many games at once: an executor plays jobs in this process or in several others. A cluster (cluster.py) is one more executor.

A game depends on nothing but its job. So the games of a process that was killed are simply played again by another one, and what
comes out does not depend on who played what, or when it was over.
"""

import logging
import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from multiprocessing import connection, resource_tracker
from types import TracebackType
from typing import Any, Final, Generic, Protocol, TypeVar, final

from freightyard.core.errors import FreightyardError
from freightyard.lab.errors import LabError

Job = TypeVar("Job")
Played = TypeVar("Played")

_DEATHS: Final = 3  # of workers that had the same job in hand
# Jobs that are over sooner than this wait in line at a worker, so that it is never idle. Longer ones are handed out one by one:
# no worker shall have several of them left when the others are done.
_QUICK: Final = 0.1
_LINE: Final = 8
_log = logging.getLogger(__name__)


class Executor(Protocol):
    """Plays jobs somewhere."""

    def map_unordered(
        self, play: Callable[[Job], Played], jobs: Iterable[Job], name: Callable[[Job], str] = str
    ) -> Iterator[tuple[int, Played]]:
        """Play every job. What came of it is told with the job's place in `jobs`, in whatever order the jobs are over.

        `play` must be known by its name in other processes: a function of a module, or a partial of one. `name`: a job in words,
        for those who must be told that it cannot be played.
        """


def in_order(played: Iterable[tuple[int, Played]]) -> Iterator[Played]:
    """What map_unordered() tells, in the order of the jobs."""
    waiting: dict[int, Played] = {}
    next_place = 0
    for place, one in played:
        waiting[place] = one
        while next_place in waiting:
            yield waiting.pop(next_place)
            next_place += 1


@contextmanager
def executor_for(workers: int) -> Iterator[Executor]:
    """This process if one worker is enough, else so many others, for as long as they are needed."""
    if workers <= 1:
        yield InProcess()
        return
    with ProcessPool(workers) as pool:
        yield pool


@final
class InProcess:
    """Plays one job after the other in this process."""

    def map_unordered(
        self,
        play: Callable[[Job], Played],
        jobs: Iterable[Job],
        name: Callable[[Job], str] = str,  # noqa: ARG002  (whoever kills this process reads no sentence)
    ) -> Iterator[tuple[int, Played]]:
        for place, job in enumerate(jobs):
            yield place, play(job)


@final
class ProcessPool:
    """Plays in so many processes, which are started when there is something to do and replaced when they die."""

    def __init__(self, workers: int) -> None:
        self._most = workers
        self._workers: list[_Worker] = []

    def __enter__(self) -> "ProcessPool":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._end(self._workers)

    def map_unordered(
        self, play: Callable[[Job], Played], jobs: Iterable[Job], name: Callable[[Job], str] = str
    ) -> Iterator[tuple[int, Played]]:
        if any(worker.in_hand for worker in self._workers):
            raise RuntimeError("a pool plays one list of jobs at a time")
        course = _Course(play, jobs, name)
        try:
            while True:
                self._hand_out(course)
                busy = [worker for worker in self._workers if worker.in_hand]
                if not busy:
                    return
                for worker in _ready(busy):
                    try:
                        told = worker.told()
                    except EOFError:
                        self._bury(worker, course)
                        continue
                    place = worker.in_hand.popleft()[0]
                    self._hand_out(course)  # before the caller does something that may take long
                    if isinstance(told, _Failed):
                        raise told.error
                    yield place, told
        finally:
            # What an interrupted caller does not wait for any more is not played to its end either.
            self._end([worker for worker in self._workers if worker.in_hand])

    def _hand_out(self, course: "_Course[Any, Any]") -> None:
        """Give every worker what it has room for; start one where there is more to do."""
        for worker in self._workers:
            while worker.has_room() and (job := course.next_job()) is not None:
                worker.give(course, *job)
        while len(self._workers) < self._most and (job := course.next_job()) is not None:
            self._workers.append(_Worker())
            self._workers[-1].give(course, *job)

    def _bury(self, worker: "_Worker", course: "_Course[Any, Any]") -> None:
        """A worker died: somebody killed it, or the machine was short of memory."""
        self._end([worker])
        _log.warning("a worker process died (exit status %s); its games are played again", worker.status)
        course.play_again(worker.in_hand)

    def _end(self, workers: "list[_Worker]") -> None:
        for worker in list(workers):
            worker.end()
            self._workers.remove(worker)


@final
class _Course(Generic[Job, Played]):
    """How far a list of jobs has come."""

    def __init__(self, play: Callable[[Job], Played], jobs: Iterable[Job], name: Callable[[Job], str]) -> None:
        self.play = pickle.dumps(play)
        self._name = name
        self._left = enumerate(jobs)
        self._again: deque[tuple[int, Job]] = deque()
        self._deaths: Counter[int] = Counter()

    def next_job(self) -> tuple[int, Job] | None:
        return self._again.popleft() if self._again else next(self._left, None)

    def play_again(self, jobs: Iterable[tuple[int, Job]]) -> None:
        """These were in the hands of a worker that died over the first of them."""
        jobs = list(jobs)
        place, job = jobs[0]
        self._deaths[place] += 1
        if self._deaths[place] == _DEATHS:
            raise LabError(f"{self._name(job)} ended its worker process {_DEATHS} times; does it need more memory than there is?")
        self._again.extend(jobs)


class _Failed:
    """An error on its way from a worker."""

    def __init__(self, error: Exception) -> None:
        self.error = error


@final
class _Worker:
    """A process that plays, and the jobs that it was given, with their places; the one that it plays now is the first."""

    def __init__(self) -> None:
        # Fresh processes, not forks: nothing that happens to be in this one can change a result.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        with _without_interrupts():
            self._process.start()
        theirs.close()
        self._course: object = None
        self._seconds = inf  # of its last job
        self.in_hand: deque[tuple[int, Any]] = deque()
        self.status: int | None = None

    def has_room(self) -> bool:
        return len(self.in_hand) < (_LINE if self._seconds < _QUICK else 1)

    def give(self, course: "_Course[Any, Any]", place: int, job: Any) -> None:
        play = None if self._course is course else course.play
        self._course = course
        self.in_hand.append((place, job))
        with suppress(OSError):  # if it is dead, told() will find out
            self._connection.send((play, job))

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


def _ready(workers: "list[_Worker]") -> "list[_Worker]":
    """Wait until some of them have something to tell, or are dead."""
    ready = connection.wait([sign for worker in workers for sign in worker.signs])
    return [worker for worker in workers if any(sign in ready for sign in worker.signs)]


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
            body = pickle.dumps((inf, _Failed(_portable(error))))
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
