"""The editions: their data, typed and checked, and the words of every move."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, final

from msgspec import Meta

from freightyard.core.contract import Option
from freightyard.core.editions import (
    AtLeastOne,
    Count,
    Label,
    Points,
    Slug,
    Strict,
    refuse_field,
    typed,
)
from freightyard.core.plain import PlainEdition, PlainGame

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
    kinds: Annotated[tuple[Kind, ...], Meta(min_length=2, max_length=9)]
    cars: Few
    sidings: Annotated[int, Meta(ge=2, le=9)]
    spaces: Few
    actions: Few
    coal: tuple[Count, ...]
    points: Scoring


@final
class Edition(PlainEdition):
    """An edition: its data, and its moves as numbers and words."""

    def __init__(
        self, game: PlainGame[Any, Any, Any], data: Data, raw: Mapping[str, Any], built_in: bool
    ) -> None:
        self.data = data
        self.letters = "".join(kind[0].upper() for kind in data.kinds)
        sidings = range(data.sidings)
        # A move is a verb and what it is about. A car is a number; the first kind comes first.
        self.moves = [
            (PASS, 0, 0),
            *[(TAKE, siding, 0) for siding in sidings],
            *[(SHUNT, siding, to) for siding in sidings for to in sidings if siding != to],
            *[(DEAL, car, 0) for car in range(len(data.kinds) * data.cars)],
        ]
        words = [self._words(*move) for move in self.moves]
        handbrake = Option("handbrake", "the car shunted last stays until another car has moved")
        super().__init__(
            game, raw, built_in, seat_counts=data.seats, words=words, options=[handbrake]
        )

    def car_name(self, car: int) -> str:
        """A car as moves name it: `box-1`."""
        kind, number = divmod(car, self.data.cars)
        return f"{self.data.kinds[kind]}-{number + 1}"

    def _words(self, verb: int, what: int, to: int) -> str:
        return (
            "pass",
            f"take {what + 1}",
            f"shunt {what + 1} {to + 1}",
            f"deal {self.car_name(what)}",
        )[verb]


def checked(raw: Mapping[str, Any], source: str) -> Data:
    """The typed data, with everything refused that would make a game impossible."""
    data = typed(raw, Data, source)
    most = len(data.kinds)
    if len({kind[0] for kind in data.kinds}) < most:
        refuse_field(source, "kinds", list(data.kinds), "words that begin with different letters")
    if (
        list(data.seats) != sorted(set(data.seats))
        or not 2 <= data.seats[0] <= data.seats[-1] <= most
    ):
        refuse_field(
            source,
            "seats",
            list(data.seats),
            f"rising numbers from 2 to {most}, with a kind of cars for everybody",
        )
    if len(data.coal) != most:
        refuse_field(source, "coal", list(data.coal), f"{most} numbers, one for each seat")
    if data.sidings * data.spaces < data.seats[-1] * data.cars:
        refuse_field(
            source,
            "spaces",
            data.spaces,
            f"enough for {data.seats[-1] * data.cars} cars on {data.sidings} sidings",
        )
    return data
