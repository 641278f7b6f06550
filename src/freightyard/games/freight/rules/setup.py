"""What chance does: the map, its tiles and markers, the boxes, the first order, and every roll of the colour die."""

from typing import TYPE_CHECKING, Final

from freightyard.core.chance import below
from freightyard.core.flat import ALONE, count_of, find, member, numbers, sum_of, zeros
from freightyard.core.vectors import i64, vec
from freightyard.games.freight.rules.data import COLOURS, SHOWN
from freightyard.games.freight.rules.network import NO_TILE as NO_TILE
from freightyard.games.freight.rules.network import TOWN, face_every_city, found_city, longer
from freightyard.games.freight.rules.phases import (
    BOXING,
    BUILDING,
    FOUNDING,
    MARKING,
    NAMING,
    ORDERING,
    PLACING,
    RESTOCKING,
    ROLLING,
    TILING,
)
from freightyard.games.freight.rules.rounds import end_turn, start_auction, start_round

if TYPE_CHECKING:
    from freightyard.core.chance import Rng
    from freightyard.games.freight.rules.state import State

ALL: Final = (1 << 62) - 1  # a set with a bit for each tile, or seat, that there can be


def chance_moves(s: "State") -> list[int]:
    """Whatever can be drawn; every move is as likely as every other."""
    rules = s.rules
    if s.phase == PLACING:
        return [rules.place + room_at(s, number) for number in range(room(s))]
    if s.phase in (TILING, NAMING):
        return [rules.tile + tile for tile in range(rules.tiles) if find(s.tiles, tile) < 0]
    if s.phase == MARKING and not rules.rolled:
        return list(range(rules.leave, rules.leave + SHOWN))
    if s.phase == ORDERING:
        return [rules.order + seat for seat in range(rules.seats) if find(s.order, seat) < 0]
    return list(range(rules.roll, rules.roll + COLOURS))


def drawn(s: "State", rng: "Rng") -> i64:
    """One of chance_moves()."""
    phase = s.phase
    rules = s.rules
    if phase >= BOXING and phase != ORDERING and phase != NAMING:
        return rules.roll + below(rng, COLOURS)
    if phase == PLACING:
        return rules.place + room_at(s, below(rng, room(s)))
    if phase == MARKING:
        return rules.roll + below(rng, COLOURS) if rules.rolled else rules.leave + below(rng, SHOWN)
    if phase == ORDERING:
        return rules.order + unused(s.order, below(rng, rules.seats - len(s.order)))
    named: i64 = 0
    for tile in s.tiles:
        if tile != NO_TILE:
            named += 1
    return rules.tile + unused(s.tiles, below(rng, rules.tiles - named))


def unused(used: vec[i64], number: i64) -> i64:
    """The number, counted from 0 among those that are not used."""
    taken: i64 = 0
    for one in used:
        if one >= 0:
            taken |= ALONE[one]
    return member(~taken & ALL, number)


# --- the map ---


def find_room(s: "State") -> None:
    """`fr.map`: where the next city may be placed: within the radius, and not next to a city. A set of hexes for each row of the
    map, and last how many there are."""
    s.room = s.rules.zone[:]
    for number in s.cities:
        _take_room(s, number)


def room(s: "State") -> i64:
    """`fr.map`: on how many hexes the next city may be placed."""
    return s.room[len(s.room) - 1]


def room_at(s: "State", number: i64) -> i64:
    """One of those hexes, by its number from 0."""
    line: i64 = 0
    while True:
        count = count_of(s.room[line]) if s.room[line] else i64(0)
        if number < count:
            return s.rules.edition.grid.at(line, member(s.room[line], number))
        number -= count
        line += 1


def _take_room(s: "State", number: i64) -> None:
    """A city takes its hex and those around it: two in the row above, three in its own, two in the row below. The zone ends at
    least one row before the map does."""
    grid = s.rules.edition.grid
    line = grid.row[number] + grid.radius
    own = ALONE[grid.column_bit(number)]
    _take(s.room, line - 1, own | own << 1)
    _take(s.room, line, own | own << 1 | own >> 1)
    _take(s.room, line + 1, own | own >> 1)


def _take(room: vec[i64], line: i64, hexes: i64) -> None:
    """These hexes of a row are no longer among them."""
    room[len(room) - 1] -= count_of(room[line] & hexes)
    room[line] &= ~hexes


def place(s: "State", move: i64) -> None:
    """`fr.map`: a city is placed. A map out of range is drawn again; after too many tries the fixed map serves."""
    rules = s.rules
    number = move - rules.place
    _found(s, number)
    if len(s.cities) < rules.cities:
        _take_room(s, number)
        if room(s):
            return
    elif rules.least_gaps <= rules.edition.grid.gap_sum(s.cities) <= rules.most_gaps:
        _map_done(s)
        return
    _clear(s)
    s.tries += 1
    if s.tries < rules.tries:
        find_room(s)
        return
    for number in rules.fixed_map:
        _found(s, number)
    _map_done(s)


def _found(s: "State", number: i64) -> None:
    found_city(s, number)
    s.cell[number] = len(s.cities) << TOWN


def _clear(s: "State") -> None:
    for number in s.cities:
        s.cell[number] = 0
    s.cities = zeros(0)
    s.tiles = zeros(0)
    s.marks = zeros(0)
    s.total = zeros(0)


def _map_done(s: "State") -> None:
    s.tries = 0
    s.room = zeros(0)
    s.town = 0
    s.phase = TILING


def tile(s: "State", move: i64) -> None:
    """`fr.city-tile`: a city gets its tile: at the start by the draw, later by the builder's choice or a draw."""
    s.tiles = s.tiles[:]
    s.tiles[s.town] = move - s.rules.tile
    if s.phase != TILING:
        s.phase = FOUNDING
        return
    s.town += 1
    if s.town == len(s.cities):
        s.town = 0
        s.phase = MARKING


def leave(s: "State", move: i64) -> None:
    """`fr.markers`: the supply and the demand of the number drawn stay empty, the others get a marker."""
    number = move - s.rules.leave
    first = s.tiles[s.town] * 2 * SHOWN
    index: i64
    for index in range(2 * SHOWN):
        if index != number and index != number + SHOWN:
            add_markers(s, s.town, s.rules.shown[first + index], 1)
    _next_marked(s)


def roll(s: "State", move: i64) -> None:
    """The colour die: a cube or a disk, as the city's tile shows; in the boxes a cube."""
    phase = s.phase
    colour = move - s.rules.roll
    if phase == RESTOCKING:
        roll_up(s, colour)
    elif phase == ROLLING:
        roll_for_round(s, colour)
    elif phase == BOXING:
        roll_box(s, colour)
    elif phase == MARKING:
        roll_first_markers(s, colour)
    else:
        roll_for_new_city(s, colour)


def add_markers(s: "State", town: i64, colour: i64, count: i64) -> None:
    """So many markers of a colour come to a city, or leave it."""
    s.marks[town * COLOURS + colour] += count
    s.total[town] += count


def roll_first_markers(s: "State", colour: i64) -> None:
    """`fr.markers`: with the option the first markers are rolled one by one."""
    add_markers(s, s.town, colour, 1)
    if s.total[s.town] == s.rules.start_marks:
        _next_marked(s)


def _next_marked(s: "State") -> None:
    s.town += 1
    if s.town < len(s.cities):
        return
    s.town = 0
    face_every_city(s)
    if s.rules.boxes:
        s.phase = BOXING
    else:
        draw_order(s)


def roll_box(s: "State", colour: i64) -> None:
    """`fr.boxes`: a cube of the rolled colour goes into box 1, then into box 2, until each holds one a player."""
    box = s.box1 if sum_of(s.box1) < s.rules.seats else s.box2
    box[2 * colour] += 1
    if sum_of(s.box2) == s.rules.seats:
        draw_order(s)


def draw_order(s: "State") -> None:
    """`fr.first-order`: the first turn order is drawn where it is auctioned later; `fr.family`: else the first seat starts."""
    if s.rules.auction:
        s.phase = ORDERING
    else:
        s.order = numbers(range(s.rules.seats))
        start_round(s)


def order(s: "State", move: i64) -> None:
    """`fr.first-order`: the next seat in the turn order is drawn."""
    s.order = longer(s.order, move - s.rules.order)
    if len(s.order) == s.rules.seats:
        start_round(s)


# --- rolls in the game ---


def roll_for_round(s: "State", colour: i64) -> None:
    """`fr.round`: one marker for a city with few."""
    add_markers(s, s.town, colour, 1)
    s.town += 1
    while s.town < len(s.cities):
        if s.total[s.town] <= s.rules.roll_up_to:
            return
        s.town += 1
    s.town = 0
    start_auction(s)


def roll_for_new_city(s: "State", colour: i64) -> None:
    """`fr.build-city`: a new city starts with one rolled marker."""
    add_markers(s, s.town, colour, 1)
    s.town = 0
    s.phase = BUILDING


def roll_up(s: "State", colour: i64) -> None:
    """`fr.family-supply`: a city of the own network is rolled up until it is full, then the next."""
    add_markers(s, s.town, colour, 1)
    net = s.net[s.actor]
    while s.town < len(s.cities):
        if net >> s.town & 1 and s.total[s.town] < s.rules.most_marks:
            return
        s.town += 1
    s.town = 0
    end_turn(s)
