"""A state as a board of readable values. It is made for every view, so it is compiled; the values themselves are not."""

from typing import TYPE_CHECKING

from freightyard.games.freight_train.rules.phases import FILLING, FIRST_SEAT, NAMES, OUT, TURN
from freightyard.games.freight_train.rules.position import Board, SeatBoard, Train
from freightyard.games.freight_train.rules.sidings import BITS, MASK

if TYPE_CHECKING:
    from freightyard.games.freight_train.rules.state import State


def board_of(s: "State") -> Board:
    """The board of a state. Everything in it is public."""
    rules = s.rules
    letters = rules.edition.letters
    known = s.phase != FIRST_SEAT
    sidings = rules.yard_sidings
    yards = [_letters(letters, siding) for siding in s.yards]
    return Board(
        rules.options,
        s.day + 1,
        s.round,
        s.turns,
        s.first + 1 if known else None,
        s.actor + 1 if known else None,
        NAMES[s.phase],
        s.filling + 1 if s.phase == FILLING else None,
        s.idle and s.phase == TURN and s.actor != s.first,
        None if s.leave == OUT else s.leave,
        s.cabooses,
        tuple([_letters(letters, siding) for siding in s.main]),
        "".join([letters[kind] for kind in s.hand]),
        dict(zip(letters, s.deck, strict=True)),
        tuple([_seat_of(s, seat, tuple(yards[seat * sidings : (seat + 1) * sidings])) for seat in range(rules.seats)]),
    )


def _seat_of(s: "State", seat: int, yard: tuple[str, ...]) -> SeatBoard:
    kinds = s.rules.kinds
    letters = s.rules.edition.letters
    closed = s.closed[seat]
    mixed = s.mixed[seat]
    trains = [
        Train(letters[kind], cars, bool(closed >> kind & 1))
        for kind, cars in enumerate(s.trains[seat * kinds : (seat + 1) * kinds])
        if cars
    ]
    return SeatBoard(
        s.points[seat],
        s.locomotives[seat],
        s.free[seat],
        s.called[seat],
        yard,
        tuple(trains),
        "".join([letter for kind, letter in enumerate(letters) if mixed >> kind & 1]) if mixed else "",
        bool(closed >> kinds & 1),
    )


def _letters(letters: str, siding: int) -> str:
    text = ""
    while siding:
        text += letters[(siding & MASK) - 1]
        siding >>= BITS
    return text
