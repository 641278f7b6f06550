"""What differs between two boards of a table: worked out once for all who look at it."""

from typing import Final, NamedTuple

from freightyard.core.contract import View
from freightyard.games.freight_train.page.standing import standing, standing_after
from freightyard.games.freight_train.rules.edition import Rules
from freightyard.games.freight_train.rules.position import Board


class BoardChange(NamedTuple):
    """What a move changed on the board, for everybody alike."""

    main: tuple[int, ...]  # the sidings of the main yard
    seats: tuple[int, ...]  # whose trains, yards, locomotives or points
    lines: tuple[int, ...]  # whose line: points, what the trains would earn, the marker, the turn
    scores: bool  # somebody's points, or whose turn it is
    categories: tuple[int, ...]  # in which of the standing
    day: bool


class _Latest:
    """The step that was asked for last: one seat after the other asks for it."""

    __slots__ = ("board", "step", "was")

    def __init__(self) -> None:
        self.board: Board | None = None
        self.was: Board | None = None
        self.step: BoardChange | None = None


_latest: Final = _Latest()


def step_between(rules: Rules, view: View, old: View) -> BoardChange:
    """What changed from an earlier view of a table to this one. Both are of the same game, and neither is over."""
    board: Board = view.board
    was: Board = old.board
    step = _latest.step
    if step is None or _latest.board is not board or _latest.was is not was:
        step = _compare(rules, view, old)
        _latest.board, _latest.was, _latest.step = board, was, step
    return step


def _compare(rules: Rules, view: View, old: View) -> BoardChange:
    board: Board = view.board
    was: Board = old.board
    seats = [seat for seat, at in enumerate(board.seats) if at != was.seats[seat]]
    points = [at.points for at in board.seats] != [at.points for at in was.seats]
    acts = view.to_act != old.to_act
    here, there = standing_after(rules, board, was, moved=bool(seats)), standing(rules, was)
    if points or acts or board.first != was.first:
        lines = list(range(len(board.seats)))
    else:
        lines = [seat for seat, now in enumerate(here.now) if now != there.now[seat]]
    categories = [
        number
        for number, category in enumerate(here.categories)
        if category is not there.categories[number] or here.left[number] != there.left[number]
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
    return BoardChange(tuple(main), tuple(seats), tuple(lines), points or acts, tuple(categories), day)
