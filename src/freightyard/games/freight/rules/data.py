"""What an edition file holds: typed, and refused with a sentence where it would make a game impossible."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from freightyard.core.editions import (
    AtLeastOne,
    Count,
    Label,
    Points,
    Slug,
    Strict,
    refuse_field,
    refuse_gaps,
    refuse_twice,
    typed,
)
from freightyard.core.flat import numbers
from freightyard.games.freight.rules.hexes import Grid

COLOURS: Final = 6
SHOWN: Final = 3  # colours that a tile supplies, and as many that it demands
MOST_SEATS: Final = 6
MOST_CITIES: Final = 60

Money = Annotated[int, Meta(ge=0, le=999)]


class Colour(Strict, frozen=True):
    """A colour of cubes and disks."""

    letter: Annotated[str, Meta(pattern=r"^[a-z]\Z")]
    name: Annotated[str, Meta(pattern=r"^[a-z]+\Z", max_length=20)]


class Seats(Strict, frozen=True):
    """What depends on the number of players. The fixed map serves when no drawn map is in range."""

    players: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    cities: Annotated[int, Meta(ge=3, le=40)]
    city_radius: Annotated[int, Meta(ge=2, le=15)]
    fixed_map: tuple[str, ...]


class Map(Strict, frozen=True):
    """How a map is drawn."""

    margin: Annotated[int, Meta(ge=1, le=5)]
    gap_least: Count
    gap_most: Count
    tries: Annotated[int, Meta(ge=1, le=100_000)]


class Start(Strict, frozen=True):
    """What each player begins with, and where the locomotive may start. Files of revision 1 do not say that: anywhere in the
    network."""

    cash: Money
    wagons: AtLeastOne
    straight: Count
    curve: Count
    switch: Count
    bridge: Count
    locomotive: Literal["network", "track"] = "network"


class Price(Strict, frozen=True):
    """What things cost to build or buy."""

    straight: Annotated[int, Meta(ge=1, le=999)]
    curve: Annotated[int, Meta(ge=1, le=999)]
    switch: Annotated[int, Meta(ge=1, le=999)]
    upgrade: Annotated[int, Meta(ge=1, le=999)]
    bridge: Annotated[int, Meta(ge=1, le=999)]
    city: Money
    wagon: Money


class Wagon(Strict, frozen=True):
    """The freight wagons."""

    slots: AtLeastOne
    most: AtLeastOne


class Markers(Strict, frozen=True):
    """Supply and demand on the cities."""

    most: Annotated[int, Meta(ge=4, le=99)]
    roll_up_to: Count
    rolled_at_start: Count


class Loan(Strict, frozen=True):
    """The loans: what one brings, costs a turn, and how many a round permits."""

    amount: AtLeastOne
    interest: Money
    in_a_round: Count
    in_the_first_round: Count


class Shipping(Strict, frozen=True):
    """Points, tolls and payments."""

    free_points: Count
    extra_point: AtLeastOne
    step: AtLeastOne
    load: Count
    deliver: Count
    load_and_deliver: Count
    toll: Money
    demanded: Money
    not_demanded: Money
    runs: Count


class Auction(Strict, frozen=True):
    """Bidding for the turn order and for sections of track. Files of revision 1 do not say what a section is: a piece."""

    opening_bid_max: Annotated[int, Meta(ge=0, le=99)]
    bank_bid_a_tile: Money
    section: Literal["piece", "cities"] = "piece"


class Flow(Strict, frozen=True):
    """How a game goes: this is where the family rules differ."""

    order: Literal["auction", "clockwise"]
    roll_each_round: bool
    movement: Literal["points", "runs"]
    supply: Literal["boxes", "rolls"]
    insolvent: Literal["sale", "loan"]
    repay: Literal["building", "turn"]
    rounds: Annotated[int, Meta(ge=1, le=200)]
    end_at_cities: Count


class Score(Strict, frozen=True):
    """What counts in the end."""

    money: Points
    loan: Points
    city: Points


class Data(Strict, frozen=True):
    """An edition file."""

    name: Slug
    title: Label
    revision: AtLeastOne
    colours: Annotated[tuple[Colour, ...], Meta(min_length=COLOURS, max_length=COLOURS)]
    city_tiles: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MOST_CITIES)]
    seats: Annotated[tuple[Seats, ...], Meta(min_length=1)]
    map: Map
    start: Start
    price: Price
    wagon: Wagon
    markers: Markers
    loan: Loan
    shipping: Shipping
    auction: Auction
    flow: Flow
    score: Score


def checked(raw: Mapping[str, Any], source: str) -> Data:
    """The typed data, with everything refused that would make a game impossible."""
    data = typed(raw, Data, source)
    players = [seats.players for seats in data.seats]
    refuse_twice(
        source,
        {
            "colours: letter": [colour.letter for colour in data.colours],
            "colours: name": [colour.name for colour in data.colours],
            "city_tiles": ["".join(sorted(tile)) for tile in data.city_tiles],
            "seats: players": players,
        },
    )
    _check_tiles(data, source)
    refuse_gaps(source, players)
    _check_bounds(data, source)
    _check_flow(data, source)
    _check_maps(data, source)
    return data


def _check_tiles(data: Data, source: str) -> None:
    """`fr.city-tile`: a tile names the colours that it supplies, in their order."""
    letters = "".join(colour.letter for colour in data.colours)
    for tile in data.city_tiles:
        if len(tile) != SHOWN or len(set(tile)) != SHOWN or not set(tile) <= set(letters):
            refuse_field(source, "city_tiles", tile, f"{SHOWN} different letters of {letters}, the colours it supplies")
        if list(tile) != sorted(tile, key=letters.index):
            refuse_field(source, "city_tiles", tile, "in the order of the colours")


def _check_bounds(data: Data, source: str) -> None:
    """Numbers that bound each other."""
    if data.start.wagons > data.wagon.most:
        refuse_field(source, "start.wagons", data.start.wagons, f"at most wagon.most, {data.wagon.most}")
    if data.map.gap_least > data.map.gap_most:
        refuse_field(source, "map.gap_least", data.map.gap_least, f"at most map.gap_most, {data.map.gap_most}")
    if data.markers.roll_up_to >= data.markers.most:
        refuse_field(source, "markers.roll_up_to", data.markers.roll_up_to, f"below markers.most, {data.markers.most}")
    if not 1 <= data.markers.rolled_at_start <= data.markers.most:
        refuse_field(source, "markers.rolled_at_start", data.markers.rolled_at_start, f"from 1 to {data.markers.most}")
    if data.shipping.load_and_deliver < max(data.shipping.load, data.shipping.deliver):
        allowed = "no less than shipping.load and shipping.deliver"
        refuse_field(source, "shipping.load_and_deliver", data.shipping.load_and_deliver, allowed)


def _check_flow(data: Data, source: str) -> None:
    """A game comes to its end."""
    if data.flow.insolvent == "loan" and data.loan.interest * 5 > data.loan.amount:
        # Loans taken for the interest bear interest: with more than this, a debt of thirty rounds would be thousands of loans.
        refuse_field(source, "loan.interest", data.loan.interest, f"at most a fifth of loan.amount, {data.loan.amount}")
    if data.flow.end_at_cities and data.flow.order == "auction":
        # All others have exactly one more turn only where the order stays the same.
        refuse_field(source, "flow.end_at_cities", data.flow.end_at_cities, "0 where flow.order is auction")


def _check_maps(data: Data, source: str) -> None:
    """The fixed maps are maps as the drawn ones are."""
    grid = Grid(max(seats.city_radius for seats in data.seats) + data.map.margin)
    for seats in data.seats:
        field = f"seats: fixed_map for {seats.players} players"
        if seats.cities > len(data.city_tiles):
            refuse_field(source, "seats: cities", seats.cities, f"at most the {len(data.city_tiles)} city tiles")
        if len(set(seats.fixed_map)) != seats.cities or len(seats.fixed_map) != seats.cities:
            refuse_field(source, field, list(seats.fixed_map), f"{seats.cities} different hexes")
        allowed = {grid.names[number] for number in grid.within(seats.city_radius)}
        for name in seats.fixed_map:
            if name not in allowed:
                refuse_field(source, field, name, f"a hex at most {seats.city_radius} from the middle")
        hexes = [grid.index[name] for name in seats.fixed_map]
        if any(grid.distance(one, other) == 1 for one in hexes for other in hexes):
            refuse_field(source, field, list(seats.fixed_map), "without two cities side by side")
        if not gap_in_range(data.map, grid.gap_sum(numbers(hexes)), seats.cities):
            refuse_field(source, field, list(seats.fixed_map), "with an average gap within map.gap_least and map.gap_most")


def gap_in_range(bounds: Map, gaps: int, cities: int) -> bool:
    """`fr.map`: whether the average gap to the nearest city is within its bounds, both included."""
    return bounds.gap_least * cities <= gaps <= bounds.gap_most * cities
