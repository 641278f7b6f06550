"""Fitting a calibration to games between equal bots, and holding it against games that nothing was fitted to."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import exp, log, sqrt
from typing import Final

import msgspec

from freightyard.bots.levels import judge_of
from freightyard.core.chance import Stream
from freightyard.core.contract import Edition, Game
from freightyard.core.errors import BadSetup
from freightyard.lab.match import Match, play_match
from freightyard.lab.pool import Executor, in_order
from freightyard.review.calibration import (
    CURVE,
    KNOTS,
    LEAST,
    Calibration,
    calibrated,
    curve_weights,
    log_shares,
    logarithms,
    softmax,
    stage_weights,
)
from freightyard.review.shares import actor_of, guesses, means, won
from freightyard.review.spans import Course

BOT: Final = "medium"
PLAYOUTS: Final = 16
MANY: Final = 200  # moments: a tenth with fewer tells little
MOMENTS: Final = 6  # of a game: more of one game tell little more
_ROUNDS: Final = 40
_PRIOR: Final = 4.0  # moments: how firmly a slope is held to its neighbours, and the order to nothing
_SMOOTHLY: Final = 10.0  # moments: how firmly each point of the curve is held to the line between its neighbours
_LOOSELY: Final = 0.1  # and to nothing
_ENOUGH: Final = 1e-7


class Sample(msgspec.Struct, frozen=True):
    """A moment of a game, and how the game ended."""

    guess: tuple[float, ...]  # the mean of the playouts' shares
    actor: int
    turn: float
    won: tuple[float, ...]


class GameSamples(msgspec.Struct, frozen=True):
    """What one game tells."""

    turns: int
    samples: tuple[Sample, ...]


def samples_of(game: Game, edition: Edition, seats: int, seeds: range, executor: Executor) -> Iterator[GameSamples]:
    """Play a game for every seed, and look at a few of its moments. Equal seeds, equal samples."""
    match = Match(game=game, edition=edition, options=(), players=(BOT,) * seats, seed=0)
    played = executor.map_unordered(partial(_play, match), seeds)
    return in_order(played)


def _play(match: Match, seed: int) -> GameSamples:
    match = msgspec.structs.replace(match, seed=seed)
    judge = judge_of(match.game)
    if judge is None:
        raise BadSetup(f"{match.game.title} brings no judge, so nothing can be fitted")
    result = play_match(match)
    course = Course(result.record(), match.game)
    shares = won(result.outcome, len(match.players))
    luck = Stream(f"{seed}/moments")
    samples = []
    inside = [state for state in course.states[1:-1] if state.outcome() is None]
    for _ in range(min(MOMENTS, len(inside))):
        state = inside.pop(luck.below(len(inside)))
        guess = means(guesses(judge, state, PLAYOUTS, luck.below(1 << 30)))
        samples.append(Sample(tuple(guess), actor_of(state), float(state.turns), shares))
    return GameSamples(result.turns, tuple(samples))


def fit(edition: Edition, seats: int, games: Sequence[GameSamples]) -> Calibration:
    """The numbers that make these games likeliest: first slopes and order, then how the shares that come of them are bent. Both
    times the likelihood has one summit, and Newton's method finds it. A slope that would be below 0 is 0, and a curve along
    which shares would fall is held more firmly."""
    turns = round(sum(one.turns for one in games) / len(games), 1)
    samples = [sample for one in games for sample in one.samples]
    rows = [(_features(sample, turns, seats), sample.won) for sample in samples]
    flat: set[int] = set()
    while True:
        found = _summit(rows, [1.0] * KNOTS + [0.0] * seats, flat, _prior)
        below = {index for index in range(KNOTS) if found[index] < 0}
        if not below:
            break
        flat |= below
    bent = []
    for features, parts in rows:
        straight = log_shares([sum(weight * found[index] for index, weight in row) for row in features])
        bent.append(([_on_the_curve(value) for value in straight], parts))
    firmness = 1.0
    while True:
        sharp, *curve = _summit(bent, [1.0] + [0.0] * CURVE, set(), partial(_smoothly, firmness))
        if _rises(sharp, curve):
            break
        firmness *= 4
    return Calibration(
        edition=edition.name,
        seats=seats,
        turns=turns,
        slopes=tuple([round(value, 4) for value in found[:KNOTS]]),
        order=tuple([round(value, 4) for value in found[KNOTS:]]),
        sharp=round(sharp, 4),
        curve=tuple([round(value, 4) for value in curve]),
        games=len(games),
    )


Row = tuple[list[list[tuple[int, float]]], Sequence[float]]  # for each seat the numbers of parameters with their weights; who won
Held = tuple[list[float], list[list[float]]]  # the slope of a likelihood, and how it bends


def _summit(rows: Sequence[Row], found: list[float], flat: set[int], held: Callable[[Sequence[float]], Held]) -> list[float]:
    """The parameters that make it likeliest that those won who won. Those that are `flat` are 0."""
    found = [0.0 if index in flat else value for index, value in enumerate(found)]
    for _ in range(_ROUNDS):
        slope, curve = held(found)
        for features, parts in rows:
            _climb(features, parts, found, slope, curve)
        for index in flat:
            slope[index] = 0.0
            for other in range(len(found)):
                curve[index][other] = curve[other][index] = 0.0
            curve[index][index] = 1.0
        step = solved(curve, slope)
        found = [value + min(1.0, max(-1.0, change)) for value, change in zip(found, step, strict=True)]
        if max(abs(change) for change in step) < _ENOUGH:
            break
    return found


def _on_the_curve(value: float) -> list[tuple[int, float]]:
    """What the second softmax makes of the logarithm of a share, as numbers of parameters with their weights."""
    point, way = curve_weights(exp(value))
    return [(0, value), (1 + point, 1 - way), (2 + point, way)]


def _rises(sharp: float, curve: Sequence[float]) -> bool:
    """Whether who is further ahead never gets a smaller share. Between two points a curve may fall as long as the logarithm rises
    by more, which it does least before the later one."""
    return sharp > 0 and all(after - before > -sharp / (point + 1) for point, (before, after) in enumerate(pairwise(curve)))


def _features(sample: Sample, turns: float, seats: int) -> list[list[tuple[int, float]]]:
    """For each seat: what its score in the softmax is made of, as numbers of parameters with their weights."""
    knot, way = stage_weights(sample.turn, turns)
    made = []
    for seat, value in enumerate(logarithms(sample.guess)):
        row = [(knot, value * (1 - way)), (knot + 1, value * way)]
        if sample.actor >= 0:
            row.append((KNOTS + (seat - sample.actor) % seats, 1.0))
        made.append(row)
    return made


def _prior(found: Sequence[float]) -> Held:
    """Slopes are much like their neighbours, the order is about nothing."""
    size = len(found)
    slope = [0.0] * size
    curve = [[0.0] * size for _ in range(size)]
    for knot in range(KNOTS - 1):
        apart = found[knot + 1] - found[knot]
        slope[knot] += _PRIOR * apart
        slope[knot + 1] -= _PRIOR * apart
        for one, other, sign in ((knot, knot, 1), (knot + 1, knot + 1, 1), (knot, knot + 1, -1), (knot + 1, knot, -1)):
            curve[one][other] += _PRIOR * sign
    for index in range(size):
        held, middle = (1e-3, 1.0) if index < KNOTS else (_PRIOR, 0.0)
        slope[index] -= held * (found[index] - middle)
        curve[index][index] += held
    return slope, curve


def _smoothly(firmness: float, found: Sequence[float]) -> Held:
    """The sharpness is about 1, the curve about nothing and without bends of its own. `firmness`: how much more so than usual."""
    size = len(found)
    slope = [1.0 - found[0], *[-_LOOSELY * firmness * value for value in found[1:]]]
    curve = [[(1.0 if row == 0 else _LOOSELY * firmness) * (row == column) for column in range(size)] for row in range(size)]
    for point in range(2, size - 1):
        bend = found[point - 1] - 2 * found[point] + found[point + 1]
        for one, times in ((point - 1, 1), (point, -2), (point + 1, 1)):
            slope[one] -= _SMOOTHLY * firmness * times * bend
            for other, more in ((point - 1, 1), (point, -2), (point + 1, 1)):
                curve[one][other] += _SMOOTHLY * firmness * times * more
    return slope, curve


def _climb(
    features: Sequence[Sequence[tuple[int, float]]],
    won: Sequence[float],
    found: Sequence[float],
    slope: list[float],
    curve: list[list[float]],
) -> None:
    """Add what one moment says: the slope of the likelihood, and how it bends."""
    shares = softmax([sum(weight * found[index] for index, weight in row) for row in features])
    middle: dict[int, float] = {}
    for row, share, part in zip(features, shares, won, strict=True):
        for index, weight in row:
            slope[index] += (part - share) * weight
            middle[index] = middle.get(index, 0.0) + share * weight
    for row, share in zip(features, shares, strict=True):
        for one, weight in row:
            for other, second in row:
                curve[one][other] += share * weight * second
    for one, weight in middle.items():
        for other, second in middle.items():
            curve[one][other] -= weight * second


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x with matrix · x = right, by Gauss's way; the matrix bends everywhere, so no pivot is 0."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for index in range(size):
        pivot = max(range(index, size), key=lambda row: abs(rows[row][index]))
        rows[index], rows[pivot] = rows[pivot], rows[index]
        for row in range(index + 1, size):
            factor = rows[row][index] / rows[index][index]
            for column in range(index, size + 1):
                rows[row][column] -= factor * rows[index][column]
    answer = [0.0] * size
    for index in reversed(range(size)):
        rest = sum(rows[index][column] * answer[column] for column in range(index + 1, size))
        answer[index] = (rows[index][size] - rest) / rows[index][index]
    return answer


class Decile(msgspec.Struct, frozen=True):
    """The moments in which a seat was said to have a share between two bounds, and what it won of them."""

    low: float
    high: float
    moments: int
    said: float
    won: float
    error: float  # the standard error of their difference; moments of one game are much alike


class Check(msgspec.Struct, frozen=True):
    """A calibration held against games."""

    games: int
    moments: int
    log_loss: float  # of the calibrated shares
    raw_log_loss: float  # of the judge's own guesses
    even_log_loss: float  # of equal shares
    deciles: tuple[Decile, ...]


def check(fitted: Calibration, games: Sequence[GameSamples]) -> Check:
    """What was said and what came of it, decile by decile."""
    said: list[tuple[int, float, float]] = []  # the game, the share, what was won
    losses = [0.0, 0.0]
    moments = 0
    for number, one in enumerate(games):
        for sample in one.samples:
            moments += 1
            shares = calibrated(sample.guess, sample.actor, sample.turn, fitted)
            said += [(number, share, part) for share, part in zip(shares, sample.won, strict=True)]
            losses[0] += _loss(shares, sample.won)
            losses[1] += _loss(sample.guess, sample.won)
    deciles = []
    for tenth in range(10):
        inside = [one for one in said if min(9, int(one[1] * 10)) == tenth]
        count = max(1, len(inside))
        missed: dict[int, float] = {}
        for number, share, part in inside:
            missed[number] = missed.get(number, 0.0) + share - part
        deciles.append(
            Decile(
                low=tenth / 10,
                high=(tenth + 1) / 10,
                moments=len(inside),
                said=sum(share for _, share, _ in inside) / count,
                won=sum(part for _, _, part in inside) / count,
                error=sqrt(sum(value * value for value in missed.values())) / count,
            )
        )
    count = max(1, moments)
    return Check(len(games), moments, losses[0] / count, losses[1] / count, log(fitted.seats), tuple(deciles))


def worst_of(found: Check) -> Decile | None:
    """The tenth with many moments where what was said is furthest from what was won."""
    many = [one for one in found.deciles if one.moments >= MANY]
    return max(many, key=lambda one: abs(one.said - one.won), default=None)


def _loss(shares: Sequence[float], won: Sequence[float]) -> float:
    return -sum(part * log(max(LEAST, share)) for share, part in zip(shares, won, strict=True))
