"""Many games, on one process or several. The results come in the order of their seeds whatever the number of workers."""

import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from freightyard.core.record import write
from freightyard.lab.match import Match, Result, play_match


def simulate(match: Match, games: int, workers: int) -> Iterator[Result]:
    """Play the match with its seed, the next seed, and so on."""
    seeds = range(match.seed, match.seed + games)
    if workers <= 1:
        for seed in seeds:
            yield play_match(_with_seed(match, seed))
        return
    chunk = max(1, min(16, games // (4 * workers)))
    with _pool(match, workers) as pool:
        yield from pool.imap(_play_seed, seeds, chunksize=chunk)


def write_record(result: Result, folder: Path) -> Path:
    """Write the record of a game. It appears under its name only when it is whole."""
    match = result.match
    name = "-".join([match.game.name, match.edition.name, *match.options, *match.players, str(match.seed)])
    path = folder / f"{name.replace('=', '-')}.txt"
    half = path.with_suffix(".part")
    half.write_text(write(result.record(), match.game), encoding="utf-8")
    half.replace(path)
    return path


def _with_seed(match: Match, seed: int) -> Match:
    return Match(game=match.game, edition=match.edition, options=match.options, players=match.players, seed=seed)


@contextmanager
def _pool(match: Match, workers: int) -> Iterator[Any]:
    # Fresh processes, not forks: nothing that happens to be in this one can change a result.
    context = multiprocessing.get_context("spawn")
    pool = context.Pool(workers, _begin, (match,))
    try:
        yield pool
    finally:
        pool.terminate()
        pool.join()


_match: Match  # of this worker process


def _begin(match: Match) -> None:
    """In a new worker: keep the match, and leave Ctrl-C to the parent, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    global _match
    _match = match


def _play_seed(seed: int) -> Result:
    return play_match(_with_seed(_match, seed))
