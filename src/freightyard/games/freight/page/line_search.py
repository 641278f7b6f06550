"""The search behind the line builder: the lightest ways from a network to a place of the map.

It goes backwards, from the place to the network, over the edges by which a line leaves a hex. It lays straights and curves on
empty hexes and bridges over track, begins at whatever the network faces or at an upgrade of an own tile, and goes on behind any
city that it comes to.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple, final

from freightyard.games.freight.rules.hexes import (
    AXES,
    AXIS_MASK,
    BRIDGE,
    CURVE,
    FIRST_SWITCH,
    OPPOSITE,
    SHAPE_OF,
    SHAPES,
    STRAIGHT,
    SWITCH,
    SWITCHES,
)
from freightyard.games.freight.rules.network import ABOVE, TOWN, front_of, over_of
from freightyard.games.freight.rules.state import State

# What is weighed first, second and third when lines are compared.
FIRST: Final = 1 << 14
SECOND: Final = 1 << 7
FAR: Final = 1 << 40  # no line weighs so much
NOWHERE: Final = -1
_DEARER: Final = 6 * FIRST  # what the way from another place may weigh more than the lightest: two tiles
_NODES: Final = 1 << 13  # more than there are edges of hexes
_AGAINST: Final = 90  # a last tile that leads nowhere


class Weights(NamedTuple):
    """What pieces weigh in a search. `avoid`: hexes that weigh `more`."""

    straight: int
    curve: int
    bridge: int
    upgrade: int
    avoid: frozenset[int] = frozenset()
    more: int = 0


class Way(NamedTuple):
    """A way that a search found: where it begins, the moves from there on, and the cities that it goes on behind."""

    weight: int
    begins: int
    moves: tuple[int, ...]
    by: tuple[int, ...]


def search(
    state: State,
    goal: int,
    weights: Weights,
    limit: int,
    *,
    as_city: bool,
    starts: int = NOWHERE,
    stock: Sequence[int] = (),
) -> list[Way]:
    """The lightest way from each place of the actor's network to the goal, the lightest of all first, all below the limit.

    `as_city`: it ends at a side of the goal, else on it; `starts`: from the sides of this city alone; `stock`: other tiles than
    those that the player has.
    """
    return _Search(state, goal, weights, limit, starts, stock).run(as_city)


@final
class _Search:
    """One search. All dicts are by the edge, six times the hex and one more for each edge, over which a line leaves a hex."""

    def __init__(self, state: State, goal: int, weights: Weights, limit: int, starts: int, stock: Sequence[int]) -> None:
        seat = state.actor
        self.state = state
        self.goal = goal
        self.weights = weights
        self.limit = limit
        self.anywhere = starts == NOWHERE
        self.through = bool(state.own[seat]) and self.anywhere  # whether a line goes on behind cities
        self.net = state.net[seat]
        self.stock = stock or state.stock[seat * 4 : seat * 4 + 4]
        self.simple = {code >> 6: code & 63 for code in state.simple[seat]}
        self.faced = _faced(state) if self.anywhere else _sides(state, starts)
        self.best: dict[int, int] = {}  # what is still to come weighs so much
        self.after: dict[int, int] = {}  # the edge over which the line leaves the next hex
        self.laid: dict[int, int] = {}  # the move on the next hex
        self.town_behind: dict[int, int] = {}  # the city that the line goes through before the next hex
        self.queue: list[int] = []
        self.ways: dict[int, Way] = {}  # by the hex of the network that they begin at
        self.lightest = limit

    def run(self, as_city: bool) -> list[Way]:
        goal, nb = self.goal, self.state.rules.nb
        for edge in range(6):
            if as_city:
                self._leaves(nb[goal * 6 + edge], OPPOSITE[edge], 0, NOWHERE, NOWHERE)
            elif self.state.rules.inside[goal] >> edge & 1:
                self._leaves(goal, edge, self._liking(edge), NOWHERE, NOWHERE)
        while self.queue:
            weight, key = divmod(heappop(self.queue), _NODES)
            if weight > self.lightest + _DEARER:
                break
            if weight == self.best[key]:
                self._enter(weight, key)
        return sorted(self.ways.values())

    def _enter(self, weight: int, key: int) -> None:
        """A line leaves a hex over this edge: how can it come into the hex?"""
        rules, weights, stock = self.state.rules, self.weights, self.stock
        here, leave = divmod(key, 6)
        cell = self.state.cell[here]
        if here in weights.avoid:
            weight += weights.more
        for turn in (3, 2, 4):
            entry = (leave + turn) % 6
            edges = 1 << entry | 1 << leave
            if edges & ~rules.inside[here]:
                continue
            if not cell:
                sort, more = (STRAIGHT, weights.straight) if turn == 3 else (CURVE, weights.curve)
                move = rules.build + here * SHAPES + SHAPE_OF[edges]
            elif turn != 3 or cell >> ABOVE & 63 or cell & edges:
                continue
            else:
                sort, more = BRIDGE, weights.bridge
                move = rules.bridging + here * AXES + AXIS_MASK.index(edges)
            if not stock[sort]:
                continue
            there = rules.nb[here * 6 + entry]
            if self.faced.get(here, 0) >> entry & 1 and there != self.goal:
                self._found(weight + more, there, key, move)
            else:
                self._leaves(there, OPPOSITE[entry], weight + more, key, move)

    def _leaves(self, there: int, edge: int, weight: int, onward: int, move: int) -> None:
        """A line could leave a hex over this edge, since it can go on behind it."""
        rules = self.state.rules
        key = there * 6 + edge
        if there == rules.hexes or weight >= self.best.get(key, self.limit) or (there == self.goal and onward != NOWHERE):
            return
        self.best[key] = weight
        cell = self.state.cell[there]
        if cell >> TOWN:
            if self.through and not self.net >> (cell >> TOWN) - 1 & 1:
                for side in range(6):
                    beside = rules.nb[there * 6 + side]
                    self.town_behind[beside * 6 + OPPOSITE[side]] = there
                    self._leaves(beside, OPPOSITE[side], weight, onward, move)
            return
        self.after[key] = onward
        self.laid[key] = move
        old = self.simple.get(there, 0)
        if old and self.anywhere and self.stock[SWITCH]:
            shape = SHAPE_OF[old | 1 << edge]
            if shape >= FIRST_SWITCH and not cell >> ABOVE & 1 << edge:
                made = rules.upgrade + there * SWITCHES + shape - FIRST_SWITCH
                self._found(weight + self.weights.upgrade, there, key, made)
        if not (cell | cell >> ABOVE) >> edge & 1:
            heappush(self.queue, weight * _NODES + key)

    def _found(self, weight: int, begins: int, key: int, move: int) -> None:
        """A line begins at the network with this move, and goes on over this edge."""
        known = self.ways.get(begins)
        if weight >= self.limit or (known is not None and known.weight <= weight):
            return
        self.lightest = min(self.lightest, weight)
        moves, by = [move], []
        while True:
            if key in self.town_behind:
                by.append(self.town_behind[key])
            if self.after[key] == NOWHERE:
                break
            moves.append(self.laid[key])
            key = self.after[key]
        self.ways[begins] = Way(weight, begins, tuple(moves), tuple(by))

    def _liking(self, edge: int) -> int:
        """What it weighs that the last tile points over this edge: little at a city that is not connected yet, and at an own end
        of track; else the farther from such a city the more. Less than a tile weighs."""
        state = self.state
        there = state.rules.nb[self.goal * 6 + edge]
        cell = state.cell[there]
        if cell >> TOWN:
            return _AGAINST if self.net >> (cell >> TOWN) - 1 & 1 else 0
        if self.faced.get(self.goal, 0) >> edge & 1:
            return 1
        if cell:
            return _AGAINST
        distance = state.rules.edition.grid.distance
        far = [distance(city, there) for town, city in enumerate(state.cities) if not self.net >> town & 1]
        return min([_AGAINST - 1, *far]) + 1


def _faced(state: State) -> dict[int, int]:
    """`fr.connected`: the hexes that the network faces, with the edges at which it does."""
    seat = state.actor
    return {code >> 6: code & 63 for entries in (front_of(state, seat), over_of(state, seat)) for code in entries}


def _sides(state: State, city: int) -> dict[int, int]:
    """The hexes around a city, with the edges that it lies at."""
    return {state.rules.nb[city * 6 + side]: 1 << OPPOSITE[side] for side in range(6)}
