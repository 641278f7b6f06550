"""From what a judge guesses to a share of the win that can be trusted: of all moments with 60 % about 60 % are won.

A judge compares plans; how far its shares are from the truth does not matter for that. Shown to people they must be honest. For
every edition and number of seats a few numbers say how much a difference in the judge's shares counts at each stage of a game:
the share of a seat is a softmax of its guesses' logarithms, stretched by a slope that depends on the stage. Then a curve bends
all shares alike. A softmax calls close games too surely and decided ones not surely enough: what turns a close game is many
small things, spread as a bell curve is, with tails thinner than those of a softmax. And each game has leads that are worth more
or less than others, so the curve is free to follow them, as smoothly as it can. These numbers were fitted to games between equal
bots by `python -m tools.calibrate` (fitting.py), and lie in the folder `fitted`, one file a game.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Final

import msgspec

from freightyard.core.contract import Edition

KNOTS: Final = 5  # of the slope over the stages of a game, from its beginning to its usual end, evenly spaced
CURVE: Final = 11  # points of the curve, from a share of 0 to one of 1, evenly spaced
LEAST: Final = 1e-4  # a guess below it tells no more


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """What was fitted for one edition and number of seats."""

    edition: str
    seats: int
    turns: float  # that a game usually has
    slopes: tuple[float, ...]  # at the knots: how much the logarithm of a guess counts
    order: tuple[float, ...]  # for the seats after the one that is to act, from it on: what the guess misses
    sharp: float = 1.0  # how much the logarithm of the share that comes of these counts
    curve: tuple[float, ...] = (0.0,) * CURVE  # and what is added at each share; who is further ahead never gets a smaller share
    games: int = 0  # that it was fitted to; 0: nothing was fitted, the guess counts as it is


class Calibrations(msgspec.Struct, frozen=True, kw_only=True):
    """The file of a game."""

    game: str
    bot: str  # on all seats
    playouts: int  # behind each guess
    moments: int  # of each game
    seed: int  # of the first game
    fitted: tuple[Calibration, ...]


@cache
def calibrations_of(game: str) -> Calibrations | None:
    """The file of a game; None if nothing was fitted for it."""
    place = files(__package__).joinpath("fitted", f"{game}.json")
    return msgspec.json.decode(place.read_bytes(), type=Calibrations) if place.is_file() else None


def calibration_for(edition: Edition, seats: int) -> Calibration:
    """That of the edition, or of the one of the game that comes first: a changed copy plays much like it. Without any, the
    judge's guess counts as it is, and `games` is 0."""
    known = calibrations_of(edition.game)
    found = [one for one in known.fitted if one.seats == seats] if known else []
    exact = [one for one in found if one.edition == edition.name]
    for one in exact or found:
        return one
    return Calibration(edition=edition.name, seats=seats, turns=1.0, slopes=(1.0,) * KNOTS, order=(0.0,) * seats)


def for_losses(fitted: Calibration) -> Calibration:
    """The same for what a turn has cost. At the beginning positions are so alike that shares differ mostly by the noise of their
    playouts, which makes the first slope flat. A loss is a difference over the same dice, with little noise: for it the slope
    at the next knot counts."""
    first, second, *later = fitted.slopes
    return msgspec.structs.replace(fitted, slopes=(max(first, second), second, *later))


def stage_weights(turn: float, turns: float) -> tuple[int, float]:
    """Where a turn lies among the knots: the knot before it, and how far it is on the way to the next one."""
    place = min(1.0, max(0.0, turn / turns)) * (KNOTS - 1)
    knot = min(int(place), KNOTS - 2)
    return knot, place - knot


def curve_weights(share: float) -> tuple[int, float]:
    """Where a share lies among the points of the curve: the point before it, and how far it is on the way to the next one."""
    place = share * (CURVE - 1)
    point = min(int(place), CURVE - 2)
    return point, place - point


def scores(guess: Sequence[float], actor: int, turn: float, fitted: Calibration) -> list[float]:
    """What the first softmax is taken of."""
    knot, way = stage_weights(turn, fitted.turns)
    slope = fitted.slopes[knot] * (1 - way) + fitted.slopes[knot + 1] * way
    seats = len(guess)
    order = fitted.order if actor >= 0 else (0.0,) * seats
    return [slope * value + order[(seat - actor) % seats] for seat, value in enumerate(logarithms(guess))]


def logarithms(guess: Sequence[float]) -> list[float]:
    """Those of the guesses."""
    return [log(max(LEAST, value)) for value in guess]


def calibrated(guess: Sequence[float], actor: int, turn: float, fitted: Calibration) -> list[float]:
    """The shares of all seats; they add up to 1. `actor`: who is to act, below 0 if nobody is."""
    bent = []
    for value in log_shares(scores(guess, actor, turn, fitted)):
        point, way = curve_weights(exp(value))
        bent.append(fitted.sharp * value + fitted.curve[point] * (1 - way) + fitted.curve[point + 1] * way)
    return softmax(bent)


def log_shares(values: Sequence[float]) -> list[float]:
    """The logarithms of the weights that softmax gives."""
    most = max(values)
    total = log(sum(exp(value - most) for value in values))
    return [value - most - total for value in values]


def softmax(values: Sequence[float]) -> list[float]:
    """Weights that add up to 1."""
    most = max(values)
    weights = [exp(value - most) for value in values]
    total = sum(weights)
    return [weight / total for weight in weights]
