"""Rounds, auctions and the end of turns: who acts next, and when the game is over."""

from typing import TYPE_CHECKING, Final

from freightyard.core.flat import ALONE, count_of, without, zeros
from freightyard.core.vectors import append, i64, vec
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.network import longer
from freightyard.games.freight.rules.phases import (
    BANK,
    BIDDING,
    BUILDING,
    BUYING,
    CAP_REACHED,
    CITIES_CONNECTED,
    NOBODY,
    ONE_LEFT,
    OVER,
    OWING,
    REPAYING,
    RESTOCKING,
    ROLLING,
    ROUNDS_OVER,
    SELLING,
    SHIPPING,
    SUPPLYING,
)
from freightyard.games.freight.rules.sections import hand_over, pieces_for, tiles_of

if TYPE_CHECKING:
    from freightyard.games.freight.rules.state import State

NO_BID: Final = -1


# --- rounds ---


def start_round(s: "State") -> None:
    """`fr.round`: the round marker advances; cities with few markers are rolled for; the turn order is auctioned."""
    rules = s.rules
    s.round += 1
    for seat in range(rules.seats):
        s.took[seat] = 0
    if rules.roll_each_round:
        for town in range(len(s.cities)):
            if s.total[town] <= rules.roll_up_to:
                s.town = town
                s.phase = ROLLING
                return
    start_auction(s)


def start_auction(s: "State") -> None:
    """`fr.auction`: the first place is auctioned, starting with the last in the old order. `fr.family`: no auction."""
    if not s.rules.auction:
        start_turn(s, s.order[0])
        return
    s.places = zeros(0)
    next_place(s)


def start_turn(s: "State", seat: i64) -> None:
    """`fr.turn`: a turn begins with building."""
    s.actor = seat
    s.asked = seat
    s.phase = BUILDING


def end_turn(s: "State") -> None:
    """The turn is over: the next in the order has his, or the round is over. `fr.family-end`: a sixth city is noticed now."""
    s.turns += 1
    seat = s.actor
    rules = s.rules
    if rules.end_at_cities and s.last == NOBODY and count_of(s.net[seat]) >= rules.end_at_cities:
        s.last = seat
    _next_turn(s, turn_of(s, seat) + 1)


def turn_of(s: "State", seat: i64) -> i64:
    """Where a seat stands in the order."""
    index: i64 = 0
    while s.order[index] != seat:
        index += 1
    return index


def _next_turn(s: "State", index: i64) -> None:
    """The seat at this place of the order is next; after the last one the round is over.

    `fr.family-end`: it is over before the seat that connected the sixth city would come again; `fr.family-cap`: at the latest
    after the last round.
    """
    rules = s.rules
    if s.order[index % len(s.order)] == s.last:
        finish(s, CITIES_CONNECTED)
    elif index < len(s.order):
        start_turn(s, s.order[index])
    elif s.round == rules.rounds:
        finish(s, CAP_REACHED if rules.end_at_cities else ROUNDS_OVER)
    else:
        start_round(s)


# --- the auction of the turn order ---


def next_place(s: "State") -> None:
    """`fr.auction`: the next place is auctioned among those without one; the last place is free."""
    placed = set_of(s.places)
    last = last_without_place(s, placed)
    if len(s.places) + 1 == len(s.order):
        s.order = longer(s.places, last)
        s.places = zeros(0)
        start_turn(s, s.order[0])
        return
    s.bid = NO_BID
    s.bidder = NOBODY
    s.passed = placed
    s.asked = last
    s.phase = BIDDING


def set_of(seats: vec[i64]) -> i64:
    """These seats, a bit each."""
    found: i64 = 0
    for seat in seats:
        found |= ALONE[seat]
    return found


def last_without_place(s: "State", placed: i64) -> i64:
    """The last seat of the old order that is not among those with a place, a bit each."""
    last: i64 = NOBODY
    for seat in s.order:
        if not placed >> seat & 1:
            last = seat
    return last


def ask_next(s: "State") -> None:
    """The next bidder: those who passed are out; when only the highest bidder is left, or nobody, the auction is over."""
    order = s.order
    count: i64 = len(order)
    index = turn_of(s, s.asked)
    step: i64 = 1
    if s.phase == BIDDING:
        step = count - 1
    asked: i64 = 0
    while asked < count:
        asked += 1
        index += step
        if index >= count:
            index -= count
        seat = order[index]
        if not s.passed >> seat & 1:
            if seat != s.bidder:
                s.asked = seat
                return
            break
    if s.phase == BIDDING:
        end_place(s)
    else:
        end_sale(s)


def end_place(s: "State") -> None:
    """`fr.auction`: the winner pays the bank; without a bid the place goes to the last in the old order."""
    winner = s.bidder
    if winner == NOBODY:
        winner = last_without_place(s, set_of(s.places))
    else:
        pay_bank(s, winner, s.bid)
    s.places = longer(s.places, winner)
    s.bid = NO_BID
    s.bidder = NOBODY
    s.passed = 0
    next_place(s)


# --- money ---


def pay_bank(s: "State", seat: i64, money: i64) -> None:
    """Money goes from a seat to the bank."""
    s.cash[seat] -= money
    s.bank += money


def get_from_bank(s: "State", seat: i64, money: i64) -> None:
    """Money goes from the bank to a seat."""
    pay_bank(s, seat, -money)


def may_borrow(s: "State", seat: i64) -> bool:
    """`fr.loan`: one a round, two in the first."""
    return s.took[seat] < (s.rules.first_limit if s.round == 1 else s.rules.limit)


# --- after shipping ---


def after_building(s: "State") -> None:
    """`fr.turn`: then the train runs, if the locomotive is on the map."""
    if s.locomotive[s.actor] == NOBODY:
        charge_interest(s)
    else:
        s.phase = SHIPPING


def charge_interest(s: "State") -> None:
    """`fr.interest`: the amount is fixed when the phase begins."""
    s.owed = s.loans[s.actor] * s.rules.interest
    settle(s)


def settle(s: "State") -> None:
    """`fr.interest`: pay; else take a loan if permitted; else sell track; else the seat is bankrupt.

    `fr.family`: a loan for the interest is always permitted.
    """
    seat = s.actor
    if s.cash[seat] >= s.owed:
        pay_bank(s, seat, s.owed)
        s.owed = 0
        start_supply(s)
    elif not s.rules.loan_sells or may_borrow(s, seat):
        s.phase = OWING
    elif len(s.own[seat]):
        s.phase = SELLING
    else:
        go_bankrupt(s)


def start_supply(s: "State") -> None:
    """`fr.supply`, `fr.family-supply`: markers for the own network; the step is skipped if nothing fits."""
    seat = s.actor
    net = s.net[seat]
    if s.rules.boxes:
        if fits_any(s):
            s.phase = SUPPLYING
        else:
            end_turn(s)
        return
    for town in range(len(s.cities)):
        if net >> town & 1 and s.total[town] < s.rules.most_marks:
            s.town = town
            s.phase = RESTOCKING
            return
    end_turn(s)


def fits_any(s: "State") -> bool:
    """`fr.supply`: whether a marker of box 1 fits on a city of the own network."""
    rules = s.rules
    net = s.net[s.actor]
    for town in range(len(s.cities)):
        if net >> town & 1 and s.total[town] < rules.most_marks:
            supplied = rules.supplied[s.tiles[town]]
            colour: i64
            for colour in range(COLOURS):
                if s.box1[2 * colour + 1 - (supplied >> colour & 1)]:
                    return True
    return False


def puts(s: "State", moves: vec[i64]) -> vec[i64]:
    """`fr.supply`: a marker from box 1 on a city of the own network that shows it and has room."""
    rules = s.rules
    net = s.net[s.actor]
    for town in range(len(s.cities)):
        if net >> town & 1 and s.total[town] < rules.most_marks:
            supplied = rules.supplied[s.tiles[town]]
            first = rules.put + s.cities[town] * COLOURS
            colour: i64
            for colour in range(COLOURS):
                if s.box1[2 * colour + 1 - (supplied >> colour & 1)]:
                    moves = append(moves, first + colour)
    return moves


# --- the sale of a section ---


def start_sale(s: "State", sale: i64) -> None:
    """`fr.section`: the bank opens; all others who have the tiles are asked in turn order."""
    seat = s.actor
    pieces = pieces_for(s, seat, sale)
    s.sale = sale
    s.bid = len(pieces) * s.rules.bank_bid
    s.bidder = BANK
    passed = ALONE[seat]
    needed = tiles_of(s, pieces)
    for other in s.order:
        sort: i64
        for sort in range(4):
            if s.stock[other * 4 + sort] < needed[sort]:
                passed |= ALONE[other]
                break
    s.passed = passed
    s.asked = s.order[len(s.order) - 1]
    s.phase = BUYING
    ask_next(s)


def end_sale(s: "State") -> None:
    """`fr.section`: the money goes to the seller, the track to the buyer; then the interest is looked at again."""
    seat = s.actor
    if s.bidder == BANK:
        get_from_bank(s, seat, s.bid)
    else:
        s.cash[s.bidder] -= s.bid
        s.cash[seat] += s.bid
    hand_over(s, pieces_for(s, seat, s.sale), seat, s.bidder)
    s.sale = NOBODY
    s.bid = NO_BID
    s.bidder = NOBODY
    s.passed = 0
    s.asked = seat
    settle(s)


def go_bankrupt(s: "State") -> None:
    """`fr.bankrupt`: out of the turn order, the auctions and the scoring; locomotive and cubes leave."""
    seat = s.actor
    s.turns += 1
    s.out[seat] = s.rules.seats - len(s.order) + 1
    pay_bank(s, seat, s.cash[seat])
    s.loans[seat] = 0
    s.owed = 0
    s.locomotive[seat] = NOBODY
    colour: i64
    for colour in range(COLOURS):
        s.cargo[seat * COLOURS + colour] = 0
    index = turn_of(s, seat)
    s.order = without(s.order, index)
    if len(s.order) == 1:
        s.ending = ONE_LEFT
        s.phase = OVER
    else:
        _next_turn(s, index)


# --- the end ---


def finish(s: "State", ending: int) -> None:
    """`fr.repay`: before the scoring loans may be repaid once more, by those who can, in turn order."""
    s.ending = ending
    s.phase = REPAYING
    s.actor = s.order[0]
    ask_to_repay(s, 0)


def ask_to_repay(s: "State", index: i64) -> None:
    """The next seat in the order, from this place on, that has a loan and the money for it; else the game is over."""
    while index < len(s.order):
        seat = s.order[index]
        if s.loans[seat] and s.cash[seat] >= s.rules.amount:
            s.asked = seat
            return
        index += 1
    s.asked = s.order[0]
    s.phase = OVER
