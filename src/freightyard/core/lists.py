"""What core/flat.py does, for lists: where nothing is compiled, Python has quicker ways of its own. Never compiled."""

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import Final


def zeros(count: int) -> list[int]:
    return [0] * count


def filled(count: int, number: int) -> list[int]:
    return [number] * count


def kept(row: list[int], _known: list[int]) -> list[int]:
    return row


def spread(found: list[int], _known: list[int], first: int, bits: int) -> None:
    found += [first + number for number in _numbers_in(bits)]


@lru_cache(maxsize=4096)
def _numbers_in(bits: int) -> tuple[int, ...]:
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def find(row: list[int], number: int) -> int:
    return row.index(number) if number in row else -1


def with_one(row: list[int], place: int, number: int) -> list[int]:
    copy = row[:]
    copy.insert(place, number)
    return copy


def without(row: list[int], place: int) -> list[int]:
    copy = row[:]
    del copy[place]
    return copy


def no_rows(count: int) -> list[Iterable[int]]:
    return [[] for _ in range(count)]


def member(bits: int, number: int) -> int:
    for _ in range(number):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


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
