"""Fitting a calibration to games between equal bots, and holding it against games that nothing was fitted to."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import log
from typing import Final

import msgspec

from freightyard.bots.levels import judge_of
from freightyard.core.chance import Stream
from freightyard.core.contract import Edition, Game
from freightyard.core.errors import BadSetup
from freightyard.lab.match import Match, play_match
from freightyard.lab.pool import Executor, in_order
from freightyard.review.calibration import KNOTS, LEAST, Calibration, calibrated, leads, softmax, stage_weights
from freightyard.review.shares import actor_of, guesses, means, won
from freightyard.review.spans import Course

BOT: Final = "medium"
PLAYOUTS: Final = 16
MOMENTS: Final = 6  # of a game: more of one game tell little more
_ROUNDS: Final = 40
_PRIOR: Final = 4.0  # moments: how firmly a slope or a curve is held to its neighbours', and the order to nothing
_LOOSELY: Final = 0.1  # how firmly a curve is held to nothing
_ORDER: Final = 2 * KNOTS  # the place of the order among the parameters: slopes, curves, order
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


def fit(edition: Edition, seats: int, games: Sequence[GameSamples], *, bent: bool) -> Calibration:
    """The slopes, curves and order that make these games likeliest, by Newton's method: the likelihood has one summit. A slope or
    a curve that would be below 0 is 0, so that who is further ahead never has a smaller share. Not `bent`: all curves are 0."""
    turns = round(sum(one.turns for one in games) / len(games), 1)
    samples = [sample for one in games for sample in one.samples]
    size = _ORDER + seats
    found = [1.0] * KNOTS + [0.0] * (KNOTS + seats)
    rows = [(_features(sample, turns, seats), sample.won) for sample in samples]
    at_zero = set() if bent else set(range(KNOTS, _ORDER))
    for _ in range(_ROUNDS):
        slope, curve = _prior(found, size)
        for features, parts in rows:
            _climb(features, parts, found, slope, curve)
        for index in at_zero:  # it stays where it is
            slope[index] = 0.0
            for other in range(size):
                curve[index][other] = curve[other][index] = 0.0
            curve[index][index] = 1.0
        step = solved(curve, slope)
        found = [value + min(1.0, max(-1.0, change)) for value, change in zip(found, step, strict=True)]
        if max(abs(change) for change in step) < _ENOUGH:
            below = [index for index in range(_ORDER) if found[index] < 0]
            if not below:
                break
            at_zero.update(below)
            found = [0.0 if index in at_zero else value for index, value in enumerate(found)]
    return Calibration(
        edition=edition.name,
        seats=seats,
        turns=turns,
        slopes=tuple([round(value, 4) for value in found[:KNOTS]]),
        curves=tuple([round(value, 4) for value in found[KNOTS:_ORDER]]),
        order=tuple([round(value, 4) for value in found[_ORDER:]]),
        games=len(games),
    )


def _features(sample: Sample, turns: float, seats: int) -> list[list[tuple[int, float]]]:
    """For each seat: what its score in the softmax is made of, as numbers of parameters with their weights."""
    knot, way = stage_weights(sample.turn, turns)
    made = []
    for seat, lead in enumerate(leads(sample.guess)):
        bent = lead * abs(lead)
        row = [(knot, lead * (1 - way)), (knot + 1, lead * way)]
        row += [(KNOTS + knot, bent * (1 - way)), (KNOTS + knot + 1, bent * way)]
        if sample.actor >= 0:
            row.append((_ORDER + (seat - sample.actor) % seats, 1.0))
        made.append(row)
    return made


def _prior(found: Sequence[float], size: int) -> tuple[list[float], list[list[float]]]:
    """Slopes and curves are much like their neighbours, the order is about nothing."""
    slope = [0.0] * size
    curve = [[0.0] * size for _ in range(size)]
    for knot in (*range(KNOTS - 1), *range(KNOTS, _ORDER - 1)):
        apart = found[knot + 1] - found[knot]
        slope[knot] += _PRIOR * apart
        slope[knot + 1] -= _PRIOR * apart
        for one, other, sign in ((knot, knot, 1), (knot + 1, knot + 1, 1), (knot, knot + 1, -1), (knot + 1, knot, -1)):
            curve[one][other] += _PRIOR * sign
    for index in range(size):
        held, middle = (1e-3, 1.0) if index < KNOTS else (_LOOSELY, 0.0) if index < _ORDER else (_PRIOR, 0.0)
        slope[index] -= held * (found[index] - middle)
        curve[index][index] += held
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
    said: list[tuple[float, float]] = []
    losses = [0.0, 0.0]
    moments = 0
    for one in games:
        for sample in one.samples:
            moments += 1
            shares = calibrated(sample.guess, sample.actor, sample.turn, fitted)
            said += zip(shares, sample.won, strict=True)
            losses[0] += _loss(shares, sample.won)
            losses[1] += _loss(sample.guess, sample.won)
    deciles = []
    for tenth in range(10):
        inside = [pair for pair in said if min(9, int(pair[0] * 10)) == tenth]
        count = max(1, len(inside))
        deciles.append(
            Decile(
                tenth / 10,
                (tenth + 1) / 10,
                len(inside),
                sum(share for share, _ in inside) / count,
                sum(part for _, part in inside) / count,
            )
        )
    count = max(1, moments)
    return Check(len(games), moments, losses[0] / count, losses[1] / count, log(fitted.seats), tuple(deciles))


def _loss(shares: Sequence[float], won: Sequence[float]) -> float:
    return -sum(part * log(max(LEAST, share)) for share, part in zip(shares, won, strict=True))
