"""Sets of cards, cities or corporations: one number with a bit each, which fits a machine word."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from freightyard.games.freight_cars.rules.data import MOST_CARDS

if TYPE_CHECKING:
    from mypy_extensions import i64

# The set of each card alone. It is not written as 1 << card, which the compiler takes for a shift of a shorter number.
ALONE: Final = [1 << card for card in range(MOST_CARDS)]

# Eight bits at a time: how many of them are set; and which is the first of them, in another 256 entries the second, and so on.
_SIZES: Final = [byte.bit_count() for byte in range(256)]
_PLACES: Final = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]
_NTHS: Final = [places[n] if n < len(places) else 0 for n in range(8) for places in _PLACES]


def size(cards: "i64") -> "i64":
    """How many cards a set has: the counts of neighbouring bits are added, then of pairs, of fours, and so on."""
    cards -= cards >> 1 & 0x5555555555555555
    cards = (cards & 0x3333333333333333) + (cards >> 2 & 0x3333333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0F
    cards += cards >> 8
    cards += cards >> 16
    cards += cards >> 32
    return cards & 127


def nth(cards: "i64", n: "i64") -> "i64":
    """The card of a set that has n lower ones in it; it must be there."""
    first: i64 = 0
    byte: i64 = cards & 255
    count: i64 = _SIZES[byte]
    while n >= count:
        n -= count
        cards >>= 8
        first += 8
        byte = cards & 255
        count = _SIZES[byte]
    found: i64 = _NTHS[n << 8 | byte]
    return first + found


def add_moves(cards: "i64", first: "i64", moves: list[int]) -> None:
    """A move for each card of a set, counted from the first one, the lowest card first."""
    while cards:
        byte: i64 = cards & 255
        while byte:
            lowest: i64 = _NTHS[byte]
            moves.append(first + lowest)
            byte &= byte - 1
        cards >>= 8
        first += 8


def numbers(cards: "i64") -> list[int]:
    """The cards of a set, the lowest first."""
    found: list[int] = []
    add_moves(cards, 0, found)
    return found


def set_of(cards: Iterable[int]) -> int:
    """The set with these cards."""
    found: i64 = 0
    for card in cards:
        found |= ALONE[card]
    return found
