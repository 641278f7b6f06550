"""The editions of Freight: their words and move numbers, and the numbers that a game runs on."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, final

from freightyard.core.contract import Option, check_seats
from freightyard.core.editions import edition_pasteable, edition_word, extended, load_built_in, same_edition
from freightyard.core.notation import Vocabulary
from freightyard.games.freight.rules.data import COLOURS, Data, checked
from freightyard.games.freight.rules.hexes import (
    AXES,
    AXIS_MASK,
    BRIDGE,
    FIRST_SWITCH,
    SHAPE_MASK,
    SHAPE_SORT,
    SHAPE_WORDS,
    SHAPES,
    SWITCHES,
    Grid,
)

PACKAGE: Final = "freightyard.games.freight"
BUILT_IN: Final = ("standard", "family")
UNKNOWN: Final[list[int]] = []  # stands in a table of moves for a list that was not made yet; no other list is this one
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
        "bridge_axes",
        "bridging",
        "build",
        "builds",
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
        "fixed_map",
        "free_points",
        "go",
        "hexes",
        "inside",
        "interest",
        "leave",
        "limit",
        "load",
        "load_points",
        "loan_sells",
        "locomotive",
        "locomotive_on_track",
        "most_marks",
        "nb",
        "not_demanded",
        "open",
        "opening_max",
        "opens",
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
        "shift",
        "shown",
        "slots",
        "start_cash",
        "start_marks",
        "start_stock",
        "start_wagons",
        "step",
        "supplies",
        "tile",
        "tiles",
        "to",
        "toll",
        "tries",
        "upgrade",
        "upgrade_price",
        "upgrades",
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
        self.seats = seats
        self.hexes = grid.count
        self.nb = grid.neighbours(at.city_radius + data.map.margin)
        self.inside = [
            sum([1 << edge for edge in range(6) if self.nb[number * 6 + edge] < grid.count]) for number in range(grid.count)
        ]
        self.verbs = edition.verbs
        self.zone = grid.within(at.city_radius)
        self.cities = at.cities
        self.fixed_map = [grid.index[name] for name in at.fixed_map]
        self.tries = data.map.tries
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
        self.rounds = flow.rounds
        self.end_at_cities = flow.end_at_cities
        self.price = [data.price.straight, data.price.curve, data.price.switch, data.price.bridge]
        self.upgrade_price = data.price.upgrade
        self.city_price = data.price.city
        self.wagon_price = data.price.wagon
        self.wagon_most = data.wagon.most
        self.slots = data.wagon.slots
        self.most_marks = data.markers.most
        self.roll_up_to = data.markers.roll_up_to
        self.start_marks = data.markers.rolled_at_start
        self.amount = data.loan.amount
        self.interest = data.loan.interest
        self.limit = data.loan.in_a_round
        self.first_limit = data.loan.in_the_first_round
        self.start_stock = [data.start.straight, data.start.curve, data.start.switch, data.start.bridge]
        self.start_cash = data.start.cash
        self.start_wagons = data.start.wagons
        self.locomotive_on_track = data.start.locomotive == "track"
        shipping = data.shipping
        self.free_points = shipping.free_points
        self.extra_point = shipping.extra_point
        self.step = shipping.step
        counted = 1 if self.points_move else 0  # where trains make runs there are no points
        self.load_points = shipping.load * counted
        self.deliver_points = shipping.deliver * counted
        self.second_load = (shipping.load_and_deliver - shipping.deliver) * counted
        self.second_deliver = (shipping.load_and_deliver - shipping.load) * counted
        self.toll = shipping.toll
        self.demanded = shipping.demanded
        self.not_demanded = shipping.not_demanded
        self.runs = shipping.runs
        self.opening_max = data.auction.opening_bid_max
        self.bank_bid = data.auction.bank_bid_a_tile
        self.sells_between = data.auction.section == "cities"
        self.opens = list(range(self.open, self.open + self.opening_max + 1))
        # Lists of moves that are always the same, made when first asked for.
        self.builds: list[list[list[int]]] = [[] for _ in range(8)]
        self.upgrades: dict[int, list[int]] = {}
        self.bridge_axes: dict[int, list[int]] = {}

    def _number_moves(self, firsts: Sequence[int]) -> None:
        """Where the moves of each verb begin."""
        self.open = firsts[OPEN]
        self.build = firsts[BUILD]
        self.upgrade = firsts[UPGRADE]
        self.bridging = firsts[BRIDGING]
        self.city = firsts[CITY]
        self.tile = firsts[TILE]
        self.locomotive = firsts[LOCOMOTIVE]
        self.go = firsts[GO]
        self.load = firsts[LOAD]
        self.deliver = firsts[DELIVER]
        self.sell = firsts[SELL]
        self.to = firsts[TO]
        self.put = firsts[PUT]
        self.shift = firsts[SHIFT]
        self.fill = firsts[FILL]
        self.roll = firsts[ROLL]
        self.leave = firsts[LEAVE]
        self.order = firsts[ORDER]
        self.place = firsts[PLACE]

    def _number_tiles(self, data: Data) -> None:
        """`fr.city-tile`: the colours that each tile supplies and demands; what it does not supply it demands."""
        letters = self.edition.letters
        self.tiles = len(data.city_tiles)
        self.supplies = [[letter in tile for letter in letters] for tile in data.city_tiles]
        # Supply then demand, each numbered 1 to 3 in the order of the colours.
        self.shown = [
            [letters.index(letter) for letter in tile] + [number for number in range(COLOURS) if letters[number] not in tile]
            for tile in data.city_tiles
        ]

    def builds_of(self, sorts: int) -> list[list[int]]:
        """The table of builds_at() for these sorts, as far as it is known."""
        table = self.builds[sorts]
        if not table:
            table += [UNKNOWN] * (self.hexes << 6)
        return table

    def builds_at(self, sorts: int, code: int) -> list[int]:
        """The moves that lay a tile of these sorts (a bit each) on a hex, with an edge among those asked for: hex * 64 + edges.

        No edge may point off the surface (`fr.map`).
        """
        table = self.builds_of(sorts)
        moves = table[code]
        if moves is UNKNOWN:
            number, want = code >> 6, code & 63
            moves = [
                self.build + number * SHAPES + shape
                for shape, mask in enumerate(SHAPE_MASK)
                if mask & want and not mask & ~self.inside[number] and sorts >> SHAPE_SORT[shape] & 1
            ]
            table[code] = moves
        return moves

    def upgrades_at(self, code: int) -> list[int]:
        """`fr.build-track`: the moves that turn a simple tile into a switch: (hex * 64 + its edges) * 64 + a bridge's edges."""
        moves = self.upgrades.get(code)
        if moves is None:
            number, old, above = code >> 12, code >> 6 & 63, code & 63
            moves = [
                self.upgrade + number * SWITCHES + shape
                for shape, mask in enumerate(SHAPE_MASK[FIRST_SWITCH:])
                if mask & old == old and not mask & (~self.inside[number] | above)
            ]
            self.upgrades[code] = moves
        return moves

    def bridges_at(self, code: int, below: int) -> list[int]:
        """`fr.bridge`: the moves that lay a bridge on a hex over a tile with these edges, with an edge among those asked for."""
        key = code << 6 | below
        moves = self.bridge_axes.get(key)
        if moves is None:
            number, want = code >> 6, code & 63
            moves = [
                self.bridging + number * AXES + axis
                for axis, mask in enumerate(AXIS_MASK)
                if mask & want and not mask & (~self.inside[number] | below)
            ]
            self.bridge_axes[key] = moves
        return moves


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
