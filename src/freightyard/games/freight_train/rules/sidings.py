"""The small arithmetic of sidings.

A siding is one integer, five bits a car, the car at the open end in the lowest bits. A car is its kind plus 1, so that 0
is an empty siding. Taking the first car is a shift, and copying a whole yard is copying a few integers. The inner loops
write `siding >> BITS` and `(siding & MASK) - 1` out, because a call costs more than the work.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

BITS: Final = 5
MASK: Final = 31


def cars_in(siding: int) -> "i64":
    """How many cars stand on a siding."""
    bits: i64 = siding.bit_length()
    return (bits + BITS - 1) // BITS


def pushed(siding: "i64", kind: "i64") -> "i64":
    """ft.yard-entry: the siding after a car entered at the open end and pushed the others back."""
    return siding << BITS | kind + 1


def packed(kinds: list[int]) -> "i64":
    """A handful of cars, twelve at most, as one number: made like a siding, the first car in the lowest bits."""
    cars: i64 = 0
    shift: i64 = 0
    kind: i64
    for kind in kinds:
        cars |= kind + 1 << shift
        shift += BITS
    return cars


def kinds_on(siding: int) -> list[int]:
    """The kinds of the cars on a siding, from the open end to the bumper."""
    kinds = []
    while siding:
        kinds.append((siding & MASK) - 1)
        siding >>= BITS
    return kinds


def siding_of(kinds: Iterable[int]) -> int:
    """The siding with these cars, from the open end to the bumper."""
    siding = 0
    for kind in reversed(list(kinds)):
        siding = pushed(siding, kind)
    return siding
