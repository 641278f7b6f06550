"""Luck and skill: what chance's moves, one's own turns and the others' turns changed of a seat's share of the win.

In these games chance is a move, so every change of a share belongs to somebody: the share before a span of moves and the share
after it differ by what whoever moved there did. The three parts add up to the result less the share at the start. What a turn
changes is measured against quick play, as the shares are: a turn that gains was better than the medium bot would have played.
"""

from collections.abc import Sequence

import msgspec

from freightyard.core.contract import CHANCE, Seat
from freightyard.review.shares import Shares, error_of_sum
from freightyard.review.spans import Span


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """Where a seat's share of the win came from."""

    start: float
    chance: float
    own: float
    others: float
    result: float
    chance_error: float  # standard errors
    own_error: float
    others_error: float


def parts(spans: Sequence[Span], shares: Sequence[Shares], seat: Seat) -> Parts:
    """The parts of one seat; `shares` are those before each span, and after the last."""
    changes = [0.0, 0.0, 0.0]
    weights = [[0] * len(shares) for _ in changes]
    for number, span in enumerate(spans):
        kind = _kind(span.actor, seat)
        changes[kind] += shares[number + 1].values[seat] - shares[number].values[seat]
        weights[kind][number + 1] += 1
        weights[kind][number] -= 1
    errors = [error_of_sum(list(zip(row, shares, strict=True)), seat) for row in weights]
    return Parts(
        start=shares[0].values[seat],
        chance=changes[0],
        own=changes[1],
        others=changes[2],
        result=shares[-1].values[seat],
        chance_error=errors[0],
        own_error=errors[1],
        others_error=errors[2],
    )


def _kind(actor: int, seat: Seat) -> int:
    if actor == CHANCE:
        return 0
    return 1 if actor == seat else 2
