"""What the lab counts besides what it counts of every game: whose cars are shunted."""

from collections.abc import Sequence
from typing import cast, final

from freightyard.core import contract
from freightyard.core.contract import CHANCE, Move, Seat
from freightyard.core.tally import Counts
from freightyard_shunting.rules.edition import SHUNT
from freightyard_shunting.rules.scoring import points_of
from freightyard_shunting.rules.state import State


@final
class Watch:
    """Follows one game."""

    def standing(self, state: contract.State) -> Sequence[int]:
        s = cast(State, state)
        return [sum(points_of(s, seat)) for seat in range(s.seats)]

    def turn_of(self, state: contract.State) -> Seat | None:
        actor = state.to_act()
        return None if actor == CHANCE else actor

    def before(self, state: contract.State, move: Move, counts: Counts) -> None:
        s = cast(State, state)
        verb, siding, _ = s.edition.moves[move]
        if verb == SHUNT:
            owner = s.sidings[siding][0] // s.edition.data.cars
            counts.add("shunt", "an own car" if owner == s.actor else "a car of others", s.actor)

    def end(self, state: contract.State, counts: Counts) -> None:
        """Nothing that the score sheet does not say."""
