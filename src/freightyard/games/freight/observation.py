"""The observation of Freight: everything is open. The map is five numbers a hex, the cities are listed besides."""

from typing import Final

from freightyard.core.observation import MANY, Layout, Part, bits, bounded, one_of
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import MARKERS, Edition
from freightyard.games.freight.rules.network import ABOVE, OWNER, OWNER_ABOVE, TOWN, TRACK
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
    RESTOCKING,
    ROLLING,
    SELLING,
    SHIPPING,
    TILING,
)
from freightyard.games.freight.rules.rounds import NO_BID
from freightyard.games.freight.rules.shipping import IN_CITY
from freightyard.games.freight.rules.state import State

PER_HEX: Final = 5  # numbers that tell of one hex of the map
_AT_CITY: Final = (TILING, MARKING, ROLLING, NAMING, FOUNDING, RESTOCKING, CHOOSING)


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
        Part("town", towns, 0, 1, "1 for the city that chance or the builder is busy with"),
        Part("trip", 4, 0, MANY, "points or runs used, edge of entry from 1, stage of loading, stage of delivering"),
        Part("paid", COLOURS, 0, 1, "1 for each colour that is paid as demanded in this delivery"),
        Part("owed", 1, 0, MANY, "interest"),
        Part("auction", 2, 0, MANY, "the bid and 1, or 0 without one; the piece that is sold and 1, or 0"),
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
    rules = s.rules
    seats = rules.seats
    towns = rules.tiles
    auction = s.phase in (BIDDING, BUYING)
    row = one_of(len(NAMES), s.phase)
    row.append(bounded(s.round))
    row += one_of(seats, (s.actor - seat) % seats)
    row += one_of(seats, (s.asked - seat) % seats)
    row += one_of(len(ENDINGS), s.ending)
    row += one_of(seats, (s.last - seat) % seats if s.last != NOBODY else -1)
    row += one_of(towns, s.town if s.phase in _AT_CITY else -1)
    shipping = s.phase == SHIPPING
    row.append(bounded(s.used) if shipping else 0)
    row.append(s.entry + 1 if shipping and s.entry != IN_CITY else 0)
    row.append(s.loading if shipping else 0)
    row.append(s.delivering if shipping else 0)
    row += bits(s.paid if shipping else 0, COLOURS)
    row.append(bounded(s.owed) if s.phase in (OWING, SELLING, BUYING) else 0)
    row.append(bounded(s.bid + 1) if auction and s.bid != NO_BID else 0)
    row.append(s.sale + 1 if s.phase == BUYING else 0)
    bidder = s.bidder if auction and s.bid != NO_BID else NOBODY
    row += one_of(seats + 1, -1 if bidder == NOBODY else seats if bidder == BANK else (bidder - seat) % seats)
    row += [s.passed >> (seat + number) % seats & 1 if auction else 0 for number in range(seats)]
    row += s.box1
    row += s.box2
    for number in range(seats):
        who = (seat + number) % seats
        row.append(bounded(s.cash[who]))
        row.append(bounded(s.loans[who]))
        row.append(bounded(s.took[who]))
        row.append(s.wagons[who])
        row.append(s.order.index(who) + 1 if who in s.order else 0)
        row.append(s.places.index(who) + 1 if s.phase == BIDDING and who in s.places else 0)
        row.append(s.out[who])
        row.append(s.locomotive[who] + 1)
        row += s.cargo[who * COLOURS : (who + 1) * COLOURS]
        row += s.stock[who * 4 : who * 4 + 4]
        row += bits(s.net[who], towns)
    empty = towns - len(s.cities)
    row += [number + 1 for number in s.cities] + [0] * empty
    row += [tile + 1 for tile in s.tiles] + [0] * (towns - len(s.tiles))
    row += s.marks + [0] * (towns * COLOURS - len(s.marks))
    owners = [(who - seat) % seats + 1 if who < seats else seats + 1 if who == BANK else 0 for who in range(8)]
    for cell in s.cell[: rules.hexes]:
        if cell == 0:
            row += (0, 0, 0, 0, 0)
        else:
            ground, above = cell & 63, cell >> ABOVE & 63
            row += (
                ground,
                owners[cell >> OWNER & 7] if ground else 0,
                above,
                owners[cell >> OWNER_ABOVE & 7] if above else 0,
                1 if cell >> TOWN and cell & TRACK == 0 else 0,
            )
    return row
