"""Who plays the games of an experiment: this process, or several of this machine.

Rows come in any order; every one depends on nothing but the experiment and its number.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from freightyard.lab.errors import LabError
from freightyard.lab.experiment import Experiment, play_number
from freightyard.lab.row import Row

Executor = Callable[[Experiment, Sequence[int]], Iterator[list[Row]]]  # plays these numbers, some at a time

BLOCK: Final = 8  # games a worker plays before it reports
_DEATHS: Final = 3  # of workers that are forgiven without any progress


def blocks(numbers: Sequence[int]) -> list[Sequence[int]]:
    """The numbers in small heaps."""
    return [numbers[first : first + BLOCK] for first in range(0, len(numbers), BLOCK)]


def play_block(experiment: Experiment, numbers: Sequence[int]) -> list[Row]:
    """Play some games."""
    return [play_number(experiment, number) for number in numbers]


def play_here(experiment: Experiment, numbers: Sequence[int]) -> Iterator[list[Row]]:
    """In this process, one game after the other."""
    for number in numbers:
        yield [play_number(experiment, number)]


def processes(workers: int) -> Executor:
    """In this process if one worker is enough, else in so many others."""
    if workers <= 1:
        return play_here

    def play(experiment: Experiment, numbers: Sequence[int]) -> Iterator[list[Row]]:
        left = deque(blocks(numbers))
        deaths = 0
        while left:
            done = 0
            try:
                for rows in _with_pool(experiment, workers, left):
                    done += 1
                    yield rows
            except BrokenProcessPool:
                # A worker was killed, by a person or by a machine short of memory. What it had in hand is played again.
                deaths = 0 if done else deaths + 1
                if deaths == _DEATHS:
                    raise LabError("the worker processes die one after the other; are there too many for the memory?") from None

    return play


def _with_pool(experiment: Experiment, workers: int, left: "deque[Sequence[int]]") -> Iterator[list[Row]]:
    """Play what is left; a block goes from the list when its rows are here."""
    # Fresh processes, not forks: nothing that happens to be in this one can change a result.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(experiment,))
    at_work: dict[Future[list[Row]], Sequence[int]] = {}
    try:
        while left or at_work:
            while left and len(at_work) < 2 * workers:
                future = pool.submit(_play, left[0])
                at_work[future] = left.popleft()
            ready, _ = wait(at_work, return_when=FIRST_COMPLETED)
            for future in ready:
                rows = future.result()
                del at_work[future]
                yield rows
    finally:
        left.extendleft(at_work.values())
        workers_left = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in workers_left:
            process.terminate()  # they hold nothing that is worth waiting for


_experiment: Experiment  # of this worker process


def _begin(experiment: Experiment) -> None:
    """In a new worker: keep the experiment, and leave Ctrl-C to the parent, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    global _experiment
    _experiment = experiment


def _leave_with_parent() -> None:
    """A parent that was killed ends nobody: its workers would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(numbers: Sequence[int]) -> list[Row]:
    return play_block(_experiment, numbers)
