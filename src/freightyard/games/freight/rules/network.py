"""Track on the map and the networks it makes, kept up to date tile by tile.

A cell of the map is one number: the edges of the tile, the edges of the bridge above, their owners, and the city. For every
seat three sorted lists are kept: `front`, the empty hexes that its network faces; `over`, the hexes with a tile that a bridge
of its could cross; `simple`, its plain tiles, which can be upgraded. An entry is a hex and the edges that matter there.
Whoever has no track may begin at any city: what is faced then is the same for all of them, so it is kept only once, behind
the lists of the last seat. Lists of entries are never changed, but replaced, so copies of a state share them.
"""

from typing import TYPE_CHECKING, Final

from freightyard.games.freight.rules.data import MOST_CITIES
from freightyard.games.freight.rules.edition import ALL_SORTS, UNKNOWN
from freightyard.games.freight.rules.hexes import (
    AXIS_MASK,
    BRIDGE,
    CURVE,
    OPPOSITE_BIT,
    SHAPE_OF,
    SHAPE_SORT,
    STRAIGHT,
    SWITCH,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.games.freight.rules.state import State

ABOVE: Final = 6  # shift of the bridge's edges
OWNER: Final = 12  # of the tile
OWNER_ABOVE: Final = 15
TOWN: Final = 18  # the city's number, from 1
TRACK: Final = (1 << TOWN) - 1
WALL: Final = 1 << 30  # beyond the surface
# The set of each city, or tile, alone. It is not written as 1 << town, which the compiler takes for a shift of a shorter number.
ALONE: Final = [1 << town for town in range(MOST_CITIES)]
# What is not looked for yet. These are never added to.
NO_NEAR: Final[dict[int, int]] = {}
NO_ENDS: Final[dict[int, list[int]]] = {}
NO_LOTS: Final[list[list[int]]] = []
# Instead of a hex.
NOWHERE: Final = -1
SEVERAL: Final = -2


# --- sorted lists ---


def first_from(entries: list[int], code: "i64") -> "i64":
    """Where in a sorted list the first number stands that is not below this one."""
    low: i64 = 0
    high: i64 = len(entries)
    while low < high:
        middle = (low + high) >> 1
        there: i64 = entries[middle]
        if there < code:
            low = middle + 1
        else:
            high = middle
    return low


def add(lists: list[list[int]], who: "i64", number: "i64", edges: "i64") -> None:
    """Add edges of a hex to sorted entries."""
    entries = lists[who][:]
    index = first_from(entries, number << 6)
    lists[who] = entries
    if index < len(entries):
        there: i64 = entries[index]
        if there >> 6 == number:
            entries[index] = there | edges
            return
    entries.insert(index, number << 6 | edges)


def remove(lists: list[list[int]], who: "i64", number: "i64") -> "i64":
    """Take a hex out of sorted entries. The edges it had."""
    entries = lists[who]
    index = first_from(entries, number << 6)
    if index < len(entries):
        there: i64 = entries[index]
        if there >> 6 == number:
            entries = entries[:]
            entries.pop(index)
            lists[who] = entries
            return there & 63
    return 0


def subtract(lists: list[list[int]], who: "i64", number: "i64", edges: "i64") -> None:
    """Take edges of a hex out of sorted entries."""
    left = remove(lists, who, number) & ~edges
    if left:
        add(lists, who, number, left)


def longer(numbers: list[int], number: "i64") -> list[int]:
    """A copy of a list with one number more."""
    copy = numbers[:]
    copy.append(number)
    return copy


# --- what a network faces ---


def facing(s: "State", seat: "i64") -> "i64":
    """Whose lists tell what a seat faces: its own, or, as long as it has no track, those that all such seats share."""
    return seat if s.own[seat] or s.out[seat] else s.rules.seats


def front_of(s: "State", seat: "i64") -> list[int]:
    """`fr.connected`: the empty hexes where a seat may lay track, with the edges of which it must use one."""
    return s.front[facing(s, seat)]


def over_of(s: "State", seat: "i64") -> list[int]:
    """`fr.bridge`: the hexes with a tile that a bridge of a seat may cross, with the edges of which it must use one."""
    return s.over[facing(s, seat)]


def face(s: "State", who: "i64", number: "i64", bit: "i64") -> None:
    """`fr.connected`: a network faces this edge of a hex, so track may begin there."""
    cell: i64 = s.cell[number]
    if not cell:
        add(s.front, who, number, bit)
    elif cell & 63 and not cell & (63 << ABOVE | bit):
        add(s.over, who, number, bit)


def face_all_sides(s: "State", who: "i64", town: "i64") -> None:
    """All six sides of a city are open."""
    nb = s.rules.nb
    first: i64 = s.cities[town] * 6
    for edge in range(6):
        face(s, who, nb[first + edge], OPPOSITE_BIT[edge])


def face_every_city(s: "State") -> None:
    """`fr.connected`: who has no track may begin at any city."""
    sides = [0] * (s.rules.hexes + 1)
    for number in s.cities:
        add_sides(s, number, 63, sides)
    face_sides(s, s.rules.seats, sides)


def face_sides(s: "State", who: "i64", sides: list[int]) -> None:
    """`fr.connected`: a network faces these edges of the hexes and no others."""
    front: list[int] = []
    over: list[int] = []
    hexes: i64 = s.rules.hexes
    for there in range(hexes):
        edges: i64 = sides[there]
        if edges:
            cell: i64 = s.cell[there]
            if not cell:
                front.append(there << 6 | edges)
            elif cell & 63 and not cell >> ABOVE & 63 and edges & ~cell:
                over.append(there << 6 | edges & ~cell)
    s.front[who] = front
    s.over[who] = over


def add_sides(s: "State", number: "i64", edges: "i64", sides: list[int]) -> None:
    """Add to each hex that these edges of a hex point into the edge by which it is entered."""
    nb = s.rules.nb
    for edge in range(6):
        if edges >> edge & 1:
            there: i64 = nb[number * 6 + edge]
            known: i64 = sides[there]
            sides[there] = known | OPPOSITE_BIT[edge]


def join_city(s: "State", seat: "i64", town: "i64") -> None:
    """A city joins the network of a seat."""
    net: i64 = s.net[seat]
    if not net >> town & 1:
        s.net[seat] = net | ALONE[town]
        face_all_sides(s, seat, town)


def reach_out(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """What these edges of own track at a hex touch: cities join the network, other hexes are faced."""
    nb = s.rules.nb
    hexes: i64 = s.rules.hexes
    for edge in range(6):
        if edges >> edge & 1:
            there: i64 = nb[number * 6 + edge]
            cell: i64 = s.cell[there]
            if cell >> TOWN and there < hexes:
                join_city(s, seat, (cell >> TOWN) - 1)
            else:
                face(s, seat, there, OPPOSITE_BIT[edge])


# --- building ---


def lay_tile(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """A tile on an empty hex."""
    s.cell[number] = edges | seat << OWNER
    for who in range(len(s.front)):
        if s.front[who]:
            left = remove(s.front, who, number) & ~edges
            if left:
                add(s.over, who, number, left)
    sort: i64 = SHAPE_SORT[SHAPE_OF[edges]]
    use_tile(s, seat * 4 + sort, 1)
    if sort != SWITCH:
        add(s.simple, seat, number, edges)
    _laid(s, seat, number * 2, edges)


def lay_bridge(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """A bridge over the tile of a hex."""
    cell: i64 = s.cell[number]
    s.cell[number] = cell | edges << ABOVE | seat << OWNER_ABOVE
    for who in range(len(s.over)):
        remove(s.over, who, number)
    use_tile(s, seat * 4 + BRIDGE, 1)
    _laid(s, seat, number * 2 + 1, edges)


def _laid(s: "State", seat: "i64", piece: "i64", edges: "i64") -> None:
    """The piece is the seat's; its network grows."""
    own = s.own[seat][:]
    own.insert(first_from(own, piece), piece)
    s.own[seat] = own
    forget_ways(s, seat)
    reach_out(s, seat, piece >> 1, edges)


def lay_upgrade(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """A switch in the place of a simple tile."""
    old = remove(s.simple, seat, number)
    new = edges & ~old
    cell: i64 = s.cell[number]
    s.cell[number] = cell | new
    for who in range(len(s.over)):
        subtract(s.over, who, number, new)
    use_tile(s, seat * 4 + SHAPE_SORT[SHAPE_OF[old]], -1)
    use_tile(s, seat * 4 + SWITCH, 1)
    forget_ways(s, seat)
    reach_out(s, seat, number, new)


def use_tile(s: "State", index: "i64", count: "i64") -> None:
    """So many tiles leave the supply of a player, or come back to it."""
    left: i64 = s.stock[index]
    s.stock[index] = left - count


def forget_ways(s: "State", seat: "i64") -> None:
    """The track of a seat has changed: what was found about ways over it holds no longer."""
    s.near = NO_NEAR
    s.lots[seat] = NO_LOTS
    s.ends[seat] = NO_ENDS


def lay_city(s: "State", number: "i64") -> None:
    """`fr.build-city`: a new city on an empty hex joins every track that points into it."""
    town: i64 = len(s.cities)
    seats: i64 = s.rules.seats
    s.cities = longer(s.cities, number)
    s.cell[number] = town + 1 << TOWN
    for seat in range(seats):
        forget_ways(s, seat)
        if remove(s.front, seat, number):
            join_city(s, seat, town)
    remove(s.front, seats, number)
    face_all_sides(s, seats, town)
    if s.sites:
        free = bytearray(s.sites)
        _close(s, free, number)
        s.sites = bytes(free)


def sites(s: "State") -> bytes:
    """`fr.build-city`: where a new city may stand, as far as the other cities are concerned; not 0 for each such hex.

    Looked for when somebody has the money. A city that is built later lies inside the hull, so it changes nothing of it.
    """
    if not s.sites:
        free = s.rules.edition.grid.hull(s.cities)
        for number in s.cities:
            _close(s, free, number)
        s.sites = bytes(free)
    return s.sites


def _close(s: "State", free: bytearray, number: int) -> None:
    """No city may stand on a hex with a city, nor on those around it."""
    free[number] = 0
    for edge in range(6):
        free[s.rules.nb[number * 6 + edge]] = 0


# --- from the map alone ---


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
    face_every_city(s)


def refresh(s: "State", seat: "i64") -> None:
    """`fr.connected`: the network of a seat anew: all its track with all cities it touches, even in several pieces."""
    forget_ways(s, seat)
    simple: list[int] = []
    sides = [0] * (s.rules.hexes + 1)
    stock = s.rules.start_stock[:]
    piece: i64
    for piece in s.own[seat]:
        edges = piece_edges(s, piece)
        sort = piece_sort(piece, edges)
        stock[sort] -= 1
        if sort in (STRAIGHT, CURVE):
            simple.append(piece >> 1 << 6 | edges)
        add_sides(s, piece >> 1, edges, sides)
    net: i64 = 0
    for town, city in enumerate(s.cities):
        if sides[city]:
            net |= ALONE[town]
    for town, city in enumerate(s.cities):
        if net >> town & 1:
            add_sides(s, city, 63, sides)
    s.net[seat] = net
    s.simple[seat] = simple
    s.stock[seat * 4 : seat * 4 + 4] = stock
    face_sides(s, seat, sides)


# --- places ---


def has_place(s: "State", seat: "i64") -> bool:
    """`fr.no-blockade`: whether a seat could lay any track at all, money and supply not counted."""
    return last_place(s, seat) != NOWHERE


def last_place(s: "State", seat: "i64") -> "i64":
    """`fr.no-blockade`: the only hex where a seat could lay any track, money and supply not counted; SEVERAL or NOWHERE if
    there is not just one."""
    rules = s.rules
    found: i64 = NOWHERE
    table = rules.builds_of(ALL_SORTS)
    code: i64
    for code in front_of(s, seat):
        known = table[code]
        if known is UNKNOWN:
            known = rules.builds_at(ALL_SORTS, code)
        if known:
            if found != NOWHERE:
                return SEVERAL
            found = code >> 6
    for code in s.simple[seat]:
        if code >> 6 != found and rules.upgrades_at(code << 6 | s.cell[code >> 6] >> ABOVE & 63):
            if found != NOWHERE:
                return SEVERAL
            found = code >> 6
    for code in over_of(s, seat):
        if code >> 6 != found and rules.bridges_at(code, s.cell[code >> 6] & 63):
            if found != NOWHERE:
                return SEVERAL
            found = code >> 6
    return found


# --- pieces of track ---


def piece_edges(s: "State", piece: "i64") -> "i64":
    """The edges of a piece of track: twice the hex, and one more for the bridge."""
    cell: i64 = s.cell[piece >> 1]
    return cell >> ABOVE & 63 if piece & 1 else cell & 63


def piece_owner(s: "State", piece: "i64") -> "i64":
    """Whose piece it is. There must be one."""
    cell: i64 = s.cell[piece >> 1]
    return cell >> OWNER_ABOVE & 7 if piece & 1 else cell >> OWNER & 7


def piece_sort(piece: "i64", edges: "i64") -> "i64":
    """The sort of a piece of track with these edges."""
    return BRIDGE if piece & 1 else SHAPE_SORT[SHAPE_OF[edges]]


def axis_of(edges: int) -> int:
    """The axis of a bridge with these edges."""
    return AXIS_MASK.index(edges)
