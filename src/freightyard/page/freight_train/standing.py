"""Who is ahead: the lengths of everybody's trains in each category, and what they would earn if the trains left now."""

from typing import NamedTuple

from freightyard.rules.contract import View
from freightyard.rules.freight_train.edition import Rules, rules_for
from freightyard.rules.freight_train.position import Board
from freightyard.rules.freight_train.scoring import award, yard_award

MIXED = "mixed"


class Category(NamedTuple):
    """A category: the letter of its kind or `mixed`, and the length and the points of every seat."""

    letter: str
    lengths: tuple[int, ...]
    points: tuple[int, ...]


def rules_of(view: View) -> Rules:
    """The numbers of the game that is seen."""
    return rules_for(view.edition, view.seats, view.options)  # type: ignore[arg-type]  # a Freight Train view has its edition


class Standing(NamedTuple):
    """How things stand: every category that scores, the cars of its kind in the deck, and what each seat would earn now."""

    categories: tuple[Category, ...]
    left: tuple[int | None, ...]
    now: tuple[int, ...]


class _Latest:
    """The last board that was looked at: it is drawn for one seat after the other."""

    board: Board | None = None
    standing = Standing((), (), ())


def standing(rules: Rules, board: Board) -> Standing:
    """How things stand on a board."""
    if _Latest.board is not board:
        found = categories(rules, board)
        left = tuple([board.deck.get(category.letter) for category in found])
        _Latest.board, _Latest.standing = board, Standing(found, left, tuple(earned_now(rules, board, found)))
    return _Latest.standing


def categories(rules: Rules, board: Board) -> tuple[Category, ...]:
    """Every category that scores."""
    lengths = {letter: [0] * len(board.seats) for letter in rules.edition.letters}
    if rules.mixed_scores:
        lengths[MIXED] = [len(at.mixed) for at in board.seats]
    closed = set()
    for seat, at in enumerate(board.seats):
        for train in at.trains:
            lengths[train.kind][seat] = train.cars
            if train.closed:
                closed.add((train.kind, seat))
        if at.mixed_closed:
            closed.add((MIXED, seat))
    return tuple([_category(rules, letter, row, closed) for letter, row in lengths.items()])


def _category(rules: Rules, letter: str, lengths: list[int], closed: set[tuple[str, int]]) -> Category:
    points = award(rules, lengths)
    if closed:
        points = [earned * rules.caboose_factor if (letter, seat) in closed else earned for seat, earned in enumerate(points)]
    return Category(letter, tuple(lengths), tuple(points))


def earned_now(rules: Rules, board: Board, found: tuple[Category, ...]) -> list[int]:
    """What each seat would earn if the trains left now, the yard included."""
    totals = [yard_award(rules, board.day - 1, sum(map(len, at.yard))) for at in board.seats]
    for category in found:
        for seat, points in enumerate(category.points):
            totals[seat] += points
    return totals
