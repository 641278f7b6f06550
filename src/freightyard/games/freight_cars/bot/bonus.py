"""What a corporation pays, fast enough for playouts: the same as the rules say, on the numbers of a state."""

from collections.abc import Sequence
from typing import Final, final

from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.state import State

CAR: Final = 1.6  # what a car brings beside the credits for length: cities, and the corporation's bonus
_TURNS: Final = 60  # nobody counts on more

_KINDS: Final = (
    "goods",
    "partners",
    "same",
    "different",
    "favourite",
    "long-trains",
    "shipments",
    "mixed-trains",
    "cities",
    "region",
    "large-cities",
    "heavy-cars",
    "tight-trains",
)
_GOODS: Final = 0
_PARTNERS: Final = 1
_SAME: Final = 2
_DIFFERENT: Final = 3
_FAVOURITE: Final = 4
_LONG: Final = 5
_SHIPMENTS: Final = 6
_MIXED: Final = 7
_CITIES: Final = 8
_REGION: Final = 9
_LARGE: Final = 10
_HEAVY: Final = 11
_TIGHT: Final = 12


@final
class Terms:
    """What one corporation pays for, in numbers. `sets`: the cards or cities that count, where the bonus has such a set."""

    __slots__ = ("kind", "number", "pays", "resources", "sets")

    def __init__(self, kind: int, pays: int, number: int, sets: int, resources: list[int]) -> None:
        self.kind = kind
        self.pays = pays
        self.number = number
        self.sets = sets
        self.resources = resources


@final
class Books:
    """The terms of all corporations of an edition, and the cards of each resource as sets."""

    __slots__ = ("cells", "edition", "later", "of_resource", "piece_cells", "terms")

    def __init__(self, edition: Edition) -> None:
        data = edition.data
        self.edition = edition
        self.cells = [card.cells for card in data.freight]
        self.piece_cells = ["".join(piece.shape).count("x") for piece in data.pieces]
        self.later = earned_later(data.credits)
        self.of_resource: list[int] = [0] * len(data.resources)
        for card, resource in enumerate(edition.resource_of):
            self.of_resource[resource] |= 1 << card
        self.terms: list[Terms] = []
        for by in data.corporations:
            sets = 0
            number = by.size or by.least or by.most or 0
            resources = [data.resources.index(name) for name in (by.resources or ((by.resource,) if by.resource else ()))]
            if by.bonus == "region":
                sets = sum([1 << city for city, at in enumerate(data.cities) if at.region == by.region])
            elif by.bonus == "large-cities":
                sets = sum([1 << city for city, at in enumerate(data.cities) if len(at.wants) >= (by.least or 0)])
            elif by.bonus == "heavy-cars":
                sets = sum([1 << card for card, at in enumerate(data.freight) if at.cells >= (by.least or 0)])
            self.terms.append(Terms(_KINDS.index(by.bonus), by.pays, number, sets, resources))

    def pays(self, s: State, seat: int, cards: int, cities: int, spare: int) -> int:
        """What the corporation of a seat would pay if these cards left together now, with so many pieces to spare, and these
        cities were claimed; no cards: as things stand."""
        corporation = s.corporation[seat]
        if corporation < 0:
            return 0
        terms = self.terms[corporation]
        kind = terms.kind
        shipments = s.shipments[seat]
        if kind >= _CITIES:
            if kind == _HEAVY:
                count = (cards & terms.sets).bit_count()
                for shipment in shipments:
                    count += (shipment & terms.sets).bit_count()
                return count * terms.pays
            claimed = s.claimed[seat] | cities
            if kind == _CITIES:
                return claimed.bit_count() * terms.pays
            if kind <= _LARGE:
                return (claimed & terms.sets).bit_count() * terms.pays
            count = 1 if cards and spare <= terms.number else 0
            for left in s.spares[seat]:
                if left <= terms.number:
                    count += 1
            return count * terms.pays
        if kind == _SHIPMENTS:
            return (len(shipments) + (1 if cards else 0)) * terms.pays
        if kind == _LONG:
            count = 1 if cards.bit_count() >= terms.number else 0
            for shipment in shipments:
                if shipment.bit_count() >= terms.number:
                    count += 1
            return count * terms.pays
        if kind == _MIXED:
            count = 1 if self.resources_in(cards) >= terms.number else 0
            for shipment in shipments:
                if self.resources_in(shipment) >= terms.number:
                    count += 1
            return count * terms.pays
        everything = cards
        for shipment in shipments:
            everything |= shipment
        return self._for_goods(terms, everything) * terms.pays

    def likes_full(self, corporation: int) -> bool:
        """Whether a corporation pays for trains that leave few pieces over, so that large cards are welcome."""
        return corporation >= 0 and self.terms[corporation].kind == _TIGHT

    def resources_in(self, cards: int) -> int:
        """How many different resources a set of cards has."""
        count = 0
        for cards_of_it in self.of_resource:
            if cards & cards_of_it:
                count += 1
        return count

    def _for_goods(self, terms: Terms, cards: int) -> int:
        kind = terms.kind
        if kind == _GOODS:
            return (cards & self.of_resource[terms.resources[0]]).bit_count()
        counts: list[int] = []
        for cards_of_it in self.of_resource:
            counts.append((cards & cards_of_it).bit_count())
        if kind == _PARTNERS:
            least = 99
            for resource in terms.resources:
                least = min(least, counts[resource])
            return least
        if kind == _SAME:
            groups = 0
            for count in counts:
                groups += count // terms.number
            return groups
        if kind == _FAVOURITE:
            return max(counts)
        # So many sets can be made if each resource gives a car to a set at most.
        sets = 0
        while True:
            cars = 0
            for count in counts:
                cars += min(count, sets + 1)
            if cars < terms.number * (sets + 1):
                return sets
            sets += 1


def earned_later(table: Sequence[int]) -> list[float]:
    """What a seat with an empty train can earn in 0, 1, 2… turns, by the credits for 1, 2, 3… cars. In the final round a train
    leaves without a turn."""
    best: list[float] = []
    for turns in range(_TURNS + 1):
        cars = min(turns // 2, len(table))
        value = table[cars - 1] + CAR * cars if cars else 0.0
        for cars in range(1, min((turns - 1) // 2, len(table)) + 1):
            value = max(value, table[cars - 1] + CAR * cars + best[turns - 2 * cars - 1])
        best.append(value)
    return best
