"""What core/flat.py does, for lists: where nothing is compiled, Python has quicker ways of its own. Never compiled."""

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import Final


def zeros(count: int) -> list[int]:
    """So many zeros."""
    return [0] * count


def filled(count: int, number: int) -> list[int]:
    """So many times the same number."""
    return [number] * count


def kept(row: list[int], _known: list[int]) -> list[int]:
    """The numbers of a row: they are Python's own."""
    return row


def spread(found: list[int], _known: list[int], first: int, bits: int) -> None:
    """Add the numbers of a set with a bit each, the lowest of which stands for `first`."""
    found += _numbers_in(first, bits)


@lru_cache(maxsize=1 << 15)
def _numbers_in(first: int, bits: int) -> tuple[int, ...]:
    return tuple([first + number for number in range(bits.bit_length()) if bits >> number & 1])


def find(row: list[int], number: int) -> int:
    """Where a number stands; -1 if it does not."""
    return row.index(number) if number in row else -1


def with_one(row: list[int], place: int, number: int) -> list[int]:
    """A copy with one number more, at this place."""
    copy = row[:]
    copy.insert(place, number)
    return copy


def without(row: list[int], place: int) -> list[int]:
    """A copy without the number at this place."""
    copy = row[:]
    del copy[place]
    return copy


def no_rows(count: int) -> list[Iterable[int]]:
    """So many rows without numbers."""
    return [[] for _ in range(count)]


def member(bits: int, number: int) -> int:
    """The number-th of a set with a bit each, counted from 0."""
    for _ in range(number):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


# What takes the place of the functions of core/flat.py, by their names.
QUICKER: Final = {
    "count_of": int.bit_count,
    "filled": filled,
    "find": find,
    "first_from": bisect_left,
    "kept": kept,
    "member": member,
    "no_rows": no_rows,
    "numbers": list,
    "sort": list.sort,
    "spread": spread,
    "sum_of": sum,
    "with_one": with_one,
    "without": without,
    "words": list,
    "zeros": zeros,
}
