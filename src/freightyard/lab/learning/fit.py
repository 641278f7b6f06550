"""Fitting a value to positions: a softmax with a weight for each number at each stage, then small trees on what is left.

Needs numpy. Everything is done in one order and rounded in the end, so that the same positions give the same numbers.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from freightyard.bots.search.value import LEAF, ONE, STAGES, Value

KNOTS: Final = 4  # of the weights over the stages of a game
RIDGE: Final = 20.0  # positions: how firmly a weight is held to nothing
SMOOTH: Final = 30.0  # and to that at the next knot
ROUNDS: Final = 12  # of Newton's method
DEPTH: Final = 3  # questions that a tree asks
TREES: Final = 60
RATE: Final = 0.08  # of what a tree says is believed
HELD: Final = 500.0  # positions of doubt: how firmly a leaf is held to nothing
LEAST: Final = 200.0  # positions of doubt on each side of a question
BINS: Final = 25  # between which a question may cut
_WHOLE: Final = float(1 << 20)  # slopes are rounded to so many parts: sums of whole numbers are the same in any order
_NEVER: Final = 1 << 30

Array = Any  # of numpy


class Positions(msgspec.Struct, frozen=True):
    """Positions of many games: for each the numbers of all seats, its stage, who won, what the judge guessed, whose turn it was,
    and the number of its game."""

    rows: Array
    stages: Array
    won: Array
    guesses: Array
    actors: Array
    games: Array

    def part(self, chosen: Array) -> "Positions":
        """Some of them."""
        return Positions(*[getattr(self, field)[chosen] for field in self.__struct_fields__])


class Fitted(msgspec.Struct, frozen=True):
    """What a fit has found, in the whole numbers of bots.search.value."""

    weights: tuple[tuple[int, ...], ...]
    depth: int = 0
    asks: tuple[int, ...] = ()
    bounds: tuple[int, ...] = ()
    leaves: tuple[int, ...] = ()


def with_leads(rows: Array, against: Sequence[int]) -> Array:
    """The numbers of all seats, and after them by how much some are above the best of the others."""
    leads = []
    for column in against:
        own = rows[:, :, column]
        others = np.stack([np.delete(own, seat, 1).max(1) for seat in range(own.shape[1])], 1)
        leads.append(own - others)
    return np.concatenate([rows, np.stack(leads, 2)], 2) if leads else rows


def softmax(scores: Array) -> Array:
    """Shares that add up to 1 in each row."""
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def log_loss(shares: Array, won: Array) -> float:
    """How far shares are from what came of them."""
    return float(-(won * np.log(np.maximum(shares, 1e-6))).sum(1).mean())


def fit(at: Positions, against: Sequence[int], *, trees: int = TREES, tell: Callable[[int], None] | None = None) -> Fitted:
    """The numbers that make these games likeliest."""
    columns = with_leads(at.rows, against)
    weights, scale = fitted_weights(columns, at.stages, at.won)
    scores = _spread(columns, at.stages, scale) @ weights
    whole = np.rint((weights.reshape(KNOTS, -1) / scale) * ONE).astype(np.int64)
    grown = grown_trees(columns, at.stages, at.won, scores, trees, tell)
    asks, bounds, leaves = [], [], []
    for questions, said in grown:
        asks += [column for column, _ in questions]
        bounds += [bound for _, bound in questions]
        leaves += [int(value) for value in np.rint(said * LEAF)]
    knots = tuple([tuple([int(value) for value in knot]) for knot in whole])
    return Fitted(knots, DEPTH if grown else 0, tuple(asks), tuple(bounds), tuple(leaves))


def fitted_shares(fitted: Fitted, at: Positions, against: Sequence[int]) -> Array:
    """The shares that a fit gives to positions, by the arithmetic of the bots."""
    rows = at.rows.tolist()
    columns = at.rows.shape[2] + len(against) + 1
    weights = [weight for knot in fitted.weights for weight in knot]
    value = Value(list(against), columns, weights, fitted.depth, list(fitted.asks), list(fitted.bounds), list(fitted.leaves))
    return np.array([value.shares(seats, stage) for seats, stage in zip(rows, at.stages.tolist(), strict=True)])


def fitted_weights(columns: Array, stages: Array, won: Array, ridge: float = RIDGE) -> tuple[Array, Array]:
    """The weights at the knots, one after the other, for numbers that are divided by the second answer; by Newton's method, as
    the likelihood has one summit."""
    count = columns.shape[2]
    scale = np.maximum(columns.reshape(-1, count).std(0), 1e-9)
    spread = _spread(columns, stages, scale)
    prior = _prior(count, ridge)
    found = np.zeros(count * KNOTS)
    for _ in range(ROUNDS):
        shares = softmax(spread @ found)
        slope = ((won - shares)[:, :, None] * spread).sum((0, 1)) - prior @ found
        middle = (shares[:, :, None] * spread).sum(1)
        bend = np.einsum("nsf,nsg->fg", spread * shares[:, :, None], spread, optimize=True) - middle.T @ middle + prior
        step = np.linalg.solve(bend, slope)
        found = found + step
        if float(np.abs(step).max()) < 1e-9:
            break
    return found, scale


def _spread(columns: Array, stages: Array, scale: Array) -> Array:
    """The numbers of each seat, each at the two knots between which its stage lies."""
    places = stages.astype(np.float64) * (KNOTS - 1) / STAGES
    knots = np.minimum(places.astype(np.int64), KNOTS - 2)
    ways = places - knots
    scaled = columns / scale
    parts = []
    for knot in range(KNOTS):
        here = np.where(knots == knot, 1 - ways, np.where(knots + 1 == knot, ways, 0.0))
        parts.append(scaled * here[:, None, None])
    return np.concatenate(parts, 2)


def _prior(count: int, ridge: float) -> Array:
    """Weights are about nothing, and much like those at the next knot."""
    prior = np.eye(count * KNOTS) * ridge
    for one in range(count * (KNOTS - 1)):
        other = one + count
        for here, there, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            prior[here, there] += SMOOTH * sign
    return prior


def grown_trees(
    columns: Array, stages: Array, won: Array, scores: Array, trees: int, tell: Callable[[int], None] | None = None
) -> list[tuple[list[tuple[int, int]], Array]]:
    """Trees that mend the scores one after the other (gradient boosting): questions from the root down, and what leaves say."""
    count, seats, width = columns.shape
    numbers = np.concatenate([columns, np.repeat(stages[:, None, None], seats, 1)], 2).reshape(count * seats, width + 1)
    cuts, bins = _binned(numbers)
    places = bins + np.arange(width + 1) * BINS
    most = np.array([len(cut) for cut in cuts])
    found = []
    scores = scores.copy()
    for number in range(trees):
        shares = softmax(scores)
        slopes = np.rint((won - shares).reshape(-1) * _WHOLE)
        doubts = np.rint((shares * (1 - shares)).reshape(-1) * _WHOLE)
        node = np.zeros(count * seats, dtype=np.int64)
        questions: list[tuple[int, int]] = []
        for level in range(DEPTH):
            below = node * 2
            for one in range(1 << level):
                inside = np.nonzero(node == one)[0]
                cut = _best_cut(places[inside], slopes[inside], doubts[inside], most)
                if cut is None:
                    questions.append((0, _NEVER))
                    continue
                column, place = cut
                questions.append((column, int(cuts[column][place])))
                below[inside] += bins[inside, column] > place
            node = below
        said = RATE * np.bincount(node, slopes, 1 << DEPTH) / (np.bincount(node, doubts, 1 << DEPTH) + HELD * _WHOLE)
        said = np.rint(said * LEAF) / LEAF
        scores += said[node].reshape(count, seats)
        found.append((questions, said))
        if tell is not None:
            tell(number + 1)
    return found


def _binned(numbers: Array) -> tuple[list[Array], Array]:
    """For each column the bounds that may be asked for, and for each number how many of them it is above."""
    cuts = []
    bins = np.empty(numbers.shape, dtype=np.int64)
    steps = np.linspace(0, 1, BINS + 1)[1:-1]
    for column in range(numbers.shape[1]):
        cuts.append(np.unique(np.quantile(numbers[:, column], steps, method="nearest")))
        bins[:, column] = np.searchsorted(cuts[-1], numbers[:, column], side="left")
    return cuts, bins


def _best_cut(places: Array, slopes: Array, doubts: Array, most: Array) -> tuple[int, int] | None:
    """The column and the bound that part these rows best; None if nothing does."""
    width = len(most)
    flat = places.ravel()
    slope = np.bincount(flat, np.repeat(slopes, width), width * BINS).reshape(width, BINS)
    doubt = np.bincount(flat, np.repeat(doubts, width), width * BINS).reshape(width, BINS)
    low, low_doubt = slope.cumsum(1)[:, :-1], doubt.cumsum(1)[:, :-1]
    high, high_doubt = slope.sum(1)[:, None] - low, doubt.sum(1)[:, None] - low_doubt
    held = HELD * _WHOLE
    gain = low**2 / (low_doubt + held) + high**2 / (high_doubt + held)
    gain -= slope.sum(1)[:, None] ** 2 / (doubt.sum(1)[:, None] + held)
    gain[(low_doubt < LEAST * _WHOLE) | (high_doubt < LEAST * _WHOLE) | (np.arange(BINS - 1) >= most[:, None])] = -1.0
    best = int(gain.argmax())
    column, place = divmod(best, BINS - 1)
    return (column, place) if gain[column, place] > 0 else None
