"""An observation of Freight as a new list each time, read from the rules' state."""

from functools import lru_cache
from typing import Final

from freightyard.games.freight.rules.data import COLOURS
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
from tests.adapters.plainly import bits, bounded, one_of

PER_HEX: Final = 5  # numbers that tell of one hex of the map
_AT_CITY: Final = (TILING, MARKING, ROLLING, NAMING, FOUNDING, RESTOCKING, CHOOSING, PAIRING)


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
    row.append(list(s.order).index(who) + 1 if who in s.order else 0)
    row.append(list(s.places).index(who) + 1 if s.phase == BIDDING and who in s.places else 0)
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
    row += [*s.marks] + [0] * (towns * COLOURS - len(s.marks))
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
