"""The editions of Freight Train: their words, and the numbers that a game runs on."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, final

from freightyard.core.contract import Option, check_seats, option_value
from freightyard.core.editions import edition_pasteable, edition_word, extended, load_built_in, same_edition
from freightyard.core.notation import Vocabulary
from freightyard.games.freight_train.rules.data import SEQUENCES, Data, checked

PACKAGE: Final = "freightyard.games.freight_train"
BUILT_IN: Final = ("mayfair-1996", "whitewind-1993", "whitewind-nl")

# The three sequences of play: how often the first seat of a round moves on.
MARKER: Final = 0  # ft.marker: after every round
MARKER_BY_DAY: Final = 1  # ft.marker-by-day: after every day
CLOCKWISE: Final = 2  # ft.clockwise: never
_TITLES: Final = {
    "marker": "the marker passes left after every round",
    "marker-by-day": "the marker passes left after every day, not after every round",
    "clockwise": "no start marker; turns simply pass left",
}

# The verbs, in the order of their numbers.
FILL: Final = 0
REARRANGE: Final = 1
CALL: Final = 2
PASS: Final = 3
LEAVE: Final = 4
DRAW_LEAVE: Final = 5
TAKE: Final = 6  # from here on a verb has several moves, and their first numbers depend on the edition
LOAD: Final = 7
PUT: Final = 8
CABOOSE: Final = 9
DRAW: Final = 10
FIRST: Final = 11

# Where a car can be put, in the order of the moves of one kind: the mixed train, the sidings of the own yard, then the
# train of each kind: its own, or the single car of another kind, which makes that train mixed.
TO_MIXED: Final = 0
TO_YARD: Final = 1


@final
class Edition:
    """A Freight Train edition: its data, and its moves as numbers and words."""

    __slots__ = (
        "built_in",
        "caboose",
        "data",
        "draw",
        "first",
        "game",
        "kinds",
        "letters",
        "load",
        "name",
        "options",
        "put",
        "raw",
        "revision",
        "seat_counts",
        "take",
        "title",
        "to_train",
        "verbs",
        "vocabulary",
        "width",
    )

    def __init__(self, data: Data, raw: Mapping[str, Any], built_in: bool) -> None:
        self.data = data
        self.raw = raw
        self.built_in = built_in
        self.game = "freight-train"
        self.name = data.name
        self.title = data.title
        self.revision = data.revision
        self.kinds = len(data.kinds)
        self.letters = "".join(kind.letter for kind in data.kinds)
        self.to_train = TO_YARD + data.own_yard.sidings
        self.width = self.to_train + self.kinds
        self.seat_counts = tuple(seats.players for seats in data.seats)
        self.options = _options(data)
        self.take = TAKE
        self.load = self.take + data.main_yard.sidings
        self.put = self.load + data.own_yard.sidings
        self.caboose = self.put + self.kinds * self.width
        self.draw = self.caboose + self.kinds + 1
        self.first = self.draw + self.kinds
        texts, self.verbs = _words(data)
        self.vocabulary = Vocabulary(texts)

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


@final
class Rules:
    """The numbers of one edition with its options for one number of seats, laid out for the inner loops."""

    __slots__ = (
        "all_kinds",
        "awards",
        "caboose",
        "caboose_cards",
        "caboose_factor",
        "calls",
        "cars",
        "days",
        "dealt",
        "draw",
        "edition",
        "empty_to_fill",
        "kinds",
        "leave_parts",
        "leave_rounds_up",
        "load",
        "load_most",
        "locomotives",
        "main_sidings",
        "main_spaces",
        "mixed_scores",
        "options",
        "points",
        "put",
        "rearrange_cost",
        "rearrange_empty",
        "seats",
        "second",
        "sequence",
        "take_cars",
        "to_train",
        "verbs",
        "width",
        "yard_cars",
        "yard_points",
        "yard_sidings",
        "yard_spaces",
    )

    def __init__(self, edition: Edition, seats: int, options: Sequence[str]) -> None:
        data = edition.data
        at = next(row for row in data.seats if row.players == seats)
        self.edition = edition
        self.verbs = edition.verbs
        self.load = edition.load
        self.put = edition.put
        self.width = edition.width
        self.to_train = edition.to_train
        self.caboose = edition.caboose
        self.draw = edition.draw
        self.options = tuple(options)
        self.seats = seats
        self.kinds = edition.kinds
        self.all_kinds = (1 << edition.kinds) - 1
        self.cars = at.cars_of_each_kind
        self.locomotives = at.locomotives
        self.points = data.points_at_start
        self.main_sidings = data.main_yard.sidings
        self.main_spaces = data.main_yard.spaces
        self.empty_to_fill = data.main_yard.empty_to_fill
        self.yard_sidings = data.own_yard.sidings
        self.yard_spaces = data.own_yard.spaces
        self.dealt = data.own_yard.dealt
        self.take_cars = data.action.take
        self.load_most = data.action.load
        self.rearrange_cost = data.action.rearrange_cost
        self.rearrange_empty = data.action.rearrange_empty
        self.days = len(data.days)
        self.leave_parts = [day.leave_in_bottom for day in data.days]
        self.leave_rounds_up = data.trains_leave.rounding == "up"
        self.calls = [day.locomotive for day in data.days]
        self.yard_cars = [day.yard_cars for day in data.days]
        self.yard_points = [day.yard_points for day in data.days]
        # What each of n tied for longest earns, at index n.
        more = [data.award.more_tied] * max(0, seats - 3)
        self.awards = [0, data.award.longest, data.award.two_tied, data.award.three_tied, *more]
        self.second = data.award.second
        self.mixed_scores = data.award.mixed
        self.caboose_cards = data.caboose.cards if "cabooses" in options else 0
        self.caboose_factor = data.caboose.factor
        self.sequence = SEQUENCES.index(data.sequence.default)
        for name in data.sequence.options:
            if option_value(edition, options, name) == "yes":
                self.sequence = SEQUENCES.index(name)


@lru_cache(maxsize=256)
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


def _options(data: Data) -> tuple[Option, ...]:
    options = [Option(name, _TITLES[name]) for name in data.sequence.options]
    if data.caboose.cards:
        options.append(Option("cabooses", "a caboose closes a train and doubles what it earns"))
    return tuple(options)


def _words(data: Data) -> tuple[list[str], list[int]]:
    """The words of every move, and its verb, in the order of the numbers."""
    kinds = [kind.word for kind in data.kinds]
    yards = [f"yard-{number + 1}" for number in range(data.own_yard.sidings)]
    places = ["mixed", *yards, *kinds]
    most_seats = max(seats.players for seats in data.seats)
    by_verb = [
        ["fill"],
        ["rearrange"],
        ["call"],
        ["pass"],
        ["leave"],
        ["draw trains-leave"],
        [f"take {number + 1}" for number in range(data.main_yard.sidings)],
        [f"load {number + 1}" for number in range(data.own_yard.sidings)],
        [f"put {kind} {'train' if place == kind else place}" for kind in kinds for place in places],
        [f"caboose {kind}" for kind in [*kinds, "mixed"]],
        [f"draw {kind}" for kind in kinds],
        [f"first {number + 1}" for number in range(most_seats)],
    ]
    texts = [text for moves in by_verb for text in moves]
    verbs = [verb for verb, moves in enumerate(by_verb) for _ in moves]
    return texts, verbs
