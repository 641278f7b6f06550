"""How much memory a state takes: many copies are kept, and the process is asked how much it has grown.

Whatever the state is made of counts, in Python or in C++. Each is weighed in a fresh process, where nothing lies about that could
be used again. The kernel tells only on Linux; elsewhere nothing is measured.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from freightyard.core.chance import Dice
from freightyard.core.contract import Edition, Game
from freightyard.lab.bench import peer_states
from freightyard.lab.bench.entries import OURS, BenchEntry, Timed, samples, usual_games
from freightyard.lab.pool import ProcessPool, in_order

GROWTH: Final = 16 * 2**20  # so much is enough that pages and pools do not matter
MOST_COPIES: Final = 200_000
_STATUS: Final = Path("/proc/self/status")

Copies = Callable[[], list[Callable[[], Any]]]  # makes the ways to copy states from the course of a game


def entries(only: str) -> list[BenchEntry]:
    """A state of each of our games, and of the peers."""
    if resident() is None:
        return []
    return [BenchEntry(name, group, _weighed(name)) for name, group, _ in _all(only)]


def _all(only: str) -> Iterator[tuple[str, str, Copies]]:
    for title, game, edition, seats in usual_games(only):
        yield title, OURS, partial(_copies, game, edition, seats)
    yield from peer_states.sampled()


def _copies(game: Game, edition: Edition, seats: int) -> list[Callable[[], Any]]:
    return [state.clone for state in samples(game, edition, seats)]


def _weighed(name: str) -> Timed:
    def run(dice: Dice, seconds: float) -> tuple[int, float]:
        with ProcessPool(1) as pool:
            return next(in_order(pool.map_unordered(weigh, [name])))

    return run


def weigh(name: str) -> tuple[int, float]:
    """In a process of its own: by how many bytes it grew, and for how many copies."""
    copies = next(make() for title, _, make in _all("") if title == name)
    kept = [copy() for _ in range(50) for copy in copies]  # the first ones fill what is free already
    before = resident() or 0
    first = len(kept)
    while (resident() or 0) - before < GROWTH and len(kept) < MOST_COPIES:
        kept += [copy() for _ in range(50) for copy in copies]
    return (resident() or 0) - before, float(len(kept) - first)


def resident() -> int | None:
    """The memory of this process in bytes; None if nobody can tell."""
    try:
        status = _STATUS.read_text(encoding="ascii")
    except OSError:
        return None
    for line in status.splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return None
