"""The data of a Freight Train edition, typed, with everything refused that would make a game impossible."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from freightyard.core.editions import (
    AtLeastOne,
    Count,
    Label,
    Points,
    Slug,
    Strict,
    refuse_field,
    refuse_gaps,
    refuse_twice,
    typed,
)

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
    players = [seats.players for seats in data.seats]
    refuse_twice(
        source,
        {
            "kinds: letter": [kind.letter for kind in data.kinds],
            "kinds: name": [kind.word for kind in data.kinds],
            "seats: players": players,
            "sequence.options": data.sequence.options,
        },
    )
    _check_kinds(data.kinds, source)
    refuse_gaps(source, players)
    _check_sequence(data.sequence, source)
    _check_yards(data, source)
    _check_action(data, source)
    _check_cars(data, source)
    return data


def _check_kinds(kinds: tuple[Kind, ...], source: str) -> None:
    """The words of moves stay clear."""
    for kind in kinds:
        if kind.word in ("mixed", "train", "trains-leave") or kind.word.startswith("yard-"):
            refuse_field(source, "kinds: name", kind.name, "a name that the moves do not use already")


def _check_sequence(sequence: SequenceOfPlay, source: str) -> None:
    """`ft.marker`, `ft.marker-by-day`, `ft.clockwise`: a sequence, and one other at the most to choose instead."""
    fields = [("sequence.default", sequence.default), *(("sequence.options", name) for name in sequence.options)]
    for field, name in fields:
        if name not in SEQUENCES:
            refuse_field(source, field, name, f"one of {', '.join(SEQUENCES)}")
    if sequence.default in sequence.options:
        refuse_field(source, "sequence.options", sequence.default, "another sequence than the default")
    if len(sequence.options) > 1:
        refuse_field(source, "sequence.options", list(sequence.options), "one sequence at the most")


def _check_yards(data: Data, source: str) -> None:
    """What is dealt has room, and the main yard can be filled."""
    own, main = data.own_yard, data.main_yard
    if own.dealt > own.spaces:
        refuse_field(source, "own_yard.dealt", own.dealt, f"at most own_yard.spaces, {own.spaces}")
    if main.empty_to_fill > main.sidings:
        refuse_field(source, "main_yard.empty_to_fill", main.empty_to_fill, f"at most main_yard.sidings, {main.sidings}")


def _check_action(data: Data, source: str) -> None:
    """Actions take what there can be, and none of them goes on without end."""
    action, cars = data.action, data.main_yard.sidings * data.main_yard.spaces
    if action.take > cars:
        refuse_field(source, "action.take", action.take, f"at most the {cars} cars of the main yard")
    if action.take > 5:
        refuse_field(source, "action.take", action.take, "at most 5")
    if action.load > 5:
        refuse_field(source, "action.load", action.load, "at most 5")
    if action.rearrange_cost == 0:
        # A free rearrangement would be a free pass without end: no day would have to end.
        refuse_field(source, "action.rearrange_cost", 0, "a whole number of 1 or more")


def _check_cars(data: Data, source: str) -> None:
    """There are cars enough for the yards."""
    for seats in data.seats:
        needed = data.main_yard.sidings * data.main_yard.spaces + seats.players * data.own_yard.sidings * data.own_yard.spaces
        if seats.cars_of_each_kind * len(data.kinds) < needed:
            least = -(-needed // len(data.kinds))
            allowed = f"at least {least}, to fill the main yard and {seats.players} full yards"
            refuse_field(source, f"seats: cars_of_each_kind for {seats.players} players", seats.cars_of_each_kind, allowed)
