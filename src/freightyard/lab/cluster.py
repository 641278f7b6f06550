"""Games on a Ray cluster: an executor of many machines, with the same bytes.

A game depends on nothing but its job, so a block of games that was lost with its machine is simply played again.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, final

import ray

from freightyard.core.errors import FreightyardError
from freightyard.lab.errors import LabError
from freightyard.lab.pool import Executor, Job, Played

LOCAL: Final = "local"  # instead of an address: a cluster of this machine alone, for as long as the run lasts
_LOOPBACK: Final = "127.0.0.1"
_BLOCK: Final = 8  # jobs that a processor plays before it reports
_TRIES: Final = 20  # of a block whose worker or machine died
_AHEAD: Final = 3  # blocks in hand for each processor


@contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """An executor on the cluster at this address; what was connected before stays connected."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing about anybody's experiments leaves their machines
    connected = ray.is_initialized()
    if not connected:
        _connect(address)
    try:
        yield RayCluster()
    finally:
        if not connected:
            ray.shutdown()


def _connect(address: str) -> None:
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address == LOCAL:
        quiet |= {"include_dashboard": False, "_node_ip_address": _LOOPBACK}
    elif address.startswith(f"{_LOOPBACK}:"):
        quiet["_node_ip_address"] = _LOOPBACK
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        hint = "; a cluster that wants a token wants RAY_AUTH_MODE=token here too"
        raise LabError(f"there is no Ray cluster at {address!r}: {str(error).splitlines()[0][:160]}{hint}") from None


@final
class RayCluster:
    """Plays on the cluster that this process is connected to."""

    def map_unordered(
        self, play: Callable[[Job], Played], jobs: Iterable[Job], name: Callable[[Job], str] = str
    ) -> Iterator[tuple[int, Played]]:
        remote: Any = ray.remote(_play_block).options(max_retries=_TRIES, num_cpus=1)
        shared = ray.put(play)
        resources: dict[str, float] = ray.cluster_resources()
        ahead = _AHEAD * max(1, int(resources.get("CPU", 1)))
        left = enumerate(jobs)
        at_work: dict[Any, list[tuple[int, Job]]] = {}
        try:
            while True:
                while len(at_work) < ahead and (block := list(islice(left, _BLOCK))):
                    at_work[remote.remote(shared, [job for _, job in block])] = block
                if not at_work:
                    return
                for task in ray.wait(list(at_work))[0]:
                    block = at_work.pop(task)
                    played = _fetched(task, name(block[0][1]))
                    yield from zip([place for place, _ in block], played, strict=True)
        finally:
            for task in at_work:
                ray.cancel(task, force=True)


def _fetched(task: Any, first: str) -> list[Any]:
    """What was played, or a sentence about why it was not. `first`: the block's first job in words."""
    try:
        played: list[Any] = ray.get(task)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, FreightyardError):
            raise cause from None
        if isinstance(cause, ModuleNotFoundError):
            raise LabError(f"a machine of the cluster lacks {cause.name}; install the same freightyard on all machines") from None
        raise
    except ray.exceptions.RayError as error:
        words = str(error).splitlines()[0][:160]
        raise LabError(f"the Ray cluster failed at {first}: {words}") from None
    return played


def _play_block(play: Callable[[Job], Played], jobs: list[Job]) -> list[Played]:
    """On a machine of the cluster."""
    return [play(job) for job in jobs]
