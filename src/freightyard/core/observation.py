"""What a layout is: named parts of a row of numbers, each with its bounds.

Seats stand in a row from the observer on: first the observer, then the seat to its left, and so on round the table. So a
program learns one game, not one game a seat.
"""

from collections.abc import Sequence
from typing import Final, final

import msgspec

MANY: Final = 32_000  # no number of an observation is larger: they fit into 16 bits


class Part(msgspec.Struct, frozen=True):
    """Numbers of an observation that belong together."""

    name: str  # for Layout.slice()
    size: int  # how many numbers
    low: int  # none of them is less
    high: int  # none of them is more
    words: str  # what they mean


@final
class Layout:
    """The parts of an observation in their order."""

    __slots__ = ("_first", "parts", "size")

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self.size = sum(part.size for part in parts)
        self._first: dict[str, int] = {}
        first = 0
        for part in parts:
            self._first[part.name] = first
            first += part.size

    def slice(self, name: str) -> slice:
        """Where a part lies."""
        first = self._first[name]
        return slice(first, first + next(part.size for part in self.parts if part.name == name))

    def bounds(self) -> tuple[list[int], list[int]]:
        """The least and the greatest value of every number."""
        low = [part.low for part in self.parts for _ in range(part.size)]
        high = [part.high for part in self.parts for _ in range(part.size)]
        return low, high
