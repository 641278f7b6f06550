"""The position as a board of readable values, as one line of text, and back. README.md explains the text."""

from typing import TYPE_CHECKING

import msgspec

from freightyard.core.errors import BadPosition
from freightyard.core.notation import Sections, pairs, whole
from freightyard_shunting.rules import scoring
from freightyard_shunting.rules.edition import NOWHERE

if TYPE_CHECKING:
    from freightyard_shunting.rules.state import State


class SeatBoard(msgspec.Struct, frozen=True):
    """What lies before one player. The platform's plain board knows `points` by its name."""

    points: int
    train: int
    coal: int


class Board(msgspec.Struct, frozen=True):
    """A position in readable values: seats and sidings are counted from 1. `deck`: how many cars are still to be dealt."""

    options: tuple[str, ...]
    turns: int
    seat: int
    done: int
    passed: int
    braked: int | None
    yard: tuple[str, ...]
    deck: int
    seats: tuple[SeatBoard, ...]


def board_of(s: "State") -> Board:
    """The board of a state. Everything in it is public."""
    size, letters = s.edition.data.cars, s.edition.letters
    return Board(
        s.options,
        s.turns,
        s.actor + 1,
        s.done,
        s.passed,
        None if s.braked == NOWHERE else s.braked + 1,
        tuple(["".join(f"{letters[car // size]}{car % size + 1}" for car in siding) for siding in s.sidings]),
        len(s.deck),
        tuple([SeatBoard(sum(scoring.points_of(s, seat)), s.trains[seat], s.coal[seat]) for seat in range(s.seats)]),
    )


def write(board: Board) -> str:
    """The board as a position text."""
    sections = [f"options {' '.join(board.options)}"] if board.options else []
    sections.append(f"turns {board.turns} seat {board.seat} done {board.done} passed {board.passed}")
    sections.append(f"yard {'/'.join(cars or '-' for cars in board.yard)}")
    if board.braked is not None:
        sections.append(f"braked {board.braked}")
    sections += [f"{number} train {at.train} coal {at.coal}" for number, at in enumerate(board.seats, 1)]
    return " | ".join(sections)


def read(text: str) -> Board:
    """The board in a position text. Whether it can be so, `view.state_of` finds out."""
    sections = Sections(text)
    options = tuple(sections.take("options")) if sections.has("options") else ()
    when = pairs(["turns", *sections.take("turns")], ("turns", "seat", "done", "passed"), "the first section")
    yard = tuple(["" if cars == "-" else cars for cars in _one(sections, "yard").split("/")])
    braked = whole(_one(sections, "braked"), "braked", 1, len(yard)) if sections.has("braked") else None
    seats: list[SeatBoard] = []
    while sections.has(str(len(seats) + 1)):
        at = pairs(sections.take(str(len(seats) + 1)), ("train", "coal"), "a seat")
        seats.append(SeatBoard(0, whole(at["train"], "train", 0, 9), whole(at["coal"], "coal", 0, 999)))
    sections.finish()
    return Board(
        options,
        whole(when["turns"], "turns", 0, 10**6),
        whole(when["seat"], "seat", 1, max(1, len(seats))),
        whole(when["done"], "done", 0, 9),
        whole(when["passed"], "passed", 0, len(seats)),
        braked,
        yard,
        0,
        tuple(seats),
    )


def _one(sections: Sections, name: str) -> str:
    words = sections.take(name)
    if len(words) != 1:
        raise BadPosition(f"the section {name!r} has one word, not {len(words)}")
    return words[0]
