"""The data of a Freight Train edition, typed, with everything refused that would make a game impossible."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from freightyard.core.editions import AtLeastOne, Count, Label, Points, Slug, Strict, refuse_field, typed

# Five bits a car keep a siding of twelve in one machine word (sidings.py).
MOST_KINDS: Final = 26
MOST_SPACES: Final = 12

Sidings = Annotated[int, Meta(ge=1, le=9)]
Spaces = Annotated[int, Meta(ge=1, le=MOST_SPACES)]


class Kind(Strict, frozen=True):
    """A kind of car."""

    letter: Annotated[str, Meta(pattern=r"^[A-Z]\Z")]
    name: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9]*([ -][a-z0-9]+)*\Z", max_length=30)]

    @property
    def word(self) -> str:
        """The name as one word of a move."""
        return self.name.replace(" ", "-")


class Seats(Strict, frozen=True):
    """What depends on the number of players."""

    players: Annotated[int, Meta(ge=2, le=9)]
    cars_of_each_kind: AtLeastOne
    locomotives: Annotated[int, Meta(ge=1, le=99)]


class Day(Strict, frozen=True):
    """A day: where its Trains Leave card goes and what its yards are worth."""

    leave_in_bottom: AtLeastOne
    locomotive: bool
    yard_cars: AtLeastOne
    yard_points: Points


class TrainsLeave(Strict, frozen=True):
    """The part of the deck with the Trains Leave card. Files of revision 1 do not say how it is rounded: up."""

    rounding: Literal["up", "down"] = "up"


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


class SequenceOfPlay(Strict, frozen=True):
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
    sequence: SequenceOfPlay
    trains_leave: TrainsLeave = TrainsLeave()


SEQUENCES: Final = ("marker", "marker-by-day", "clockwise")  # edition.py numbers them in this order


def checked(raw: Mapping[str, Any], source: str) -> Data:
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
