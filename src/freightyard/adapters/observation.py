"""Observations: what a seat may know, as a row of whole numbers. docs/observations.md shows every part."""

from array import array
from collections.abc import Callable
from typing import Any, Protocol

from freightyard.core.contract import Edition, State
from freightyard.core.errors import BadSetup
from freightyard.core.observation import Layout
from freightyard.core.rows import Row
from freightyard.core.title import OBSERVATION
from freightyard.games import part_of

Observe = Callable[[Any, int, Row], None]  # writes what a seat may know of a state


class Observation(Protocol):
    """How a game is observed: a module with these functions."""

    def layout(self, edition: Any, seats: int) -> Layout:
        """The parts of an observation, in their order."""

    def observe(self, state: Any, seat: int, row: Row) -> None:
        """Write what a seat may know of a state: one call of the row for each part, whatever the state."""


def layout_of(edition: Edition, seats: int) -> Layout:
    """The parts of an observation of this edition, in their order."""
    return _observation(edition).layout(edition, seats)


def observer_of(edition: Edition) -> Observe:
    """The function that observes a state of this edition for a seat; begin() the row before."""
    return _observation(edition).observe


def observe(state: State, seat: int) -> list[int]:
    """What a seat may know of a state; layout_of() says what each number is."""
    return observed(_observation(state.edition), state, seat)


def observed(observation: Observation, state: State, seat: int) -> list[int]:
    """The same, by this module."""
    size = observation.layout(state.edition, state.seats).size
    numbers = array("h", bytes(2 * size))
    row = Row(memoryview(numbers))
    row.begin()
    try:
        observation.observe(state, seat, row)
    except IndexError:
        raise AssertionError(f"an observation has more than the {size} numbers of its layout") from None
    if row.written() != size:
        raise AssertionError(f"an observation has {row.written()} numbers, its layout {size}")
    return numbers.tolist()


def _observation(edition: Edition) -> Observation:
    found: Observation | None = part_of(edition.game, OBSERVATION)
    if found is None:
        raise BadSetup(f"{edition.game} has no observation module, so it cannot be used with the adapters")
    return found
