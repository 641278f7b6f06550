"""A random legal move: the one that the dice would choose from legal(), without the list."""

from typing import TYPE_CHECKING

from freightyard.core.flat import member
from freightyard.core.vectors import i64
from freightyard.games.freight.rules.edition import LOAN, PASS, RAISE
from freightyard.games.freight.rules.hexes import SHAPES
from freightyard.games.freight.rules.legal import OFFERED, legal_building, legal_moves, offers, openings
from freightyard.games.freight.rules.network import last_place
from freightyard.games.freight.rules.phases import BIDDING, BUILDING, BUYING, OWING
from freightyard.games.freight.rules.rounds import NO_BID, may_borrow

if TYPE_CHECKING:
    from freightyard.core.chance import Dice
    from freightyard.games.freight.rules.state import State


def chosen(s: "State", dice: "Dice") -> i64:
    """One of the legal moves, drawn with one number, as if from their list."""
    phase = s.phase
    if phase in (BIDDING, BUYING):
        return _bid(s, dice)
    if phase == BUILDING:
        return _building(s, dice)
    if phase == OWING:
        dice.below(1)
        return LOAN
    moves = legal_moves(s)
    return moves[dice.below(len(moves))]


def _bid(s: "State", dice: "Dice") -> i64:
    """`fr.auction`, `fr.section`: pass; the first bids or a raise; a loan."""
    bids: i64 = 0
    if s.bid == NO_BID:
        bids = openings(s)
    elif s.cash[s.asked] > s.bid:
        bids = 1
    number = dice.below(bids + 2 if may_borrow(s, s.asked) else bids + 1)
    if number == 0:
        return PASS
    if number > bids:
        return LOAN
    if s.bid != NO_BID:
        return RAISE
    return s.rules.open + number - 1


def _building(s: "State", dice: "Dice") -> i64:
    """`fr.build-track`: what is offered is counted, and only the move that is drawn is looked for."""
    for other in s.order:
        if other != s.actor and last_place(s, other) >= 0:
            moves = legal_building(s)  # some of them may be forbidden
            return moves[dice.below(len(moves))]
    found = offers(s)
    count: i64 = 0
    for offer in found:
        count += offer >> SHAPES & 31
    number = dice.below(count)
    for offer in found:
        count = offer >> SHAPES & 31
        if number < count:
            return (offer >> OFFERED) + member(offer, number)
        number -= count
    raise AssertionError  # they were counted above
