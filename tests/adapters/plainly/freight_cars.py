"""An observation of Freight Cars as a new list each time, read from the rules' state."""

from functools import lru_cache

from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.packing import counts_of
from freightyard.games.freight_cars.rules.phases import LOADING, NAMES, NONE, OVER, STAGES, UNMASKING
from freightyard.games.freight_cars.rules.play import CARD
from freightyard.games.freight_cars.rules.scoring import bonus
from freightyard.games.freight_cars.rules.state import State
from tests.adapters.plainly import bits, bounded, one_of


@lru_cache(maxsize=64)
def most_cells(edition: Edition) -> int:
    """The cells of the largest card."""
    return max(card.cells for card in edition.data.freight)


def observe(s: State, seat: int) -> list[int]:
    """What a seat knows."""
    rules = s.rules
    edition = rules.edition
    seats = rules.seats
    cards, cities, corporations = rules.cards, len(edition.cities), len(edition.corporations)
    kinds = rules.packing.kinds
    loading = s.phase == LOADING
    row = one_of(len(NAMES), s.phase)
    row += one_of(len(STAGES), s.stage)
    row.append(bounded(s.turns))
    row += one_of(seats, (s.actor - seat) % seats)
    row += one_of(seats, (s.revealer - seat) % seats if s.revealer != NONE else -1)
    row += [s.deck, s.above, s.city_deck]
    row += _marked(s.tableau, cards)
    row += _marked(s.cities, cities)
    row += one_of(cards, s.card if loading else -1)
    row += bits(s.filled if loading else 0, most_cells(edition))
    row += counts_of(s.used if loading else 0, kinds)
    row += bits(s.shipping, cards)
    row += bits(s.claims, cities)
    row += bits(s.dealt[seat], corporations)
    row += bits(s.hands[seat], cards)
    row += bits(s.aside[seat], cards)
    for number in range(seats):
        who = (seat + number) % seats
        known = number == 0 or s.phase == OVER or (s.phase == UNMASKING and who < s.actor)
        shipped = 0
        for shipment in s.shipments[who]:
            shipped |= shipment
        train = 0
        for car in s.trains[who]:
            train |= 1 << (car & CARD)
        row.append(bounded(s.credits[who]))
        row.append(s.hands[who].bit_count())
        row.append(len(s.shipments[who]))
        row.append(len(s.trains[who]))
        row.append(bounded(bonus(s, who)) if known else 0)
        row += one_of(corporations, s.corporation[who] if known else -1)
        row += bits(s.open[who], cards)
        row += bits(train, cards)
        row += bits(shipped, cards)
        row += bits(s.claimed[who], cities)
        row += counts_of(s.free[who], kinds)
    return row


def _marked(numbers: list[int], size: int) -> list[int]:
    """1 for each number in a list of places; empty places are NONE."""
    row = [0] * size
    for number in numbers:
        if number != NONE:
            row[number] = 1
    return row
