"""`fr.section`: sections of track, which are sold whole, and what changes when one changes hands.

A section is all own track that connects two cities. Track that touches fewer than two is sold as a connected piece: so was all
track at revision 1. A sale is one number: the first piece of a connected piece, or the two cities, packed by between().
"""

from typing import TYPE_CHECKING, Final

from freightyard.games.freight.rules.hexes import OPPOSITE, OPPOSITE_BIT, SWITCH
from freightyard.games.freight.rules.network import (
    ABOVE,
    ALONE,
    NO_LOTS,
    OWNER,
    OWNER_ABOVE,
    TOWN,
    add,
    first_from,
    forget_ways,
    piece_edges,
    piece_sort,
    reach_out,
    remove,
    subtract,
    use_tile,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.games.freight.rules.state import State

PAIR: Final = 1 << 20  # from this number on a sale is of what connects two cities; pieces have lower numbers
TOWN_BITS: Final = 6


def sections(s: "State", seat: "i64") -> list[list[int]]:
    """All connected pieces of a seat's track in the order of their first pieces, each in order. Kept until its track changes."""
    lots = s.lots[seat]
    if lots is NO_LOTS:
        lots = []
        piece: i64
        for piece in s.own[seat]:
            if not _stands_in(lots, piece):
                lots.append(section(s, seat, piece))
        s.lots[seat] = lots
    return lots


def _stands_in(lots: list[list[int]], piece: "i64") -> bool:
    """Whether one of the connected pieces has this one."""
    for lot in lots:
        index = first_from(lot, piece)
        if index < len(lot) and lot[index] == piece:
            return True
    return False


def section(s: "State", seat: "i64", piece: "i64") -> list[int]:
    """`fr.section`: the own track that hangs together with this piece without passing a city, dead ends included."""
    nb = s.rules.nb
    cells = s.cell
    found: list[int] = [piece]
    index: i64 = 0
    while index < len(found):
        here: i64 = found[index]
        index += 1
        edges = piece_edges(s, here)
        for edge in range(6):
            if not edges >> edge & 1:
                continue
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
            if owner == seat and not _found(found, other):
                found.append(other)
    found.sort()
    return found


def _found(pieces: list[int], piece: "i64") -> bool:
    """Whether the piece is among these. Sections are short, so looking through them is quicker than keeping a set."""
    one: i64
    for one in pieces:
        if one == piece:
            return True
    return False


def towns_at(s: "State", pieces: list[int]) -> "i64":
    """The cities that these pieces of track touch, a bit each."""
    nb = s.rules.nb
    hexes: i64 = s.rules.hexes
    towns: i64 = 0
    piece: i64
    for piece in pieces:
        edges = piece_edges(s, piece)
        for edge in range(6):
            if edges >> edge & 1:
                there: i64 = nb[(piece >> 1) * 6 + edge]
                cell: i64 = s.cell[there]
                if cell >> TOWN and there < hexes:
                    towns |= ALONE[(cell >> TOWN) - 1]
    return towns


def joined(s: "State", seat: "i64") -> "i64":
    """`fr.section`: the cities, a bit each, that own track joins to another one without a city between."""
    found: i64 = 0
    for pieces in sections(s, seat):
        towns = towns_at(s, pieces)
        if towns & (towns - 1):
            found |= towns
    return found


def joined_to(s: "State", seat: "i64", town: "i64") -> "i64":
    """`fr.section`: the cities, a bit each, that own track joins to this one without a city between.

    What hangs together without passing a city joins all the cities that it touches: a train finds a way from any of them to any
    other that turns back nowhere.
    """
    found: i64 = 0
    for pieces in sections(s, seat):
        towns = towns_at(s, pieces)
        if towns >> town & 1:
            found |= towns
    return found & ~ALONE[town]


def between(one: "i64", other: "i64") -> "i64":
    """The sale of all track between two cities, whichever of them is named first."""
    return PAIR | (min(one, other)) << TOWN_BITS | (max(one, other))


def first_town(sale: "i64") -> "i64":
    """Of the two cities of a sale the one that came first on the map."""
    return sale - PAIR >> TOWN_BITS


def second_town(sale: "i64") -> "i64":
    """Of the two cities of a sale the other one."""
    return sale & (1 << TOWN_BITS) - 1


def for_sale(s: "State", seat: "i64") -> list[int]:
    """`fr.section`: every sale that a seat can choose: of what connects two cities, and of connected pieces."""
    sales: list[int] = []
    for pieces in sections(s, seat):
        towns = towns_at(s, pieces)
        if not s.rules.sells_between or towns & (towns - 1) == 0:
            sales.append(pieces[0])
            continue
        for one in range(len(s.cities)):
            for other in range(one):
                sale = between(one, other)
                if towns >> one & towns >> other & 1 and not _found(sales, sale):
                    sales.append(sale)
    return sales


def lot(s: "State", seat: "i64", sale: "i64") -> list[int]:
    """`fr.section`: what a seat sells: the track between two cities, or the connected piece that begins with a piece."""
    if sale >= PAIR:
        return connecting(s, seat, first_town(sale), second_town(sale))
    for pieces in sections(s, seat):
        if pieces[0] == sale:
            return pieces
    raise KeyError(sale)


def connecting(s: "State", seat: "i64", one: "i64", other: "i64") -> list[int]:
    """`fr.section`: all own pieces, in order, on any way between two cities that turns back nowhere and passes no city.

    A piece is on such a way if trains from the two cities come into it by different edges.
    """
    ways = _entered(s, seat, one)
    back = _entered(s, seat, other)
    found: list[int] = []
    piece: i64
    for piece in ways:
        here: i64 = ways[piece]
        there: i64 = back.get(piece, 0)
        if there and (here != there or here & (here - 1)):
            found.append(piece)
    found.sort()
    return found


def _entered(s: "State", seat: "i64", town: "i64") -> dict[int, int]:
    """The own pieces that a train from a city comes into before the next city, and the edges by which it does."""
    nb = s.rules.nb
    found: dict[int, int] = {}
    places: list[int] = []  # pieces and the edges by which they are entered
    index: i64 = -1
    here: i64 = s.cities[town]
    exits: i64 = 63
    while True:
        for edge in range(6):
            if not exits >> edge & 1:
                continue
            there: i64 = nb[here * 6 + edge]
            cell: i64 = s.cell[there]
            entry: i64 = OPPOSITE[edge]
            if cell >> TOWN:
                continue
            if cell >> entry & 1:
                owner = cell >> OWNER & 7
                piece = there * 2
            elif cell >> ABOVE + entry & 1:
                owner = cell >> OWNER_ABOVE & 7
                piece = there * 2 + 1
            else:
                continue
            known: i64 = found.get(piece, 0)
            if owner == seat and not known >> entry & 1:
                found[piece] = known | 1 << entry
                places.append(piece * 6 + entry)
        index += 1
        if index == len(places):
            return found
        place: i64 = places[index]
        piece = place // 6
        here = piece >> 1
        exits = piece_edges(s, piece) & ~(1 << place - piece * 6)


def section_sorts(s: "State", pieces: list[int]) -> list[int]:
    """How many tiles of each sort a section needs."""
    needed = [0, 0, 0, 0]
    piece: i64
    for piece in pieces:
        sort = piece_sort(piece, piece_edges(s, piece))
        count: i64 = needed[sort]
        needed[sort] = count + 1
    return needed


def hand_over(s: "State", pieces: list[int], seller: "i64", buyer: "i64") -> None:
    """`fr.section`: the pieces, a section of the seller, become the buyer's, a seat or the bank. Stocks and networks follow."""
    others: list[list[int]] = []
    before = sections(s, seller)
    for lot in before:
        if lot is not pieces:
            others.append(lot)
    _leave_out(s.own, seller, pieces)
    forget_ways(s, seller)
    piece: i64
    for piece in pieces:
        shift: i64 = OWNER_ABOVE if piece & 1 else OWNER
        cell: i64 = s.cell[piece >> 1]
        s.cell[piece >> 1] = cell & ~(7 << shift) | buyer << shift
        use_tile(s, seller * 4 + piece_sort(piece, piece_edges(s, piece)), -1)
    if s.own[seller]:
        if len(others) < len(before):
            s.lots[seller] = others  # a connected piece was sold whole, so the others are what they were
        for piece in pieces:
            if not piece & 1:
                remove(s.simple, seller, piece >> 1)
            draw_back(s, seller, piece >> 1, piece_edges(s, piece))
    else:
        s.net[seller] = 0
        s.simple[seller] = []
        s.front[seller] = []
        s.over[seller] = []
    if buyer < s.rules.seats:
        take_over(s, pieces, buyer)


def _leave_out(lists: list[list[int]], seat: "i64", pieces: list[int]) -> None:
    """The own track of a seat without some pieces; both in order."""
    left: list[int] = []
    index: i64 = 0
    for piece in lists[seat]:
        if index < len(pieces) and pieces[index] == piece:
            index += 1
        else:
            left.append(piece)
    lists[seat] = left


def take_over(s: "State", pieces: list[int], seat: "i64") -> None:
    """The pieces join the track of a seat."""
    s.own[seat] = sorted(s.own[seat] + pieces)
    forget_ways(s, seat)
    piece: i64
    for piece in pieces:
        edges = piece_edges(s, piece)
        sort = piece_sort(piece, edges)
        use_tile(s, seat * 4 + sort, 1)
        if sort < SWITCH:
            add(s.simple, seat, piece >> 1, edges)
        reach_out(s, seat, piece >> 1, edges)


def draw_back(s: "State", seat: "i64", number: "i64", edges: "i64") -> None:
    """These edges of a hex are no longer own track. Whatever is faced is faced from one hex alone, so it is no longer faced; but
    a city stays in the network as long as other own track leads to it."""
    nb = s.rules.nb
    for edge in range(6):
        if not edges >> edge & 1:
            continue
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
        subtract(s.front, seat, number, bit)
    elif cell & 63 and not cell & (63 << ABOVE | bit):
        subtract(s.over, seat, number, bit)
