"""The observation of Freight: everything is open. The map is five numbers a hex, the cities are listed besides."""

from functools import lru_cache
from typing import Final

from freightyard.core.observation import MANY, Layout, Part, bits, bounded, one_of
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
    SELLING,
    SHIPPING,
    STARTING,
    TILING,
)
from freightyard.games.freight.rules.rounds import NO_BID
from freightyard.games.freight.rules.sections import PAIR, first_town, second_town
from freightyard.games.freight.rules.shipping import IN_CITY
from freightyard.games.freight.rules.state import State

PER_HEX: Final = 5  # numbers that tell of one hex of the map
_AT_CITY: Final = (TILING, MARKING, ROLLING, NAMING, FOUNDING, RESTOCKING, CHOOSING, PAIRING)


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


def observe(s: State, seat: int) -> list[int]:
    """What a seat sees."""
    row = _turn(s, seat)
    row += _trip(s)
    row += _auction(s, seat)
    row += s.box1
    row += s.box2
    for number in range(s.rules.seats):
        row += _player(s, (seat + number) % s.rules.seats)
    row += _cities(s)
    row += _map(s, seat)
    return row


def _turn(s: State, seat: int) -> list[int]:
    """From the phase to the city that is being served."""
    seats = s.rules.seats
    row = one_of(len(NAMES), s.phase)
    row.append(bounded(s.round))
    row += one_of(seats, (s.actor - seat) % seats)
    row += one_of(seats, (s.asked - seat) % seats)
    row += one_of(len(ENDINGS), s.ending)
    row += one_of(seats, (s.last - seat) % seats if s.last != NOBODY else -1)
    row += one_of(s.rules.tiles, s.town if s.phase in _AT_CITY else -1)
    return row


def _trip(s: State) -> list[int]:
    """The train that ships, and the colours that are paid."""
    if s.phase != SHIPPING:
        return [0] * (4 + COLOURS)
    entry = 0 if s.entry == IN_CITY else s.entry + 1
    return [bounded(s.used), entry, s.loading, s.delivering, *bits(s.paid, COLOURS)]


def _auction(s: State, seat: int) -> list[int]:
    """What is owed, what is bid for, and who bids."""
    seats = s.rules.seats
    auction = s.phase in (BIDDING, BUYING)
    opened = auction and s.bid != NO_BID
    bidder = s.bidder if opened else NOBODY
    row = [
        bounded(s.owed) if s.phase in (OWING, SELLING, PAIRING, BUYING) else 0,
        bounded(s.bid + 1) if opened else 0,
        s.sale + 1 if s.phase in (BUYING, STARTING) and s.sale < PAIR else 0,
    ]
    row += bits(ALONE[first_town(s.sale)] | ALONE[second_town(s.sale)] if s.sale >= PAIR else 0, s.rules.tiles)
    row += one_of(seats + 1, -1 if bidder == NOBODY else seats if bidder == BANK else (bidder - seat) % seats)
    row += [s.passed >> (seat + number) % seats & 1 if auction else 0 for number in range(seats)]
    return row


def _player(s: State, who: int) -> list[int]:
    """The numbers, the train, the supply and the network of a seat."""
    row = [bounded(s.cash[who]), bounded(s.loans[who]), bounded(s.took[who]), s.wagons[who]]
    row.append(s.order.index(who) + 1 if who in s.order else 0)
    row.append(s.places.index(who) + 1 if s.phase == BIDDING and who in s.places else 0)
    row += [s.out[who], s.locomotive[who] + 1]
    row += s.cargo[who * COLOURS : (who + 1) * COLOURS]
    row += s.stock[who * 4 : who * 4 + 4]
    row += bits(s.net[who], s.rules.tiles)
    return row


def _cities(s: State) -> list[int]:
    """Hexes, tiles and markers, with room for every city that there can be."""
    towns = s.rules.tiles
    row = [number + 1 for number in s.cities] + [0] * (towns - len(s.cities))
    row += [tile + 1 for tile in s.tiles] + [0] * (towns - len(s.tiles))
    row += s.marks + [0] * (towns * COLOURS - len(s.marks))
    return row


def _map(s: State, seat: int) -> list[int]:
    """Every hex."""
    seats = s.rules.seats
    row = [0] * (s.rules.hexes * PER_HEX)  # most hexes are empty
    for number, cell in enumerate(s.cell[: s.rules.hexes]):
        if cell:
            row[number * PER_HEX : (number + 1) * PER_HEX] = _hex(cell, seat, seats)
    return row


@lru_cache(maxsize=8192)
def _hex(cell: int, seat: int, seats: int) -> tuple[int, ...]:
    """The tile and its owner, the bridge and its owner, whether there is a city."""
    owners = [(who - seat) % seats + 1 if who < seats else seats + 1 if who == BANK else 0 for who in range(8)]
    ground, above = cell & 63, cell >> ABOVE & 63
    return (
        ground,
        owners[cell >> OWNER & 7] if ground else 0,
        above,
        owners[cell >> OWNER_ABOVE & 7] if above else 0,
        1 if cell >> TOWN and cell & TRACK == 0 else 0,
    )
