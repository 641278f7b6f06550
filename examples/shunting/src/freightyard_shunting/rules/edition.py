"""The editions: every number of the game comes from their files, and so do the words of every move."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, final

from msgspec import Meta

from freightyard.core.contract import Option
from freightyard.core.editions import AtLeastOne, Count, Label, Points, Slug, Strict, extended, load_built_in, refuse_field, typed
from freightyard.core.notation import Vocabulary

PACKAGE: Final = "freightyard_shunting"
BUILT_IN: Final = ("standard", "long")  # the usual one first

PASS, TAKE, SHUNT, DEAL = range(4)  # the verbs
NOWHERE: Final = -1  # the siding of the braked car when there is none

Kind = Annotated[str, Meta(pattern=r"^[a-z]+\Z", max_length=20)]
Few = Annotated[int, Meta(ge=1, le=9)]


class Scoring(Strict, frozen=True):
    """What the end is worth."""

    car: Points
    complete: Points
    coal: Points


class Data(Strict, frozen=True):
    """An edition file."""

    name: Slug
    title: Label
    revision: AtLeastOne
    seats: Annotated[tuple[Few, ...], Meta(min_length=1)]
    kinds: Annotated[tuple[Kind, ...], Meta(min_length=1, max_length=9)]
    cars: Few
    sidings: Annotated[int, Meta(ge=2, le=9)]
    spaces: Few
    actions: Few
    coal: tuple[Count, ...]
    points: Scoring


@final
class Edition:
    """An edition: its data, and its moves as numbers and words."""

    game: Final = "shunting"

    def __init__(self, data: Data, raw: Mapping[str, Any], built_in: bool) -> None:
        self.data = data
        self.raw = raw
        self.built_in = built_in
        self.name = data.name
        self.title = data.title
        self.revision = data.revision
        self.seat_counts = data.seats
        self.options = (Option("handbrake", "the car shunted last stays until another car has moved"),)
        self.letters = "".join(kind[0].upper() for kind in data.kinds)
        sidings = range(data.sidings)
        cars = range(len(data.kinds) * data.cars)
        # Every move is a verb and what it is about. A car is a number: those of the first kind come first.
        self.moves = [
            (PASS, 0, 0),
            *[(TAKE, siding, 0) for siding in sidings],
            *[(SHUNT, siding, to) for siding in sidings for to in sidings if siding != to],
            *[(DEAL, car, 0) for car in cars],
        ]
        self.number = {move: number for number, move in enumerate(self.moves)}
        self.vocabulary = Vocabulary([self._words(*move) for move in self.moves])

    def car_name(self, car: int) -> str:
        """A car as moves name it: `box-1`."""
        kind, number = divmod(car, self.data.cars)
        return f"{self.data.kinds[kind]}-{number + 1}"

    def _words(self, verb: int, what: int, to: int) -> str:
        return ("pass", f"take {what + 1}", f"shunt {what + 1} {to + 1}", f"deal {self.car_name(what)}")[verb]

    def __repr__(self) -> str:
        return f"<edition {self.game} {self.name}>"


@cache
def built_in_edition(name: str) -> Edition:
    """An edition that ships with the game."""
    raw = load_built_in(PACKAGE, name)
    return Edition(_checked(raw, f"{name}.toml"), raw, True)


def edition_from(raw: Mapping[str, Any], source: str) -> Edition:
    """An edition from data that somebody wrote; it may extend a built-in one."""
    full = extended(raw, PACKAGE, BUILT_IN, source)
    return Edition(_checked(full, source), full, False)


def _checked(raw: Mapping[str, Any], source: str) -> Data:
    """The typed data, with everything refused that would make a game impossible."""
    data = typed(raw, Data, source)
    if len({kind[0] for kind in data.kinds}) < len(data.kinds):
        refuse_field(source, "kinds", list(data.kinds), "words that begin with different letters")
    if list(data.seats) != sorted(set(data.seats)) or data.seats[-1] > len(data.kinds):
        refuse_field(source, "seats", list(data.seats), f"rising numbers up to {len(data.kinds)}, a kind of cars for everybody")
    if len(data.coal) != len(data.kinds):
        refuse_field(source, "coal", list(data.coal), f"a number for each of {len(data.kinds)} seats")
    needed = data.seats[-1] * data.cars
    if data.sidings * data.spaces < needed:
        refuse_field(source, "spaces", data.spaces, f"enough for {needed} cars on {data.sidings} sidings")
    return data
