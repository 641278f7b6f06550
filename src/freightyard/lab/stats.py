"""Means with intervals, differences with effect sizes: what the lab says of samples, and how sure it is."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, inf, lgamma, log, log1p, sqrt
from typing import Final

import msgspec

CONFIDENCE: Final = 0.95


class Estimate(msgspec.Struct, frozen=True):
    """A mean and the interval that holds the truth in 95 of 100 such samples. `spread`: the standard deviation of one game."""

    mean: float
    low: float
    high: float
    spread: float
    games: int

    @property
    def width(self) -> float:
        """From end to end."""
        return self.high - self.low


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def variance(values: Sequence[float]) -> float:
    """The variance of what the values are a sample of."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


def estimate(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of a sample with Student's interval. Of one value alone nothing is sure."""
    games, middle, spread = len(values), mean(values), sqrt(variance(values))
    if games < 2:
        return Estimate(middle, -inf, inf, 0.0, games)
    reach = t_quantile((1 + confidence) / 2, games - 1) * spread / sqrt(games)
    return Estimate(middle, middle - reach, middle + reach, spread, games)


def share(hits: float, trials: float, confidence: float = CONFIDENCE) -> Estimate:
    """A share with Wilson's interval, which stays within 0 and 1 however few hits there are."""
    if trials <= 0:
        return Estimate(0.0, 0.0, 1.0, 0.0, 0)
    z = t_quantile((1 + confidence) / 2, 1_000_000)
    p = hits / trials
    scale = 1 + z * z / trials
    middle = (p + z * z / (2 * trials)) / scale
    reach = z * sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials)) / scale
    low = 0.0 if hits <= 0 else max(0.0, middle - reach)
    high = 1.0 if hits >= trials else min(1.0, middle + reach)
    return Estimate(p, low, high, sqrt(p * (1 - p)), round(trials))


def t_tail(t: float, freedom: float) -> float:
    """The chance that Student's t is farther from 0 than this, on either side."""
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) if freedom > 0 else 1.0


@lru_cache(maxsize=1024)
def t_quantile(p: float, freedom: float) -> float:
    """The t below which Student's distribution has the share p, for p of a half or more."""
    low, high = 0.0, 1.0
    while 1 - t_tail(high, freedom) / 2 < p:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        if 1 - t_tail(middle, freedom) / 2 < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def holm(chances: Sequence[float]) -> list[float]:
    """The chances of so many tests made at once, raised by Holm's rule so that any false alarm among them is as rare as one."""
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    raised = [0.0] * len(chances)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, chances[index] * (len(chances) - rank)))
        raised[index] = highest
    return raised


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's way)."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 400):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _not_zero(1 + factor * d, tiny)
            c = _not_zero(1 + factor / c, tiny)
            value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return value


def _not_zero(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny
