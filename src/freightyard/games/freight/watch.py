"""What the lab counts of Freight besides what it counts of every game: colours, city tiles, track, loans, bankrupts."""

from collections.abc import Sequence
from typing import cast, final

from freightyard.core import contract
from freightyard.core.contract import Move, Seat
from freightyard.core.flat import words
from freightyard.core.tally import Counts
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import BRIDGING, BUILD, DELIVER, UPGRADE
from freightyard.games.freight.rules.hexes import SHAPE_SORT, SHAPES, SORTS
from freightyard.games.freight.rules.network import TOWN
from freightyard.games.freight.rules.phases import OVER
from freightyard.games.freight.rules.scoring import final_points, points
from freightyard.games.freight.rules.state import State


@final
class Watch:
    """Deliveries and building are counted as they happen."""

    __slots__ = ()

    def standing(self, state: contract.State) -> Sequence[int]:
        s = cast(State, state)
        """As the page tells them while the game goes on: the curve of points begins where the players remember them."""
        return final_points(s) if s.phase == OVER or any(s.out) else [points(s, seat) for seat in range(s.seats)]

    def purses(self, state: contract.State) -> Sequence[int]:
        """Money."""
        return words(cast(State, state).cash)

    def turn_of(self, state: contract.State) -> Seat | None:
        return cast(State, state).actor

    def before(self, state: contract.State, move: Move, counts: Counts) -> None:
        s = cast(State, state)
        rules = s.rules
        verb = rules.edition.verbs[move]
        if verb == DELIVER:
            colour = move - rules.deliver
            town = (s.cell[s.locomotive[s.actor]] >> TOWN) - 1
            demanded = s.paid >> colour & 1 or s.marks[town * COLOURS + colour]
            paid = rules.demanded if demanded else rules.not_demanded
            data = rules.edition.data
            counts.add("colour", data.colours[colour].name, s.actor, 1, paid)
            counts.add("city tile", data.city_tiles[s.tiles[town]], s.actor, 1, paid)
            counts.add("delivery", "demanded" if demanded else "not demanded", s.actor, 1, paid)
        elif verb == BUILD:
            sort = SHAPE_SORT[(move - rules.build) % SHAPES]
            counts.add("track", SORTS[sort], s.actor, 1, -rules.price[sort])
        elif verb == UPGRADE:
            counts.add("track", "upgrade", s.actor, 1, -rules.upgrade_price)
        elif verb == BRIDGING:
            counts.add("track", SORTS[-1], s.actor, 1, -rules.price[-1])

    def end(self, state: contract.State, counts: Counts) -> None:
        s = cast(State, state)
        for seat in range(s.seats):
            if s.out[seat]:
                counts.add("bankrupt", "bankrupt", seat)
