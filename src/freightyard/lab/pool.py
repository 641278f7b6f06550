"""Many games at once: an executor plays jobs in this process or in several others. A cluster (cluster.py) is one more executor.

A game depends on nothing but its job. So the games of a process that was killed are simply played again by another one, and what
comes out does not depend on who played what, or when it was over.
"""

import logging
import pickle
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import connection
from types import TracebackType
from typing import Any, Final, Generic, Protocol, TypeVar, final

from freightyard.lab.errors import LabError
from freightyard.lab.worker_process import Failed, Worker

Job = TypeVar("Job")
Played = TypeVar("Played")

_DEATHS: Final = 3  # of workers that had the same job in hand
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
        name: Callable[[Job], str] = str,  # whoever kills this process reads no sentence
    ) -> Iterator[tuple[int, Played]]:
        for place, job in enumerate(jobs):
            yield place, play(job)


@final
class ProcessPool:
    """Plays in so many processes, which are started when there is something to do and replaced when they die."""

    def __init__(self, workers: int) -> None:
        self._most = workers
        self._workers: list[Worker] = []

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
                    if isinstance(told, Failed):
                        raise told.error
                    yield place, told
        finally:
            # What an interrupted caller does not wait for any more is not played to its end either.
            self._end([worker for worker in self._workers if worker.in_hand])

    def _hand_out(self, course: "_Course[Any, Any]") -> None:
        """Give every worker what it has room for; start one where there is more to do."""
        for worker in self._workers:
            while worker.has_room() and (job := course.next_job()) is not None:
                worker.give(course.play, *job)
        while len(self._workers) < self._most and (job := course.next_job()) is not None:
            self._workers.append(Worker())
            self._workers[-1].give(course.play, *job)

    def _bury(self, worker: Worker, course: "_Course[Any, Any]") -> None:
        """A worker died: somebody killed it, or the machine was short of memory."""
        self._end([worker])
        _log.warning("a worker process died (exit status %s); its games are played again", worker.status)
        course.play_again(worker.in_hand)

    def _end(self, workers: list[Worker]) -> None:
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
            raise LabError(f"{self._name(job)} ended its worker process {_DEATHS} times; perhaps there is too little memory")
        self._again.extend(jobs)


def _ready(workers: list[Worker]) -> list[Worker]:
    """Wait until some of them have something to tell, or are dead."""
    ready = connection.wait([sign for worker in workers for sign in worker.signs])
    return [worker for worker in workers if any(sign in ready for sign in worker.signs)]
