"""Observations: what a seat may know, as a row of whole numbers. docs/observations.md shows every part."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from freightyard.adapters.layouts import freight, freight_cars, freight_train
from freightyard.adapters.layouts.common import Layout
from freightyard.rules.contract import Edition, State
from freightyard.rules.errors import BadSetup

Observe = Callable[[Any, int], list[int]]  # from a state and a seat to the numbers of an observation

_LAYOUTS: Final[Mapping[str, Callable[[Any, int], Layout]]] = {
    "freight": freight.layout,
    "freight-cars": freight_cars.layout,
    "freight-train": freight_train.layout,
}
_OBSERVE: Final[Mapping[str, Observe]] = {
    "freight": freight.observe,
    "freight-cars": freight_cars.observe,
    "freight-train": freight_train.observe,
}


def layout_of(edition: Edition, seats: int) -> Layout:
    """The parts of an observation of this edition, in their order."""
    if edition.game not in _LAYOUTS:
        raise BadSetup(f"{edition.game} has no observation layout")
    return _LAYOUTS[edition.game](edition, seats)


def observer_of(edition: Edition) -> Observe:
    """The function that observes a state of this edition for a seat."""
    if edition.game not in _OBSERVE:
        raise BadSetup(f"{edition.game} has no observation layout")
    return _OBSERVE[edition.game]


def observe(state: State, seat: int) -> list[int]:
    """What a seat may know of a state; layout_of() says what each number is."""
    return _OBSERVE[state.edition.game](state, seat)
