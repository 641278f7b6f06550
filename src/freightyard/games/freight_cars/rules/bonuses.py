"""`fc.bonus`: what corporations pay for, one small function a kind. The data name the kind and its parameters."""

from collections.abc import Callable, Sequence
from typing import Final, final

from freightyard.games.freight_cars.rules.data import Corporation
from freightyard.games.freight_cars.rules.edition import Edition


@final
class Ledger:
    """What a player has done, as a bonus looks at it: cards by number, each shipment with the pieces that were left over."""

    __slots__ = ("cities", "edition", "goods", "shipments", "spares")

    def __init__(self, edition: Edition, shipments: Sequence[int], spares: Sequence[int], cities: int) -> None:
        """`shipments` and `cities`: a bit a card."""
        self.edition = edition
        self.shipments = [_numbers(shipment) for shipment in shipments]
        self.spares = list(spares)
        self.cities = [edition.data.cities[city] for city in _numbers(cities)]
        self.goods = [0] * len(edition.data.resources)
        for shipment in self.shipments:
            for card in shipment:
                self.goods[edition.resource_of[card]] += 1


def _numbers(mask: int) -> list[int]:
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def goods(by: Corporation, done: Ledger) -> int:
    """Cars with one resource."""
    return done.goods[done.edition.data.resources.index(by.resource or "")]


def partners(by: Corporation, done: Ledger) -> int:
    """Sets of one car with each of the named resources."""
    return min([done.goods[done.edition.data.resources.index(resource)] for resource in by.resources or ()])


def same(by: Corporation, done: Ledger) -> int:
    """Groups of cars with the same resource."""
    return sum([cars // (by.size or 1) for cars in done.goods])


def different(by: Corporation, done: Ledger) -> int:
    """Sets of cars with different resources. So many sets can be made if each resource gives a car to a set at most."""
    sets, size = 0, by.size or 1
    while sum([min(cars, sets + 1) for cars in done.goods]) >= size * (sets + 1):
        sets += 1
    return sets


def favourite(by: Corporation, done: Ledger) -> int:
    """Cars with the resource that was shipped most."""
    return max(done.goods)


def long_trains(by: Corporation, done: Ledger) -> int:
    """Shipments of many cars."""
    return sum([len(shipment) >= (by.least or 0) for shipment in done.shipments])


def shipments(by: Corporation, done: Ledger) -> int:
    """Shipments of any length."""
    return len(done.shipments)


def mixed_trains(by: Corporation, done: Ledger) -> int:
    """Shipments with many different resources."""
    kinds = [len({done.edition.resource_of[card] for card in shipment}) for shipment in done.shipments]
    return sum([number >= (by.least or 0) for number in kinds])


def cities(by: Corporation, done: Ledger) -> int:
    """Cities claimed."""
    return len(done.cities)


def region(by: Corporation, done: Ledger) -> int:
    """Cities claimed in one region."""
    return sum([city.region == by.region for city in done.cities])


def large_cities(by: Corporation, done: Ledger) -> int:
    """Cities claimed that want many cars."""
    return sum([len(city.wants) >= (by.least or 0) for city in done.cities])


def heavy_cars(by: Corporation, done: Ledger) -> int:
    """Cars with many cells."""
    cards = done.edition.data.freight
    return sum([cards[card].cells >= (by.least or 0) for shipment in done.shipments for card in shipment])


def tight_trains(by: Corporation, done: Ledger) -> int:
    """Shipments that left with few free pieces in the supply."""
    return sum([spare <= (by.most or 0) for spare in done.spares])


@final
class Kind:
    """A kind of bonus: what it counts, which fields of the card it needs, and how to say it."""

    __slots__ = ("count", "needs", "words")

    def __init__(self, count: Callable[[Corporation, Ledger], int], needs: tuple[str, ...], words: str) -> None:
        self.count = count
        self.needs = needs
        self.words = words


KINDS: Final = {
    "goods": Kind(goods, ("resource",), "for each {resource} car shipped"),
    "partners": Kind(partners, ("resources",), "for each set of {resources} shipped"),
    "same": Kind(same, ("size",), "for each set of {size} cars with the same resource shipped"),
    "different": Kind(different, ("size",), "for each set of {size} cars with different resources shipped"),
    "favourite": Kind(favourite, (), "for each car with the resource you shipped most"),
    "long-trains": Kind(long_trains, ("least",), "for each shipment of {least} or more cars"),
    "shipments": Kind(shipments, (), "for each shipment"),
    "mixed-trains": Kind(mixed_trains, ("least",), "for each shipment with {least} or more different resources"),
    "cities": Kind(cities, (), "for each city served"),
    "region": Kind(region, ("region",), "for each city served in the {region} region"),
    "large-cities": Kind(large_cities, ("least",), "for each city served that wants {least} or more cars"),
    "heavy-cars": Kind(heavy_cars, ("least",), "for each car shipped with {least} or more cells"),
    "tight-trains": Kind(tight_trains, ("most",), "for each shipment made with {most} or fewer free pieces left"),
}
BY_CITIES: Final = ("cities", "region", "large-cities")  # these kinds count cities, the others what was shipped
PARAMETERS: Final = ("resource", "resources", "region", "size", "least", "most")


def bonus(by: Corporation, done: Ledger) -> int:
    """`fc.bonus`: what a corporation pays at the end of the game."""
    return by.pays * KINDS[by.bonus].count(by, done)


def words_of(by: Corporation) -> str:
    """What a corporation pays for, as a person reads it."""
    fields = {name: getattr(by, name) for name in PARAMETERS}
    fields["resources"] = " and ".join([f"one {resource}" for resource in by.resources or ()])
    fields["region"] = (by.region or "").title()
    credits_ = "1 credit" if by.pays == 1 else f"{by.pays} credits"
    return f"{credits_} {KINDS[by.bonus].words.format(**fields)}"
