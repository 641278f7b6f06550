"""Rows of numbers for states and tables: `vec[i64]` where the rules are compiled, lists where they are not.

Whoever makes a row calls these, compiled or not, and gets what the compiled states want. A row is read and written like a list:
`row[3]`, `row[3] = 5`, `row[2:4]`, `len(row)`, `list(row)`. To compare it with a list, write list(row).
"""

from collections.abc import Iterable
from types import FunctionType
from typing import Any, Final

from freightyard.core import lists
from freightyard.core.vectors import i64, vec


def numbers(items: Iterable[int]) -> vec[i64]:
    """A row of these numbers."""
    return vec[i64]([i64(item) for item in items])


_NOTHING: Final = vec[i64]([0 for _ in range(2048)])  # a part of it is copied in one piece


def zeros(count: i64) -> vec[i64]:
    """A row of so many zeros."""
    return _NOTHING[:count] if count <= 2048 else vec[i64]([0 for _ in range(count)])


def filled(count: i64, number: i64) -> vec[i64]:
    """A row with so many times the same number."""
    row = zeros(count)
    for place in range(count):
        row[place] = number
    return row


def no_rows(count: i64) -> vec[vec[i64]]:
    """A row of so many rows without numbers."""
    return vec[vec[i64]]([vec[i64]() for place in range(count)])


def words(row: vec[i64]) -> list[int]:
    """The numbers of a row as a list."""
    return [number for number in row]  # noqa: C416  (compiled, this is quicker than list())


def kept(row: vec[i64], known: list[Any]) -> list[Any]:
    """The numbers of a row as a list, taken from Python's numbers from 0 on, which somebody keeps: so none is made anew."""
    found: list[Any] = []
    for number in row:
        found.append(known[number])
    return found


def spread(found: list[Any], known: list[Any], first: i64, bits: i64) -> None:
    """Add the numbers of a set with a bit each to a list, the lowest of which stands for `first`; from such numbers, too."""
    while bits:
        if bits & 1:
            found.append(known[first])
        bits >>= 1
        first += 1


def sum_of(row: vec[i64]) -> i64:
    """The numbers of a row added up."""
    total: i64 = 0
    for number in row:
        total += number
    return total


def find(row: vec[i64], number: i64) -> i64:
    """Where a number stands in a row; -1 if it does not."""
    place: i64 = 0
    for one in row:
        if one == number:
            return place
        place += 1
    return -1


def first_from(row: vec[i64], number: i64) -> i64:
    """Where in a sorted row the first number stands that is not below this one."""
    low: i64 = 0
    high: i64 = len(row)
    while low < high:
        middle = (low + high) >> 1
        if row[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low


def with_one(row: vec[i64], place: i64, number: i64) -> vec[i64]:
    """A copy of a row with one number more, at this place."""
    size: i64 = len(row)
    copy = zeros(size + 1)
    index: i64 = 0
    while index < place:
        copy[index] = row[index]
        index += 1
    copy[place] = number
    while index < size:
        copy[index + 1] = row[index]
        index += 1
    return copy


def without(row: vec[i64], place: i64) -> vec[i64]:
    """A copy of a row without the number at this place."""
    last: i64 = len(row) - 1
    copy = row[:last]
    while place < last:
        copy[place] = row[place + 1]
        place += 1
    return copy


def sort(row: vec[i64]) -> None:
    """Put the numbers of a short row in order."""
    size: i64 = len(row)
    place: i64 = 1
    while place < size:
        number = row[place]
        before = place - 1
        while before >= 0 and row[before] > number:
            row[before + 1] = row[before]
            before -= 1
        row[before + 1] = number
        place += 1


def count_of(bits: i64) -> i64:
    """How many there are in a set of 62 at most, a bit each. No number here has more bits, or Python's numbers would be used."""
    bits -= bits >> 1 & 0x1555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 127


def member(bits: i64, number: i64) -> i64:
    """The number-th of a set with a bit each, counted from 0. There must be one."""
    while number > 0:
        bits &= bits - 1
        number -= 1
    place: i64 = 0
    while bits & 255 == 0:
        bits >>= 8
        place += 8
    while bits & 1 == 0:
        bits >>= 1
        place += 1
    return place


if isinstance(numbers, FunctionType):  # nothing is compiled
    globals().update(lists.QUICKER)

# The set of each number alone. It is not written as 1 << number, which the compiler takes for a shift of a shorter number.
ALONE: Final = numbers([1 << number for number in range(62)])
