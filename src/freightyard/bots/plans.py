"""Plans, and what the judges of all games have in common; apart from the rest because the inner loops use it."""

from collections.abc import Sequence
from math import exp
from typing import final


@final
class Plan:
    """What a seat might do: moves up to the end of its turn, or up to the next card or die; and what it promises, in points."""

    __slots__ = ("moves", "worth")

    def __init__(self, worth: float, moves: list[int]) -> None:
        self.worth = worth
        self.moves = moves

    def __repr__(self) -> str:
        return f"Plan({self.worth:.2f}, {self.moves})"


def by_worth(plan: Plan) -> float:
    """To sort plans, the most promising first."""
    return -plan.worth


def share_won(points: Sequence[float], seat: int) -> float:
    """The share of the win that a seat has: a tie is a shared win."""
    best = max(points)
    return 1 / points.count(best) if points[seat] == best else 0.0


def win_shares(points: list[float], scale: float) -> list[float]:
    """The share of the win that each seat may expect, if differences of about `scale` points still come and go."""
    most = max(points)
    weights = [exp(max(-40.0, (value - most) / scale)) for value in points]
    total = sum(weights)
    return [weight / total for weight in weights]
