"""Interleaved rounds: ours and the peers take turns, so that a slow moment of the machine hits all alike. What counts is the
median of the ratios within a round, not a time."""

import gc
import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from freightyard.core.chance import Dice
from freightyard.lab.bench import entries, memory, peer_playouts, peer_search, peer_states, thinking, views, workers
from freightyard.lab.bench.entries import OURS, BenchEntry


class Measure(msgspec.Struct, frozen=True):
    """One thing that is measured. `entries`: of our games that have this word in their name, and of the peers."""

    name: str
    title: str
    unit: str
    entries: Callable[[str], list[BenchEntry]]
    usual: bool = True  # measured if nobody says what to measure
    more_is_better: bool = True
    rounds: int | None = None  # if not as many as asked for


class BenchRow(msgspec.Struct, frozen=True):
    """What was found for one entry: a value a round, and in each round the ratio to the median of every other group."""

    name: str
    group: str
    values: tuple[float, ...]
    ratios: dict[str, tuple[float, ...]]

    @property
    def is_peer(self) -> bool:
        return self.group != OURS

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def ratio(self, group: str) -> float:
        """To a group of peers."""
        return statistics.median(self.ratios[group])


MEASURES: Final = (
    Measure(
        "playouts",
        "random playouts driven from Python",
        "decisions/s",
        lambda only: [*entries.driven(only), *peer_playouts.driven()],
    ),
    Measure(
        "inside",
        "random playouts inside the library",
        "decisions/s",
        lambda only: [*entries.inside(only), *peer_playouts.inside()],
    ),
    Measure("clones", "copies of a state", "copies/s", lambda only: [*entries.clones(only), *peer_states.clones()]),
    Measure("replays", "written games replayed", "moves/s", lambda only: [*entries.replays(only), *peer_states.replays()]),
    Measure(
        "search",
        "decisions in the playouts of a search",
        "decisions/s",
        lambda only: [*entries.search(only), *peer_search.search()],
    ),
    Measure(
        "bots",
        "playouts of the hard bot",
        "playouts/s",
        lambda only: [*thinking.playouts(only), *peer_search.simulations()],
    ),
    Measure("nodes", "turns in the playouts of the hard bot", "turns/s", thinking.nodes),
    Measure("memory", "memory of a state", "bytes", memory.entries, more_is_better=False, rounds=1),
    Measure("views", "views of a table drawn", "views/s", views.drawing),
    Measure("updates", "what a move sends to one who watches", "bytes", views.updates, more_is_better=False, rounds=1),
    Measure("length", "decisions early and late in a game", "decisions/s", entries.quarters, usual=False),
    Measure("workers", "games simulated by one worker and by more", "games/s", workers.entries, usual=False),
)


def measure(chosen: Sequence[BenchEntry], rounds: int, seconds: float) -> Iterator[list[BenchRow]]:
    """What was found so far, after each round."""
    values: list[list[float]] = [[] for _ in chosen]
    dice = [Dice(number) for number in range(1, len(chosen) + 1)]
    for entry, own in zip(chosen, dice, strict=True):
        entry.timed(own, seconds / 2)  # warms the caches
    gc.collect()
    gc.freeze()  # whoever makes lists would else be charged for looking through all that the others have loaded
    for _ in range(rounds):
        for number, entry in enumerate(chosen):
            gc.collect()  # nobody pays for the litter of another
            done, spent = entry.timed(dice[number], seconds)
            values[number].append(done / spent)
        yield rows_of(chosen, values)


def rows_of(chosen: Sequence[BenchEntry], values: Sequence[Sequence[float]]) -> list[BenchRow]:
    """The values with their ratios, round by round."""
    rows = []
    for number, entry in enumerate(chosen):
        ratios: dict[str, tuple[float, ...]] = {}
        for group in dict.fromkeys(other.group for other in chosen if other.family == entry.family):
            if group in (entry.group, OURS):
                continue
            yardstick = [values[i] for i, other in enumerate(chosen) if (other.group, other.family) == (group, entry.family)]
            ratios[group] = tuple(
                value / statistics.median(column)
                for value, column in zip(values[number], zip(*yardstick, strict=True), strict=True)
            )
        rows.append(BenchRow(entry.name, entry.group, tuple(values[number]), ratios))
    return rows
