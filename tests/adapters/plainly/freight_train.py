"""An observation of Freight Train as a new list each time, read from the rules' state."""

from freightyard.games.freight_train.rules.phases import FILLING, FIRST_SEAT, NAMES, OUT
from freightyard.games.freight_train.rules.sidings import BITS, MASK
from freightyard.games.freight_train.rules.state import State
from tests.adapters.plainly import bits, bounded, one_of


def observe(s: State, seat: int) -> list[int]:
    """What a seat sees."""
    rules = s.rules
    seats = rules.seats
    kinds = rules.kinds
    known = s.phase != FIRST_SEAT
    row = one_of(len(NAMES), s.phase)
    row += one_of(rules.days, s.day)
    row.append(bounded(s.round))
    row += one_of(seats, (s.actor - seat) % seats if known else -1)
    row += one_of(seats, (s.first - seat) % seats if known else -1)
    row.append(1 if s.idle else 0)
    row += one_of(rules.main_sidings, s.filling if s.phase == FILLING else -1)
    row.append(0 if s.leave == OUT else 1)
    row.append(0 if s.leave == OUT else s.leave)
    row.append(s.cabooses)
    row += s.deck
    for siding in s.main:
        _add_siding(row, siding, rules.main_spaces)
    hand = [0] * kinds
    for kind in s.hand:
        hand[kind] += 1
    row += hand
    sidings = rules.yard_sidings
    for number in range(seats):
        who = (seat + number) % seats
        row.append(bounded(s.points[who]))
        row.append(s.locomotives[who])
        row.append(s.free[who])
        row.append(1 if s.called[who] else 0)
        for siding in s.yards[who * sidings : (who + 1) * sidings]:
            _add_siding(row, siding, rules.yard_spaces)
        row += s.trains[who * kinds : (who + 1) * kinds]
        row += bits(s.mixed[who], kinds)
        row += bits(s.closed[who], kinds + 1)
    return row


def _add_siding(row: list[int], siding: int, spaces: int) -> None:
    """The kinds on a siding from its open end, from 1; zeros for the empty spaces."""
    for _ in range(spaces):
        row.append(siding & MASK)
        siding >>= BITS
