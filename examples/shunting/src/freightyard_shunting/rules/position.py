"""The position in readable values, which is what everybody sees, and the state that it describes.

`PlainState` writes a board as a text, section by section, and reads it back; README.md shows one.
"""

import re
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from freightyard.core.errors import BadPosition
from freightyard_shunting.rules import scoring
from freightyard_shunting.rules.edition import NOWHERE, Edition

if TYPE_CHECKING:
    from freightyard_shunting.rules.state import State

Count = Annotated[int, Meta(ge=0, le=999_999)]


class SeatBoard(msgspec.Struct, frozen=True):
    """What a player has. The platform's plain board knows `points` by its name."""

    points: int
    train: Count
    coal: Count


class Board(msgspec.Struct, frozen=True):
    """A position as people read it: seats and sidings count from 1, and `B2` is car box-2."""

    turns: Count
    seat: Annotated[int, Meta(ge=1, le=9)]
    yard: tuple[str, ...]
    seats: tuple[SeatBoard, ...]
    options: tuple[str, ...] = ()
    done: Count = 0
    passed: Count = 0
    braked: Count = 0  # the siding, if there is one


def board_of(s: "State") -> Board:
    """The board of a state. Everything in it is public."""
    size, letters = s.edition.data.cars, s.edition.letters

    def name(car: int) -> str:
        return f"{letters[car // size]}{car % size + 1}"

    return Board(
        turns=s.turns,
        seat=s.actor + 1,
        yard=tuple("".join(map(name, siding)) for siding in s.sidings),
        seats=tuple(
            SeatBoard(sum(scoring.points_of(s, seat)), s.trains[seat], s.coal[seat])
            for seat in range(s.seats)
        ),
        options=s.options,
        done=s.done,
        passed=s.passed,
        braked=s.braked + 1,
    )


def set_out(s: "State", board: Board) -> None:
    """Put everything where the board says, or refuse it. What is nowhere stays in the deck."""
    data = s.edition.data
    if len(board.yard) != data.sidings or board.seat > s.seats or board.braked > data.sidings:
        raise BadPosition(f"there are {data.sidings} sidings and {s.seats} seats")
    s.turns, s.actor = board.turns, board.seat - 1
    s.done, s.passed, s.braked = board.done, board.passed, board.braked - 1
    s.sidings = [_cars(s.edition, cars) for cars in board.yard]
    s.trains, s.coal = [at.train for at in board.seats], [at.coal for at in board.seats]
    placed = [car for siding in s.sidings for car in siding]
    placed += [
        seat * data.cars + number for seat, train in enumerate(s.trains) for number in range(train)
    ]
    if len(set(placed)) < len(placed) or not set(placed) <= set(s.deck):
        raise BadPosition("a car stands twice in the position, or there is no such car")
    s.deck = [car for car in s.deck if car not in placed]
    lengths = [len(siding) for siding in s.sidings]
    if max(lengths) > data.spaces or any(
        coal > most for coal, most in zip(s.coal, data.coal, strict=False)
    ):
        raise BadPosition(
            f"a siding has {data.spaces} spaces, and nobody has more coal than at the start"
        )
    dealt = lengths == sorted(lengths, reverse=True) and lengths[0] - lengths[-1] <= 1
    if s.deck and (not dealt or any(s.trains) or s.turns or s.actor or s.done or s.passed):
        raise BadPosition(
            "cars are missing; before the first turn they are dealt to one siding after the other"
        )
    if s.done >= data.actions or s.passed > (0 if s.done else s.seats):
        raise BadPosition(f"{s.done} actions and {s.passed} passes cannot have been made")
    if s.braked != NOWHERE and ("handbrake" not in s.options or not s.sidings[s.braked]):
        raise BadPosition(f"no car can be braked on siding {s.braked + 1}")


def _cars(edition: Edition, text: str) -> list[int]:
    """The cars in a text such as B1T2."""
    cars = re.findall(rf"([{edition.letters}])([1-{edition.data.cars}])", text)
    if "".join(map("".join, cars)) != text:
        raise BadPosition(f"a siding is written like B1T2, not {text[:20]!r}")
    return [
        edition.letters.index(letter) * edition.data.cars + int(number) - 1
        for letter, number in cars
    ]
