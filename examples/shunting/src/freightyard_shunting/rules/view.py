"""The state that a board describes: what positions and views are read back with."""

import re

from freightyard.core.contract import check_seats, read_options
from freightyard.core.errors import BadPosition
from freightyard_shunting.rules.edition import NOWHERE, Edition
from freightyard_shunting.rules.position import Board
from freightyard_shunting.rules.state import State


def state_of(edition: Edition, board: Board) -> State:
    """The state that a board describes; what cannot be is refused with a sentence."""
    data = edition.data
    s = State(edition, check_seats(edition, len(board.seats)), read_options(edition, board.options))
    if len(board.yard) != data.sidings:
        raise BadPosition(f"there are {data.sidings} sidings, not {len(board.yard)}")
    s.turns, s.actor, s.done, s.passed = board.turns, board.seat - 1, board.done, board.passed
    s.sidings = [_cars(edition, cars) for cars in board.yard]
    s.braked = NOWHERE if board.braked is None else board.braked - 1
    for seat, at in enumerate(board.seats):
        if at.train > data.cars or at.coal > data.coal[seat]:
            raise BadPosition(f"seat {seat + 1} has at most {data.cars} cars and {data.coal[seat]} coal")
        s.trains[seat], s.coal[seat] = at.train, at.coal
    placed = [car for siding in s.sidings for car in siding]
    placed += [seat * data.cars + number for seat, train in enumerate(s.trains) for number in range(train)]
    for car in placed:
        if car not in s.deck:
            raise BadPosition(f"{edition.car_name(car)} stands twice in the position, or belongs to nobody")
        s.deck.remove(car)
    if any(len(siding) > data.spaces for siding in s.sidings):
        raise BadPosition(f"a siding has {data.spaces} spaces")
    if s.deck and (any(s.trains) or s.turns or s.done or s.passed or s.actor or _uneven(s)):
        raise BadPosition("cars are missing; before the first turn they are dealt to one siding after the other")
    if s.done >= data.actions or (s.passed and s.done):
        raise BadPosition(f"{s.done} actions cannot be done in this turn")
    if s.braked != NOWHERE and ("handbrake" not in s.options or not s.sidings[s.braked]):
        raise BadPosition(f"no car can be braked on siding {s.braked + 1}")
    return s


def _cars(edition: Edition, text: str) -> list[int]:
    cars = re.findall(r"([A-Z])([1-9])", text)
    if "".join(map("".join, cars)) != text:
        raise BadPosition(f"a siding is written like B1T2, not {text[:20]!r}")
    for letter, number in cars:
        if letter not in edition.letters or int(number) > edition.data.cars:
            raise BadPosition(f"{edition.name} has no car {letter}{number}")
    return [edition.letters.index(letter) * edition.data.cars + int(number) - 1 for letter, number in cars]


def _uneven(s: State) -> bool:
    """Whether the sidings are not as a deal leaves them."""
    lengths = [len(siding) for siding in s.sidings]
    return lengths != sorted(lengths, reverse=True) or lengths[0] - lengths[-1] > 1
