"""The numbers of one edition with its options for one number of seats, laid out for the inner loops."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, final

from freightyard.core.contract import check_seats, option_value
from freightyard.games.freight_cars.rules.edition import CITIES, HEAD_START, Edition

# The resources of a shipment are one number, eight bits a resource: seven for the count and one that stays free.
GOODS_BITS: Final = 8
GOODS_MASK: Final = 127


@final
class Rules:
    """What a game runs on."""

    __slots__ = (
        "above",
        "all_cards",
        "all_cities",
        "all_corporations",
        "cards",
        "cities_used",
        "city_credits",
        "city_places",
        "corporations_dealt",
        "credits",
        "dealt",
        "deck",
        "demand",
        "discards",
        "edition",
        "good",
        "guard",
        "head_start",
        "options",
        "packing",
        "pieces",
        "seats",
        "tableau",
        "verbs",
    )

    def __init__(self, edition: Edition, seats: int, options: Sequence[str]) -> None:
        data = edition.data
        at = next(row for row in data.seats if row.players == seats)
        self.edition = edition
        self.options = tuple(options)
        self.seats = seats
        self.verbs = edition.verbs
        self.packing = edition.packing
        self.pieces = edition.packing.full
        self.cards = len(data.freight)
        self.all_cards = (1 << self.cards) - 1
        self.all_cities = (1 << len(data.cities)) - 1
        self.all_corporations = (1 << len(data.corporations)) - 1
        self.deck = at.deck
        self.above = cards_above(at.deck, data.setup.end_in_bottom)
        self.dealt = data.setup.cards_dealt
        self.discards = data.setup.cards_dealt - data.setup.cards_kept
        self.tableau = at.revealed + seats * self.discards
        self.corporations_dealt = data.setup.corporations_dealt
        self.city_places = data.setup.cities_revealed
        self.cities_used = cities_in_play(edition, options)
        self.city_credits = [city.credits for city in data.cities]
        # What a car carries and what a city wants, as numbers of goods.
        self.good = [1 << GOODS_BITS * resource for resource in edition.resource_of]
        self.demand = [sum([1 << GOODS_BITS * data.resources.index(good) for good in city.wants]) for city in data.cities]
        self.guard = sum([(GOODS_MASK + 1) << GOODS_BITS * resource for resource in range(len(data.resources))])
        self.credits = list(data.credits)
        self.head_start = head_start(edition, seats, options)


def cards_above(deck: int, parts: int) -> int:
    """`fc.end-card`: how many cards lie above the part with the End of Game card; that part is rounded up."""
    return deck - -(-deck // parts)


def cities_in_play(edition: Edition, options: Sequence[str]) -> int:
    """`fc.city-count`: how many of the city cards are in the game; which ones, nobody knows."""
    if len(edition.data.city_counts) == 1:
        return edition.data.city_counts[0]
    return int(option_value(edition, options, CITIES))


def head_start(edition: Edition, seats: int, options: Sequence[str]) -> list[int]:
    """`fc.head-start`: the credits that players begin with, in the order of their first turns."""
    at = next(row for row in edition.data.seats if row.players == seats)
    if not at.head_start or option_value(edition, options, HEAD_START) == "no":
        return [0] * seats
    return list(at.head_start)


@lru_cache(maxsize=256)
def rules_for(edition: Edition, seats: int, options: tuple[str, ...]) -> Rules:
    """The numbers for a game; options in their canonical form."""
    return Rules(edition, check_seats(edition, seats), options)
