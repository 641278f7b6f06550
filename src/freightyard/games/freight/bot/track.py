"""Which track the greedy player of Freight would lay: the cheapest way from its network to each city that is not in it."""

from typing import Final, NamedTuple

from freightyard.games.freight.rules.hexes import AXIS_MASK, BRIDGE, CURVE, OPPOSITE, SHAPE_OF, SHAPES, STRAIGHT
from freightyard.games.freight.rules.network import ABOVE, TOWN, front_of, over_of, sites
from freightyard.games.freight.rules.state import State

_NOTHING: Final = -1
_UNSEEN: Final = -2
NEW: Final = -1


class Line(NamedTuple):
    """Track to a city: what it costs, its tiles, the moves, and the city it begins at, if it begins at one.

    `city` is NEW where the line leads to a city that is still to be built; then the last move but its tile founds it.
    """

    price: int
    tiles: int
    city: int
    begins: int
    moves: tuple[int, ...]


def lines(s: State, most: int) -> list[Line]:
    """The cheapest line to each city outside the network that costs at most so much; before the first track, to each city
    from each other."""
    seat = s.actor
    starts = _starts(s, seat)
    if s.own[seat]:
        everywhere: list[tuple[int, int]] = []
        for group in starts.values():
            everywhere += group
        return _search(s, seat, _NOTHING, everywhere, most)
    found: list[Line] = []
    for begins, group in starts.items():
        found += _search(s, seat, begins, group, most)
    return found


def search_lines(s: State, seat: int, starts: list[tuple[int, int]], most: int) -> list[Line]:
    """The cheapest line to each city outside the network that begins with one of these hexes, entered over this edge."""
    return _search(s, seat, _NOTHING, starts, most)


def founding(s: State) -> list[Line]:
    """One tile from a city of the network, or from any city before the first track, and a new city behind it; one a city.

    A city of one's own choice is near and wants just what the other one has.
    """
    rules = s.rules
    seat = s.actor
    found: list[Line] = []
    if len(s.cities) >= rules.tiles:
        return found
    free = sites(s)
    known: set[int] = set()
    for begins, starts in _starts(s, seat).items():
        for number, entry in starts:
            if begins in known:
                break
            if begins < 0 and free[number]:
                known.add(begins)
                found.append(Line(rules.city_price, 0, NEW, begins, (rules.city + number,)))
                break
            for turn in (3, 2, 4):
                leave = (entry + turn) % 6
                there = rules.nb[number * 6 + leave]
                code = _tile(s, seat, number, entry, leave, 0)
                if code >= 0 and there != rules.hexes and free[there] and not s.cell[there]:
                    known.add(begins)
                    found.append(Line((code & 63) + rules.city_price, 1, NEW, begins, (code >> 6, rules.city + there)))
                    break
    return found


def _starts(s: State, seat: int) -> dict[int, list[tuple[int, int]]]:
    """Where a line may begin: hexes and entry edges that the network faces, by the city they belong to; -1: an end of track."""
    starts: dict[int, list[tuple[int, int]]] = {}
    for entries in (front_of(s, seat), over_of(s, seat)):
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
    # For each hex and entry: the place before it and the move there, so that a line can be told from its end.
    before = [_UNSEEN] * (rules.hexes * 6)
    by_price: list[list[int]] = [[] for _ in range(most + 1)]  # places, each followed by the place before it and the move there
    for number, edge in starts:
        by_price[0] += [number * 6 + edge, _NOTHING, _NOTHING]
    moves_to = [0] * (rules.hexes * 6)
    reached = s.net[seat] if begins < 0 else 1 << begins
    found: list[Line] = []
    for price in range(most + 1):
        queue = by_price[price]
        index = 0
        while index < len(queue):
            place = queue[index]
            if before[place] != _UNSEEN:
                index += 3
                continue
            before[place] = queue[index + 1]
            moves_to[place] = queue[index + 2]
            index += 3
            number = place // 6
            entry = place % 6
            for turn in (3, 2, 4):
                leave = (entry + turn) % 6
                there = nb[number * 6 + leave]
                if there == rules.hexes:
                    continue
                code = _tile(s, seat, number, entry, leave, bridges)
                if code < 0 or price + (code & 63) > most:
                    continue
                town = s.cell[there] >> TOWN
                if not town:
                    onward = there * 6 + OPPOSITE[leave]
                    if before[onward] == _UNSEEN:
                        by_price[price + (code & 63)] += [onward, place, code >> 6]
                elif not reached >> town - 1 & 1:
                    reached |= 1 << town - 1
                    moves = _moves(before, moves_to, place, code >> 6)
                    home = begins if begins >= 0 else _home(s, before, place)
                    found.append(Line(price + (code & 63), len(moves), town - 1, home, moves))
    return found


def _home(s: State, before: list[int], place: int) -> int:
    """The city at which a line begins; -1 if it begins at an end of track."""
    while before[place] != _NOTHING:
        place = before[place]
    return (s.cell[s.rules.nb[place]] >> TOWN) - 1


def _moves(before: list[int], moves_to: list[int], place: int, last: int) -> tuple[int, ...]:
    """The moves of a line, from its beginning on."""
    moves = [last]
    while before[place] != _NOTHING:
        moves.append(moves_to[place])
        place = before[place]
    moves.reverse()
    return tuple(moves)


def _tile(s: State, seat: int, number: int, entry: int, leave: int, bridges: int) -> int:
    """The move that leads from one edge of a hex to another, and in its lowest six bits the price; -1 if there is none."""
    rules = s.rules
    edges = 1 << entry | 1 << leave
    if edges & ~rules.inside[number]:
        return -1
    cell = s.cell[number]
    if not cell:
        sort = STRAIGHT if leave == OPPOSITE[entry] else CURVE
        if not s.stock[seat * 4 + sort]:
            return -1
        return rules.build + number * SHAPES + SHAPE_OF[edges] << 6 | rules.price[sort]
    if cell >> TOWN or cell >> ABOVE & 63 or cell & edges or edges not in AXIS_MASK or not bridges:
        return -1
    return rules.bridging + number * 3 + AXIS_MASK.index(edges) << 6 | rules.price[BRIDGE]
