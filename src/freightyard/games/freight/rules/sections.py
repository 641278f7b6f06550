"""`fr.section`: sections of track, which are sold whole, and what changes when one changes hands."""

from typing import TYPE_CHECKING

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


def sections(s: "State", seat: "i64") -> list[list[int]]:
    """All sections of a seat in the order of their first pieces, each with its pieces in order. Kept until its track changes."""
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
    """Whether one of the sections has this piece."""
    for lot in lots:
        index = first_from(lot, piece)
        if index < len(lot) and lot[index] == piece:
            return True
    return False


def section(s: "State", seat: "i64", piece: "i64") -> list[int]:
    """`fr.section`: the pieces of own track that hang together with this one without passing a city, dead ends included."""
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


def lot(s: "State", seat: "i64", first: "i64") -> list[int]:
    """The section of a seat that begins with this piece."""
    for pieces in sections(s, seat):
        if pieces[0] == first:
            return pieces
    raise KeyError(first)


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
    for lot in sections(s, seller):
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
    if others:
        s.lots[seller] = others  # the other sections of the seller are what they were
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
