"""What differs between two boards of a table, for everybody alike."""

from typing import NamedTuple

from freightyard.games.freight_train.page.longest_trains import LongestTrains
from freightyard.games.freight_train.rules.position import Board


class BoardChange(NamedTuple):
    """What a move changed on the board."""

    main: tuple[int, ...]  # the sidings of the main yard
    seats: tuple[int, ...]  # whose trains, yards, locomotives or points
    lines: tuple[int, ...]  # whose line: points, what the trains would earn, the marker, the turn
    scores: bool  # somebody's points, or whose turn it is
    categories: tuple[int, ...]  # of the longest trains
    day: bool


def changed_seats(board: Board, was: Board) -> tuple[int, ...]:
    """The seats before which something else lies."""
    return tuple([seat for seat, at in enumerate(board.seats) if at != was.seats[seat]])


def has_trains(board: Board, seat: int) -> bool:
    """Whether a seat has begun a train."""
    at = board.seats[seat]
    return bool(at.trains or at.mixed)


def board_change(
    board: Board, was: Board, seats: tuple[int, ...], ahead: LongestTrains, before: LongestTrains, *, turned: bool
) -> BoardChange:
    """What changed from a board to a later one of the same game; neither is over. `seats`: what `changed_seats` found; `ahead`
    and `before`: who is ahead on both; `turned`: somebody else is to act."""
    points = [at.points for at in board.seats] != [at.points for at in was.seats]
    if points or turned or board.first != was.first:
        lines = list(range(len(board.seats)))
    else:
        lines = [
            seat
            for seat, earns in enumerate(ahead.earnings)
            if earns != before.earnings[seat] or has_trains(board, seat) != has_trains(was, seat)
        ]
    categories = [
        number
        for number, category in enumerate(ahead.categories)
        if category is not before.categories[number] or ahead.in_deck[number] != before.in_deck[number]
    ]
    day = (
        board.leave != was.leave
        or board.round != was.round
        or board.day != was.day
        or board.cabooses != was.cabooses
        or board.first != was.first
        or board.deck != was.deck
    )
    main = [number for number, siding in enumerate(board.main) if siding != was.main[number]]
    return BoardChange(tuple(main), seats, tuple(lines), points or turned, tuple(categories), day)
