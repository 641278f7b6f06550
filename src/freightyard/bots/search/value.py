"""What was learnt from games between equal bots: from the numbers of a position to each seat's share of the win.

Each seat has a row of whole numbers. Its score is a sum of them, with weights that depend on the stage of the game, and of what
small trees say, each of which asks a few of the numbers whether they are above a bound. The shares are a softmax of the scores.
All of it but the softmax is arithmetic on whole numbers, so it is the same on every machine, compiled or not.
"""

from math import exp
from typing import TYPE_CHECKING, Any, Final, Protocol, final

if TYPE_CHECKING:
    from mypy_extensions import i64

STAGES: Final = 256  # the stage of a game goes from 0 to this
ONE: Final = 1 << 20  # a score of 1
LEAF: Final = 1 << 12  # a leaf of 1
FEATURE_BOUND: Final = 1 << 20  # a number of a row is smaller: sums must stay within a machine word
_FAR: Final = 40.0


class Features(Protocol):
    """What is to be known of the seats of a game, in whole numbers."""

    @property
    def names(self) -> tuple[str, ...]:
        """What each number of a row is."""

    @property
    def against(self) -> tuple[str, ...]:
        """Those of them that count besides as what a seat has more than the best of the others."""

    @property
    def won(self) -> float:
        """How much of a game that ends in a playout counts by who won, from 0 to 1; the rest is as the judge says. Where luck
        decides how one playout ends, by how much one is ahead tells more."""

    def rows(self, s: Any) -> list[list[int]]:
        """A row for each seat, in the order of the names. Turns begin when they are asked for."""

    def stage(self, s: Any) -> int:
        """How far the game is: from 0 at its beginning to STAGES where it usually ends."""

    def turns(self, s: Any) -> int:
        """How many turns a playout goes on before the position is looked at."""

    def breaks(self, s: Any) -> bool:
        """Whether a playout of the judge stops here, though chance is to act and the game is not over."""


@final
class Value:
    """What was learnt for one rule set and number of seats."""

    __slots__ = ("_against", "_asks", "_bounds", "_columns", "_depth", "_knots", "_leaves", "_weights")

    def __init__(
        self,
        against: list[int],
        columns: int,
        weights: list[int],
        depth: int,
        asks: list[int],
        bounds: list[int],
        leaves: list[int],
    ) -> None:
        """`against`: the numbers that count besides as a lead over the best of the others; `columns`: numbers of a row with these
        and the stage; `weights`: of all columns but the stage at the first knot, at the second, …, with ONE as their unit; `asks`
        and `bounds`: of all trees, each from its root down, row by row; `leaves`: with LEAF as their unit."""
        self._against = against
        self._columns = columns
        self._weights = weights
        self._knots = len(weights) // (columns - 1)
        self._depth = depth
        self._asks = asks
        self._bounds = bounds
        self._leaves = leaves

    def shares(self, rows: list[list[int]], stage: int) -> list[float]:
        """The share of each seat. The rows get longer."""
        seats = len(rows)
        for column in self._against:
            for seat in range(seats):
                most = -(1 << 60)
                for other in range(seats):
                    if other != seat and rows[other][column] > most:
                        most = rows[other][column]
                rows[seat].append(rows[seat][column] - most)
        weights = self.at_stage(stage)
        scores: list[float] = []
        for seat in range(seats):
            rows[seat].append(stage)
            scores.append(self._score(rows[seat], weights) / ONE)
        most_of_all = max(scores)
        found: list[float] = []
        total = 0.0
        for score in scores:
            weight = exp(max(-_FAR, score - most_of_all))
            found.append(weight)
            total += weight
        return [weight / total for weight in found]

    def at_stage(self, stage: int) -> list[int]:
        """The weights between two knots."""
        columns: i64 = self._columns - 1
        place: i64 = stage * (self._knots - 1)
        knot: i64 = min(place // STAGES, self._knots - 2)
        way: i64 = place - knot * STAGES
        found: list[int] = []
        known = self._weights
        index: i64 = knot * columns
        last: i64 = index + columns
        while index < last:
            before: i64 = known[index]
            after: i64 = known[index + columns]
            found.append((before * (STAGES - way) + after * way) // STAGES)
            index += 1
        return found

    def _score(self, row: list[int], weights: list[int]) -> int:
        """The score of a seat, with ONE as its unit."""
        total: i64 = 0
        number: i64
        weight: i64
        for index in range(len(weights)):
            number = row[index]
            weight = weights[index]
            total += number * weight
        asks = self._asks
        bounds = self._bounds
        leaves = self._leaves
        depth: i64 = self._depth
        inner: i64 = (1 << depth) - 1
        tree: i64 = 0
        leaf: i64 = 0
        said: i64 = 0
        count: i64 = len(asks)
        while tree < count:
            at: i64 = 0
            while at < inner:
                asked: i64 = asks[tree + at]
                number = row[asked]
                bound: i64 = bounds[tree + at]
                at = 2 * at + (2 if number > bound else 1)
            said += leaves[leaf + at - inner]
            tree += inner
            leaf += inner + 1
        return total + said * (ONE // LEAF)


@final
class Learnt:
    """What a bot has learnt of a rule set: how to look at a position, and what it is worth."""

    __slots__ = ("features", "value", "won")

    def __init__(self, features: Features, value: Value) -> None:
        self.features = features
        self.value = value
        self.won: float = features.won

    def shares(self, s: Any) -> list[float]:
        """The share of the win that each seat may expect, in a game that is not over."""
        return self.value.shares(self.features.rows(s), self.features.stage(s))
