"""Track on the map and the networks it makes, kept up to date tile by tile.

A cell of the map is one number: the edges of the tile, the edges of the bridge above, their owners, and the city. For every
seat three sorted lists are kept: `front`, the empty hexes that its network faces; `over`, the hexes with a tile that a bridge
of its could cross; `simple`, its plain tiles, which can be upgraded. An entry is a hex and the edges that matter there.
"""

from bisect import bisect_left, insort
from typing import TYPE_CHECKING, Final

from freightyard.rules.freight.data import MOST_CITIES
from freightyard.rules.freight.edition import ALL_SORTS, UNKNOWN
from freightyard.rules.freight.hexes import (
    AXIS_MASK,
    BRIDGE,
    CURVE,
    EDGES_OF,
    OPPOSITE,
    OPPOSITE_BIT,
    SHAPE_OF,
    SHAPE_SORT,
    STRAIGHT,
    SWITCH,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.rules.freight.state import State

ABOVE: Final = 6  # shift of the bridge's edges
OWNER: Final = 12  # of the tile
OWNER_ABOVE: Final = 15
TOWN: Final = 18  # the city's number, from 1
TRACK: Final = (1 << TOWN) - 1
WALL: Final = 1 << 30  # beyond the surface
# The set of each city, or tile, alone. It is not written as 1 << town, which the compiler takes for a shift of a shorter number.
ALONE: Final = [1 << town for town in range(MOST_CITIES)]


def add(entries: list[int], number: "i64", edges: "i64") -> None:
    """Add edges of a hex to sorted entries."""
    code: i64 = number << 6
    index: i64 = bisect_left(entries, code)
    if index < len(entries):
        there: i64 = entries[index]
        if there >> 6 == number:
            entries[index] = there | edges
            return
    entries.insert(index, code | edges)


def remove(entries: list[int], number: "i64") -> "i64":
    """Take a hex out of sorted entries. The edges it had."""
    index: i64 = bisect_left(entries, number << 6)
    if index < len(entries):
        there: i64 = entries[index]
        if there >> 6 == number:
            entries.pop(index)
            return there & 63
    return 0


def subtract(entries: list[int], number: "i64", edges: "i64") -> None:
    """Take edges of a hex out of sorted entries."""
    index: i64 = bisect_left(entries, number << 6)
    if index < len(entries):
        there: i64 = entries[index]
        if there >> 6 == number:
            there &= ~edges
            if there & 63:
                entries[index] = there
            else:
                entries.pop(index)


def face(s: "State", seat: "i64", number: "i64", bit: "i64") -> None:
    """`fr.connected`: the network of a seat faces this edge of a hex, so track may begin there."""
    cell: i64 = s.cell[number]
    if not cell:
        add(s.front[seat], number, bit)
    elif cell & 63 and not cell & (63 << ABOVE | bit):
        add(s.over[seat], number, bit)


def face_all_sides(s: "State", seat: "i64", town: "i64") -> None:
    """All six sides of a city are open."""
    nb = s.rules.nb
    first: i64 = s.cities[town] * 6
    for edge in range(6):
        face(s, seat, nb[first + edge], OPPOSITE_BIT[edge])


def face_every_city(s: "State", seat: "i64") -> None:
    """`fr.connected`: who has no track may begin at any city."""
    if not s.sides:
        sides: dict[int, int] = {}
        for number in s.cities:
            add_sides(s, number, 63, sides)
        s.sides = sorted_sides(sides)
    face_sides(s, seat, s.sides)


def face_sides(s: "State", seat: "i64", sides: list[int]) -> None:
    """`fr.connected`: the network of a seat faces these sides and no others."""
    cells = s.cell
    front: list[int] = []
    over: list[int] = []
    code: i64
    for code in sides:
        cell: i64 = cells[code >> 6]
        if not cell:
            front.append(code)
        elif cell & 63 and not cell >> ABOVE & 63 and code & 63 & ~cell:
            over.append(code & ~(cell & 63))
    s.front[seat] = front
    s.over[seat] = over


def add_sides(s: "State", number: "i64", edges: "i64", sides: dict[int, int]) -> None:
    """The hexes that these edges of a hex point into, each with the edges by which they are entered."""
    nb = s.rules.nb
    hexes: i64 = s.rules.hexes
    for edge in EDGES_OF[edges]:
        there = nb[number * 6 + edge]
        if there != hexes:
            sides[there] = sides.get(there, 0) | OPPOSITE_BIT[edge]


def sorted_sides(sides: dict[int, int]) -> list[int]:
    """The same as sorted entries."""
    return sorted([there << 6 | edges for there, edges in sides.items()])


def join_city(s: "State", seat: "i64", town: "i64") -> None:
    """A city joins the network of a seat."""
    net: i64 = s.net[seat]
    if not net >> town & 1:
        s.net[seat] = net | ALONE[town]
        face_all_sides(s, seat, town)


def reach_out(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """What these edges of own track at a hex touch: cities join the network, other hexes are faced."""
    nb = s.rules.nb
    for edge in EDGES_OF[edges]:
        there: i64 = nb[number * 6 + edge]
        cell: i64 = s.cell[there]
        if cell >> TOWN and there < s.rules.hexes:
            join_city(s, seat, (cell >> TOWN) - 1)
        else:
            face(s, seat, there, OPPOSITE_BIT[edge])


def lay_tile(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """A tile on an empty hex."""
    s.cell[number] = edges | seat << OWNER
    for other in range(s.rules.seats):
        left = remove(s.front[other], number) & ~edges
        if left:
            add(s.over[other], number, left)
    sort = SHAPE_SORT[SHAPE_OF[edges]]
    use_tile(s, seat * 4 + sort, 1)
    if sort != SWITCH:
        add(s.simple[seat], number, edges)
    insort(s.own[seat], number * 2)
    _laid(s, seat, number, edges)


def lay_bridge(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """A bridge over the tile of a hex."""
    cell: i64 = s.cell[number]
    s.cell[number] = cell | edges << ABOVE | seat << OWNER_ABOVE
    for other in range(s.rules.seats):
        remove(s.over[other], number)
    use_tile(s, seat * 4 + BRIDGE, 1)
    insort(s.own[seat], number * 2 + 1)
    _laid(s, seat, number, edges)


def lay_upgrade(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """A switch in the place of a simple tile."""
    old = remove(s.simple[seat], number)
    new = edges & ~old
    cell: i64 = s.cell[number]
    s.cell[number] = cell | new
    for other in range(s.rules.seats):
        left = remove(s.over[other], number) & ~new
        if left:
            add(s.over[other], number, left)
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
    s.near = {}
    s.lots = {}
    s.ends[seat] = {}


def _laid(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
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
    s.sides = []
    for seat in range(s.rules.seats):
        forget_ways(s, seat)
        pointed = remove(s.front[seat], number)
        if not s.own[seat]:
            if s.out[seat] == 0:
                face_all_sides(s, seat, town)
        elif pointed:
            join_city(s, seat, town)
    if s.sites:
        s.sites = _without(s, bytearray(s.sites), number)


def sites(s: "State") -> bytes:
    """`fr.build-city`: where a new city may stand, as far as the other cities are concerned; not 0 for each such hex.

    Looked for when somebody has the money. A city that is built later lies inside the hull, so it changes nothing of it.
    """
    if not s.sites:
        free = s.rules.edition.grid.hull(s.cities)
        for number in s.cities:
            s.sites = _without(s, free, number)
    return s.sites


def _without(s: "State", free: bytearray, number: int) -> bytes:
    """The same sites without a hex and those around it."""
    free[number] = 0
    for edge in range(6):
        free[s.rules.nb[number * 6 + edge]] = 0
    return bytes(free)


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


def refresh(s: "State", seat: "i64") -> None:
    """`fr.connected`: the network of a seat anew: all its track with all cities it touches, even in several pieces."""
    forget_ways(s, seat)
    simple: list[int] = []
    sides: dict[int, int] = {}
    straights: i64 = s.rules.start_stock[STRAIGHT]
    curves: i64 = s.rules.start_stock[CURVE]
    switches: i64 = s.rules.start_stock[SWITCH]
    bridges: i64 = s.rules.start_stock[BRIDGE]
    piece: i64
    for piece in s.own[seat]:
        edges = piece_edges(s, piece)
        sort = piece_sort(piece, edges)
        if sort == BRIDGE:
            bridges -= 1
        elif sort == SWITCH:
            switches -= 1
        else:
            simple.append(piece >> 1 << 6 | edges)
            if sort == CURVE:
                curves -= 1
            else:
                straights -= 1
        add_sides(s, piece >> 1, edges, sides)
    net: i64 = 0
    for there in list(sides):
        cell: i64 = s.cell[there]
        if cell >> TOWN:
            net |= ALONE[(cell >> TOWN) - 1]
            add_sides(s, there, 63, sides)
    s.net[seat] = net
    s.simple[seat] = simple
    s.stock[seat * 4 : seat * 4 + 4] = [straights, curves, switches, bridges]
    if s.own[seat]:
        face_sides(s, seat, sorted_sides(sides))
    elif s.out[seat] == 0:
        face_every_city(s, seat)
    else:
        s.front[seat] = []
        s.over[seat] = []


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
    rules = s.rules
    table = rules.builds_of(ALL_SORTS)
    found = 0
    for code in s.front[seat]:
        known = table[code]
        if known is UNKNOWN:
            known = rules.builds_at(ALL_SORTS, code)
        if known:
            found += 1
            if found == 2:
                return False
    return True


# --- sections of track ---


def piece_edges(s: "State", piece: "i64") -> "i64":
    """The edges of a piece of track: twice the hex, and one more for the bridge."""
    cell: i64 = s.cell[piece >> 1]
    return cell >> ABOVE & 63 if piece & 1 else cell & 63


def piece_owner(s: "State", piece: "i64") -> "i64":
    """Whose piece it is. There must be one."""
    cell: i64 = s.cell[piece >> 1]
    return cell >> OWNER_ABOVE & 7 if piece & 1 else cell >> OWNER & 7


def section(s: "State", seat: "i64", piece: "i64") -> list[int]:
    """`fr.section`: the pieces of own track that hang together with this one without passing a city, dead ends included."""
    seen: set[int] = set()
    return sorted(_hanging_together(s, seat, piece, seen))


def _hanging_together(s: "State", seat: "i64", piece: "i64", seen: set[int]) -> list[int]:
    """The pieces of a section as they are found. They are seen from now on."""
    nb = s.rules.nb
    cells = s.cell
    seen.add(piece)
    found: list[int] = [piece]
    index: i64 = 0
    while index < len(found):
        here: i64 = found[index]
        index += 1
        for edge in EDGES_OF[piece_edges(s, here)]:
            there: i64 = nb[(here >> 1) * 6 + edge]
            back: i64 = OPPOSITE[edge]
            cell: i64 = cells[there]
            if cell >> TOWN:
                continue
            if cell >> back & 1:
                owner = cell >> OWNER & 7
                other = there * 2
            elif cell >> ABOVE + back & 1:
                owner = cell >> OWNER_ABOVE & 7
                other = there * 2 + 1
            else:
                continue
            if owner == seat and other not in seen:
                seen.add(other)
                found.append(other)
    return found


def find_lots(s: "State") -> None:
    """`fr.section`: all sections of the actor, each by its first piece, if they were not looked for yet."""
    if s.lots:
        return
    lots: dict[int, list[int]] = {}
    seen: set[int] = set()
    for piece in s.own[s.actor]:
        if piece not in seen:
            lots[piece] = _hanging_together(s, s.actor, piece, seen)
    s.lots = lots


def sections(s: "State", seat: int) -> list[list[int]]:
    """All sections of a seat, each with its pieces in order."""
    seen: set[int] = set()
    return [sorted(_hanging_together(s, seat, piece, seen)) for piece in s.own[seat] if piece not in seen]


def piece_sort(piece: "i64", edges: "i64") -> "i64":
    """The sort of a piece of track with these edges."""
    return BRIDGE if piece & 1 else SHAPE_SORT[SHAPE_OF[edges]]


def section_sorts(s: "State", pieces: list[int]) -> list[int]:
    """How many tiles of each sort a section needs."""
    needed = [0, 0, 0, 0]
    for piece in pieces:
        needed[piece_sort(piece, piece_edges(s, piece))] += 1
    return needed


def hand_over(s: "State", pieces: list[int], seller: "i64", buyer: "i64") -> None:
    """`fr.section`: the pieces become the buyer's, a seat or the bank. Stocks and networks follow."""
    sold = set(pieces)
    s.own[seller] = [piece for piece in s.own[seller] if piece not in sold]
    forget_ways(s, seller)
    piece: i64
    for piece in pieces:
        edges = piece_edges(s, piece)
        sort = piece_sort(piece, edges)
        shift: i64 = OWNER_ABOVE if piece & 1 else OWNER
        cell: i64 = s.cell[piece >> 1]
        s.cell[piece >> 1] = cell & ~(7 << shift) | buyer << shift
        use_tile(s, seller * 4 + sort, -1)
        if sort < SWITCH:
            remove(s.simple[seller], piece >> 1)
    if s.own[seller]:
        for piece in pieces:
            draw_back(s, seller, piece >> 1, piece_edges(s, piece))
    else:
        s.net[seller] = 0
        face_every_city(s, seller)
    if buyer < s.rules.seats:
        take_over(s, pieces, buyer)


def take_over(s: "State", pieces: list[int], seat: "i64") -> None:
    """`fr.section`: the pieces join the track of a seat."""
    if not s.own[seat]:
        # Before its first track a seat could begin at any city; from now on only at its own.
        s.front[seat] = []
        s.over[seat] = []
    s.own[seat] = sorted(s.own[seat] + pieces)
    forget_ways(s, seat)
    piece: i64
    for piece in pieces:
        edges = piece_edges(s, piece)
        sort = piece_sort(piece, edges)
        use_tile(s, seat * 4 + sort, 1)
        if sort < SWITCH:
            add(s.simple[seat], piece >> 1, edges)
        reach_out(s, seat, piece >> 1, edges)


def draw_back(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """These edges of a hex are no longer own track. Whatever is faced is faced from one hex alone, so it is no longer faced; but
    a city stays in the network as long as other own track leads to it."""
    nb = s.rules.nb
    for edge in EDGES_OF[edges]:
        there: i64 = nb[number * 6 + edge]
        cell: i64 = s.cell[there]
        if not cell >> TOWN:
            unface(s, seat, there, OPPOSITE_BIT[edge])
        elif there < s.rules.hexes and not leads_to(s, seat, there):
            town: i64 = (cell >> TOWN) - 1
            net: i64 = s.net[seat]
            if net >> town & 1:
                s.net[seat] = net ^ ALONE[town]
                for side in range(6):
                    unface(s, seat, nb[there * 6 + side], OPPOSITE_BIT[side])


def leads_to(s: "State", seat: "i64", city: "i64") -> bool:
    """Whether track of a seat leads to the city on this hex."""
    nb = s.rules.nb
    for edge in range(6):
        cell: i64 = s.cell[nb[city * 6 + edge]]
        back: i64 = OPPOSITE[edge]
        if cell >> back & 1:
            if cell >> OWNER & 7 == seat:
                return True
        elif cell >> ABOVE + back & 1 and cell >> OWNER_ABOVE & 7 == seat:
            return True
    return False


def unface(s: "State", seat: "i64", number: "i64", bit: "i64") -> None:
    """The network of a seat does not face this edge of a hex any more."""
    cell: i64 = s.cell[number]
    if not cell:
        subtract(s.front[seat], number, bit)
    elif cell & 63 and not cell & (63 << ABOVE | bit):
        subtract(s.over[seat], number, bit)


def axis_of(edges: int) -> int:
    """The axis of a bridge with these edges."""
    return AXIS_MASK.index(edges)
