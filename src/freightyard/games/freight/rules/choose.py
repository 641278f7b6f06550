"""A random legal move: the one that the dice would choose from legal(), without the list where it would be long or made often."""

from typing import TYPE_CHECKING

from freightyard.games.freight.rules.edition import LOAN, PASS, RAISE, UNKNOWN
from freightyard.games.freight.rules.legal import (
    LEGAL,
    improvements,
    legal_building,
    legal_shipping,
    openings,
    purchases,
    tile_sorts,
)
from freightyard.games.freight.rules.network import front_of, last_place
from freightyard.games.freight.rules.phases import BIDDING, BUILDING, BUYING, OWING, SHIPPING
from freightyard.games.freight.rules.rounds import NO_BID, may_borrow

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.core.chance import Dice
    from freightyard.games.freight.rules.state import State


def chosen(s: "State", dice: "Dice") -> "i64":
    """One of the legal moves, drawn with one number, as if from their list."""
    phase: i64 = s.phase
    if phase in (BIDDING, BUYING):
        return _bid(s, dice)
    if phase == BUILDING:
        return _building(s, dice)
    if phase == OWING:
        dice.below(1)
        return LOAN
    moves = legal_shipping(s) if phase == SHIPPING else LEGAL[phase](s)
    return moves[dice.below(len(moves))]


def _bid(s: "State", dice: "Dice") -> "i64":
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
    return RAISE if s.bid != NO_BID else s.rules.open + number - 1


def _building(s: "State", dice: "Dice") -> "i64":
    """`fr.build-track`: tiles on empty hexes are counted, hex by hex; what comes after them is listed."""
    for other in s.order:
        if other != s.actor and last_place(s, other) >= 0:
            moves = legal_building(s)  # some of them may be forbidden
            return moves[dice.below(len(moves))]
    builds: i64 = 0
    sorts = tile_sorts(s)
    front = front_of(s, s.actor)
    table = s.rules.builds_of(sorts)
    if sorts:
        for code in front:
            known = table[code]
            if known is UNKNOWN:
                known = s.rules.builds_at(sorts, code)
            builds += len(known)
    others: list[int] = []
    improvements(s, others)
    purchases(s, others)
    number = dice.below(builds + len(others))
    if number >= builds:
        return others[number - builds]
    for code in front:
        known = table[code]
        if number < len(known):
            return known[number]
        number -= len(known)
    raise AssertionError  # the hexes were counted above
