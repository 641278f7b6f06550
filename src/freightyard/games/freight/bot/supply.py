"""Freight: what a marker does for the own network, on a city and in the boxes."""

from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.network import TOWN
from freightyard.games.freight.rules.state import State


def put_worth(s: State, number: int, colour: int) -> float:
    """What a marker on the city on this hex does for the own network."""
    town = (s.cell[number] >> TOWN) - 1
    supplied = s.rules.supplies[s.tiles[town]][colour]
    return _in_city(s, town, colour, supplied, _met(s, own_cities(s), colour, supplied))


def own_cities(s: State) -> list[int]:
    """The cities of the own network."""
    net = s.net[s.actor]
    return [town for town in range(len(s.cities)) if net >> town & 1]


def marker_worth(s: State, towns: list[int], marker: int) -> float:
    """What a marker in the boxes may do one day for the cities of the own network."""
    colour, disk = divmod(marker, 2)
    supplied = disk == 0
    supplies = s.rules.supplies
    tiles = s.tiles
    worth = 0.0
    met = -1.0
    for town in towns:
        if supplies[tiles[town]][colour] == supplied:
            if met < 0.0:
                met = _met(s, towns, colour, supplied)
            worth = max(worth, _in_city(s, town, colour, supplied, met))
    return worth


def _met(s: State, towns: list[int], colour: int, supplied: bool) -> float:
    """What a marker does in a city that supplies its colour, or demands it, if one looks at the other cities of the own network:
    a disk is wanted where cubes of its colour wait in the network, a cube where a disk waits for it."""
    supplies = s.rules.supplies
    tiles = s.tiles
    marks = s.marks
    worth = 0.0
    for other in towns:
        if supplies[tiles[other]][colour] != supplied:
            met = min(2, int(marks[other * COLOURS + colour]))
            if supplied:
                worth = max(worth, 2.5 if met else 0.5)
            else:
                worth = max(worth, 1.0 + 1.5 * met)
    return worth


def _in_city(s: State, town: int, colour: int, supplied: bool, met: float) -> float:
    """The same in this city, with what lies there and is on board."""
    worth = met
    if not supplied:
        worth += 2.0 * float(s.cargo[s.actor * COLOURS + colour])
        if s.marks[town * COLOURS + colour]:
            worth *= 0.3  # one disk pays any number of cubes
    elif s.marks[town * COLOURS + colour] > 1:
        worth *= 0.5
    if s.total[town] >= s.rules.most_marks:
        worth *= 0.2  # there is no room now
    return worth
