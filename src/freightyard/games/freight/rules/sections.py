"""`fr.section`: sections of track, which are sold whole, and what changes when one changes hands.

A section is all own track that connects two cities. Track that touches fewer than two is sold as a connected piece: so was all
track at revision 1. A sale is one number: the first piece of a connected piece, or the two cities, packed by between().
"""

from typing import TYPE_CHECKING, Final

from freightyard.core.flat import ALONE, find, first_from, numbers, with_one, words, zeros
from freightyard.core.vectors import append, i64, vec
from freightyard.games.freight.rules.hexes import OPPOSITE, OPPOSITE_BIT, SWITCH
from freightyard.games.freight.rules.network import (
    ABOVE,
    NO_PIECE,
    OWNER,
    OWNER_ABOVE,
    TOWN,
    add,
    connect_all,
    piece_at,
    piece_edges,
    piece_owner,
    piece_sort,
    reach_out,
    remove,
    subtract,
    use_tile,
)

if TYPE_CHECKING:
    from freightyard.games.freight.rules.state import State

PAIR: Final = 1 << 20  # from this number on a sale is of what connects two cities; pieces have lower numbers
TOWN_BITS: Final = 6


def sections(s: "State", seat: i64) -> list[list[int]]:
    """All connected pieces of a seat's track in the order of their first pieces, each in order."""
    return [words(pieces_of(s, seat, head)) for head in heads(s, seat)]


def heads(s: "State", seat: i64) -> vec[i64]:
    """The first pieces of all connected pieces of a seat's track, in order."""
    own = s.own[seat]
    firsts = vec[i64]()
    for place in range(len(own)):
        if s.heads[seat][place] == own[place]:
            firsts = append(firsts, own[place])
    return firsts


def pieces_of(s: "State", seat: i64, head: i64) -> vec[i64]:
    """The connected piece with this first piece, in order."""
    own = s.own[seat]
    known = s.heads[seat]
    pieces = vec[i64](capacity=len(own))
    for place in range(len(own)):
        if known[place] == head:
            pieces = append(pieces, own[place])
    return pieces


def section(s: "State", seat: i64, piece: i64) -> list[int]:
    """`fr.section`: the own track that hangs together with this piece without passing a city, dead ends included."""
    return words(pieces_of(s, seat, head_of(s, seat, piece)))


def head_of(s: "State", seat: i64, piece: i64) -> i64:
    """The first of all pieces that an own piece hangs together with."""
    return s.heads[seat][first_from(s.own[seat], piece)]


def touched_by(s: "State", seat: i64, head: i64) -> i64:
    """The cities, a bit each, that the connected piece with this first piece touches."""
    known = s.heads[seat]
    touches = s.touches[seat]
    towns: i64 = 0
    for place in range(len(known)):
        if known[place] == head:
            towns |= touches[place]
    return towns


def joined(s: "State", seat: i64) -> i64:
    """`fr.section`: the cities, a bit each, that own track joins to another one without a city between."""
    found: i64 = 0
    for head in heads(s, seat):
        towns = touched_by(s, seat, head)
        if towns & (towns - 1):
            found |= towns
    return found


def joined_to(s: "State", seat: i64, town: i64) -> i64:
    """`fr.section`: the cities, a bit each, that own track joins to this one without a city between.

    What hangs together without passing a city joins all the cities that it touches: a train finds a way from any of them to any
    other that turns back nowhere.
    """
    found: i64 = 0
    touches = s.touches[seat]
    for place in range(len(touches)):
        if touches[place] >> town & 1:
            found |= touched_by(s, seat, s.heads[seat][place])
    return found & ~ALONE[town]


def between(one: i64, other: i64) -> i64:
    """The sale of all track between two cities, whichever of them is named first."""
    return PAIR | (min(one, other)) << TOWN_BITS | (max(one, other))


def first_town(sale: i64) -> i64:
    """Of the two cities of a sale the one that came first on the map."""
    return sale - PAIR >> TOWN_BITS


def second_town(sale: i64) -> i64:
    """Of the two cities of a sale the other one."""
    return sale & (1 << TOWN_BITS) - 1


def for_sale(s: "State", seat: i64) -> list[int]:
    """`fr.section`: every sale that a seat can choose: of what connects two cities, and of connected pieces."""
    sales = vec[i64]()
    for head in heads(s, seat):
        towns = touched_by(s, seat, head)
        if not s.rules.sells_between or towns & (towns - 1) == 0:
            sales = append(sales, head)
            continue
        for one in range(len(s.cities)):
            for other in range(one):
                sale = between(one, other)
                if towns >> one & towns >> other & 1 and find(sales, sale) < 0:
                    sales = append(sales, sale)
    return words(sales)


def lot(s: "State", seat: i64, sale: i64) -> list[int]:
    """`fr.section`: what a seat sells: the track between two cities, or the connected piece that begins with a piece."""
    return words(pieces_for(s, seat, sale))


def pieces_for(s: "State", seat: i64, sale: i64) -> vec[i64]:
    """The same in a row."""
    if sale >= PAIR:
        return connecting(s, seat, first_town(sale), second_town(sale))
    return pieces_of(s, seat, sale)


def connecting(s: "State", seat: i64, one: i64, other: i64) -> vec[i64]:
    """`fr.section`: all own pieces, in order, on any way between two cities that turns back nowhere and passes no city.

    A piece is on such a way if trains from the two cities come into it by different edges.
    """
    own = s.own[seat]
    ways = _entered(s, seat, one)
    back = _entered(s, seat, other)
    found = vec[i64](capacity=len(own))
    for place in range(len(own)):
        here = ways[place]
        there = back[place]
        if here and there and (here != there or here & (here - 1)):
            found = append(found, own[place])
    return found


def _entered(s: "State", seat: i64, town: i64) -> vec[i64]:
    """For each own piece the edges, a bit each, by which a train from a city comes into it before the next city."""
    nb = s.rules.nb
    own = s.own[seat]
    entered = zeros(len(own))
    waiting = vec[i64](capacity=16)  # own pieces, by their places, and the edges by which they are entered
    index: i64 = -1
    here = s.cities[town]
    exits: i64 = 63
    while True:
        edge: i64
        for edge in range(6):
            if not exits >> edge & 1:
                continue
            entry = OPPOSITE[edge]
            piece = piece_at(s, nb[here * 6 + edge], entry)
            if piece == NO_PIECE or piece_owner(s, piece) != seat:
                continue
            place = first_from(own, piece)
            if not entered[place] >> entry & 1:
                entered[place] |= ALONE[entry]
                waiting = append(waiting, place * 6 + entry)
        index += 1
        if index == len(waiting):
            return entered
        place = waiting[index] // 6
        here = own[place] >> 1
        exits = piece_edges(s, own[place]) & ~ALONE[waiting[index] - place * 6]


def section_sorts(s: "State", pieces: list[int]) -> list[int]:
    """How many tiles of each sort a section needs."""
    return words(tiles_of(s, numbers(pieces)))


def tiles_of(s: "State", pieces: vec[i64]) -> vec[i64]:
    """The same in rows."""
    needed = zeros(4)
    for piece in pieces:
        needed[piece_sort(piece, piece_edges(s, piece))] += 1
    return needed


def hand_over(s: "State", pieces: vec[i64], seller: i64, buyer: i64) -> None:
    """`fr.section`: the pieces, a section of the seller, become the buyer's, a seat or the bank. Stocks and networks follow."""
    _leave_out(s, seller, pieces)
    for piece in pieces:
        shift: i64 = OWNER_ABOVE if piece & 1 else OWNER
        s.cell[piece >> 1] = s.cell[piece >> 1] & ~(7 << shift) | buyer << shift
        use_tile(s, seller * 4 + piece_sort(piece, piece_edges(s, piece)), -1)
    connect_all(s, seller)
    if len(s.own[seller]):
        for piece in pieces:
            if not piece & 1:
                remove(s.simple, seller, piece >> 1)
            draw_back(s, seller, piece >> 1, piece_edges(s, piece))
    else:
        s.net[seller] = 0
        s.simple[seller] = vec[i64]()
        s.front[seller] = vec[i64]()
        s.over[seller] = vec[i64]()
    if buyer < s.rules.seats:
        take_over(s, pieces, buyer)


def _leave_out(s: "State", seat: i64, pieces: vec[i64]) -> None:
    """The own track of a seat without some pieces; both in order."""
    own = s.own[seat]
    left = vec[i64](capacity=len(own))
    index: i64 = 0
    for piece in own:
        if index < len(pieces) and pieces[index] == piece:
            index += 1
        else:
            left = append(left, piece)
    s.own[seat] = left


def take_over(s: "State", pieces: vec[i64], seat: i64) -> None:
    """The pieces join the track of a seat."""
    own = s.own[seat]
    for piece in pieces:
        own = with_one(own, first_from(own, piece), piece)
    s.own[seat] = own
    connect_all(s, seat)
    for piece in pieces:
        edges = piece_edges(s, piece)
        kind = piece_sort(piece, edges)
        use_tile(s, seat * 4 + kind, 1)
        if kind < SWITCH:
            add(s.simple, seat, piece >> 1, edges)
        reach_out(s, seat, piece >> 1, edges)


def draw_back(s: "State", seat: i64, number: i64, edges: i64) -> None:
    """These edges of a hex are no longer own track. Whatever is faced is faced from one hex alone, so it is no longer faced; but
    a city stays in the network as long as other own track leads to it."""
    nb = s.rules.nb
    edge: i64
    for edge in range(6):
        if not edges >> edge & 1:
            continue
        there = nb[number * 6 + edge]
        cell = s.cell[there]
        if not cell >> TOWN:
            unface(s, seat, there, OPPOSITE_BIT[edge])
        elif there < s.rules.hexes and not leads_to(s, seat, there):
            town = (cell >> TOWN) - 1
            if s.net[seat] >> town & 1:
                s.net[seat] ^= ALONE[town]
                side: i64
                for side in range(6):
                    unface(s, seat, nb[there * 6 + side], OPPOSITE_BIT[side])


def leads_to(s: "State", seat: i64, city: i64) -> bool:
    """Whether track of a seat leads to the city on this hex."""
    nb = s.rules.nb
    edge: i64
    for edge in range(6):
        cell = s.cell[nb[city * 6 + edge]]
        back = OPPOSITE[edge]
        if cell >> back & 1:
            if cell >> OWNER & 7 == seat:
                return True
        elif cell >> ABOVE + back & 1 and cell >> OWNER_ABOVE & 7 == seat:
            return True
    return False


def unface(s: "State", seat: i64, number: i64, bit: i64) -> None:
    """The network of a seat does not face this edge of a hex any more."""
    cell = s.cell[number]
    if not cell:
        subtract(s.front, seat, number, bit)
    elif cell & 63 and not cell & (63 << ABOVE | bit):
        subtract(s.over, seat, number, bit)
