"""Random numbers: the same everywhere, and all equally likely."""

from collections import Counter

import pytest

from freightyard.core.chance import Dice, Stream


def test_stream_is_the_same_on_every_machine() -> None:
    stream = Stream("freightyard")
    assert [stream.below(100) for _ in range(12)] == [9, 39, 35, 35, 99, 53, 81, 62, 58, 55, 40, 4]


def test_dice_are_the_same_on_every_machine() -> None:
    dice = Dice(7)
    assert [dice.below(100) for _ in range(8)] == [68, 52, 0, 67, 99, 17, 0, 99]


@pytest.mark.parametrize("source", [Stream("odds"), Dice(3)])
def test_numbers_are_equally_likely(source: Stream | Dice) -> None:
    counts = Counter(source.below(7) for _ in range(14_000))
    assert sorted(counts) == list(range(7))
    assert all(abs(count - 2000) < 210 for count in counts.values())  # five standard deviations


def test_streams_of_different_seeds_differ() -> None:
    assert [Stream("a").below(1 << 30)] != [Stream("b").below(1 << 30)]
    assert Dice(1).below(1 << 30) != Dice(2).below(1 << 30)


def test_dice_take_any_seed() -> None:
    for seed in (0, 2147483646, 2147483647, 10**30):
        assert 0 <= Dice(seed).below(10) < 10
