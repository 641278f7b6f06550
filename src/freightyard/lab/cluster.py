"""The games of an experiment on a Ray cluster: many machines, the same bytes.

A game depends on nothing but its experiment and its number, so a block that was lost with its machine is simply played again.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import ray

from freightyard.lab.code import code_digest
from freightyard.lab.errors import LabError
from freightyard.lab.experiment import Experiment
from freightyard.lab.row import Row
from freightyard.lab.workers import Executor, blocks, play_block

LOCAL: Final = "local"  # instead of an address: a cluster of this machine alone, for as long as the run lasts
_LOOPBACK: Final = "127.0.0.1"
_TRIES: Final = 20  # of a block whose worker or machine died
_AHEAD: Final = 3  # blocks in hand for each processor


@contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """Whoever plays on the cluster at this address; what was connected before stays connected."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing about anybody's experiments leaves their machines
    connected = ray.is_initialized()
    if not connected:
        _connect(address)
    try:
        yield play_there
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


def play_there(experiment: Experiment, numbers: Sequence[int]) -> Iterator[list[Row]]:
    """Play these games on the cluster, in whatever order they are over."""
    remote = ray.remote(_play_checked).options(max_retries=_TRIES, num_cpus=1)
    shared = ray.put(experiment)
    resources: dict[str, float] = ray.cluster_resources()
    ahead = _AHEAD * max(1, int(resources.get("CPU", 1)))
    left = blocks(numbers)[::-1]
    at_work: list[Any] = []
    try:
        while left or at_work:
            while left and len(at_work) < ahead:
                at_work.append(remote.remote(shared, list(left.pop()), experiment.code))
            ready, at_work = ray.wait(at_work)
            yield from _fetched(ready)
    finally:
        for task in at_work:
            ray.cancel(task, force=True)


def _fetched(tasks: list[Any]) -> list[list[Row]]:
    try:
        fetched: list[list[Row]] = ray.get(tasks)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, LabError):
            raise cause from None
        if isinstance(cause, ModuleNotFoundError):
            raise LabError(f"a machine of the cluster has no {cause.name}; install the same freightyard on all of them") from None
        raise
    except ray.exceptions.RayError as error:
        raise LabError(f"the Ray cluster gave up: {str(error).splitlines()[0][:160]}") from None
    return fetched


def _play_checked(experiment: Experiment, numbers: list[int], code: str) -> list[Row]:
    """On a machine of the cluster: play, if it has the rules and bots that were asked for."""
    if code != code_digest():
        raise LabError("a machine of the cluster has other rules or bots; install the same freightyard on all of them")
    return play_block(experiment, numbers)
