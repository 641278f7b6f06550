"""Rows in flat memory, or lists where nothing is compiled: the same is done with both."""

from freightyard.core import flat
from freightyard.core.chance import Dice


def rows(seed: int, count: int) -> list[list[int]]:
    dice = Dice(seed)
    return [[dice.below(2000) - 1000 for _ in range(dice.below(30))] for _ in range(count)]


def test_rows_are_made_and_read_like_lists() -> None:
    for row in [[], *rows(1, 50)]:
        made = flat.numbers(row)
        assert list(made) == flat.words(made) == row
        assert flat.sum_of(made) == sum(row)
        assert flat.kept(flat.numbers([0, 2, 1]), ["a", "b", "c"]) in (["a", "c", "b"], [0, 2, 1])
    assert list(flat.zeros(3)) == [0, 0, 0]
    assert list(flat.zeros(5000)) == [0] * 5000
    assert list(flat.filled(3, -1)) == [-1, -1, -1]
    assert [list(row) for row in flat.no_rows(2)] == [[], []]


def test_copies_with_one_number_more_or_less_leave_the_row_alone() -> None:
    for row in rows(2, 50):
        made = flat.numbers(row)
        for place in range(len(row) + 1):
            assert list(flat.with_one(made, place, 7)) == [*row[:place], 7, *row[place:]]
        for place in range(len(row)):
            assert list(flat.without(made, place)) == row[:place] + row[place + 1 :]
        assert list(made) == row


def test_numbers_are_found_and_put_in_order() -> None:
    for row in rows(3, 50):
        made = flat.numbers(row)
        assert [flat.find(made, number) for number in row] == [row.index(number) for number in row]
        assert flat.find(made, 5000) == -1
        flat.sort(made)
        assert list(made) == sorted(row)
        for number in (-2000, 0, 2000, *row):
            assert flat.first_from(made, number) == sum(one < number for one in row)


def test_sets_of_bits_are_counted_and_listed() -> None:
    dice = Dice(4)
    whole = (1 << 62) - 1
    for _ in range(300):
        bits = (dice.below(1 << 30) << 32 | dice.below(1 << 30) << 2) & whole
        members = [number for number in range(62) if bits >> number & 1]
        assert flat.count_of(bits) == len(members)
        assert [flat.member(bits, number) for number in range(len(members))] == members
        found: list[int] = [5]
        flat.spread(found, list(range(200)), 100, bits)
        assert found == [5, *[100 + number for number in members]]
    assert flat.count_of(whole) == 62
    assert flat.count_of(0) == 0
