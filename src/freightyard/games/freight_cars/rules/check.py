"""What can be wrong with the cards of an edition, all of it at once, each in one sentence."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from freightyard.core.editions import extended, typed
from freightyard.games.freight_cars.rules.bonuses import KINDS, PARAMETERS
from freightyard.games.freight_cars.rules.data import Corporation, Data
from freightyard.games.freight_cars.rules.edition import BUILT_IN, PACKAGE, Edition, word_of
from freightyard.games.freight_cars.rules.packing import Packing, hangs_together, orientations
from freightyard.games.freight_cars.rules.rules import cards_above


def problems(data: Data) -> list[str]:
    """Everything that is wrong with the data, the first thing first. Empty if a game can be played with them."""
    return [
        *_twice(data),
        *_names(data),
        *_counts(data),
        *_resources(data),
        *_corporations(data),
        *_shapes(data),
        *_setup(data),
    ]


def problems_in(raw: Mapping[str, Any], source: str) -> tuple[list[str], Edition | None]:
    """Everything that is wrong with the data of a file, and the edition if nothing is. BadEdition if a value has a wrong
    type, because then nothing else can be looked at."""
    full = extended(raw, PACKAGE, BUILT_IN, source)
    data = typed(full, Data, source)
    found = problems(data)
    return found, None if found else Edition(data, full, False)


def _twice(data: Data) -> Iterable[str]:
    lists: tuple[tuple[str, Sequence[object]], ...] = (
        ("resource", data.resources),
        ("piece", [piece.name for piece in data.pieces]),
        ("freight card", [card.name for card in data.freight]),
        ("corporation", [word_of(corporation.name) for corporation in data.corporations]),
        ("city", [word_of(city.name) for city in data.cities]),
        ("number of players", [seats.players for seats in data.seats]),
        ("number of cities", data.city_counts),
    )
    for what, values in lists:
        for value in dict.fromkeys(value for value in values if values.count(value) > 1):
            yield f"the {what} {value!r} is there {values.count(value)} times, but must be there only once"
    pieces: dict[tuple[str, ...], str] = {}
    for piece in data.pieces:
        if any("x" in row for row in piece.shape):
            same = pieces.setdefault(min(orientations(piece.shape)), piece.name)
            if same != piece.name:
                yield f"the pieces {same} and {piece.name} have the same shape"
    cards: dict[tuple[str, tuple[str, ...]], str] = {}
    for card in data.freight:
        if card.cells:
            name = cards.setdefault((card.resource, min(orientations(card.shape))), card.name)
            if name != card.name:
                yield f"the freight cards {name} and {card.name} are duplicates: the same resource and the same shape"


def _names(data: Data) -> Iterable[str]:
    taken = {"end-of-game": "the End of Game card", "deck": "the deck"}
    for card in data.freight:
        if card.name in taken:
            yield f"the freight card {card.name!r} has the name of {taken[card.name]}"
    taken |= {card.name: "a freight card" for card in data.freight}
    for city in data.cities:
        if word_of(city.name) in taken:
            yield f"the city {city.name!r} has the name of {taken[word_of(city.name)]}"
    taken |= {word_of(city.name): "a city" for city in data.cities}
    for corporation in data.corporations:
        if word_of(corporation.name) in taken:
            yield f"the corporation {corporation.name!r} has the name of {taken[word_of(corporation.name)]}"


def _counts(data: Data) -> Iterable[str]:
    found = (
        ("freight cards", "freight", len(data.freight), data.box.freight),
        ("corporations", "corporations", len(data.corporations), data.box.corporations),
        ("cities", "cities", len(data.cities), data.box.cities),
        ("pieces", "pieces", sum(piece.count for piece in data.pieces), data.box.pieces),
    )
    for what, field, number, wanted in found:
        if number != wanted:
            yield f"there are {number} {what}, but box.{field} says {wanted}"
    for resource in data.resources if data.box.of_each_resource else ():
        number = sum(card.resource == resource for card in data.freight)
        if number != data.box.of_each_resource:
            yield f"there are {number} {resource} cards, but box.of_each_resource says {data.box.of_each_resource}"


def _resources(data: Data) -> Iterable[str]:
    known = ", ".join(data.resources)
    for card in data.freight:
        if card.resource not in data.resources:
            yield f"the freight card {card.name} has the resource {card.resource!r}, but must have one of {known}"
    for city in data.cities:
        for resource in dict.fromkeys(city.wants):
            if resource not in data.resources:
                yield f"the city {city.name} wants {resource!r}, but must want some of {known}"


def _corporations(data: Data) -> Iterable[str]:
    for by in data.corporations:
        if by.bonus not in KINDS:
            yield f"the corporation {by.name} has the unknown bonus {by.bonus!r}; known are: {', '.join(KINDS)}"
            continue
        needs = KINDS[by.bonus].needs
        for field in PARAMETERS:
            given = getattr(by, field) is not None
            if given and field not in needs:
                yield f"the corporation {by.name} has the field {field!r}, which the bonus {by.bonus!r} does not use"
            if not given and field in needs:
                yield f"the corporation {by.name} lacks the field {field!r}, which the bonus {by.bonus!r} needs"
        yield from _parameters(data, by)


def _parameters(data: Data, by: Corporation) -> Iterable[str]:
    named = [*([by.resource] if by.resource is not None else []), *(by.resources or ())]
    for resource in named:
        if resource not in data.resources:
            yield f"the corporation {by.name} pays for {resource!r}, but must name one of {', '.join(data.resources)}"
    if by.resources is not None and (len(by.resources) < 2 or len(set(by.resources)) != len(by.resources)):
        yield f"the corporation {by.name} needs two or more different resources, not {', '.join(by.resources) or 'none'}"
    regions = sorted({city.region for city in data.cities})
    if by.region is not None and by.region not in regions:
        yield f"the corporation {by.name} pays for the region {by.region!r}, but the cities are in {', '.join(regions)}"
    if by.bonus == "different" and by.size is not None and by.size > len(data.resources):
        yield f"the corporation {by.name} wants {by.size} different resources, but there are {len(data.resources)}"


def _shapes(data: Data) -> Iterable[str]:
    for piece in data.pieces:
        cells = sum(row.count("x") for row in piece.shape)
        if not 1 <= cells <= 8:
            yield f"the piece {piece.name} has {cells} cells, but must have 1 to 8"
            return
        if len({len(row) for row in piece.shape}) > 1:
            yield f"the rows of the piece {piece.name} have different lengths"
            return
        if not hangs_together(piece.shape):  # and the ways to fill a card with loose cells are too many to look for
            yield f"the piece {piece.name} is in several parts, but must hang together"
            return
    packing = Packing([(piece.shape, piece.count) for piece in data.pieces], [card.shape for card in data.freight])
    for card, shape in zip(data.freight, packing.shapes, strict=True):
        if len({len(row) for row in card.shape}) > 1:
            yield f"the rows of the freight card {card.name} have different lengths"
        if not 1 <= card.cells <= 16:
            yield f"the freight card {card.name} has {card.cells} cells, but must have 1 to 16"
        elif not shape.fillings():
            yield f"nobody can fill the freight card {card.name}, not even with all the pieces of a player"


def _setup(data: Data) -> Iterable[str]:
    setup = data.setup
    players = [seats.players for seats in data.seats]
    if players != list(range(players[0], players[0] + len(players))):
        yield f"seats: players are {players}, but must be numbers in a row, such as 2, 3, 4"
    if setup.cards_kept > setup.cards_dealt:
        yield f"setup.cards_kept is {setup.cards_kept}, but must be at most setup.cards_dealt, {setup.cards_dealt}"
    if setup.corporations_dealt * max(players) > len(data.corporations):
        dealt, there = setup.corporations_dealt, len(data.corporations)
        yield f"{max(players)} players are dealt {dealt} corporations each, but there are {there}"
    for count in data.city_counts:
        if not setup.cities_revealed <= count <= len(data.cities):
            least, most = setup.cities_revealed, len(data.cities)
            yield f"city_counts has {count}, but must have numbers from {least} to {most}"
    for seats in data.seats:
        if len(seats.head_start) not in (0, seats.players):
            given = len(seats.head_start)
            yield f"the head start for {seats.players} players has {given} numbers, but must have one for each player"
        if seats.deck > len(data.freight):
            yield f"the deck for {seats.players} players has {seats.deck} cards, but there are {len(data.freight)} freight cards"
        used = seats.players * setup.cards_dealt + seats.revealed
        above = cards_above(seats.deck, setup.end_in_bottom)
        if used > above:
            yield (
                f"the set-up for {seats.players} players takes {used} cards of the deck, but only {above} lie above the part "
                "with the End of Game card"
            )
        if seats.revealed + seats.players * (setup.cards_dealt - setup.cards_kept) == 0:
            yield f"the tableau for {seats.players} players has no cards, but must have some"
