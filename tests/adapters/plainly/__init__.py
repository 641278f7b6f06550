"""Observations the plain way, number by number into a new list: what the rows are held against that write only what changed."""

from freightyard.core.observation import MANY


def one_of(size: int, chosen: int) -> list[int]:
    """All 0, and 1 at the chosen place; all 0 if it is none of them."""
    row = [0] * size
    if 0 <= chosen < size:
        row[chosen] = 1
    return row


def bits(mask: int, size: int) -> list[int]:
    """A set as zeros and ones."""
    return [mask >> number & 1 for number in range(size)]


def bounded(number: int) -> int:
    """The number, if it is not beyond what an observation holds."""
    return max(-MANY, min(MANY, number))
