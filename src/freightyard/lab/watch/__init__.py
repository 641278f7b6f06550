"""Watching a game: what the lab counts of every game, and what it counts of a single one."""

from collections.abc import Mapping
from typing import Final

from freightyard.lab.watch import freight, freight_cars, freight_train
from freightyard.lab.watch.common import GameWatch, Plain

_WATCHES: Final[Mapping[str, type[GameWatch]]] = {
    "freight": freight.Watch,
    "freight-cars": freight_cars.Watch,
    "freight-train": freight_train.Watch,
}


def watch_for(game: str) -> GameWatch:
    """What is special about watching this game; a game that is not known here is watched all the same."""
    return _WATCHES.get(game, Plain)()
