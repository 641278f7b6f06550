"""What may be done: one function a phase, in the order of play."""

from typing import TYPE_CHECKING, Any, Final

from freightyard.core.flat import find, kept, spread
from freightyard.core.vectors import append, i64, vec
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import DONE, LOAN, MARKERS, PASS, RAISE, RANDOM, REPAY, WAGON, counted
from freightyard.games.freight.rules.hexes import AXES, BRIDGE, CURVE, FIRST_SWITCH, SHAPES, STRAIGHT, SWITCH, SWITCHES
from freightyard.games.freight.rules.network import ABOVE, NOWHERE, TOWN, front_of, has_place, last_place, over_of, sites
from freightyard.games.freight.rules.phases import (
    BIDDING,
    BUILDING,
    BUYING,
    CHOOSING,
    FILLING,
    NOBODY,
    OWING,
    PAIRING,
    REPAYING,
    SELLING,
    SHIFTING,
    SHIPPING,
    STARTING,
    SUPPLYING,
)
from freightyard.games.freight.rules.play import FINISHED, deliver_points, load_points, play, towns_of_track
from freightyard.games.freight.rules.rounds import NO_BID, may_borrow, puts
from freightyard.games.freight.rules.sections import heads, joined, joined_to, touched_by
from freightyard.games.freight.rules.setup import chance_moves
from freightyard.games.freight.rules.shipping import IN_CITY, points_price, runs, steps

if TYPE_CHECKING:
    from freightyard.games.freight.rules.edition import Rules
    from freightyard.games.freight.rules.state import State


OFFERED: Final = SHAPES + 5  # bits of an offer for moves that follow on one another, and how many they are
ONE: Final = 1 << SHAPES | 1  # one move alone


def legal(s: "State") -> list[int]:
    """All that may be done now, as a list."""
    if s.phase == BUILDING:
        return legal_building(s)
    if s.phase < BIDDING:
        return chance_moves(s)
    return kept(legal_moves(s), s.rules.numbers)


def legal_moves(s: "State") -> vec[i64]:
    """The same in a row, in all phases but building and those of chance. The commonest phases come first."""
    phase = s.phase
    if phase == SHIPPING:
        return legal_shipping(s)
    if phase == BIDDING:
        return legal_bidding(s)
    if phase == BUYING:
        return legal_buying(s)
    if phase == OWING:
        return legal_owing(s)
    if phase == SELLING:
        return legal_selling(s)
    if phase == SUPPLYING:
        return legal_supplying(s)
    if phase == SHIFTING:
        return legal_shifting(s)
    if phase == FILLING:
        return legal_filling(s)
    if phase == PAIRING:
        return legal_pairing(s)
    if phase == CHOOSING:
        return legal_choosing(s)
    if phase == STARTING:
        return legal_starting(s)
    return legal_repaying(s) if phase == REPAYING else vec[i64]()


def legal_bidding(s: "State") -> vec[i64]:
    """`fr.auction`: open, raise or pass; a loan may come before (`fr.loan`)."""
    moves = one(PASS)
    if s.bid == NO_BID:
        for bid in range(openings(s)):
            moves = append(moves, s.rules.open + bid)
    elif s.cash[s.asked] > s.bid:
        moves = append(moves, RAISE)
    return with_loan(s, moves)


def one(move: i64) -> vec[i64]:
    """A row that begins with this move."""
    return append(vec[i64](capacity=16), move)


def openings(s: "State") -> i64:
    """`fr.auction`: how many first bids a seat may choose from: nothing, 1, …"""
    cash = s.cash[s.asked]
    most = s.rules.opening_max
    return (min(most, cash)) + 1


def legal_building(s: "State") -> list[int]:
    """`fr.build-track`: all that the money and the supply allow, or done; and `fr.no-blockade`."""
    moves: list[Any] = []
    for offer in offers(s):
        spread(moves, s.rules.numbers, offer >> OFFERED, offer & (1 << SHAPES) - 1)
    for other in s.order:
        if other != s.actor:
            last = last_place(s, other)
            if last >= 0:
                moves = not_blocking(s, moves, other, last)
    return moves


def offers(s: "State") -> vec[i64]:
    """`fr.build-track`: all that the money and the supply allow, or done; `fr.no-blockade` is not looked at.

    Moves that follow on one another are one offer: above OFFERED the first of them, below it which of them, a bit each, and from
    bit SHAPES on how many they are."""
    rules = s.rules
    seat = s.actor
    found = vec[i64](capacity=32)
    sorts = tile_sorts(s)
    if sorts:
        for code in front_of(s, seat):
            shapes = rules.shapes_at(sorts, code)
            if shapes:
                found = append(found, rules.build + (code >> 6) * SHAPES << OFFERED | shapes)
    if s.cash[seat] >= rules.upgrade_price and s.stock[seat * 4 + SWITCH]:
        for code in s.simple[seat]:
            shapes = rules.switches_at(code, s.cell[code >> 6] >> ABOVE & 63) >> FIRST_SWITCH
            if shapes:
                found = append(found, rules.upgrade + (code >> 6) * SWITCHES << OFFERED | counted(shapes))
    if s.cash[seat] >= rules.price[BRIDGE] and s.stock[seat * 4 + BRIDGE]:
        for code in over_of(s, seat):
            axes = rules.axes_at(code, s.cell[code >> 6] & 63)
            if axes:
                found = append(found, rules.bridging + (code >> 6) * AXES << OFFERED | counted(axes))
    if s.cash[seat] >= rules.city_price and len(s.cities) < rules.tiles and len(s.own[seat]):
        found = cities(s, found)
    return purchases(s, found)


def cities(s: "State", found: vec[i64]) -> vec[i64]:
    """`fr.build-city`: inside the hull, not next to a city, on an empty hex that an own track points into."""
    free = sites(s)
    for code in s.front[s.actor]:
        if free[code >> 6]:
            found = append(found, s.rules.city + (code >> 6) << OFFERED | ONE)
    return found


def purchases(s: "State", found: vec[i64]) -> vec[i64]:
    """`fr.wagon`, `fr.loan`, `fr.repay`: what else money is for in the building phase; or done."""
    seat = s.actor
    rules = s.rules
    if s.cash[seat] >= rules.wagon_price and s.wagons[seat] < rules.wagon_most:
        found = append(found, WAGON << OFFERED | ONE)
    if may_borrow(s, seat):
        found = append(found, LOAN << OFFERED | ONE)
    if may_repay(s, seat):
        found = append(found, REPAY << OFFERED | ONE)
    return append(found, DONE << OFFERED | ONE)


def tile_sorts(s: "State") -> i64:
    """`fr.build-track`: the sorts of tiles, a bit each, that the actor has and can pay."""
    rules = s.rules
    cash = s.cash[s.actor]
    first = s.actor * 4
    sorts: i64 = 0
    if cash >= rules.price[STRAIGHT] and s.stock[first]:
        sorts = 1
    if cash >= rules.price[CURVE] and s.stock[first + CURVE]:
        sorts |= 1 << CURVE
    if cash >= rules.price[SWITCH] and s.stock[first + SWITCH]:
        sorts |= 1 << SWITCH
    return sorts


def not_blocking(s: "State", moves: list[Any], other: i64, last: i64) -> list[Any]:
    """`fr.no-blockade`: those of the moves that leave another player a place, who has one on this hex only. Whatever is placed
    takes away places on its own hex alone."""
    left: list[Any] = []
    for move in moves:
        if hex_of(s.rules, move) != last or not blocks(s, move, other):
            left.append(move)
    return left


def hex_of(rules: "Rules", move: i64) -> i64:
    """The hex on which a move of building places something; NOWHERE for those that place nothing."""
    if move < rules.build:
        return NOWHERE
    if move < rules.upgrade:
        return (move - rules.build) // SHAPES
    if move < rules.bridging:
        return (move - rules.upgrade) // SWITCHES
    if move < rules.city:
        return (move - rules.bridging) // AXES
    return move - rules.city


def blocks(s: "State", move: i64, other: i64) -> bool:
    """`fr.no-blockade`: whether another player, who has a place for track, would have none after this move."""
    after = s.clone()
    play(after, move)
    return not has_place(after, other)


def may_repay(s: "State", seat: i64) -> bool:
    """`fr.repay`: a loan and the money for it."""
    return s.loans[seat] > 0 and s.cash[seat] >= s.rules.amount


def with_loan(s: "State", moves: vec[i64]) -> vec[i64]:
    """`fr.loan`: at any own decision of the round a loan may be taken first."""
    return append(moves, LOAN) if may_borrow(s, s.asked) else moves


def legal_starting(s: "State") -> vec[i64]:
    """`fr.locomotive-start`: a city connected to the first track."""
    towns = s.net[s.actor] if s.sale == NOBODY else towns_of_track(s, s.sale)
    moves = vec[i64](capacity=16)
    for town in range(len(s.cities)):
        if towns >> town & 1:
            moves = append(moves, s.rules.locomotive + s.cities[town])
    return with_loan(s, moves)


def legal_choosing(s: "State") -> vec[i64]:
    """`fr.build-city`: any unused tile, or one at random."""
    moves = one(RANDOM)
    for tile in range(s.rules.tiles):
        if find(s.tiles, tile) < 0:
            moves = append(moves, s.rules.tile + tile)
    return with_loan(s, moves)


def legal_shipping(s: "State") -> vec[i64]:
    """`fr.move`: go on; in a city load, deliver, or be done. `fr.family`: loans may be repaid here too."""
    moves = vec[i64](capacity=16)
    rules = s.rules
    seat = s.actor
    if rules.points_move:
        moves = steps(s, moves)
    elif s.used < rules.runs:
        moves = runs(s, moves)
        for place in range(len(moves)):
            moves[place] += rules.go
    if s.entry == IN_CITY:
        moves = loads(s, moves)
        moves = deliveries(s, moves)
        moves = append(moves, DONE)
    if may_borrow(s, seat):
        moves = append(moves, LOAN)
    # On the way the money may be needed to reach the city.
    if rules.repay_any_time and s.entry == IN_CITY and may_repay(s, seat):
        moves = append(moves, REPAY)
    return moves


def loads(s: "State", moves: vec[i64]) -> vec[i64]:
    """`fr.load`: cubes of the city, if a slot is free and the points can be paid; one loading a visit."""
    rules = s.rules
    seat = s.actor
    if s.loading == FINISHED or s.cash[seat] < points_price(s, load_points(s)):
        return moves
    slots = s.wagons[seat] * rules.slots
    colour: i64
    for colour in range(COLOURS):
        slots -= s.cargo[seat * COLOURS + colour]
    if slots == 0:
        return moves
    town = (s.cell[s.locomotive[seat]] >> TOWN) - 1
    supplied = rules.supplied[s.tiles[town]]
    for colour in range(COLOURS):
        if supplied >> colour & 1 and s.marks[town * COLOURS + colour]:
            moves = append(moves, rules.load + colour)
    return moves


def deliveries(s: "State", moves: vec[i64]) -> vec[i64]:
    """`fr.deliver`: cubes of the colours that the city demands, if the points can be paid; one delivery a visit."""
    seat = s.actor
    if s.delivering == FINISHED or s.cash[seat] < points_price(s, deliver_points(s)):
        return moves
    town = (s.cell[s.locomotive[seat]] >> TOWN) - 1
    supplied = s.rules.supplied[s.tiles[town]]
    colour: i64
    for colour in range(COLOURS):
        if s.cargo[seat * COLOURS + colour] and not supplied >> colour & 1:
            moves = append(moves, s.rules.deliver + colour)
    return moves


def legal_owing(s: "State") -> vec[i64]:
    """`fr.interest`: the loan that pays the interest."""
    return one(LOAN)


def legal_selling(s: "State") -> vec[i64]:
    """`fr.section`: the first of two cities that own track joins; track that touches fewer is named by its first piece."""
    seat = s.actor
    between = s.rules.sells_between
    moves = vec[i64](capacity=16)
    towns = joined(s, seat) if between else 0
    for town in range(len(s.cities)):
        if towns >> town & 1:
            moves = append(moves, s.rules.sell + s.cities[town] * 2)
    for head in heads(s, seat):
        touched = touched_by(s, seat, head)
        if not between or touched & (touched - 1) == 0:
            moves = append(moves, s.rules.sell + head)
    return moves


def legal_pairing(s: "State") -> vec[i64]:
    """`fr.section`: the other of two cities that own track joins without a city between."""
    towns = joined_to(s, s.actor, s.town)
    moves = vec[i64](capacity=16)
    for town in range(len(s.cities)):
        if towns >> town & 1:
            moves = append(moves, s.rules.to + s.cities[town])
    return moves


def legal_buying(s: "State") -> vec[i64]:
    """`fr.section`: raise or pass; a loan may come before (`fr.loan`)."""
    moves = one(PASS)
    if s.cash[s.asked] > s.bid:
        moves = append(moves, RAISE)
    return with_loan(s, moves)


def legal_supplying(s: "State") -> vec[i64]:
    """`fr.supply`: a marker from box 1 to a city."""
    return with_loan(s, puts(s, vec[i64](capacity=32)))


def legal_shifting(s: "State") -> vec[i64]:
    """`fr.supply`: any marker of box 2."""
    moves = vec[i64](capacity=16)
    marker: i64
    for marker in range(MARKERS):
        if s.box2[marker]:
            moves = append(moves, s.rules.shift + marker)
    return with_loan(s, moves)


def legal_filling(s: "State") -> vec[i64]:
    """`fr.supply`: any marker at all."""
    moves = vec[i64](capacity=16)
    marker: i64
    for marker in range(MARKERS):
        moves = append(moves, s.rules.fill + marker)
    return with_loan(s, moves)


def legal_repaying(s: "State") -> vec[i64]:
    """`fr.repay`: once more before the scoring."""
    return append(one(REPAY), DONE)
