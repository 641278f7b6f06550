"""From a board back to a state. Nothing in Freight is hidden but what the dice will show; so what a seat may know is the whole
board, and to imagine is to rebuild."""

from functools import lru_cache

from freightyard.core.contract import check_seats, read_options
from freightyard.core.errors import BadPosition
from freightyard.core.flat import count_of, find, numbers, zeros
from freightyard.core.vectors import i64, vec
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import LOAN, Edition, Rules, rules_for
from freightyard.games.freight.rules.hexes import AXIS_MASK, SHAPE_MASK, SHAPE_WORDS
from freightyard.games.freight.rules.network import (
    ABOVE,
    OWNER,
    OWNER_ABOVE,
    TOWN,
    collect,
    found_city,
    piece_edges,
    piece_owner,
)
from freightyard.games.freight.rules.phases import (
    BANK,
    BIDDING,
    BOXING,
    BUYING,
    CHOOSING,
    ENDINGS,
    FILLING,
    FOUNDING,
    MARKING,
    NAMES,
    NAMING,
    NOBODY,
    ORDERING,
    OVER,
    OWING,
    PAIRING,
    PLACING,
    REPAYING,
    RESTOCKING,
    ROLLING,
    SELLING,
    SHIFTING,
    SHIPPING,
    STARTING,
    SUPPLYING,
    TILING,
)
from freightyard.games.freight.rules.play import towns_of_track
from freightyard.games.freight.rules.position import Board, Bridge, City, SeatBoard, Track
from freightyard.games.freight.rules.rounds import NO_BID
from freightyard.games.freight.rules.sections import between, joined_to, lot, section, section_sorts
from freightyard.games.freight.rules.setup import NO_TILE, add_markers, find_room
from freightyard.games.freight.rules.shipping import IN_CITY, open_to
from freightyard.games.freight.rules.state import State, first_state


def state_of(edition: Edition, board: Board) -> State:
    """The state that a board describes, or BadPosition."""
    rules = rules_for(edition, check_seats(edition, len(board.seats)), read_options(edition, board.options))
    s = first_state(rules)
    s.round = board.round
    s.turns = board.turns
    s.phase = NAMES.index(board.phase)
    s.actor = board.seat - 1
    s.asked = board.acts - 1
    s.tries = board.tries
    s.last = NOBODY if board.last is None else _seat(rules, board.last)
    s.ending = ENDINGS.index(board.ending)
    s.owed = board.owed or 0
    s.order = numbers([_seat(rules, seat) for seat in board.order])
    _set_cities(s, board)
    _set_track(s, board)
    s.box1, s.box2 = _box(rules, board.boxes[0]), _box(rules, board.boxes[1])
    for seat, at in enumerate(board.seats):
        _set_seat(s, seat, at)
    s.bank = -sum(s.cash)
    if board.town is not None and s.phase != STARTING:
        number = _hex(rules, board.town)
        if number not in s.cities:
            raise BadPosition(f"there is no city on {board.town}")
        s.town = find(s.cities, number)
    if s.phase > MARKING:
        collect(s)
        for seat in range(rules.seats):
            if min(s.stock[seat * 4 : seat * 4 + 4]) < 0:
                raise BadPosition(f"seat {seat + 1} has more track on the map than there is")
    else:
        find_room(s)
        if s.phase != PLACING:
            s.room = zeros(0)
    if board.town is not None and s.phase == STARTING:
        s.sale = _laid(s, board.town)
    _set_trip(s, board)
    _set_auction(s, board)
    _check(s)
    return s


def _seat(rules: Rules, seat: int) -> int:
    if not 1 <= seat <= rules.seats:
        raise BadPosition(f"there is no seat {seat}")
    return seat - 1


def _hex(rules: Rules, name: str) -> int:
    number = rules.edition.grid.index.get(name)
    if number is None or not rules.inside[number]:
        raise BadPosition(f"{name[:20]!r} is not a hex of the surface for {rules.seats} players")
    return number


def _colour(rules: Rules, letter: str) -> int:
    colour = rules.edition.letters.find(letter)
    if colour < 0:
        raise BadPosition(f"colours are {rules.edition.letters}, not {letter!r}")
    return colour


def _box(rules: Rules, markers: str) -> vec[i64]:
    box = zeros(2 * COLOURS)
    for letter in markers:
        box[2 * _colour(rules, letter.lower()) + letter.isupper()] += 1
    return box


def _set_cities(s: State, board: Board) -> None:
    for city in board.cities:
        number, tile, marks = _read_city(s.rules, city)
        if number in s.cities:
            raise BadPosition(f"two cities stand on {city.hex}")
        if not set(s.rules.nb[number * 6 : number * 6 + 6]).isdisjoint(s.cities):
            raise BadPosition(f"the city on {city.hex} stands next to another")
        if tile != NO_TILE and tile in s.tiles:
            raise BadPosition(f"two cities have the tile {city.tile}")
        found_city(s, number)
        s.tiles[len(s.tiles) - 1] = tile
        for colour, count in enumerate(marks):
            if count:
                add_markers(s, len(s.cities) - 1, colour, count)
        s.cell[number] = len(s.cities) << TOWN
    _check_cities(s)


# A bot reads position after position of a game, and hardly any city, and hardly any track, changes from one to the next.
@lru_cache(maxsize=4096)
def _read_city(rules: Rules, city: City) -> tuple[int, int, tuple[int, ...]]:
    """The hex of a city, its tile, and its markers of each colour."""
    tiles = rules.edition.data.city_tiles
    number = _hex(rules, city.hex)
    if city.tile is not None and city.tile not in tiles:
        raise BadPosition(f"there is no city tile {city.tile[:20]!r}")
    tile = NO_TILE if city.tile is None else tiles.index(city.tile)
    if tile == NO_TILE and city.markers:
        raise BadPosition(f"the city on {city.hex} has markers and no tile")
    if len(city.markers) > rules.most_marks:
        raise BadPosition(f"the city on {city.hex} has {len(city.markers)} markers, and {rules.most_marks} are the most")
    marks = [0] * COLOURS
    for letter in city.markers:
        colour = _colour(rules, letter.lower())
        if letter.islower() != rules.supplies[tile][colour]:
            raise BadPosition(f"the city on {city.hex} does not show the marker {letter!r}")
        marks[colour] += 1
    return number, tile, tuple(marks)


def _check_cities(s: State) -> None:
    count = len(s.cities)
    if s.phase == PLACING:
        if count >= s.rules.cities:
            raise BadPosition(f"{count} cities are placed, and there are {s.rules.cities}")
        if any(tile != NO_TILE for tile in s.tiles):
            raise BadPosition("cities get their tiles when all are placed")
        return
    if count < s.rules.cities or count > s.rules.tiles:
        raise BadPosition(f"there are {s.rules.cities} to {s.rules.tiles} cities, not {count}")
    if s.phase in (CHOOSING, NAMING):
        if list(s.tiles).count(NO_TILE) != 1 or s.tiles[len(s.tiles) - 1] != NO_TILE:
            raise BadPosition("the last city, and no other, waits for its tile")
    elif s.phase != TILING and NO_TILE in s.tiles:
        raise BadPosition("a city has no tile")


def _set_track(s: State, board: Board) -> None:
    for number, cell in _read_track(s.rules, board.track, board.bridges):
        if s.cell[number]:
            raise BadPosition(f"{s.rules.edition.grid.names[number]} is taken twice")
        s.cell[number] = cell
    if board.track and s.phase < ROLLING:
        raise BadPosition("there is no track before the first round")


@lru_cache(maxsize=256)
def _read_track(rules: Rules, track: tuple[Track, ...], bridges: tuple[Bridge, ...]) -> tuple[tuple[int, int], ...]:
    """The hexes with track and their cells."""
    cells: dict[int, int] = {}
    for tile in track:
        number = _hex(rules, tile.hex)
        if number in cells:
            raise BadPosition(f"{tile.hex} is taken twice")
        edges = SHAPE_MASK[SHAPE_WORDS.index(tile.tile)]
        if edges & ~rules.inside[number]:
            raise BadPosition(f"the track on {tile.hex} points off the surface")
        cells[number] = edges | _track_owner(rules, tile.owner) << OWNER
    for bridge in bridges:
        number = _hex(rules, bridge.hex)
        edges = AXIS_MASK[bridge.axis]
        cell = cells.get(number, 0)
        if not cell & 63 or cell >> ABOVE & 63 or cell & edges or edges & ~rules.inside[number]:
            raise BadPosition(f"no bridge can lie along axis {bridge.axis} on {bridge.hex}")
        cells[number] = cell | edges << ABOVE | _track_owner(rules, bridge.owner) << OWNER_ABOVE
    return tuple(cells.items())


def _track_owner(rules: Rules, owner: int | None) -> int:
    return BANK if owner is None else _seat(rules, owner)


def _set_seat(s: State, seat: int, at: SeatBoard) -> None:
    rules = s.rules
    s.cash[seat] = at.cash
    s.loans[seat] = at.loans
    s.took[seat] = at.took
    s.wagons[seat] = at.wagons
    s.out[seat] = at.out
    if at.wagons > rules.wagon_most:
        raise BadPosition(f"seat {seat + 1} has {at.wagons} wagons, and {rules.wagon_most} are the most")
    if len(at.cargo) > at.wagons * rules.slots:
        raise BadPosition(f"{at.wagons} wagons of seat {seat + 1} do not hold {len(at.cargo)} cubes")
    for letter in at.cargo:
        s.cargo[seat * COLOURS + _colour(rules, letter)] += 1
    if at.locomotive is None:
        if at.cargo or at.entry is not None:
            raise BadPosition(f"seat {seat + 1} has cubes or a way and no locomotive on the map")
        return
    number = _hex(rules, at.locomotive)
    s.locomotive[seat] = number
    if at.entry is None:
        if not s.cell[number] >> TOWN:
            raise BadPosition(f"the locomotive of seat {seat + 1} is not in a city")
    else:
        if s.phase != SHIPPING or seat != s.actor or not rules.points_move or not open_to(s.cell[number], at.entry):
            raise BadPosition(f"the locomotive of seat {seat + 1} cannot be on its way on {at.locomotive}")
        s.entry = at.entry


def _set_trip(s: State, board: Board) -> None:
    if (board.trip is not None) != (s.phase == SHIPPING):
        raise BadPosition("the section 'trip' is there while a train ships, and only then")
    if board.trip is None:
        return
    stages = ("no", "open", "done")
    s.used = board.trip.used
    s.loading = stages.index(board.trip.loading)
    s.delivering = stages.index(board.trip.delivering)
    for letter in board.trip.paid:
        s.paid |= 1 << _colour(s.rules, letter)
    if s.locomotive[s.actor] == NOBODY:
        raise BadPosition(f"seat {s.actor + 1} ships without a locomotive on the map")
    if s.paid and not s.delivering:
        raise BadPosition("no colour was paid for before something is delivered")
    if s.entry != IN_CITY and (s.loading or s.delivering):
        raise BadPosition("nothing is loaded or delivered on the way")
    if not s.rules.points_move and s.used > s.rules.runs:
        raise BadPosition(f"a train makes at most {s.rules.runs} runs")


def _set_auction(s: State, board: Board) -> None:
    auction = board.auction
    if (auction is not None) != (s.phase in (BIDDING, BUYING)):
        raise BadPosition("the section 'auction' is there while there is one, and only then")
    if auction is None:
        return
    if (auction.sale is not None) != (s.phase == BUYING):
        raise BadPosition("a sale names the section, and an auction of the order the places")
    s.bid = NO_BID if auction.bid is None else auction.bid
    s.bidder = NOBODY if auction.bidder is None else BANK if auction.bidder == 0 else _seat(s.rules, auction.bidder)
    s.places = numbers([_seat(s.rules, seat) for seat in auction.places])
    for seat in (*auction.passed, *auction.places):
        s.passed |= 1 << _seat(s.rules, seat)
    if auction.sale is not None:
        s.sale = _sale(s, auction.sale)
        if s.bidder == NOBODY:
            raise BadPosition("the bank makes the first bid for a section")
    if s.passed >> s.asked & 1 or s.asked == s.bidder or s.asked not in s.order:
        raise BadPosition(f"seat {s.asked + 1} cannot be asked in this auction")
    if s.bidder not in (NOBODY, BANK) and (s.bid > s.cash[s.bidder] or s.passed >> s.bidder & 1):
        raise BadPosition(f"seat {s.bidder + 1} cannot have made this bid")


def _piece(s: State, name: str) -> int:
    """A piece of track of the seat whose turn it is, by its hex, or by its hex and the bridge."""
    hex_, above, _ = name.partition("/bridge")
    piece = _hex(s.rules, hex_) * 2 + bool(above)
    if not piece_edges(s, piece) or piece_owner(s, piece) != s.actor:
        raise BadPosition(f"seat {s.actor + 1} has no track {name}")
    return piece


def _laid(s: State, name: str) -> int:
    """`fr.locomotive-start`: the track after which the locomotive is put on one of several cities."""
    piece = _piece(s, name)
    if not s.rules.locomotive_on_track or int(towns_of_track(s, piece)).bit_count() < 2:
        raise BadPosition(f"the locomotive of seat {s.actor + 1} has no choice after the track {name}")
    return piece


def _sale(s: State, name: str) -> int:
    """`fr.section`: what is auctioned: two cities, or the first piece of a connected one."""
    one, pair, other = name.partition("/")
    if s.rules.sells_between and pair and other != "bridge":
        towns = [_hex(s.rules, city) for city in (one, other)]
        if any(city not in s.cities for city in towns):
            raise BadPosition(f"a sale is between two cities, not {name[:40]!r}")
        first, second = sorted(find(s.cities, city) for city in towns)
        if not joined_to(s, s.actor, first) >> second & 1:
            raise BadPosition(f"no track of seat {s.actor + 1} joins {one} and {other}")
        return between(first, second)
    piece = _piece(s, name)
    if section(s, s.actor, piece)[0] != piece:
        raise BadPosition(f"no section of seat {s.actor + 1} begins with {name}")
    return piece


def _check(s: State) -> None:
    """What must hold in a phase, so that the position can be played on."""
    _check_bankrupts(s)
    _check_order(s)
    _check_who_acts(s)
    _check_round(s)
    _check_flow(s)
    _check_auction(s)
    _check_locomotive(s)
    _check_boxes(s)
    _check_money(s)
    _check_tiles(s)
    _check_markers(s)
    _check_moves(s)


def _check_bankrupts(s: State) -> None:
    """`fr.bankrupt`: whoever is out has lost everything, and one seat alone does not play on."""
    bankrupts = sorted(out for out in s.out if out)
    if bankrupts != list(range(1, len(bankrupts) + 1)):
        raise BadPosition("bankrupt seats are numbered from 1")
    for seat, out in enumerate(s.out):
        if out and (s.own[seat] or s.cash[seat] or s.locomotive[seat] != NOBODY):
            raise BadPosition("a bankrupt seat has nothing left")
    if ROLLING <= s.phase < REPAYING and s.rules.seats - len(bankrupts) < 2:
        raise BadPosition("the game is over when one seat is left")


def _check_order(s: State) -> None:
    """`fr.first-order`: it is drawn before the first round, and names whoever is not bankrupt."""
    live = [seat for seat in range(s.rules.seats) if not s.out[seat]]
    if s.phase >= ROLLING and (sorted(s.order) != live or not live):
        raise BadPosition("the order names every seat once that is not bankrupt")
    if s.phase < ORDERING and s.order:
        raise BadPosition("the order is drawn last")


def _check_who_acts(s: State) -> None:
    """Whoever is asked and whose turn it is are still in the game, and the same, but where others are asked in a turn."""
    if s.phase < NAMING or s.phase == OVER:
        return
    if s.phase >= BIDDING and s.asked not in s.order:
        raise BadPosition(f"seat {s.asked + 1} is bankrupt")
    if s.phase == BIDDING:
        return
    if s.actor not in s.order:
        raise BadPosition(f"seat {s.actor + 1} is bankrupt")
    if s.phase not in (BUYING, REPAYING) and s.asked != s.actor:
        raise BadPosition("in this phase the seat whose turn it is acts")


def _check_round(s: State) -> None:
    """`fr.round`: rounds are counted from 1, and the last leads to the ending."""
    if s.phase < ROLLING:
        if s.round:
            raise BadPosition("the round is 0 before the first")
    elif s.round < 1 or s.round > s.rules.rounds:
        raise BadPosition(f"the round is one of 1 to {s.rules.rounds}")
    if (s.ending != 0) != (s.phase in (REPAYING, OVER)):
        raise BadPosition("the ending is told when the game has come to it")


def _check_auction(s: State) -> None:
    """`fr.auction`: two seats at least bid for a place. A sale has its own rules."""
    if s.phase == BUYING:
        _check_sale(s)
    elif s.phase == BIDDING and (len(s.order) - len(s.places) < 2 or any(seat not in s.order for seat in s.places)):
        raise BadPosition("a place is auctioned among two seats or more, and the places are of seats in the order")


def _check_locomotive(s: State) -> None:
    """`fr.locomotive-start`: a seat chooses where it begins only among several cities."""
    if s.phase == STARTING and (s.locomotive[s.actor] != NOBODY or count_of(s.net[s.actor]) < 2):
        raise BadPosition(f"seat {s.actor + 1} has no locomotive to put on one of several cities")


def _check_money(s: State) -> None:
    """`fr.interest` and `fr.repay`: nobody is asked for money that is there, and nobody repays without it."""
    if s.phase in (OWING, SELLING, PAIRING, BUYING) and s.cash[s.actor] >= s.owed:
        raise BadPosition("the interest can be paid")
    if s.phase == REPAYING and not (s.loans[s.asked] and s.cash[s.asked] >= s.rules.amount):
        raise BadPosition(f"seat {s.asked + 1} cannot repay a loan")


def _check_tiles(s: State) -> None:
    """`fr.city-tile`: one city after the other gets its tile."""
    if s.phase in (TILING, CHOOSING, NAMING) and s.tiles[s.town] != NO_TILE:
        raise BadPosition("the city that waits for a tile has one")
    if s.phase == TILING and (NO_TILE in s.tiles[: s.town] or list(s.tiles[s.town :]).count(NO_TILE) != len(s.tiles) - s.town):
        raise BadPosition("the cities get their tiles one after the other")


def _check_markers(s: State) -> None:
    """`fr.markers`: a city that is rolled for has room, and before the first round one city after the other gets its markers."""
    full = {
        MARKING: s.rules.start_marks if s.rules.rolled else 1,
        ROLLING: s.rules.roll_up_to + 1,
        FOUNDING: 1,
        RESTOCKING: s.rules.most_marks,
    }
    if s.phase in full and s.total[s.town] >= full[s.phase]:
        raise BadPosition("the city that is rolled for has its markers")
    if s.phase < BOXING and any(s.total[s.town + 1 if s.phase == MARKING else 0 :]):
        raise BadPosition("the cities get their first markers one after the other, when all have their tiles")


def _check_moves(s: State) -> None:
    """Somebody can do something. A loan alone is no way on, but where it is asked for."""
    legal = s.legal()
    if s.phase != OVER and (not legal or (legal == [LOAN] and s.phase != OWING)):
        raise BadPosition("in this position nothing can be done")


def _check_sale(s: State) -> None:
    """`fr.section`: the bank bids by the tile, and whoever is asked or leads has the tiles."""
    pieces = lot(s, s.actor, s.sale)
    first = len(pieces) * s.rules.bank_bid
    if s.bid < first or (s.bidder == BANK and s.bid != first):
        raise BadPosition(f"the bank bids {first} for this section, not {s.bid}")
    needed = section_sorts(s, pieces)
    for seat in (s.asked, s.bidder):
        if seat != BANK and any(s.stock[seat * 4 + sort] < needed[sort] for sort in range(4)):
            raise BadPosition(f"seat {seat + 1} has not the tiles for this section")


def _check_flow(s: State) -> None:
    """A phase that this edition does not have."""
    rules = s.rules
    missing = (
        (rules.auction, (ORDERING, BIDDING)),
        (rules.boxes, (BOXING, SUPPLYING, SHIFTING, FILLING)),
        (not rules.boxes, (RESTOCKING,)),
        (rules.loan_sells, (SELLING, PAIRING, BUYING)),
        (rules.sells_between, (PAIRING,)),
    )
    for there, phases in missing:
        if not there and s.phase in phases:
            raise BadPosition(f"{rules.edition.name} has no phase {NAMES[s.phase]}")
    if s.last != NOBODY and not rules.end_at_cities:
        raise BadPosition(f"no number of cities ends a game of {rules.edition.name}")


def _check_boxes(s: State) -> None:
    if not s.rules.boxes or s.phase < BOXING:
        wanted: tuple[int, ...] = (0, 0)
    elif s.phase == BOXING:
        if sum(s.box1) + sum(s.box2) >= 2 * s.rules.seats:
            raise BadPosition("the boxes are full")
        if sum(s.box1) > s.rules.seats or (sum(s.box2) > 0 and sum(s.box1) < s.rules.seats):
            raise BadPosition("box 1 gets its first markers before box 2, one for each seat")
        return
    else:
        short = NAMES[s.phase]
        wanted = (s.rules.seats - (short == "shifting"), s.rules.seats - (short == "filling"))
    if (sum(s.box1), sum(s.box2)) != wanted:
        raise BadPosition(f"the boxes hold {wanted[0]} and {wanted[1]} markers, not {sum(s.box1)} and {sum(s.box2)}")
