"""Which track the greedy player of Freight would lay: the cheapest way from its network to each city that is not in it."""

from heapq import heappop, heappush
from typing import Final, NamedTuple

from freightyard.rules.freight.hexes import AXIS_MASK, BRIDGE, CURVE, OPPOSITE, SHAPE_OF, SHAPES, STRAIGHT
from freightyard.rules.freight.network import ABOVE, TOWN
from freightyard.rules.freight.state import State

_NOTHING: Final = -1


class Line(NamedTuple):
    """Track to a city: what it costs, its tiles, the moves, and the city it begins at, if it begins at one."""

    price: int
    tiles: int
    city: int
    begins: int
    moves: tuple[int, ...]


def lines(s: State, most: int) -> list[Line]:
    """The cheapest line to each city outside the network that costs at most so much; before the first track, to each city
    from each other."""
    seat = s.actor
    best: dict[tuple[int, int], Line] = {}
    for begins, starts in _starts(s, seat).items():
        for line in _search(s, seat, begins, starts, most):
            key = (line.city, begins if not s.own[seat] else -1)
            if key not in best or line.price < best[key].price:
                best[key] = line
    return list(best.values())


def _starts(s: State, seat: int) -> dict[int, list[tuple[int, int]]]:
    """Where a line may begin: hexes and entry edges that the network faces, by the city they belong to; -1: an end of track."""
    starts: dict[int, list[tuple[int, int]]] = {}
    for entries in (s.front[seat], s.over[seat]):
        for code in entries:
            number = code >> 6
            for edge in range(6):
                if code >> edge & 1:
                    town = s.cell[s.rules.nb[number * 6 + edge]] >> TOWN
                    starts.setdefault(town - 1, []).append((number, edge))
    return starts


def _search(s: State, seat: int, begins: int, starts: list[tuple[int, int]], most: int) -> list[Line]:
    """Tile by tile from the cheapest on; plain track, and bridges straight over the track of others."""
    rules = s.rules
    nb = rules.nb
    bridges = s.stock[seat * 4 + BRIDGE]
    heap: list[tuple[int, int, int, int]] = []
    for number, edge in starts:
        heappush(heap, (0, 0, number * 6 + edge, _NOTHING))
    came: dict[int, int] = {}  # for each hex and entry: the one before it, and the move there
    found: dict[int, Line] = {}
    while heap:
        price, tiles, place, link = heappop(heap)
        if place in came:
            continue
        came[place] = link
        number, entry = divmod(place, 6)
        for turn in (3, 2, 4):
            leave = (entry + turn) % 6
            there = nb[number * 6 + leave]
            step = _tile(s, seat, number, entry, leave, bridges)
            if step is None or price + step[1] > most or there == rules.hexes:
                continue
            onward = place << 32 | step[0]
            town = s.cell[there] >> TOWN
            if not town:
                heappush(heap, (price + step[1], tiles + 1, there * 6 + OPPOSITE[leave], onward))
            elif town - 1 != begins and not s.net[seat] >> town - 1 & 1 and town - 1 not in found:
                found[town - 1] = Line(price + step[1], tiles + 1, town - 1, begins, _moves(came, onward))
    return list(found.values())


def _moves(came: dict[int, int], link: int) -> tuple[int, ...]:
    """The moves of a line, from its beginning on."""
    moves: list[int] = []
    while link != _NOTHING:
        moves.append(link & 0xFFFFFFFF)
        link = came[link >> 32]
    return tuple(reversed(moves))


def _tile(s: State, seat: int, number: int, entry: int, leave: int, bridges: int) -> tuple[int, int] | None:
    """The move that leads from one edge of a hex to another, and its price."""
    rules = s.rules
    edges = 1 << entry | 1 << leave
    if edges & ~rules.inside[number]:
        return None
    cell = s.cell[number]
    if not cell:
        straight = leave == OPPOSITE[entry]
        sort = STRAIGHT if straight else CURVE
        if not s.stock[seat * 4 + sort]:
            return None
        return rules.build + number * SHAPES + SHAPE_OF[edges], rules.price[sort]
    if cell >> TOWN or cell >> ABOVE & 63 or cell & edges or edges not in AXIS_MASK or not bridges:
        return None
    return rules.bridging + number * 3 + AXIS_MASK.index(edges), rules.price[BRIDGE]
