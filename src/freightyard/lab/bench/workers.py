"""Whether twice the workers simulate twice the games. Nothing else should run on the machine meanwhile."""

import os
import time
from collections.abc import Iterator

from freightyard.bots import bot_names
from freightyard.core.chance import Dice
from freightyard.games import all_games
from freightyard.lab.bench.entries import OURS, BenchEntry, Timed
from freightyard.lab.match import Match
from freightyard.lab.pool import executor_for
from freightyard.lab.simulate import simulate

PLAYER = "greedy"


def entries(only: str) -> list[BenchEntry]:
    """Each game that has this word in its name, between two greedy players, by one worker and by more."""
    return list(_entries(only))


def _entries(only: str) -> Iterator[BenchEntry]:
    for game in all_games():
        edition = game.edition(game.editions[0])
        title = f"{game.name} {edition.name}, 2 seats"
        if only not in title or PLAYER not in bot_names(game) or 2 not in edition.seat_counts:
            continue
        match = Match(game=game, edition=edition, options=(), players=(PLAYER, PLAYER), seed=1)
        yield BenchEntry(f"{title}, 1 worker", "one worker", _timed_games(match, 1), family=title)
        for workers in _counts(os.cpu_count() or 1):
            yield BenchEntry(f"{title}, {workers} workers", OURS, _timed_games(match, workers), family=title)


def _counts(cores: int) -> list[int]:
    """2, 4, 8, … as far as there are cores; two at least."""
    counts = [2]
    while counts[-1] * 2 <= cores:
        counts.append(counts[-1] * 2)
    return counts


def _timed_games(match: Match, workers: int) -> Timed:
    def run(dice: Dice, seconds: float) -> tuple[int, float]:  # a match has its own seed
        # The clock starts with the first result, when all processes are up, and stops with a late one.
        games = 0
        begin = 0.0
        spent = 0.0
        with executor_for(workers) as executor:
            for _ in simulate(match, 1_000_000, executor):
                if begin == 0.0:
                    begin = time.perf_counter()
                    continue
                games += 1
                spent = time.perf_counter() - begin
                if spent > max(seconds, 1.0) * 4:
                    break
        return games, spent

    return run
