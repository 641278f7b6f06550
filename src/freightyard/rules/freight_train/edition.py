"""The editions of Freight Train: their data typed and checked, their words, and the numbers that a game runs on."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, final

import msgspec
from msgspec import Meta

from freightyard.rules.contract import Option, check_seats, option_value
from freightyard.rules.editions import extended, load_built_in, refuse_field, typed
from freightyard.rules.notation import Vocabulary

PACKAGE: Final = "freightyard.rules.freight_train"
BUILT_IN: Final = ("mayfair-1996", "whitewind-1993", "whitewind-nl")

# Five bits a car keep a siding of twelve in one machine word (state.py).
MOST_KINDS: Final = 26
MOST_SPACES: Final = 12

Count = Annotated[int, Meta(ge=0, le=999)]
AtLeastOne = Annotated[int, Meta(ge=1, le=999)]
Points = Annotated[int, Meta(ge=-999, le=999)]
Sidings = Annotated[int, Meta(ge=1, le=9)]
Spaces = Annotated[int, Meta(ge=1, le=MOST_SPACES)]
Slug = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Label = Annotated[str, Meta(min_length=1, max_length=60)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of an edition file: a misspelt field is an error."""


class Kind(Strict, frozen=True):
    """A kind of car."""

    letter: Annotated[str, Meta(pattern="^[A-Z]$")]
    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9]*([ -][a-z0-9]+)*$", max_length=30)]

    @property
    def word(self) -> str:
        """The name as one word of a move."""
        return self.name.replace(" ", "-")


class Seats(Strict, frozen=True):
    """What depends on the number of players."""

    players: Annotated[int, Meta(ge=2, le=9)]
    cars_of_each_kind: AtLeastOne
    locomotives: AtLeastOne


class Day(Strict, frozen=True):
    """A day: where its Trains Leave card goes and what its yards are worth."""

    leave_in_bottom: AtLeastOne
    locomotive: bool
    yard_cars: AtLeastOne
    yard_points: Points


class MainYard(Strict, frozen=True):
    """The yard in the middle."""

    sidings: Sidings
    spaces: Spaces
    empty_to_fill: Sidings


class OwnYard(Strict, frozen=True):
    """The yard of each player."""

    sidings: Sidings
    spaces: Spaces
    dealt: Count


class Action(Strict, frozen=True):
    """How much an action moves and costs."""

    take: AtLeastOne
    load: AtLeastOne
    rearrange_cost: Count
    rearrange_empty: bool


class Award(Strict, frozen=True):
    """What the trains earn."""

    longest: Points
    second: Points
    two_tied: Points
    three_tied: Points
    more_tied: Points
    mixed: bool


class Caboose(Strict, frozen=True):
    """The cabooses; with no cards there is no option."""

    cards: Count
    factor: Points


class Sequence_(Strict, frozen=True):  # noqa: N801  (Sequence is taken by typing)
    """Who starts a round."""

    default: str
    options: tuple[str, ...]


class Data(Strict, frozen=True):
    """An edition file."""

    name: Slug
    title: Label
    revision: AtLeastOne
    points_at_start: Points
    locomotive_cards: Count
    kinds: Annotated[tuple[Kind, ...], Meta(min_length=1, max_length=MOST_KINDS)]
    seats: Annotated[tuple[Seats, ...], Meta(min_length=1)]
    days: Annotated[tuple[Day, ...], Meta(min_length=1, max_length=9)]
    main_yard: MainYard
    own_yard: OwnYard
    action: Action
    award: Award
    caboose: Caboose
    sequence: Sequence_


# The three sequences of play: how often the first seat of a round moves on.
MARKER: Final = 0  # ft.marker: after every round
MARKER_BY_DAY: Final = 1  # ft.marker-by-day: after every day
CLOCKWISE: Final = 2  # ft.clockwise: never
SEQUENCES: Final = ("marker", "marker-by-day", "clockwise")
_TITLES: Final = {
    "marker": "the marker passes left after every round",
    "marker-by-day": "the marker passes left after every day, not after every round",
    "clockwise": "no marker: turns go round the table without end",
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
        "kinds",
        "letters",
        "load",
        "options",
        "put",
        "raw",
        "seat_counts",
        "take",
        "to_train",
        "verbs",
        "vocabulary",
        "width",
    )

    def __init__(self, data: Data, raw: Mapping[str, Any], built_in: bool) -> None:
        self.data = data
        self.raw = raw
        self.built_in = built_in
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

    @property
    def game(self) -> str:
        return "freight-train"

    @property
    def name(self) -> str:
        return self.data.name

    @property
    def title(self) -> str:
        return self.data.title

    @property
    def revision(self) -> int:
        return self.data.revision

    def __repr__(self) -> str:
        return f"<edition {self.game} {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.built_in:
            return built_in_edition, (self.name,)
        return edition_from, (self.raw, self.name)


@final
class Rules:
    """The numbers of one edition with its options for one number of seats, laid out for the inner loops."""

    __slots__ = (
        "all_kinds",
        "awards",
        "caboose_cards",
        "caboose_factor",
        "calls",
        "cars",
        "days",
        "dealt",
        "edition",
        "empty_to_fill",
        "kinds",
        "leave_parts",
        "load_most",
        "locomotives",
        "main_sidings",
        "main_spaces",
        "mixed_scores",
        "options",
        "points",
        "rearrange_cost",
        "rearrange_empty",
        "seats",
        "second",
        "sequence",
        "take_cars",
        "verbs",
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
    """An edition that ships with the game."""
    raw = load_built_in(PACKAGE, name)
    return Edition(_checked(raw, f"{name}.toml"), raw, True)


def edition_from(raw: Mapping[str, Any], source: str) -> Edition:
    """An edition from data that a playtester wrote. It is never taken for a built-in one, whatever its name."""
    full = extended(raw, PACKAGE, BUILT_IN, source)
    return Edition(_checked(full, source), full, False)


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


def _checked(raw: Mapping[str, Any], source: str) -> Data:
    """The typed data, with everything refused that would make a game impossible."""
    data = typed(raw, Data, source)
    lists: tuple[tuple[str, list[Any]], ...] = (
        ("kinds: letter", [kind.letter for kind in data.kinds]),
        ("kinds: name", [kind.word for kind in data.kinds]),
        ("seats: players", [seats.players for seats in data.seats]),
        ("sequence.options", list(data.sequence.options)),
    )
    for field, values in lists:
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            refuse_field(source, field, twice, "given only once")
    for kind in data.kinds:
        if kind.word in ("mixed", "train", "trains-leave") or kind.word.startswith("yard-"):
            refuse_field(source, "kinds: name", kind.name, "a name that the moves do not use already")
    counts = [seats.players for seats in data.seats]
    if counts != list(range(counts[0], counts[0] + len(counts))):
        refuse_field(source, "seats: players", counts, "numbers in a row, such as 2, 3, 4")
    for field, name in [
        ("sequence.default", data.sequence.default),
        *(("sequence.options", name) for name in data.sequence.options),
    ]:
        if name not in SEQUENCES:
            refuse_field(source, field, name, f"one of {', '.join(SEQUENCES)}")
    if data.sequence.default in data.sequence.options:
        refuse_field(source, "sequence.options", data.sequence.default, "another sequence than the default")
    if len(data.sequence.options) > 1:
        refuse_field(source, "sequence.options", list(data.sequence.options), "one sequence at the most")
    if data.own_yard.dealt > data.own_yard.spaces:
        allowed = f"at most own_yard.spaces, {data.own_yard.spaces}"
        refuse_field(source, "own_yard.dealt", data.own_yard.dealt, allowed)
    if data.main_yard.empty_to_fill > data.main_yard.sidings:
        allowed = f"at most main_yard.sidings, {data.main_yard.sidings}"
        refuse_field(source, "main_yard.empty_to_fill", data.main_yard.empty_to_fill, allowed)
    main = data.main_yard.sidings * data.main_yard.spaces
    if data.action.take > main:
        refuse_field(source, "action.take", data.action.take, f"at most the {main} cars of the main yard")
    if data.action.take > 5:
        refuse_field(source, "action.take", data.action.take, "at most 5")
    if data.action.load > 5:
        refuse_field(source, "action.load", data.action.load, "at most 5")
    if data.action.rearrange_cost == 0:
        # A free rearrangement would be a free pass without end: no day would have to end.
        refuse_field(source, "action.rearrange_cost", 0, "a whole number of 1 or more")
    for seats in data.seats:
        needed = main + seats.players * data.own_yard.sidings * data.own_yard.spaces
        cars = seats.cars_of_each_kind * len(data.kinds)
        if cars < needed:
            least = -(-needed // len(data.kinds))
            allowed = f"at least {least}, to fill the main yard and {seats.players} full yards"
            refuse_field(source, f"seats: cars_of_each_kind for {seats.players} players", seats.cars_of_each_kind, allowed)
    return data
