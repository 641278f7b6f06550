"""Freight: the ways of a train from city to city, and the lines that could be built, remembered for each layout of track."""

from typing import Final, final

from freightyard.games.freight.bot.track import Line, founding, lines
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import Rules
from freightyard.games.freight.rules.hexes import EDGES_OF, OPPOSITE
from freightyard.games.freight.rules.network import TOWN
from freightyard.games.freight.rules.shipping import IN_CITY, exits, open_to, owner_at
from freightyard.games.freight.rules.state import State

_KEPT: Final = 3000  # layouts
_LONGEST: Final = 16  # steps of a way that is worth a look
_BUDGET: Final = 18  # the most that a line may cost


@final
class Way:
    """From one city to the next over track: its steps, the tiles of others among them, and the moves."""

    __slots__ = ("moves", "steps", "tolls", "town")

    def __init__(self, town: int, steps: int, tolls: int, moves: list[int]) -> None:
        self.town = town
        self.steps = steps
        self.tolls = tolls
        self.moves = moves


@final
class Layout:
    """What one seat can do with the track as it lies."""

    __slots__ = ("lines", "ways")

    def __init__(self) -> None:
        self.ways: dict[int, list[Way]] = {}  # by the city they begin at
        self.lines: list[Line] | None = None


@final
class Layouts:
    """The layouts that were met. They are those of one set of rules: others may have the same map and other prices."""

    __slots__ = ("_found", "_rules", "colours")

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self.colours: list[list[int]] = []  # that a city with a tile supplies
        self._found: dict[tuple[int, ...], Layout] = {}

    def of(self, s: State, seat: int) -> Layout:
        """The layout of the track as this seat sees it."""
        if s.rules is not self._rules:
            self._rules = s.rules
            self._found.clear()
            self.colours = [[colour for colour in range(COLOURS) if tile[colour]] for tile in s.rules.supplies]
        key = (seat, *s.cell)
        known = self._found.get(key)
        if known is None:
            if len(self._found) >= _KEPT:
                self._found.clear()
            known = Layout()
            self._found[key] = known
        return known

    def ways(self, layout: Layout, s: State, seat: int, town: int) -> list[Way]:
        """The ways that lead from a city to the next ones."""
        known = layout.ways.get(town)
        if known is None:
            known = find_ways(s, seat, town)
            layout.ways[town] = known
        return known

    def lines(self, layout: Layout, s: State) -> list[Line]:
        """The lines that the seat whose turn it is could build."""
        known = layout.lines
        if known is None:
            known = lines(s, _BUDGET) + founding(s)
            layout.lines = known
        return known


def find_ways(s: State, seat: int, town: int) -> list[Way]:
    """Step by step, tiles of others as if they were one step more; in the family game a run is one move over own track."""
    rules = s.rules
    nb = rules.nb
    home = s.cities[town]
    places = [home * 7 + 6]
    costs = [0]
    steps = [0]
    tolls = [0]
    came = [-1]
    seen: set[int] = set()
    found: list[Way] = []
    reached = 1 << town
    cost = 0
    while cost <= _LONGEST:
        index = 0
        later = False
        while index < len(places):
            if costs[index] != cost:
                later = later or costs[index] > cost
                index += 1
                continue
            here = places[index] // 7
            entry = places[index] % 7
            for edge in EDGES_OF[exits(s, here, IN_CITY if entry == 6 else entry)]:
                there = nb[here * 6 + edge]
                if there == rules.hexes:
                    continue
                cell = s.cell[there]
                back = OPPOSITE[edge]
                if cell >> TOWN:
                    other = (cell >> TOWN) - 1
                    if index and not reached >> other & 1:
                        reached |= 1 << other
                        found.append(Way(other, steps[index] + 1, tolls[index], _moves(s, places, came, index, there)))
                elif open_to(cell, back) and there * 7 + back not in seen:
                    foreign = owner_at(cell, back) != seat
                    if foreign and not rules.points_move:
                        continue
                    seen.add(there * 7 + back)
                    places.append(there * 7 + back)
                    costs.append(cost + 2 if foreign else cost + 1)
                    steps.append(steps[index] + 1)
                    tolls.append(tolls[index] + 1 if foreign else tolls[index])
                    came.append(index)
                    later = True
            index += 1
        if not later:
            break
        cost += 1
    return found


def _moves(s: State, places: list[int], came: list[int], index: int, city: int) -> list[int]:
    go = s.rules.go
    moves = [go + city]
    if s.rules.points_move:
        while index > 0:
            moves.append(go + places[index] // 7)
            index = came[index]
        moves.reverse()
    return moves
