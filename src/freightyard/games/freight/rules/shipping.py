"""Where a train can go: over track, through switches and cities."""

from typing import TYPE_CHECKING, Final

from freightyard.core.flat import ALONE, sort, words
from freightyard.core.vectors import append, i64, vec
from freightyard.games.freight.rules.hexes import EDGE_OF, OPPOSITE, OPPOSITE_BIT
from freightyard.games.freight.rules.network import ABOVE, OWNER, OWNER_ABOVE, TOWN
from freightyard.games.freight.rules.sections import joined_to

if TYPE_CHECKING:
    from freightyard.games.freight.rules.state import State

IN_CITY: Final = -1  # instead of the edge by which a train has come in
NO_CITY: Final = 1 << 20  # no city can be reached, whatever is spent


def exits(s: "State", number: i64, entry: i64) -> i64:
    """`fr.move`: the edges by which a train may leave a hex: any side of a city; else the other legs of its track."""
    if entry == IN_CITY:
        return 63
    cell = s.cell[number]
    if cell >> entry & 1:
        return cell & 63 & ~(1 << entry)
    return OPPOSITE_BIT[entry]


def owner_at(cell: i64, entry: i64) -> i64:
    """Whose track a train is on that comes into a hex by this edge."""
    return cell >> OWNER & 7 if cell >> entry & 1 else cell >> OWNER_ABOVE & 7


def open_to(cell: i64, entry: i64) -> bool:
    """Whether there is track at this edge, on the ground or on a bridge."""
    return (cell >> entry | cell >> ABOVE + entry) & 1 == 1


def points_price(s: "State", points: i64) -> i64:
    """`fr.move`: the money for so many more points: those beyond the free ones cost."""
    beyond = s.used + points - s.rules.free_points
    if beyond <= 0:
        return 0
    return (min(beyond, points)) * s.rules.extra_point


def steps(s: "State", moves: vec[i64]) -> vec[i64]:
    """`fr.move`: the hexes to which the train may go on, such that it can still reach a city with the cash at hand."""
    rules = s.rules
    nb = rules.nb
    seat = s.actor
    here = s.locomotive[seat]
    cash = s.cash[seat] - points_price(s, rules.step)
    if cash < 0:
        return moves
    edges = exits(s, here, s.entry)
    edge: i64
    for edge in range(6):
        there = nb[here * 6 + edge]
        if not edges >> edge & 1 or there == rules.hexes:
            continue
        cell = s.cell[there]
        if cell >> TOWN:
            moves = append(moves, rules.go + there)
            continue
        entry = OPPOSITE[edge]
        if not open_to(cell, entry):
            continue
        left = cash - rules.toll if owner_at(cell, entry) != seat else cash
        if left >= 0 and can_reach_city(s, seat, there, entry, s.used + rules.step, left):
            moves = append(moves, rules.go + there)
    return moves


def can_reach_city(s: "State", seat: i64, number: i64, entry: i64, used: i64, cash: i64) -> bool:
    """Whether a train on this track, with so many points used, can pay its way to some city."""
    rules = s.rules
    way = nearest(s, number, entry)
    length = way & 0xFFFFF
    if length == NO_CITY - 1:
        return False
    beyond = used + length * rules.step - rules.free_points
    extra: i64 = 0
    if beyond > 0:
        extra = (min(beyond, length * rules.step)) * rules.extra_point
        if extra > cash:
            return False  # even the shortest way takes too many points
    if way >> 20 & ~(1 << seat) == 0 or extra + (length - 1) * rules.toll <= cash:
        return True
    return _cheapest(s, seat, number, entry, used, cash)


def nearest(s: "State", number: i64, entry: i64) -> i64:
    """The steps to the nearest city over whatever track, and above bit 20 the owners of the track on that way.

    Track without switches leads to one place alone. Through switches the answer is kept until the next piece of track is laid.
    """
    nb = s.rules.nb
    hexes = s.rules.hexes
    here = number
    edges = exits(s, number, entry)
    length: i64 = 1
    passed: i64 = 0
    while length < hexes and edges & edges - 1 == 0:
        edge = EDGE_OF[edges]
        here = nb[here * 6 + edge]
        cell = s.cell[here]
        if cell >> TOWN:
            if here == hexes:
                return NO_CITY - 1
            return length | passed << 20
        back = OPPOSITE[edge]
        if not open_to(cell, back):
            return NO_CITY - 1
        passed |= ALONE[owner_at(cell, back)]
        edges = exits(s, here, back)
        length += 1
    start = number * 6 + entry
    near = s.near
    index: i64 = 0
    while index < len(near):
        if near[index] == start:
            return near[index + 1]
        index += 2
    answer = _nearest(s, start)
    s.near = append(append(near[:], start), answer)
    return answer


def _nearest(s: "State", start: i64) -> i64:
    """The same, looked for step by step."""
    nb = s.rules.nb
    hexes = s.rules.hexes
    cells = s.cell
    # Hexes and the edges by which they are entered; above bit 20 the owners passed, above bit 28 the steps.
    found = append(vec[i64](capacity=32), start)
    index: i64 = 0
    while index < len(found):
        way = found[index]
        index += 1
        here = (way & 0xFFFFF) // 6
        edges = exits(s, here, (way & 0xFFFFF) - here * 6)
        edge: i64
        for edge in range(6):
            if not edges >> edge & 1:
                continue
            there = nb[here * 6 + edge]
            cell = cells[there]
            if cell >> TOWN:
                if there < hexes:
                    return (way >> 28) + 1 | (way >> 20 & 255) << 20
                continue
            back = OPPOSITE[edge]
            if open_to(cell, back) and not _was_there(found, there * 6 + back):
                passed = ALONE[owner_at(cell, back)] << 20
                found = append(found, (way & ~0xFFFFF) + (1 << 28) | passed | there * 6 + back)
    return NO_CITY - 1


def _was_there(found: vec[i64], place: i64) -> bool:
    """Whether a place is among those found. They are few, so looking through them is quicker than keeping a set."""
    for way in found:
        if way & 0xFFFFF == place:
            return True
    return False


def _cheapest(s: "State", seat: i64, number: i64, entry: i64, used: i64, cash: i64) -> bool:
    """The exact answer, step by step: a way that is longer and no cheaper in tolls than another to the same track is dropped."""
    rules = s.rules
    nb = rules.nb
    edge: i64
    # Places that were reached, and above bit 20 the tolls paid on the way; those of one step after those of the one before.
    ways = append(vec[i64](capacity=64), number * 6 + entry)
    begin: i64 = 0
    while begin < len(ways):
        if used >= rules.free_points:
            cash -= rules.step * rules.extra_point
        elif used + rules.step > rules.free_points:
            cash -= (used + rules.step - rules.free_points) * rules.extra_point
        used += rules.step
        end: i64 = len(ways)
        while begin < end:
            way = ways[begin]
            begin += 1
            paid = way >> 20
            here = (way & 0xFFFFF) // 6
            if paid > cash:
                continue
            edges = exits(s, here, (way & 0xFFFFF) - here * 6)
            for edge in range(6):
                if not edges >> edge & 1:
                    continue
                there = nb[here * 6 + edge]
                cell = s.cell[there]
                if cell >> TOWN and there < rules.hexes:
                    return True
                back = OPPOSITE[edge]
                if not open_to(cell, back):
                    continue
                price = paid
                if owner_at(cell, back) != seat:
                    price += rules.toll
                if price <= cash and not _was_cheaper(ways, there * 6 + back, price):
                    ways = append(ways, price << 20 | there * 6 + back)
    return False


def _was_cheaper(ways: vec[i64], place: i64, price: i64) -> bool:
    """Whether a place was reached before for no more."""
    for way in ways:
        if way & 0xFFFFF == place and way >> 20 <= price:
            return True
    return False


def run_ends(s: "State") -> list[int]:
    """`fr.family-run`: the cities that a run can end in: over own track only, the first city entered, not the one left."""
    return words(runs(s, vec[i64]()))


def runs(s: "State", ends: vec[i64]) -> vec[i64]:
    """The same, added to a row that is empty. What hangs together without passing a city leads from each of its cities to all
    others."""
    seat = s.actor
    towns = joined_to(s, seat, (s.cell[s.locomotive[seat]] >> TOWN) - 1)
    for town in range(len(s.cities)):
        if towns >> town & 1:
            ends = append(ends, s.cities[town])
    sort(ends)
    return ends
