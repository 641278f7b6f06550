"""Where a train can go: over track, through switches and cities."""

from typing import TYPE_CHECKING, Final

from freightyard.rules.freight.hexes import EDGES_OF, OPPOSITE, OPPOSITE_BIT
from freightyard.rules.freight.network import ABOVE, OWNER, OWNER_ABOVE, TOWN, TRACK

if TYPE_CHECKING:
    from freightyard.rules.freight.state import State

IN_CITY: Final = -1  # instead of the edge by which a train has come in
NO_CITY: Final = 1 << 20  # no city can be reached, whatever is spent


def exits(s: "State", number: int, entry: int) -> int:
    """`fr.move`: the edges by which a train may leave a hex: any side of a city; else the other legs of its track."""
    if entry == IN_CITY:
        return 63
    cell = s.cell[number]
    if cell >> entry & 1:
        return cell & 63 & ~(1 << entry)
    return OPPOSITE_BIT[entry]


def owner_at(cell: int, entry: int) -> int:
    """Whose track a train is on that comes into a hex by this edge."""
    return cell >> OWNER & 7 if cell >> entry & 1 else cell >> OWNER_ABOVE & 7


def open_to(cell: int, entry: int) -> bool:
    """Whether there is track at this edge, on the ground or on a bridge."""
    return (cell & TRACK) >> entry & 1 == 1 or (cell & TRACK) >> ABOVE + entry & 1 == 1


def points_price(s: "State", points: int) -> int:
    """`fr.move`: the money for so many more points: those beyond the free ones cost."""
    beyond = s.used + points - s.rules.free_points
    if beyond <= 0:
        return 0
    return (min(points, beyond)) * s.rules.extra_point


def steps(s: "State", moves: list[int]) -> None:
    """`fr.move`: the hexes to which the train may go on, such that it can still reach a city with the cash at hand."""
    rules = s.rules
    nb = rules.nb
    seat = s.actor
    here = s.locomotive[seat]
    cash = s.cash[seat] - points_price(s, rules.step)
    if cash < 0:
        return
    for edge in EDGES_OF[exits(s, here, s.entry)]:
        there = nb[here * 6 + edge]
        if there == rules.hexes:
            continue
        cell = s.cell[there]
        if cell >> TOWN:
            moves.append(rules.go + there)
            continue
        entry = OPPOSITE[edge]
        if not open_to(cell, entry):
            continue
        left = cash - rules.toll if owner_at(cell, entry) != seat else cash
        if left >= 0 and can_reach_city(s, seat, there, entry, s.used + rules.step, left):
            moves.append(rules.go + there)


def can_reach_city(s: "State", seat: int, number: int, entry: int, used: int, cash: int) -> bool:
    """Whether a train on this track, with so many points used, can pay its way to some city."""
    rules = s.rules
    way = nearest(s, number, entry)
    length = way & 0xFFFFF
    if length == NO_CITY - 1:
        return False
    beyond = used + length * rules.step - rules.free_points
    extra = 0
    if beyond > 0:
        extra = (min(length * rules.step, beyond)) * rules.extra_point
        if extra > cash:
            return False  # even the shortest way takes too many points
    if way >> 20 & ~(1 << seat) == 0 or extra + (length - 1) * rules.toll <= cash:
        return True
    return _cheapest(s, seat, number, entry, used, cash)


def nearest(s: "State", number: int, entry: int) -> int:
    """The steps to the nearest city over whatever track, and above bit 20 the owners of the track on that way.

    Kept until the next piece of track is laid.
    """
    key = number * 6 + entry
    known = s.near.get(key)
    if known is not None:
        return known
    nb = s.rules.nb
    hexes = s.rules.hexes
    keys = [key]
    owners = [0]
    lengths = [0]
    index = 0
    answer = NO_CITY - 1
    while index < len(keys) and answer == NO_CITY - 1:
        here = keys[index] // 6
        for edge in EDGES_OF[exits(s, here, keys[index] % 6)]:
            there = nb[here * 6 + edge]
            cell = s.cell[there]
            if cell >> TOWN and there < hexes:
                answer = lengths[index] + 1 | owners[index] << 20
                break
            back = OPPOSITE[edge]
            if open_to(cell, back) and there * 6 + back not in keys:
                keys.append(there * 6 + back)
                owners.append(owners[index] | 1 << owner_at(cell, back))
                lengths.append(lengths[index] + 1)
        index += 1
    s.near[key] = answer
    return answer


def _cheapest(s: "State", seat: int, number: int, entry: int, used: int, cash: int) -> bool:
    """The exact answer, step by step: a way that is longer and no cheaper in tolls than another to the same track is dropped."""
    rules = s.rules
    nb = rules.nb
    tolls = {number * 6 + entry: 0}
    current = [number * 6 + entry]
    while current:
        if used >= rules.free_points:
            cash -= rules.step * rules.extra_point
        elif used + rules.step > rules.free_points:
            cash -= (used + rules.step - rules.free_points) * rules.extra_point
        used += rules.step
        following: list[int] = []
        before = [tolls[key] for key in current]  # this step may find cheaper ways to the same track, for the next one
        for index, key in enumerate(current):
            paid = before[index]
            if paid > cash:
                continue
            here = key // 6
            for edge in EDGES_OF[exits(s, here, key % 6)]:
                there = nb[here * 6 + edge]
                cell = s.cell[there]
                if cell >> TOWN and there < rules.hexes:
                    return True
                back = OPPOSITE[edge]
                if not open_to(cell, back):
                    continue
                price = paid if owner_at(cell, back) == seat else paid + rules.toll
                if price <= cash and price < tolls.get(there * 6 + back, price + 1):
                    tolls[there * 6 + back] = price
                    if there * 6 + back not in following:
                        following.append(there * 6 + back)
        current = following
    return False


def run_ends(s: "State") -> list[int]:
    """`fr.family-run`: the cities that a run can end in: over own track only, the first city entered, not the one left.

    Kept until the own track changes or a city is built.
    """
    nb = s.rules.nb
    seat = s.actor
    home = s.locomotive[seat]
    known = s.ends[seat].get(home)
    if known is not None:
        return known
    # Every city that own track leads to is in the network, so there is no more to find than its other cities.
    most = (s.net[seat] & ~(1 << (s.cell[home] >> TOWN) - 1)).bit_count()
    hexes = [home]
    entries = [IN_CITY]
    seen: set[int] = set()
    found: list[int] = []
    index = 0
    while index < len(hexes) and len(found) < most:
        here = hexes[index]
        for edge in EDGES_OF[exits(s, here, entries[index])]:
            there = nb[here * 6 + edge]
            if there == s.rules.hexes:
                continue
            cell = s.cell[there]
            back = OPPOSITE[edge]
            if cell >> TOWN:
                if there != home and there not in found:
                    found.append(there)
            elif there * 6 + back not in seen and open_to(cell, back) and owner_at(cell, back) == seat:
                seen.add(there * 6 + back)
                hexes.append(there)
                entries.append(back)
        index += 1
    found.sort()
    s.ends[seat][home] = found
    return found
