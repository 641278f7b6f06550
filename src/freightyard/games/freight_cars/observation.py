"""The observation of Freight Cars: what the seat holds in secret, and of the others only what lies open."""

from functools import lru_cache

from freightyard.core.observation import MANY, Layout, Part, bits, bounded, one_of
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.packing import counts_of
from freightyard.games.freight_cars.rules.phases import LOADING, NAMES, NONE, OVER, STAGES, UNMASKING
from freightyard.games.freight_cars.rules.play import CARD
from freightyard.games.freight_cars.rules.scoring import bonus
from freightyard.games.freight_cars.rules.state import State


def layout(edition: Edition, seats: int) -> Layout:
    """The parts, in the order in which observe() writes them."""
    cards, cities, corporations = len(edition.cards), len(edition.cities), len(edition.corporations)
    kinds = edition.packing.kinds
    parts = [
        Part("phase", len(NAMES), 0, 1, "the phase, 1 at its place: " + ", ".join(NAMES)),
        Part("stage", len(STAGES), 0, 1, "where the End of Game card is: " + ", ".join(STAGES)),
        Part("turns", 1, 0, MANY, "turns that are over"),
        Part("to act", seats, 0, 1, "1 for the seat whose turn it is"),
        Part("revealer", seats, 0, 1, "1 for the seat that revealed the End of Game card"),
        Part("decks", 3, 0, MANY, "cards in the deck, those above the part with the End of Game card, cities in their deck"),
        Part("tableau", cards, 0, 1, "1 for each card that lies open"),
        Part("cities", cities, 0, 1, "1 for each city that lies open"),
        Part("loading", cards, 0, 1, "1 for the card that is being loaded"),
        Part("filled", most_cells(edition), 0, 1, "1 for each of its cells that is filled, row by row"),
        Part("laid", kinds, 0, MANY, "pieces of each kind on it"),
        Part("shipping", cards, 0, 1, "1 for each card of the shipment that is being made up"),
        Part("claims", cities, 0, 1, "1 for each city that it claims"),
        Part("offered", corporations, 0, 1, "1 for each corporation that was dealt to the observer and not kept"),
        Part("hand", cards, 0, 1, "1 for each card in the observer's hand"),
        Part("aside", cards, 0, 1, "1 for each card that the observer discards at the start, still face down"),
    ]
    for number in range(seats):
        who = "own" if number == 0 else f"left {number}"
        parts += [
            Part(
                f"{who}: numbers",
                5,
                0,
                MANY,
                "credits, cards in hand, shipments, cars in the train, bonus so far (0 while the corporation is secret)",
            ),
            Part(f"{who}: corporation", corporations, 0, 1, "1 for the corporation, if the observer knows it"),
            Part(f"{who}: open", cards, 0, 1, "1 for each card of the hand that everybody knows"),
            Part(f"{who}: train", cards, 0, 1, "1 for each loaded car"),
            Part(f"{who}: shipped", cards, 0, 1, "1 for each shipped car"),
            Part(f"{who}: claimed", cities, 0, 1, "1 for each city claimed"),
            Part(f"{who}: pieces", kinds, 0, MANY, "free pieces of each kind"),
        ]
    return Layout(parts)


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
