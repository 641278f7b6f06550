"""Track on the map and the networks it makes, kept up to date tile by tile.

A cell of the map is one number: the edges of the tile, the edges of the bridge above, their owners, and the city. For every
seat there are sorted rows. Three tell what it faces: `front`, the empty hexes that its network faces; `over`, the hexes with a
tile that a bridge of its could cross; `simple`, its plain tiles, which can be upgraded. An entry is a hex and the edges that
matter there. Three go side by side: `own`, its pieces of track; `heads`, for each of them the first piece that it hangs
together with, which is the same for all of a connected piece; `touches`, for each of them the cities that it touches.
Whoever has no track may begin at any city: what is faced then is the same for all of them, so it is kept only once, behind
the rows of the last seat. These rows are never changed, but replaced, so copies of a state share them.
"""

from typing import TYPE_CHECKING, Final

from freightyard.core.flat import ALONE as ALONE
from freightyard.core.flat import first_from, with_one, without, zeros
from freightyard.core.vectors import append, i64, vec
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import ALL_SORTS
from freightyard.games.freight.rules.hexes import (
    AXIS_MASK,
    BRIDGE,
    CURVE,
    OPPOSITE,
    OPPOSITE_BIT,
    SHAPE_OF,
    SHAPE_SORT,
    STRAIGHT,
    SWITCH,
)

if TYPE_CHECKING:
    from freightyard.games.freight.rules.state import State

ABOVE: Final = 6  # shift of the bridge's edges
OWNER: Final = 12  # of the tile
OWNER_ABOVE: Final = 15
TOWN: Final = 18  # the city's number, from 1
TRACK: Final = (1 << TOWN) - 1
WALL: Final = 1 << 30  # beyond the surface
# Instead of a hex.
NOWHERE: Final = -1
SEVERAL: Final = -2
NO_PIECE: Final = -1  # instead of a piece of track
NO_TILE: Final = -1  # of a city that waits for its tile
NO_NEAR: Final = zeros(0)  # nothing was looked for since track was last laid


# --- sorted rows of entries ---


def add(rows: vec[vec[i64]], who: i64, number: i64, edges: i64) -> None:
    """Add edges of a hex to sorted entries."""
    entries = rows[who]
    place = first_from(entries, number << 6)
    if place < len(entries) and entries[place] >> 6 == number:
        if edges & ~entries[place]:
            entries = entries[:]
            entries[place] |= edges
            rows[who] = entries
    else:
        rows[who] = with_one(entries, place, number << 6 | edges)


def remove(rows: vec[vec[i64]], who: i64, number: i64) -> i64:
    """Take a hex out of sorted entries. The edges it had."""
    entries = rows[who]
    place = first_from(entries, number << 6)
    if place == len(entries) or entries[place] >> 6 != number:
        return 0
    edges = entries[place] & 63
    rows[who] = without(entries, place)
    return edges


def subtract(rows: vec[vec[i64]], who: i64, number: i64, edges: i64) -> None:
    """Take edges of a hex out of sorted entries."""
    entries = rows[who]
    place = first_from(entries, number << 6)
    if place == len(entries) or entries[place] >> 6 != number or not entries[place] & edges:
        return
    if entries[place] & 63 & ~edges:
        entries = entries[:]
        entries[place] &= ~edges
        rows[who] = entries
    else:
        rows[who] = without(entries, place)


# --- what a network faces ---


def facing(s: "State", seat: i64) -> i64:
    """Whose rows tell what a seat faces: its own, or, as long as it has no track, those that all such seats share."""
    return seat if len(s.own[seat]) or s.out[seat] else s.rules.seats


def front_of(s: "State", seat: i64) -> vec[i64]:
    """`fr.connected`: the empty hexes where a seat may lay track, with the edges of which it must use one."""
    return s.front[facing(s, seat)]


def over_of(s: "State", seat: i64) -> vec[i64]:
    """`fr.bridge`: the hexes with a tile that a bridge of a seat may cross, with the edges of which it must use one."""
    return s.over[facing(s, seat)]


def face(s: "State", who: i64, number: i64, bit: i64) -> None:
    """`fr.connected`: a network faces this edge of a hex, so track may begin there."""
    cell = s.cell[number]
    if not cell:
        add(s.front, who, number, bit)
    elif cell & 63 and not cell & (63 << ABOVE | bit):
        add(s.over, who, number, bit)


def face_all_sides(s: "State", who: i64, town: i64) -> None:
    """All six sides of a city are open."""
    nb = s.rules.nb
    first = s.cities[town] * 6
    edge: i64
    for edge in range(6):
        face(s, who, nb[first + edge], OPPOSITE_BIT[edge])


def face_every_city(s: "State") -> None:
    """`fr.connected`: who has no track may begin at any city."""
    sides = zeros(s.rules.hexes + 1)
    for number in s.cities:
        add_sides(s, number, 63, sides)
    face_sides(s, s.rules.seats, sides)


def face_sides(s: "State", who: i64, sides: vec[i64]) -> None:
    """`fr.connected`: a network faces these edges of the hexes and no others."""
    cells = s.cell
    front = vec[i64]()
    over = vec[i64]()
    for there in range(s.rules.hexes):
        edges = sides[there]
        if edges:
            cell = cells[there]
            if not cell:
                front = append(front, there << 6 | edges)
            elif cell & 63 and not cell >> ABOVE & 63 and edges & ~cell:
                over = append(over, there << 6 | edges & ~cell)
    s.front[who] = front
    s.over[who] = over


def add_sides(s: "State", number: i64, edges: i64, sides: vec[i64]) -> None:
    """Add to each hex that these edges of a hex point into the edge by which it is entered."""
    nb = s.rules.nb
    edge: i64
    for edge in range(6):
        if edges >> edge & 1:
            sides[nb[number * 6 + edge]] |= OPPOSITE_BIT[edge]


def join_city(s: "State", seat: i64, town: i64) -> None:
    """A city joins the network of a seat."""
    if not s.net[seat] >> town & 1:
        s.net[seat] |= ALONE[town]
        face_all_sides(s, seat, town)


def reach_out(s: "State", seat: i64, number: i64, edges: i64) -> None:
    """What these edges of own track at a hex touch: cities join the network, other hexes are faced."""
    nb = s.rules.nb
    hexes = s.rules.hexes
    edge: i64
    for edge in range(6):
        if edges >> edge & 1:
            there = nb[number * 6 + edge]
            cell = s.cell[there]
            if cell >> TOWN and there < hexes:
                join_city(s, seat, (cell >> TOWN) - 1)
            else:
                face(s, seat, there, OPPOSITE_BIT[edge])


# --- building ---


def lay_tile(s: "State", seat: i64, number: i64, edges: i64) -> None:
    """A tile on an empty hex."""
    s.cell[number] = edges | seat << OWNER
    for who in range(s.rules.seats + 1):
        left = remove(s.front, who, number) & ~edges
        if left:
            add(s.over, who, number, left)
    sort = SHAPE_SORT[SHAPE_OF[edges]]
    use_tile(s, seat * 4 + sort, 1)
    if sort != SWITCH:
        add(s.simple, seat, number, edges)
    _laid(s, seat, number * 2, edges)


def lay_bridge(s: "State", seat: i64, number: i64, edges: i64) -> None:
    """A bridge over the tile of a hex."""
    s.cell[number] |= edges << ABOVE | seat << OWNER_ABOVE
    for who in range(s.rules.seats + 1):
        remove(s.over, who, number)
    use_tile(s, seat * 4 + BRIDGE, 1)
    _laid(s, seat, number * 2 + 1, edges)


def _laid(s: "State", seat: i64, piece: i64, edges: i64) -> None:
    """The piece is the seat's; its network grows."""
    take_in(s, seat, piece)
    connect(s, seat, piece, edges)
    reach_out(s, seat, piece >> 1, edges)


def lay_upgrade(s: "State", seat: i64, number: i64, edges: i64) -> None:
    """A switch in the place of a simple tile."""
    old = remove(s.simple, seat, number)
    new = edges & ~old
    s.cell[number] |= new
    for who in range(s.rules.seats + 1):
        subtract(s.over, who, number, new)
    use_tile(s, seat * 4 + SHAPE_SORT[SHAPE_OF[old]], -1)
    use_tile(s, seat * 4 + SWITCH, 1)
    s.heads[seat] = s.heads[seat][:]
    s.touches[seat] = s.touches[seat][:]
    connect(s, seat, number * 2, new)
    reach_out(s, seat, number, new)


def use_tile(s: "State", index: i64, count: i64) -> None:
    """So many tiles leave the supply of a player, or come back to it."""
    s.stock[index] -= count


def lay_city(s: "State", number: i64) -> None:
    """`fr.build-city`: a new city on an empty hex joins every track that points into it."""
    town: i64 = len(s.cities)
    seats = s.rules.seats
    found_city(s, number)
    s.cell[number] = town + 1 << TOWN
    s.near = NO_NEAR
    if len(s.sites):
        s.sites = s.sites[:]
        _close(s, s.sites, number)
    for seat in range(seats):
        if remove(s.front, seat, number):
            join_city(s, seat, town)
    remove(s.front, seats, number)
    face_all_sides(s, seats, town)
    edge: i64
    for edge in range(6):
        piece = piece_at(s, s.rules.nb[number * 6 + edge], OPPOSITE[edge])
        if piece != NO_PIECE and piece_owner(s, piece) < seats:
            owner = piece_owner(s, piece)
            s.touches[owner] = s.touches[owner][:]
            s.touches[owner][first_from(s.own[owner], piece)] |= ALONE[town]


def found_city(s: "State", number: i64) -> None:
    """One city more, on this hex. It has no tile and no markers yet."""
    s.cities = longer(s.cities, number)
    s.tiles = longer(s.tiles, NO_TILE)
    s.marks = longer_by(s.marks, COLOURS)
    s.total = longer(s.total, 0)


def longer(row: vec[i64], number: i64) -> vec[i64]:
    """A copy of a row with one number more."""
    return with_one(row, len(row), number)


def longer_by(row: vec[i64], count: i64) -> vec[i64]:
    """A copy of a row with so many zeros more."""
    copy = zeros(len(row) + count)
    for place in range(len(row)):
        copy[place] = row[place]
    return copy


def sites(s: "State") -> vec[i64]:
    """`fr.build-city`: where a new city may stand, as far as the other cities are concerned; not 0 for each such hex.

    Looked for when somebody has the money. A city that is built later lies inside the hull, so it changes nothing of it.
    """
    if not len(s.sites):
        free = s.rules.edition.grid.hull(s.cities)
        for number in s.cities:
            _close(s, free, number)
        s.sites = free
    return s.sites


def _close(s: "State", free: vec[i64], number: i64) -> None:
    """No city may stand on a hex with a city, nor on those around it."""
    edge: i64
    free[number] = 0
    for edge in range(6):
        free[s.rules.nb[number * 6 + edge]] = 0


# --- connected pieces ---


def take_in(s: "State", seat: i64, piece: i64) -> None:
    """A piece joins the own track of a seat. What it hangs together with is told by connect()."""
    place = first_from(s.own[seat], piece)
    s.own[seat] = with_one(s.own[seat], place, piece)
    s.heads[seat] = with_one(s.heads[seat], place, piece)
    s.touches[seat] = with_one(s.touches[seat], place, 0)


def connect(s: "State", seat: i64, piece: i64, edges: i64) -> None:
    """What these edges of an own piece meet: cities, which it touches then, and own track, with which it hangs together."""
    s.near = NO_NEAR
    nb = s.rules.nb
    hexes = s.rules.hexes
    own = s.own[seat]
    heads = s.heads[seat]
    place = first_from(own, piece)
    edge: i64
    for edge in range(6):
        if edges >> edge & 1:
            there = nb[(piece >> 1) * 6 + edge]
            cell = s.cell[there]
            if cell >> TOWN:
                if there < hexes:
                    s.touches[seat][place] |= ALONE[(cell >> TOWN) - 1]
                continue
            other = piece_at(s, there, OPPOSITE[edge])
            if other != NO_PIECE and piece_owner(s, other) == seat:
                _unite(heads, heads[place], heads[first_from(own, other)])


def _unite(heads: vec[i64], one: i64, other: i64) -> None:
    """Two connected pieces become one. It is known by the lower of their first pieces."""
    if one == other:
        return
    lower = min(one, other)
    higher = max(one, other)
    for place in range(len(heads)):
        if heads[place] == higher:
            heads[place] = lower


def connect_all(s: "State", seat: i64) -> None:
    """What hangs together with what, anew."""
    own = s.own[seat]
    s.near = NO_NEAR
    s.heads[seat] = own[:]
    s.touches[seat] = zeros(len(own))
    for piece in own:
        connect(s, seat, piece, piece_edges(s, piece))


# --- from the map alone ---


def collect(s: "State") -> None:
    """Whose track is on the map, from the map alone, and all networks with it."""
    seats = s.rules.seats
    for seat in range(seats):
        s.own[seat] = vec[i64]()
    for number in range(s.rules.hexes):
        cell = s.cell[number] & TRACK
        if cell & 63 and cell >> OWNER & 7 < seats:
            s.own[cell >> OWNER & 7] = append(s.own[cell >> OWNER & 7], number * 2)
        if cell >> ABOVE & 63 and cell >> OWNER_ABOVE & 7 < seats:
            s.own[cell >> OWNER_ABOVE & 7] = append(s.own[cell >> OWNER_ABOVE & 7], number * 2 + 1)
    for seat in range(seats):
        refresh(s, seat)
    face_every_city(s)


def refresh(s: "State", seat: i64) -> None:
    """`fr.connected`: the network of a seat anew: all its track with all cities it touches, even in several pieces."""
    connect_all(s, seat)
    simple = vec[i64]()
    sides = zeros(s.rules.hexes + 1)
    sort: i64
    for sort in range(4):
        s.stock[seat * 4 + sort] = s.rules.start_stock[sort]
    for piece in s.own[seat]:
        edges = piece_edges(s, piece)
        sort = piece_sort(piece, edges)
        use_tile(s, seat * 4 + sort, 1)
        if sort in (STRAIGHT, CURVE):
            simple = append(simple, piece >> 1 << 6 | edges)
        add_sides(s, piece >> 1, edges, sides)
    net: i64 = 0
    for touched in s.touches[seat]:
        net |= touched
    for town in range(len(s.cities)):
        if net >> town & 1:
            add_sides(s, s.cities[town], 63, sides)
    s.net[seat] = net
    s.simple[seat] = simple
    face_sides(s, seat, sides)


# --- places ---


def has_place(s: "State", seat: i64) -> bool:
    """`fr.no-blockade`: whether a seat could lay any track at all, money and supply not counted."""
    return last_place(s, seat) != NOWHERE


def last_place(s: "State", seat: i64) -> i64:
    """`fr.no-blockade`: the only hex where a seat could lay any track, money and supply not counted; SEVERAL or NOWHERE if
    there is not just one."""
    rules = s.rules
    found: i64 = NOWHERE
    for code in front_of(s, seat):
        if rules.shapes_at(ALL_SORTS, code):
            if found != NOWHERE:
                return SEVERAL
            found = code >> 6
    for code in s.simple[seat]:
        if code >> 6 != found and rules.switches_at(code, s.cell[code >> 6] >> ABOVE & 63):
            if found != NOWHERE:
                return SEVERAL
            found = code >> 6
    for code in over_of(s, seat):
        if code >> 6 != found and rules.axes_at(code, s.cell[code >> 6] & 63):
            if found != NOWHERE:
                return SEVERAL
            found = code >> 6
    return found


# --- pieces of track ---


def piece_at(s: "State", number: i64, edge: i64) -> i64:
    """The piece of track at this edge of a hex, on the ground or on a bridge: twice the hex, and one more for the bridge."""
    cell = s.cell[number]
    if cell >> TOWN:
        return NO_PIECE
    if cell >> edge & 1:
        return number * 2
    if cell >> ABOVE + edge & 1:
        return number * 2 + 1
    return NO_PIECE


def piece_edges(s: "State", piece: i64) -> i64:
    """The edges of a piece of track: twice the hex, and one more for the bridge."""
    cell = s.cell[piece >> 1]
    return cell >> ABOVE & 63 if piece & 1 else cell & 63


def piece_owner(s: "State", piece: i64) -> i64:
    """Whose piece it is. There must be one."""
    cell = s.cell[piece >> 1]
    return cell >> OWNER_ABOVE & 7 if piece & 1 else cell >> OWNER & 7


def piece_sort(piece: i64, edges: i64) -> i64:
    """The sort of a piece of track with these edges."""
    if piece & 1:
        return BRIDGE
    return SHAPE_SORT[SHAPE_OF[edges]]


def axis_of(edges: int) -> int:
    """The axis of a bridge with these edges."""
    return AXIS_MASK.index(edges)
