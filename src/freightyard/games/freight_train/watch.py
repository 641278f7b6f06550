"""What the lab counts of Freight Train besides what it counts of every game: how days end."""

from collections.abc import Sequence
from typing import cast, final

from freightyard.core import contract
from freightyard.core.contract import Move, Seat
from freightyard.core.tally import Counts
from freightyard.games.freight_train.rules.phases import LEAVING, OUT, OVER
from freightyard.games.freight_train.rules.scoring import score_day
from freightyard.games.freight_train.rules.state import State


@final
class Watch:
    """The categories are on the score sheets."""

    __slots__ = ()

    def standing(self, state: contract.State) -> Sequence[int]:
        s = cast(State, state)
        if s.phase == OVER:
            return s.points
        return [points + earned for points, earned in zip(s.points, score_day(s), strict=True)]

    def purses(self, state: contract.State) -> Sequence[int]:
        """Points."""
        return cast(State, state).points

    def turn_of(self, state: contract.State) -> Seat | None:
        return cast(State, state).actor

    def before(self, state: contract.State, move: Move, counts: Counts) -> None:  # LEAVING has one move
        s = cast(State, state)
        if s.phase == LEAVING:
            # The card may come up in a round in which nobody can move any more; then it is the card that ends the day.
            reason = "the Trains Leave card" if s.leave == OUT else "nobody could move"
            counts.add("day end", f"day {s.day + 1}: {reason}", None)

    def end(self, state: contract.State, counts: Counts) -> None:
        """Nothing that the sheets do not say."""
