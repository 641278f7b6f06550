"""The observation of Freight Cars: what the seat holds in secret, and of the others only what lies open."""

from typing import TYPE_CHECKING

from freightyard.core.observation import MANY, Layout, Part
from freightyard.core.rows import Row
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.packing import BITS, MASK
from freightyard.games.freight_cars.rules.phases import LOADING, NAMES, NONE, OVER, STAGES, UNMASKING
from freightyard.games.freight_cars.rules.play import CARD
from freightyard.games.freight_cars.rules.scoring import bonus
from freightyard.games.freight_cars.rules.sets import ALONE, size
from freightyard.games.freight_cars.rules.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64


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
        Part("filled", edition.most_cells, 0, 1, "1 for each of its cells that is filled, row by row"),
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


def observe(s: State, seat: "i64", row: Row) -> None:
    """What a seat knows."""
    rules = s.rules
    edition = rules.edition
    seats: i64 = rules.seats
    cards: i64 = rules.cards
    cities: i64 = len(edition.cities)
    corporations: i64 = len(edition.corporations)
    kinds: i64 = rules.packing.kinds
    loading = s.phase == LOADING
    row.one_of(len(NAMES), s.phase)
    row.one_of(len(STAGES), s.stage)
    row.number(s.turns)
    row.one_of(seats, (s.actor - seat) % seats)
    row.one_of(seats, (s.revealer - seat) % seats if s.revealer != NONE else -1)
    row.number(s.deck)
    row.number(s.above)
    row.number(s.city_deck)
    row.bits(_set_of(s.tableau), cards)
    row.bits(_set_of(s.cities), cities)
    row.one_of(cards, s.card if loading else -1)
    row.bits(s.filled if loading else 0, edition.most_cells)
    row.digits(s.used if loading else 0, kinds, BITS, MASK)
    row.bits(s.shipping, cards)
    row.bits(s.claims, cities)
    row.bits(s.dealt[seat], corporations)
    row.bits(s.hands[seat], cards)
    row.bits(s.aside[seat], cards)
    number: i64 = 0
    while number < seats:
        who: i64 = (seat + number) % seats
        known = number == 0 or s.phase == OVER or (s.phase == UNMASKING and who < s.actor)
        row.number(s.credits[who])
        row.number(size(s.hands[who]))
        row.number(len(s.shipments[who]))
        row.number(len(s.trains[who]))
        row.number(bonus(s, who) if known else 0)
        row.one_of(corporations, s.corporation[who] if known else -1)
        row.bits(s.open[who], cards)
        row.bits(_cars_of(s.trains[who]), cards)
        row.bits(_union(s.shipments[who]), cards)
        row.bits(s.claimed[who], cities)
        row.digits(s.free[who], kinds, BITS, MASK)
        number += 1


def _set_of(numbers: list[int]) -> "i64":
    """The numbers in a list of places; empty places are NONE."""
    found: i64 = 0
    number: i64
    for number in numbers:
        if number != NONE:
            found |= ALONE[number]
    return found


def _cars_of(train: list[int]) -> "i64":
    """The cards of a train."""
    found: i64 = 0
    car: i64
    for car in train:
        found |= ALONE[car & CARD]
    return found


def _union(sets: list[int]) -> "i64":
    """The cards of all shipments together."""
    found: i64 = 0
    cards: i64
    for cards in sets:
        found |= cards
    return found
