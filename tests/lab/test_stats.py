"""What the lab says of samples, held against printed tables."""

from math import inf, sqrt

import pytest

from freightyard.core.chance import Stream
from freightyard.lab.stats import estimate, holm, share, t_quantile, t_tail


@pytest.mark.parametrize(
    ("p", "freedom", "t"),
    [(0.975, 1, 12.7062), (0.975, 4, 2.7764), (0.975, 30, 2.0423), (0.95, 10, 1.8125), (0.995, 7, 3.4995), (0.975, 1e6, 1.95997)],
)
def test_student_s_t_is_as_in_the_tables(p: float, freedom: float, t: float) -> None:
    assert t_quantile(p, freedom) == pytest.approx(t, abs=2e-4)
    assert t_tail(t, freedom) == pytest.approx(2 * (1 - p), abs=1e-5)


def test_an_estimate_has_its_interval() -> None:
    one = estimate([1, 2, 3, 4, 5])
    assert one.mean == 3
    assert one.spread == pytest.approx(sqrt(2.5))
    assert one.width == pytest.approx(2 * 2.7764 * sqrt(2.5 / 5), abs=1e-3)
    assert estimate([7]).low == -inf
    assert estimate([2, 2, 2]).width == 0


def test_the_interval_holds_the_truth_in_about_95_of_100_samples() -> None:
    stream = Stream("intervals")
    held = 0
    for _ in range(1000):
        sample = [sum(stream.below(7) for _ in range(2)) for _ in range(12)]  # two dice from 0 to 6: the mean is 6
        one = estimate(sample)
        held += one.low <= 6 <= one.high
    assert 930 <= held <= 970


def test_a_share_stays_between_nothing_and_all() -> None:
    assert share(0, 20).low == 0
    assert 0 < share(0, 20).high < 0.2
    assert share(20, 20).high == 1
    assert share(0, 0).width == 1
    half = share(50, 100)
    assert half.low == pytest.approx(0.4038, abs=1e-3)
    assert half.high == pytest.approx(0.5962, abs=1e-3)


def test_holm_raises_chances_and_keeps_their_order() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
