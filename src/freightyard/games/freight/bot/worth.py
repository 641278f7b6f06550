"""What Freight's lines, cities, tiles and markers are worth, and what a seat has."""

from typing import Final

from freightyard.core.flat import count_of
from freightyard.core.vectors import i64, vec
from freightyard.games.freight.bot.supply import marker_worth, own_cities
from freightyard.games.freight.bot.track import NEW, Line
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import MARKERS, RANDOM
from freightyard.games.freight.rules.phases import NOBODY
from freightyard.games.freight.rules.state import State

FIRST_TRADE: Final = 1.5  # what each colour that two cities exchange earns a turn on the first line
MORE_TRADE: Final = 0.1  # and on a further one, when the train is busy already
FAMILY_TRADE: Final = 1.2  # what each colour more that can be traded earns a turn, where cities are full again after every turn
FAMILY_CITY: Final = 0.2  # and each city more
FAMILY_STUCK: Final = 2.0  # and more, if nothing in the network can be traded any more
FAMILY_LOAN: Final = 6.0  # what a loan costs until it is repaid
SHORT: Final = 2  # tiles of a line that is not too long
LONG: Final = 6.0  # what each further tile of the first line is feared to cost
HORIZON: Final = 10  # turns that a connection is expected to serve where the number of rounds is open


def turns_left(s: State) -> int:
    """Turns still to come after this one, this one included, as far as it makes sense to count on them."""
    return 1 if is_last_turn(s) else min(s.rules.rounds - s.round + 1, HORIZON)


def is_last_turn(s: State) -> bool:
    """Whether whoever is at turn will have no other one. Family rules: it is so after a sixth city, for all, his own too."""
    end = s.rules.end_at_cities
    if end and (s.last != NOBODY or count_of(s.net[s.actor]) >= end):
        return True
    return s.round >= s.rules.rounds


def exchange(s: State, one: int, other: int) -> float:
    """How well two cities trade: colours that one supplies and the other demands, more if the markers are there now."""
    supplies = s.rules.supplies
    here = supplies[s.tiles[one]]
    there = supplies[s.tiles[other]]
    worth = 0.0
    for colour in range(COLOURS):
        if here[colour] != there[colour]:
            markers = min(1, s.marks[one * COLOURS + colour]) + min(1, s.marks[other * COLOURS + colour])
            worth += 0.6 if markers == 0 else 1.0 if markers == 1 else 2.0
    return worth


def prospects(s: State, town: int) -> float:
    """How well a city would trade with a new one that is made for it."""
    worth = 0.0
    for colour in range(COLOURS):
        worth += 1.0 if s.marks[town * COLOURS + colour] else 0.6
    return worth


def tradable(s: State, towns: int, tile: int) -> int:
    """The colours that some of these cities, a bit each, supply and others demand; with one more city of this tile, if not -1."""
    supplied = 0
    demanded = 0
    for town in range(len(s.cities)):
        if towns >> town & 1 and s.tiles[town] >= 0:
            colours = s.rules.supplies[s.tiles[town]]
            for colour in range(COLOURS):
                if colours[colour]:
                    supplied |= 1 << colour
                else:
                    demanded |= 1 << colour
    if tile >= 0:
        colours = s.rules.supplies[tile]
        for colour in range(COLOURS):
            if colours[colour]:
                supplied |= 1 << colour
            else:
                demanded |= 1 << colour
    return (supplied & demanded).bit_count()


def line_worth(s: State, line: Line, left: int) -> float:
    """What a line is expected to bring until the end: the city itself, and the goods that it and the network exchange."""
    seat = s.actor
    score = s.rules.edition.data.score
    if not s.rules.points_move:
        return family_line_worth(s, line, left)
    if not s.own[seat]:
        # The first line must feed the train every turn; on a long one there are points for fewer visits.
        trade = prospects(s, line.begins) if line.city == NEW else exchange(s, line.begins, line.city)
        earned = min(trade * FIRST_TRADE, most_earned(s, line.tiles))
        return 2 * score.city + left * earned - LONG * max(0, line.tiles - SHORT)
    trade = 0.0
    for town in range(len(s.cities)):
        if s.net[seat] >> town & 1:
            trade = max(trade, prospects(s, town) if line.city == NEW else exchange(s, town, line.city))
    return score.city + left * trade * MORE_TRADE


def most_earned(s: State, tiles: int) -> float:
    """The most that a train earns in a turn between two cities so many tiles apart: full wagons, as often as the points allow."""
    rules = s.rules
    visit = rules.deliver_points + rules.second_load + (tiles + 1) * rules.step
    return float(s.wagons[s.actor] * rules.slots * rules.demanded * rules.free_points) / float(visit)


def family_line_worth(s: State, line: Line, left: int) -> float:
    """The same where every city of the network is full again after each turn: what counts is how many colours can be traded."""
    seat = s.actor
    net = s.net[seat]
    score = s.rules.edition.data.score
    cities = 1
    if not s.own[seat]:
        net = 1 << line.begins
        cities = 2
    before = tradable(s, net, -1)
    after = COLOURS if line.city == NEW else tradable(s, net | 1 << line.city, -1)
    turn = FAMILY_TRADE * (after - before) + FAMILY_CITY
    if s.own[seat] and stuck(s, seat):
        turn += FAMILY_STUCK
    return cities * score.city + left * turn


def stuck(s: State, seat: int) -> bool:
    """Whether no cube of the network or on board has a city of the network to go to. Full cities get no new ones."""
    net = s.net[seat]
    for colour in range(COLOURS):
        cubes = s.cargo[seat * COLOURS + colour] > 0
        demanded = False
        for town in range(len(s.cities)):
            if net >> town & 1:
                if not s.rules.supplies[s.tiles[town]][colour]:
                    demanded = True
                elif s.marks[town * COLOURS + colour]:
                    cubes = True
        if cubes and demanded:
            return False
    return True


def loan_cost(s: State, left: int) -> float:
    """What one more loan is feared to cost: the interest to the end, and what it counts there beyond the money."""
    rules = s.rules
    if not rules.points_move:
        return FAMILY_LOAN
    return float(left * rules.interest - rules.edition.data.score.loan - rules.amount)


def reserve(s: State, seat: int) -> int:
    """The money that must stay for the interest."""
    return (s.loans[seat] + 1) * s.rules.interest if s.own[seat] else 2


def ahead(s: State, seat: int) -> float:
    """How many points a seat is ahead of the best of the others, as things stand; loans count as they would be repaid."""
    mine = standing(s, seat)
    return mine - max([standing(s, other) for other in range(s.rules.seats) if other != seat])


def standing(s: State, seat: int) -> float:
    """The points of a seat as things stand, if it repays what it can."""
    score = s.rules.edition.data.score
    loans = s.loans[seat]
    cash = s.cash[seat]
    while loans and cash >= s.rules.amount:
        loans -= 1
        cash -= s.rules.amount
    return float(cash * score.money + loans * score.loan + count_of(s.net[seat]) * score.city)


def best_marker(s: State, box: vec[i64]) -> int:
    """The marker that may do most for the own network one day; of a box, or of all."""
    best = -1
    best_value = -1.0
    towns = own_cities(s)
    for marker in range(MARKERS):
        if not box or box[marker]:
            value = marker_worth(s, towns, marker)
            if value > best_value:
                best = marker
                best_value = value
    return best


def best_tile(s: State) -> int:
    """The tile for a new city that trades best with those of the own network."""
    best = RANDOM
    best_value = -1
    for tile in range(s.rules.tiles):
        if tile not in s.tiles:
            value = tile_worth(s, tile)
            if value > best_value:
                best = s.rules.tile + tile
                best_value = value
    return best


def tile_worth(s: State, tile: int) -> int:
    """How well a new city with this tile trades with those of the own network."""
    supplies = s.rules.supplies
    value = 0
    for town in range(len(s.cities)):
        if s.net[s.actor] >> town & 1 and s.tiles[town] >= 0:
            for colour in range(COLOURS):
                if supplies[tile][colour] != supplies[s.tiles[town]][colour]:
                    value += 1 + min(1, s.marks[town * COLOURS + colour])
    return value
