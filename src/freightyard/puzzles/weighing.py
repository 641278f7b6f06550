"""What plans are worth against each other in a position: all of them meet the same futures.

It is the race of the bots' planner without its haste: no plan drops out, and none has the judge's guess as an advantage.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from freightyard.bots.contract import Judge
from freightyard.bots.plans import Plan
from freightyard.bots.search.race import Race
from freightyard.core.chance import Dice, Stream
from freightyard.core.contract import Game, Seat, State
from freightyard.review.calibration import Calibration, calibration_for, for_losses
from freightyard.review.turns import Futures, difference, share_with

_TURNS: Final = 1000
_FAR: Final = 1_000_000
_GUESSES: Final = 12  # playouts to see how everybody stands


class Cost(msgspec.Struct, frozen=True):
    """What a plan costs of the share of the win against another one, and the standard error of that."""

    share: float
    error: float

    def clear(self, errors: float) -> bool:
        """Whether it costs more than so many standard errors."""
        return self.share > errors * self.error


class Weighing:
    """Plans of one seat in one position. They can meet more futures as long as somebody wants to know better."""

    def __init__(self, game: Game, judge: Judge, state: State, plans: Sequence[Sequence[int]], seed: str) -> None:
        """The seat that acts knows of the state what it may know."""
        self._state = state
        self._seat: Seat = state.to_act() or 0
        self._judge = judge
        luck = Stream(seed)
        self._futures = Futures(game, judge, state, self._seat, luck)
        first = self._futures.first
        self._dice = luck.below(1 << 30)
        self._race = Race(
            judge,
            self._seat,
            [Plan(0.0, list(moves)) for moves in plans],
            self._dice,
            _TURNS,
            judge.point_share(first),
            0.0,
            judge.depth(first),
        )
        self._race.futures = self._futures.known[:1]
        self._fitted: Calibration = for_losses(calibration_for(state.edition, state.seats))
        self._guess: list[float] = []

    @property
    def playouts(self) -> int:
        """How many were made."""
        return self._race.playouts

    def run(self, futures: int, most: int = 1000) -> None:
        """Let the best plans so far meet futures, up to so many; `most`: how many plans."""
        runners = self._race.runners
        for number in self.order()[:most]:
            runner = runners[number]
            while len(runner.results) < futures:
                self._futures.serve(self._race, len(runner.results))
                self._race.step(runner)

    def order(self) -> list[int]:
        """The numbers of the plans that have met most futures, the best first."""
        runners = self._race.runners
        most = max(len(runner.results) for runner in runners)
        whole = [number for number, runner in enumerate(runners) if len(runner.results) == most]
        return sorted(whole, key=lambda number: (-runners[number].total, number))

    def cost(self, number: int, best: int) -> Cost:
        """What one plan costs against another in the futures that both have met."""
        one, other = self._race.runners[best].results, self._race.runners[number].results
        count = min(len(one), len(other))
        share, error = difference(self._fitted, self.guess, self._seat, one[:count], other[:count], self._state.turns)
        return Cost(share, error)

    def share(self, number: int) -> float:
        """The share of the win that the seat may expect with a plan."""
        results = self._race.runners[number].results
        return share_with(self._fitted, self.guess, self._seat, sum(results) / len(results), self._state.turns)

    @property
    def guess(self) -> list[float]:
        """What the judge thinks of everybody."""
        if not self._guess:
            rows = []
            for number in range(_GUESSES):
                self._futures.serve(self._race, number)
                future = self._race.futures[number].clone()
                self._judge.playout(future, Dice(self._dice + number * 7919), _FAR)
                rows.append(self._judge.shares(future))
            self._guess = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        return self._guess
