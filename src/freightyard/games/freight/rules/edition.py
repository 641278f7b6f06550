"""The editions of Freight: their words and move numbers, and the numbers that a game runs on."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, final

from freightyard.core.contract import Option, check_seats
from freightyard.core.editions import edition_pasteable, edition_word, extended, load_built_in, same_edition
from freightyard.core.flat import count_of, numbers
from freightyard.core.notation import Vocabulary
from freightyard.core.vectors import i64
from freightyard.games.freight.rules.data import COLOURS, Data, checked
from freightyard.games.freight.rules.hexes import (
    AXES,
    BRIDGE,
    FIRST_SWITCH,
    SHAPE_MASK,
    SHAPE_SORT,
    SHAPE_WORDS,
    SHAPES,
    SWITCH,
    SWITCHES,
    Grid,
)

PACKAGE: Final = "freightyard.games.freight"
BUILT_IN: Final = ("standard", "family")
MARKERS: Final = 2 * COLOURS  # a cube and a disk of each colour

# The verbs, in the order of their numbers.
DONE: Final = 0
LOAN: Final = 1
REPAY: Final = 2
WAGON: Final = 3
RANDOM: Final = 4
RAISE: Final = 5
PASS: Final = 6
OPEN: Final = 7  # from here on a verb has several moves, and their first numbers depend on the edition
BUILD: Final = 8
UPGRADE: Final = 9
BRIDGING: Final = 10
CITY: Final = 11
TILE: Final = 12
LOCOMOTIVE: Final = 13
GO: Final = 14
LOAD: Final = 15
DELIVER: Final = 16
SELL: Final = 17
TO: Final = 18
PUT: Final = 19
SHIFT: Final = 20
FILL: Final = 21
ROLL: Final = 22
LEAVE: Final = 23
ORDER: Final = 24
PLACE: Final = 25


@final
class Edition:
    """A Freight edition: its data, and its moves as numbers and words. `firsts`: the first number of each verb."""

    __slots__ = (
        "built_in",
        "data",
        "firsts",
        "game",
        "grid",
        "letters",
        "name",
        "options",
        "raw",
        "revision",
        "seat_counts",
        "title",
        "verbs",
        "vocabulary",
    )

    def __init__(self, data: Data, raw: Mapping[str, Any], built_in: bool) -> None:
        self.data = data
        self.raw = raw
        self.built_in = built_in
        self.game = "freight"
        self.name = data.name
        self.title = data.title
        self.revision = data.revision
        self.grid = Grid(max(seats.city_radius for seats in data.seats) + data.map.margin)
        self.letters = "".join(colour.letter for colour in data.colours)
        self.seat_counts = tuple(seats.players for seats in data.seats)
        self.options = (Option("rolled", "dice choose what lies in the cities at the start"),)
        by_verb = _words(data, self.grid)
        self.vocabulary = Vocabulary([text for moves in by_verb for text in moves])
        self.verbs = [verb for verb, moves in enumerate(by_verb) for _ in moves]
        self.firsts = list(accumulate([len(moves) for moves in by_verb], initial=0))

    def __repr__(self) -> str:
        return edition_pasteable(self)

    def __eq__(self, other: object) -> bool:
        return same_edition(self, other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.built_in:
            return built_in_edition, (edition_word(self),)
        return edition_from, (self.raw, self.name)


def marker_words(data: Data) -> list[str]:
    """The markers in the order of their numbers: twice the colour, and one more for a disk."""
    return [f"{colour.name} {form}" for colour in data.colours for form in ("cube", "disk")]


def _words(data: Data, grid: Grid) -> list[list[str]]:
    """The words of every move, by verb, in the order of the numbers."""
    hexes = grid.names
    colours = [colour.name for colour in data.colours]
    markers = marker_words(data)
    most_seats = max(seats.players for seats in data.seats)
    return [
        ["done"],
        ["loan"],
        ["repay"],
        ["wagon"],
        ["random"],
        ["raise"],
        ["pass"],
        [f"open {bid}" for bid in range(data.auction.opening_bid_max + 1)],
        [f"build {name} {shape}" for name in hexes for shape in SHAPE_WORDS],
        [f"upgrade {name} {shape}" for name in hexes for shape in SHAPE_WORDS[FIRST_SWITCH:]],
        [f"bridge {name} {axis}" for name in hexes for axis in range(AXES)],
        [f"city {name}" for name in hexes],
        [f"tile {tile}" for tile in data.city_tiles],
        [f"locomotive {name}" for name in hexes],
        [f"go {name}" for name in hexes],
        [f"load {colour}" for colour in colours],
        [f"deliver {colour}" for colour in colours],
        [f"sell {name}{lower}" for name in hexes for lower in ("", " bridge")],
        [f"to {name}" for name in hexes] if data.auction.section == "cities" else [],
        [f"put {colour} {name}" for name in hexes for colour in colours],
        [f"shift {marker}" for marker in markers],
        [f"fill {marker}" for marker in markers],
        [f"roll {colour}" for colour in colours],
        [f"leave {number + 1}" for number in range(3)],
        [f"order {seat + 1}" for seat in range(most_seats)],
        [f"place {name}" for name in hexes],
    ]


@final
class Rules:
    """The numbers of one edition with its options for one number of seats, laid out for the inner loops."""

    __slots__ = (
        "amount",
        "auction",
        "bank_bid",
        "boxes",
        "bridging",
        "build",
        "cities",
        "city",
        "city_price",
        "deliver",
        "deliver_points",
        "demanded",
        "edition",
        "end_at_cities",
        "extra_point",
        "fill",
        "first_limit",
        "fitting",
        "fixed_map",
        "free_points",
        "go",
        "hexes",
        "inside",
        "interest",
        "keeping",
        "least_gaps",
        "leave",
        "limit",
        "load",
        "load_points",
        "loan_sells",
        "locomotive",
        "locomotive_on_track",
        "most_gaps",
        "most_marks",
        "nb",
        "not_demanded",
        "numbers",
        "of_sorts",
        "open",
        "opening_max",
        "options",
        "order",
        "place",
        "points_move",
        "price",
        "put",
        "repay_any_time",
        "roll",
        "roll_each_round",
        "roll_up_to",
        "rolled",
        "rounds",
        "runs",
        "seats",
        "second_deliver",
        "second_load",
        "sell",
        "sells_between",
        "shapes",
        "shift",
        "shown",
        "slots",
        "start_cash",
        "start_marks",
        "start_stock",
        "start_stocks",
        "start_wagons",
        "step",
        "supplied",
        "supplies",
        "tile",
        "tiles",
        "to",
        "toll",
        "tries",
        "upgrade",
        "upgrade_price",
        "using",
        "verbs",
        "wagon_most",
        "wagon_price",
        "zone",
    )

    def __init__(self, edition: Edition, seats: int, options: Sequence[str]) -> None:
        data = edition.data
        grid = edition.grid
        at = next(row for row in data.seats if row.players == seats)
        self.edition = edition
        self.options = tuple(options)
        self.seats: i64 = seats
        self.hexes: i64 = grid.count
        self.nb = numbers(grid.neighbours(at.city_radius + data.map.margin))
        # The edges of each hex, a bit each, that do not point off the surface.
        self.inside = numbers(
            [sum([1 << edge for edge in range(6) if self.nb[number * 6 + edge] < grid.count]) for number in range(grid.count)]
        )
        self.verbs = edition.verbs
        self.zone = grid.zone(at.city_radius)
        self.cities: i64 = at.cities
        self.fixed_map = numbers([grid.index[name] for name in at.fixed_map])
        self.tries: i64 = data.map.tries
        # `fr.map`: the gaps of a map in range, added up.
        self.least_gaps: i64 = data.map.gap_least * at.cities
        self.most_gaps: i64 = data.map.gap_most * at.cities
        self.rolled = "rolled" in options
        self._number_moves(edition.firsts)
        self._number_tiles(data)
        flow = data.flow
        self.auction = flow.order == "auction"
        self.roll_each_round = flow.roll_each_round
        self.points_move = flow.movement == "points"
        self.boxes = flow.supply == "boxes"
        self.loan_sells = flow.insolvent == "sale"
        self.repay_any_time = flow.repay == "turn"
        self.rounds: i64 = flow.rounds
        self.end_at_cities: i64 = flow.end_at_cities
        self.price = numbers([data.price.straight, data.price.curve, data.price.switch, data.price.bridge])
        self.upgrade_price: i64 = data.price.upgrade
        self.city_price: i64 = data.price.city
        self.wagon_price: i64 = data.price.wagon
        self.wagon_most: i64 = data.wagon.most
        self.slots: i64 = data.wagon.slots
        self.most_marks: i64 = data.markers.most
        self.roll_up_to: i64 = data.markers.roll_up_to
        self.start_marks: i64 = data.markers.rolled_at_start
        self.amount: i64 = data.loan.amount
        self.interest: i64 = data.loan.interest
        self.limit: i64 = data.loan.in_a_round
        self.first_limit: i64 = data.loan.in_the_first_round
        self.start_stock = numbers([data.start.straight, data.start.curve, data.start.switch, data.start.bridge])
        self.start_stocks = numbers(list(self.start_stock) * seats)  # of all seats
        self.start_cash: i64 = data.start.cash
        self.start_wagons: i64 = data.start.wagons
        self.locomotive_on_track = data.start.locomotive == "track"
        shipping = data.shipping
        self.free_points: i64 = shipping.free_points
        self.extra_point: i64 = shipping.extra_point
        self.step: i64 = shipping.step
        counted = 1 if self.points_move else 0  # where trains make runs there are no points
        self.load_points: i64 = shipping.load * counted
        self.deliver_points: i64 = shipping.deliver * counted
        self.second_load: i64 = (shipping.load_and_deliver - shipping.deliver) * counted
        self.second_deliver: i64 = (shipping.load_and_deliver - shipping.load) * counted
        self.toll: i64 = shipping.toll
        self.demanded: i64 = shipping.demanded
        self.not_demanded: i64 = shipping.not_demanded
        self.runs: i64 = shipping.runs
        self.opening_max: i64 = data.auction.opening_bid_max
        self.bank_bid: i64 = data.auction.bank_bid_a_tile
        self.sells_between = data.auction.section == "cities"
        # Shapes, a bit each: with one of these edges; with none but these; with all of these; of these sorts.
        self.using = numbers([_shapes([mask & edges > 0 for mask in SHAPE_MASK]) for edges in range(64)])
        self.fitting = numbers([_shapes([mask & ~edges == 0 for mask in SHAPE_MASK]) for edges in range(64)])
        self.keeping = numbers([_shapes([mask & edges == edges for mask in SHAPE_MASK]) for edges in range(64)])
        self.shapes = numbers([-1] * (8 << 12))  # what shapes_at() has found
        self.of_sorts = numbers([_shapes([sorts >> sort & 1 == 1 for sort in SHAPE_SORT]) for sorts in range(8)])
        self.numbers: list[Any] = list(range(len(edition.verbs)))  # all moves as Python's numbers, made once

    def _number_moves(self, firsts: Sequence[int]) -> None:
        """Where the moves of each verb begin."""
        self.open: i64 = firsts[OPEN]
        self.build: i64 = firsts[BUILD]
        self.upgrade: i64 = firsts[UPGRADE]
        self.bridging: i64 = firsts[BRIDGING]
        self.city: i64 = firsts[CITY]
        self.tile: i64 = firsts[TILE]
        self.locomotive: i64 = firsts[LOCOMOTIVE]
        self.go: i64 = firsts[GO]
        self.load: i64 = firsts[LOAD]
        self.deliver: i64 = firsts[DELIVER]
        self.sell: i64 = firsts[SELL]
        self.to: i64 = firsts[TO]
        self.put: i64 = firsts[PUT]
        self.shift: i64 = firsts[SHIFT]
        self.fill: i64 = firsts[FILL]
        self.roll: i64 = firsts[ROLL]
        self.leave: i64 = firsts[LEAVE]
        self.order: i64 = firsts[ORDER]
        self.place: i64 = firsts[PLACE]

    def _number_tiles(self, data: Data) -> None:
        """`fr.city-tile`: the colours that each tile supplies and demands; what it does not supply it demands."""
        letters = self.edition.letters
        self.tiles: i64 = len(data.city_tiles)
        self.supplies = [[letter in tile for letter in letters] for tile in data.city_tiles]
        self.supplied = numbers([sum([1 << n for n in range(COLOURS) if row[n]]) for row in self.supplies])  # a bit a colour
        # Supply then demand, each numbered 1 to 3 in the order of the colours.
        self.shown = numbers(
            [
                number
                for tile in data.city_tiles
                for number in [letters.index(letter) for letter in tile]
                + [number for number in range(COLOURS) if letters[number] not in tile]
            ]
        )

    def shapes_at(self, sorts: i64, code: i64) -> i64:
        """`fr.build-track`: the shapes, a bit each, of these sorts that can lie on an empty hex, with an edge among those asked
        for: hex * 64 + edges; and from bit SHAPES on, how many they are. No edge may point off the surface (`fr.map`)."""
        key = sorts << 12 | self.inside[code >> 6] << 6 | code & 63
        known = self.shapes[key]
        if known < 0:
            known = counted(self.of_sorts[sorts] & self.using[code & 63] & self.fitting[self.inside[code >> 6]])
            self.shapes[key] = known
        return known

    def switches_at(self, code: i64, above: i64) -> i64:
        """`fr.build-track`: the shapes, a bit each, into which a simple tile, hex * 64 + its edges, can turn under a bridge with
        these edges."""
        return self.of_sorts[1 << SWITCH] & self.keeping[code & 63] & self.fitting[self.inside[code >> 6] & ~above]

    def axes_at(self, code: i64, below: i64) -> i64:
        """`fr.bridge`: the axes, a bit each, along which a bridge can lie on a hex over a tile with these edges, with an edge
        among those asked for: hex * 64 + edges."""
        free = self.inside[code >> 6] & ~below
        return free & free >> AXES & (code | (code & 63) >> AXES) & 7

    def builds_at(self, sorts: i64, code: i64) -> list[int]:
        """The moves of shapes_at()."""
        shapes = self.shapes_at(sorts, code)
        first = self.build + (code >> 6) * SHAPES
        return [first + shape for shape in range(SHAPES) if shapes >> shape & 1]

    def upgrades_at(self, code: i64) -> list[int]:
        """The moves of switches_at(): (hex * 64 + the tile's edges) * 64 + a bridge's edges."""
        shapes = self.switches_at(code >> 6, code & 63) >> FIRST_SWITCH
        first = self.upgrade + (code >> 12) * SWITCHES
        return [first + shape for shape in range(SWITCHES) if shapes >> shape & 1]

    def bridges_at(self, code: i64, below: i64) -> list[int]:
        """The moves of axes_at()."""
        axes = self.axes_at(code, below)
        first = self.bridging + (code >> 6) * AXES
        return [first + axis for axis in range(AXES) if axes >> axis & 1]


def counted(found: i64) -> i64:
    """A set of shapes, or axes, with how many they are."""
    return count_of(found) << SHAPES | found


def _shapes(fit: list[bool]) -> int:
    """The shapes, a bit each, that fit."""
    return sum([1 << shape for shape in range(SHAPES) if fit[shape]])


ALL_SORTS: Final = (1 << BRIDGE) - 1  # every sort of tile, as builds_at() wants them


@lru_cache(maxsize=64)
def rules_for(edition: Edition, seats: int, options: tuple[str, ...]) -> Rules:
    """The numbers for a game; options in their canonical form."""
    return Rules(edition, check_seats(edition, seats), options)


@lru_cache(maxsize=16)
def built_in_edition(name: str) -> Edition:
    """An edition that ships with the game; `NAME@REVISION`: as it was at that revision."""
    raw = load_built_in(PACKAGE, name)
    return Edition(checked(raw, f"{name}.toml"), raw, True)


def edition_from(raw: Mapping[str, Any], source: str) -> Edition:
    """An edition from data that a playtester wrote. It is never taken for a built-in one, whatever its name."""
    full = extended(raw, PACKAGE, BUILT_IN, source)
    return Edition(checked(full, source), full, False)
