"""Freight: what a marker does for the own network, on a city and in the boxes."""

from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.network import TOWN
from freightyard.games.freight.rules.state import State


def put_worth(s: State, number: int, colour: int) -> float:
    """What a marker on the city on this hex does for the own network."""
    return _marker_at(s, (s.cell[number] >> TOWN) - 1, colour)


def marker_worth(s: State, marker: int) -> float:
    """What a marker in the boxes may do for the own network one day."""
    colour, disk = divmod(marker, 2)
    net = s.net[s.actor]
    worth = 0.0
    for town in range(len(s.cities)):
        if net >> town & 1 and s.rules.supplies[s.tiles[town]][colour] != (disk == 1):
            worth = max(worth, _marker_at(s, town, colour))
    return worth


def _marker_at(s: State, town: int, colour: int) -> float:
    """A disk is wanted where cubes of its colour wait in the network, a cube where a disk waits for it."""
    net = s.net[s.actor]
    supplied = s.rules.supplies[s.tiles[town]][colour]
    worth = 0.0
    for other in range(len(s.cities)):
        if other == town or not net >> other & 1 or s.rules.supplies[s.tiles[other]][colour] == supplied:
            continue
        met = min(2, int(s.marks[other * COLOURS + colour]))
        if supplied:
            worth = max(worth, 2.5 if met else 0.5)
        else:
            worth = max(worth, 1.0 + 1.5 * met)
    if not supplied:
        worth += 2.0 * float(s.cargo[s.actor * COLOURS + colour])
        if s.marks[town * COLOURS + colour]:
            worth *= 0.3  # one disk pays any number of cubes
    elif s.marks[town * COLOURS + colour] > 1:
        worth *= 0.5
    if s.total[town] >= s.rules.most_marks:
        worth *= 0.2  # there is no room now
    return worth
