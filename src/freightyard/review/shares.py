"""The share of the win that each seat has in a position, and how sure that is.

The judge plays the position on quickly, many times over, from the truth: all hands, but no card or die that is not drawn yet.
What it thinks of the ends is averaged and calibrated. When the game is over the share is the result itself.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec

from freightyard.bots.contract import Judge
from freightyard.core.chance import Dice
from freightyard.core.contract import CHANCE, Outcome, Seat, State
from freightyard.review.calibration import Calibration, calibrated

_STEP: Final = 1e-4
_AT_ONCE: Final = 104_729
_FAR: Final = 1_000_000  # turns: playouts end where the judge ends them


class Shares(msgspec.Struct, frozen=True):
    """The share of each seat, and what each playout made of it: how far it moved the share from the mean, a row each.

    Playouts of the same number meet the same dice at all moments. So what is unsure of a difference is told by the differences of
    their rows, and is much less than what is unsure of either share. No rows: the share is certain.
    """

    values: tuple[float, ...]
    rows: tuple[tuple[float, ...], ...] = ()

    def errors(self) -> tuple[float, ...]:
        """The standard error of each share."""
        return tuple([error_of(column) for column in zip(*self.rows, strict=True)]) if self.rows else (0.0,) * len(self.values)


def shares_of(found: Sequence[Sequence[float]], actor: int, turn: int, fitted: Calibration) -> Shares:
    """The shares in a position, from what the judge thinks of the ends of its playouts."""
    guess, seats = means(found), range(len(found[0]))
    slopes = sensitivity(guess, actor, float(turn), fitted)
    rows = []
    for one in found:
        apart = [value - middle for value, middle in zip(one, guess, strict=True)]
        rows.append(tuple([sum(slopes[seat][other] * apart[other] for other in seats) for seat in seats]))
    return Shares(tuple(calibrated(guess, actor, float(turn), fitted)), tuple(rows))


def error_of_sum(terms: Sequence[tuple[float, Shares]], seat: Seat) -> float:
    """The standard error of a sum of a seat's shares, each with its factor."""
    totals: list[float] = []
    for factor, one in terms:
        if factor and one.rows:
            totals = totals or [0.0] * len(one.rows)
            for number, row in enumerate(one.rows):
                totals[number] += factor * row[seat]
    return error_of(totals) if totals else 0.0


def won(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """The result of a game that is over: winners share the win."""
    return tuple([1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(seats)])


def guesses(judge: Judge, state: State, playouts: int, seed: int) -> list[list[float]]:
    """What the judge thinks of the ends of so many playouts: a row each."""
    rows = []
    for number in range(playouts):
        future = state.clone()
        # Whatever is drawn at once comes from dice of its own, so that what follows meets the same dice before and after a draw.
        future.deal(Dice(seed + number * 7919 + _AT_ONCE))
        judge.playout(future, Dice(seed + number * 7919), _FAR)
        rows.append(judge.shares(future))
    return rows


def actor_of(state: State) -> int:
    """Who is to act, below 0 if nobody is."""
    actor = state.to_act()
    return CHANCE if actor is None else actor


def means(rows: Sequence[Sequence[float]]) -> list[float]:
    """The mean of each column."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def sensitivity(guess: Sequence[float], actor: int, turn: float, fitted: Calibration) -> list[list[float]]:
    """How much the share of each seat moves with each seat's guess."""
    seats = range(len(guess))
    columns = []
    for other in seats:
        up = [value + (_STEP if seat == other else 0.0) for seat, value in enumerate(guess)]
        down = [value - (_STEP if seat == other else 0.0) for seat, value in enumerate(guess)]
        more, less = calibrated(up, actor, turn, fitted), calibrated(down, actor, turn, fitted)
        columns.append([(more[seat] - less[seat]) / (2 * _STEP) for seat in seats])
    return [[columns[other][seat] for other in seats] for seat in seats]


def error_of(values: Sequence[float]) -> float:
    """The standard error of a mean."""
    count = len(values)
    if count < 2:
        return 1.0
    mean = sum(values) / count
    return sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
