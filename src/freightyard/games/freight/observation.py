"""The observation of Freight: everything is open. The map is five numbers a hex, the cities are listed besides."""

from typing import Final

from freightyard.core.observation import MANY, Layout, Part
from freightyard.core.rows import Row
from freightyard.core.vectors import i64, vec
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import MARKERS, Edition
from freightyard.games.freight.rules.network import ABOVE, ALONE, OWNER, OWNER_ABOVE, TOWN, TRACK
from freightyard.games.freight.rules.phases import (
    BANK,
    BIDDING,
    BUYING,
    CHOOSING,
    ENDINGS,
    FOUNDING,
    MARKING,
    NAMES,
    NAMING,
    NOBODY,
    OWING,
    PAIRING,
    RESTOCKING,
    ROLLING,
    SHIPPING,
    STARTING,
    TILING,
)
from freightyard.games.freight.rules.rounds import NO_BID
from freightyard.games.freight.rules.sections import PAIR, first_town, second_town
from freightyard.games.freight.rules.shipping import IN_CITY
from freightyard.games.freight.rules.state import State

PER_HEX: Final = 5  # numbers that tell of one hex of the map
# Whether a phase is busy with one city.
_AT_CITY: Final = [
    phase in (TILING, MARKING, ROLLING, NAMING, FOUNDING, RESTOCKING, CHOOSING, PAIRING) for phase in range(len(NAMES))
]
_CITY: Final = 1 << 20  # above the numbers of a hex, when they are one


def layout(edition: Edition, seats: int) -> Layout:
    """The parts, in the order in which observe() writes them."""
    hexes = edition.grid.count
    towns = len(edition.data.city_tiles)
    parts = [
        Part("phase", len(NAMES), 0, 1, "the phase, 1 at its place: " + ", ".join(NAMES)),
        Part("round", 1, 0, MANY, "the round"),
        Part("turn of", seats, 0, 1, "1 for the seat whose turn it is"),
        Part("to act", seats, 0, 1, "1 for the seat that decides; in auctions another than whose turn it is"),
        Part("ending", len(ENDINGS), 0, 1, "how the game ends, if it does: no, " + ", ".join(ENDINGS[1:])),
        Part("last", seats, 0, 1, "1 for the seat that connected enough cities first, with family rules"),
        Part("town", towns, 0, 1, "1 for the city that chance, the builder or the seller is busy with"),
        Part("trip", 4, 0, MANY, "points or runs used, edge of entry from 1, stage of loading, stage of delivering"),
        Part("paid", COLOURS, 0, 1, "1 for each colour that is paid as demanded in this delivery"),
        Part("owed", 1, 0, MANY, "interest"),
        Part(
            "auction",
            2,
            0,
            MANY,
            "the bid and 1, or 0 without one; the piece that is sold, or after which the locomotive starts, and 1, or 0",
        ),
        Part("sale", towns, 0, 1, "1 for each of the two cities between which track is sold"),
        Part("bidder", seats + 1, 0, 1, "1 for the highest bidder; the bank last"),
        Part("passed", seats, 0, 1, "1 for each seat that is out of the auction"),
        Part("box 1", MARKERS, 0, MANY, "markers in box 1: of each colour the cubes, then the disks"),
        Part("box 2", MARKERS, 0, MANY, "markers in box 2"),
    ]
    for number in range(seats):
        who = "own" if number == 0 else f"left {number}"
        words = "cash, loans, loans in this round, wagons, place in the order, place in the new order, number to go bankrupt"
        parts += [
            Part(f"{who}: numbers", 7, -MANY, MANY, words),
            Part(f"{who}: locomotive", 1, 0, hexes, "its hex from 1; 0 if it is not on the map"),
            Part(f"{who}: cargo", COLOURS, 0, MANY, "cubes of each colour"),
            Part(f"{who}: supply", 4, 0, MANY, "tiles: straight, curve, switch, bridge"),
            Part(f"{who}: network", towns, 0, 1, "1 for each city in the network"),
        ]
    parts += [
        Part("city hexes", towns, 0, hexes, "the hex of each city from 1; 0 for none"),
        Part("city tiles", towns, 0, towns, "its tile from 1; 0 for none yet"),
        Part("city markers", towns * COLOURS, 0, MANY, "markers of each colour on the first city, on the second, …"),
        Part(
            "map",
            hexes * PER_HEX,
            0,
            63,
            "hex by hex: the edges of the tile as bits, its owner (1 the observer, then round the table, the bank last; 0 none), "
            "the edges of the bridge, its owner, whether there is a city",
        ),
    ]
    return Layout(parts)


def places(edition: Edition) -> list[str]:
    """The hexes, as the words of moves name them."""
    return list(edition.grid.names)


def observe(s: State, seat: "i64", row: Row) -> None:
    """What a seat sees."""
    _turn(s, seat, row)
    _trip(s, row)
    _auction(s, seat, row)
    row.flat(s.box1, 0, MARKERS)
    row.flat(s.box2, 0, MARKERS)
    seats: i64 = s.rules.seats
    number: i64 = 0
    while number < seats:
        _player(s, (seat + number) % seats, row)
        number += 1
    _cities(s, row)
    _map(s, seat, row)


def _turn(s: State, seat: "i64", row: Row) -> None:
    """From the phase to the city that is being served."""
    seats: i64 = s.rules.seats
    phase: i64 = s.phase
    row.one_of(len(NAMES), phase)
    row.number(s.round)
    row.one_of(seats, (s.actor - seat) % seats)
    row.one_of(seats, (s.asked - seat) % seats)
    row.one_of(len(ENDINGS), s.ending)
    row.one_of(seats, (s.last - seat) % seats if s.last != NOBODY else -1)
    row.one_of(s.rules.tiles, s.town if _AT_CITY[phase] else -1)


def _trip(s: State, row: Row) -> None:
    """The train that ships, and the colours that are paid."""
    shipping = s.phase == SHIPPING
    row.number(s.used if shipping else 0)
    row.number(s.entry + 1 if shipping and s.entry != IN_CITY else 0)
    row.number(s.loading if shipping else 0)
    row.number(s.delivering if shipping else 0)
    row.bits(s.paid if shipping else 0, COLOURS)


def _auction(s: State, seat: "i64", row: Row) -> None:
    """What is owed, what is bid for, and who bids."""
    seats: i64 = s.rules.seats
    phase = s.phase
    auction = phase in (BIDDING, BUYING)
    opened = auction and s.bid != NO_BID
    bidder: i64 = s.bidder if opened else NOBODY
    sale = s.sale
    row.number(s.owed if OWING <= phase <= BUYING else 0)
    row.number(s.bid + 1 if opened else 0)
    row.number(sale + 1 if phase in (BUYING, STARTING) and sale < PAIR else 0)
    row.bits(ALONE[first_town(sale)] | ALONE[second_town(sale)] if sale >= PAIR else 0, s.rules.tiles)
    row.one_of(seats + 1, -1 if bidder == NOBODY else seats if bidder == BANK else (bidder - seat) % seats)
    passed: i64 = s.passed if auction else 0
    number: i64 = 0
    while number < seats:
        row.number(passed >> (seat + number) % seats & 1)
        number += 1


def _player(s: State, who: "i64", row: Row) -> None:
    """The numbers, the train, the supply and the network of a seat."""
    row.number(s.cash[who])
    row.number(s.loans[who])
    row.number(s.took[who])
    row.number(s.wagons[who])
    row.number(_place(s.order, who))
    row.number(_place(s.places, who) if s.phase == BIDDING else 0)
    row.number(s.out[who])
    row.number(s.locomotive[who] + 1)
    row.flat(s.cargo, who * COLOURS, COLOURS)
    row.flat(s.stock, who * 4, 4)
    row.bits(s.net[who], s.rules.tiles)


def _place(order: vec[i64], who: "i64") -> "i64":
    """The place of a seat in an order, from 1; 0 if it has none."""
    place: i64 = 0
    seat: i64
    for seat in order:
        place += 1
        if seat == who:
            return place
    return 0


def _cities(s: State, row: Row) -> None:
    """Hexes, tiles and markers, with room for every city that there can be."""
    towns: i64 = s.rules.tiles
    _from_one(s.cities, towns, row)
    _from_one(s.tiles, towns, row)
    markers: i64 = len(s.marks)
    row.flat(s.marks, 0, markers)
    while markers < towns * COLOURS:
        row.number(0)
        markers += 1


def _from_one(numbers: vec[i64], size: "i64", row: Row) -> None:
    """Each number counted from 1, and zeros for the places that are left."""
    count: i64 = len(numbers)
    place: i64 = 0
    while place < size:
        row.number(numbers[place] + 1 if place < count else 0)
        place += 1


def _map(s: State, seat: "i64", row: Row) -> None:
    """Every hex. What is said of it is one number first: it is written out only when that changes."""
    seats: i64 = s.rules.seats
    hexes: i64 = s.rules.hexes
    first: i64 = row.skip(hexes * PER_HEX)
    end: i64 = first + hexes * PER_HEX
    at: i64 = first
    filled: i64 = 0
    cell: i64
    for cell in s.cell:  # the last one is the edge of the map
        if cell and at < end:
            _hex(at, _code(cell, seat, seats), row)
            filled += 1
        at += PER_HEX
    if len(row.filled) > filled:  # track was taken up, or another game began
        for at in row.filled[:]:
            if not s.cell[(at - first) // PER_HEX]:
                _hex(at, 0, row)


def _code(cell: "i64", seat: "i64", seats: "i64") -> "i64":
    """All that is said of a hex, as one number."""
    ground: i64 = cell & 63
    above: i64 = cell >> ABOVE & 63
    code: i64 = ground | above << 6
    if ground:
        code |= _owner(cell >> OWNER & 7, seat, seats) << 12
    if above:
        code |= _owner(cell >> OWNER_ABOVE & 7, seat, seats) << 16
    if cell >> TOWN and cell & TRACK == 0:
        code |= _CITY
    return code


def _hex(at: "i64", code: "i64", row: Row) -> None:
    """The tile and its owner, the bridge and its owner, whether there is a city."""
    if row.group(at, code):
        row.put(at, code & 63)
        row.put(at + 1, code >> 12 & 15)
        row.put(at + 2, code >> 6 & 63)
        row.put(at + 3, code >> 16 & 15)
        row.put(at + 4, code >> 20)


def _owner(who: "i64", seat: "i64", seats: "i64") -> "i64":
    """Whose track it is: 1 the observer, then round the table, the bank last; 0 nobody's."""
    if who < seats:
        return (who - seat) % seats + 1
    return seats + 1 if who == BANK else 0
