"""Track on the map and the networks it makes, kept up to date tile by tile.

A cell of the map is one number: the edges of the tile, the edges of the bridge above, their owners, and the city. For every
seat three sorted lists are kept: `front`, the empty hexes that its network faces; `over`, the hexes with a tile that a bridge
of its could cross; `simple`, its plain tiles, which can be upgraded. An entry is a hex and the edges that matter there.
"""

from bisect import bisect_left, insort
from typing import TYPE_CHECKING, Final

from freightyard.rules.freight.edition import ALL_SORTS
from freightyard.rules.freight.hexes import (
    AXIS_MASK,
    BRIDGE,
    EDGES_OF,
    OPPOSITE,
    OPPOSITE_BIT,
    SHAPE_OF,
    SHAPE_SORT,
    SWITCH,
)

if TYPE_CHECKING:
    from freightyard.rules.freight.state import State

ABOVE: Final = 6  # shift of the bridge's edges
OWNER: Final = 12  # of the tile
OWNER_ABOVE: Final = 15
TOWN: Final = 18  # the city's number, from 1
TRACK: Final = (1 << TOWN) - 1
WALL: Final = 1 << 30  # beyond the surface


def add(entries: list[int], number: int, edges: int) -> None:
    """Add edges of a hex to sorted entries."""
    code = number << 6
    index = bisect_left(entries, code)
    if index < len(entries) and entries[index] >> 6 == number:
        entries[index] |= edges
    else:
        entries.insert(index, code | edges)


def remove(entries: list[int], number: int) -> int:
    """Take a hex out of sorted entries. The edges it had."""
    index = bisect_left(entries, number << 6)
    if index < len(entries) and entries[index] >> 6 == number:
        return entries.pop(index) & 63
    return 0


def face(s: "State", seat: int, number: int, bit: int) -> None:
    """`fr.connected`: the network of a seat faces this edge of a hex, so track may begin there."""
    cell = s.cell[number]
    if not cell:
        add(s.front[seat], number, bit)
    elif cell & 63 and not cell & (63 << ABOVE | bit):
        add(s.over[seat], number, bit)


def face_all_sides(s: "State", seat: int, town: int) -> None:
    """All six sides of a city are open."""
    nb = s.rules.nb
    first = s.cities[town] * 6
    for edge in range(6):
        face(s, seat, nb[first + edge], OPPOSITE_BIT[edge])


def face_every_city(s: "State", seat: int) -> None:
    """`fr.connected`: who has no track may begin at any city."""
    nb = s.rules.nb
    sides: dict[int, int] = {}
    for number in s.cities:
        for edge in range(6):
            there = nb[number * 6 + edge]
            sides[there] = sides.get(there, 0) | OPPOSITE_BIT[edge]
    for there in sorted(sides):
        cell = s.cell[there]
        if not cell:
            s.front[seat].append(there << 6 | sides[there])
        elif cell & 63 and not cell >> ABOVE & 63 and sides[there] & ~cell:
            s.over[seat].append(there << 6 | sides[there] & ~cell & 63)


def join_city(s: "State", seat: int, town: int) -> None:
    """A city joins the network of a seat."""
    if not s.net[seat] >> town & 1:
        s.net[seat] |= 1 << town
        face_all_sides(s, seat, town)


def reach_out(s: "State", seat: int, number: int, edges: int) -> None:
    """What these edges of own track at a hex touch: cities join the network, other hexes are faced."""
    nb = s.rules.nb
    for edge in EDGES_OF[edges]:
        there = nb[number * 6 + edge]
        town = s.cell[there] >> TOWN
        if town and there < s.rules.hexes:
            join_city(s, seat, town - 1)
        else:
            face(s, seat, there, OPPOSITE_BIT[edge])


def lay_tile(s: "State", seat: int, number: int, edges: int) -> None:
    """A tile on an empty hex."""
    s.cell[number] = edges | seat << OWNER
    for other in range(s.rules.seats):
        left = remove(s.front[other], number) & ~edges
        if left:
            add(s.over[other], number, left)
    sort = SHAPE_SORT[SHAPE_OF[edges]]
    s.stock[seat * 4 + sort] -= 1
    if sort != SWITCH:
        add(s.simple[seat], number, edges)
    insort(s.own[seat], number * 2)
    _laid(s, seat, number, edges)


def lay_bridge(s: "State", seat: int, number: int, edges: int) -> None:
    """A bridge over the tile of a hex."""
    s.cell[number] |= edges << ABOVE | seat << OWNER_ABOVE
    for other in range(s.rules.seats):
        remove(s.over[other], number)
    s.stock[seat * 4 + BRIDGE] -= 1
    insort(s.own[seat], number * 2 + 1)
    _laid(s, seat, number, edges)


def lay_upgrade(s: "State", seat: int, number: int, edges: int) -> None:
    """A switch in the place of a simple tile."""
    old = remove(s.simple[seat], number)
    new = edges & ~old
    s.cell[number] |= new
    for other in range(s.rules.seats):
        left = remove(s.over[other], number) & ~new
        if left:
            add(s.over[other], number, left)
    s.stock[seat * 4 + SHAPE_SORT[SHAPE_OF[old]]] += 1
    s.stock[seat * 4 + SWITCH] -= 1
    forget_ways(s, seat)
    reach_out(s, seat, number, new)


def forget_ways(s: "State", seat: int) -> None:
    """The track of a seat has changed: what was found about ways over it holds no longer."""
    s.near = {}
    s.ends[seat] = {}


def _laid(s: "State", seat: int, number: int, edges: int) -> None:
    forget_ways(s, seat)
    if len(s.own[seat]) == 1:
        # Before its first track a seat could begin at any city; from now on only at its own.
        s.front[seat] = []
        s.over[seat] = []
    reach_out(s, seat, number, edges)


def lay_city(s: "State", number: int) -> None:
    """`fr.build-city`: a new city on an empty hex joins every track that points into it."""
    town = len(s.cities)
    s.cities.append(number)
    s.cell[number] = town + 1 << TOWN
    for seat in range(s.rules.seats):
        forget_ways(s, seat)
        pointed = remove(s.front[seat], number)
        if not s.own[seat]:
            if s.out[seat] == 0:
                face_all_sides(s, seat, town)
        elif pointed:
            join_city(s, seat, town)
    s.sites &= ~_around(s, number)


def _around(s: "State", number: int) -> int:
    """A bit for a hex and each of its neighbours."""
    bits = 1 << number
    for edge in range(6):
        bits |= 1 << s.rules.nb[number * 6 + edge]
    return bits


def find_sites(s: "State") -> None:
    """`fr.build-city`: where a new city may stand, as far as the other cities are concerned."""
    sites = s.rules.edition.grid.hull(s.cities)
    for number in s.cities:
        sites &= ~_around(s, number)
    s.sites = sites


def collect(s: "State") -> None:
    """Whose track is on the map, from the map alone, and all networks with it."""
    for seat in range(s.rules.seats):
        s.own[seat] = []
    for number in range(s.rules.hexes):
        cell = s.cell[number] & TRACK
        if cell & 63 and cell >> OWNER & 7 < s.rules.seats:
            s.own[cell >> OWNER & 7].append(number * 2)
        if cell >> ABOVE & 63 and cell >> OWNER_ABOVE & 7 < s.rules.seats:
            s.own[cell >> OWNER_ABOVE & 7].append(number * 2 + 1)
    for seat in range(s.rules.seats):
        refresh(s, seat)


def refresh(s: "State", seat: int) -> None:
    """`fr.connected`: the network of a seat anew: all its track with all cities it touches, even in several pieces."""
    s.front[seat] = []
    s.over[seat] = []
    s.simple[seat] = []
    s.net[seat] = 0
    forget_ways(s, seat)
    stock = s.rules.start_stock[:]
    for piece in s.own[seat]:
        edges = piece_edges(s, piece)
        sort = piece_sort(piece, edges)
        stock[sort] -= 1
        if sort < SWITCH:
            add(s.simple[seat], piece >> 1, edges)
        reach_out(s, seat, piece >> 1, edges)
    for sort in range(4):
        s.stock[seat * 4 + sort] = stock[sort]
    if not s.own[seat] and s.out[seat] == 0:
        face_every_city(s, seat)


def has_place(s: "State", seat: int) -> bool:
    """`fr.no-blockade`: whether a seat could lay any track at all, money and supply not counted."""
    rules = s.rules
    for code in s.front[seat]:
        if rules.builds_at(ALL_SORTS, code):
            return True
    for code in s.over[seat]:
        if rules.bridges_at(code, s.cell[code >> 6] & 63):
            return True
    for code in s.simple[seat]:
        if rules.upgrades_at(code << 6 | s.cell[code >> 6] >> ABOVE & 63):
            return True
    return False


def few_places(s: "State", seat: int) -> bool:
    """Whether one tile could leave the seat without a place: it has at most one empty hex where a tile of any sort fits."""
    table = s.rules.builds[ALL_SORTS]
    found = 0
    for code in s.front[seat]:
        known = table.get(code)
        if known is None:
            known = s.rules.builds_at(ALL_SORTS, code)
        if known:
            found += 1
            if found == 2:
                return False
    return True


# --- sections of track ---


def piece_edges(s: "State", piece: int) -> int:
    """The edges of a piece of track: twice the hex, and one more for the bridge."""
    cell = s.cell[piece >> 1]
    return cell >> ABOVE & 63 if piece & 1 else cell & 63


def piece_owner(s: "State", piece: int) -> int:
    """Whose piece it is. There must be one."""
    cell = s.cell[piece >> 1]
    return cell >> OWNER_ABOVE & 7 if piece & 1 else cell >> OWNER & 7


def section(s: "State", seat: int, piece: int) -> list[int]:
    """`fr.section`: the pieces of own track that hang together with this one without passing a city, dead ends included."""
    nb = s.rules.nb
    found = [piece]
    index = 0
    while index < len(found):
        here = found[index]
        index += 1
        for edge in EDGES_OF[piece_edges(s, here)]:
            there = nb[(here >> 1) * 6 + edge]
            back = OPPOSITE[edge]
            cell = s.cell[there] & TRACK
            if cell >> back & 1:
                other = there * 2
            elif cell >> ABOVE + back & 1:
                other = there * 2 + 1
            else:
                continue
            if piece_owner(s, other) == seat and other not in found:
                found.append(other)
    return sorted(found)


def sections(s: "State", seat: int) -> list[list[int]]:
    """All sections of a seat, each with its pieces in order."""
    done: set[int] = set()
    found: list[list[int]] = []
    for piece in s.own[seat]:
        if piece not in done:
            pieces = section(s, seat, piece)
            done.update(pieces)
            found.append(pieces)
    return found


def piece_sort(piece: int, edges: int) -> int:
    """The sort of a piece of track with these edges."""
    return BRIDGE if piece & 1 else SHAPE_SORT[SHAPE_OF[edges]]


def section_sorts(s: "State", pieces: list[int]) -> list[int]:
    """How many tiles of each sort a section needs."""
    needed = [0, 0, 0, 0]
    for piece in pieces:
        needed[piece_sort(piece, piece_edges(s, piece))] += 1
    return needed


def hand_over(s: "State", pieces: list[int], seller: int, buyer: int) -> None:
    """`fr.section`: the pieces become the buyer's, a seat or the bank. Stocks and networks follow."""
    for piece in pieces:
        shift = OWNER_ABOVE if piece & 1 else OWNER
        s.cell[piece >> 1] = s.cell[piece >> 1] & ~(7 << shift) | buyer << shift
        s.own[seller].remove(piece)
    refresh(s, seller)
    if buyer < s.rules.seats:
        s.own[buyer] = sorted(s.own[buyer] + pieces)
        refresh(s, buyer)


def axis_of(edges: int) -> int:
    """The axis of a bridge with these edges."""
    return AXIS_MASK.index(edges)
