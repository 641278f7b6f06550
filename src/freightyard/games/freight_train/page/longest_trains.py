"""Who is ahead: the lengths of everybody's trains in each category, and what they would earn if the trains left now."""

from functools import lru_cache
from typing import Final, NamedTuple

from freightyard.core.contract import View
from freightyard.games.freight_train.rules.edition import Rules, rules_for
from freightyard.games.freight_train.rules.position import Board
from freightyard.games.freight_train.rules.scoring import award, yard_award
from freightyard.page.markup import KEPT

MIXED = "mixed"
_FROM_THE_YARD: Final = frozenset(("loading", "coupling", "rearranging"))


class Category(NamedTuple):
    """A category: the letter of its kind or `mixed`, and the length and the points of every seat."""

    letter: str
    lengths: tuple[int, ...]
    points: tuple[int, ...]


def rules_of(view: View) -> Rules:
    """The numbers of the game that is seen."""
    return rules_for(view.edition, view.seats, view.options)  # type: ignore[arg-type]  # a Freight Train view has its edition


class LongestTrains(NamedTuple):
    """Every category that scores, the cars of its kind that are in the deck, and what each seat would earn now."""

    categories: tuple[Category, ...]
    in_deck: tuple[int | None, ...]
    earnings: tuple[int, ...]

    def best_others(self, seat: int) -> dict[str, int]:
        """The longest train of anybody else in each category."""
        return {
            category.letter: max([length for other, length in enumerate(category.lengths) if other != seat], default=0)
            for category in self.categories
        }


def longest_trains(rules: Rules, board: Board) -> LongestTrains:
    """Who is ahead on a board."""
    found = categories(rules, board)
    return LongestTrains(found, _in_deck(board, found), tuple(earned_now(rules, board, found)))


def with_other_deck(was: LongestTrains, board: Board) -> LongestTrains:
    """Who is ahead on a board on which nothing but the deck is another than before."""
    return LongestTrains(was.categories, _in_deck(board, was.categories), was.earnings)


def _in_deck(board: Board, found: tuple[Category, ...]) -> tuple[int | None, ...]:
    return tuple([board.deck.get(category.letter) for category in found])


def categories(rules: Rules, board: Board) -> tuple[Category, ...]:
    """Every category that scores."""
    lengths = {letter: [0] * len(board.seats) for letter in rules.edition.letters}
    if rules.mixed_scores:
        lengths[MIXED] = [len(at.mixed) for at in board.seats]
    closed: dict[str, int] = {}  # by letter, a bit a seat
    for seat, at in enumerate(board.seats):
        for train in at.trains:
            lengths[train.kind][seat] = train.cars
            if train.closed:
                closed[train.kind] = closed.get(train.kind, 0) | 1 << seat
        if at.mixed_closed:
            closed[MIXED] = closed.get(MIXED, 0) | 1 << seat
    return tuple([_category(rules, letter, tuple(row), closed.get(letter, 0)) for letter, row in lengths.items()])


@lru_cache(maxsize=8 * KEPT)
def _category(rules: Rules, letter: str, lengths: tuple[int, ...], closed: int) -> Category:
    """One category. What has not changed is the same object as before, so it need not be drawn anew."""
    points = award(rules, list(lengths))
    doubled = [earned * rules.caboose_factor if closed >> seat & 1 else earned for seat, earned in enumerate(points)]
    return Category(letter, lengths, tuple(doubled))


def earned_now(rules: Rules, board: Board, found: tuple[Category, ...]) -> list[int]:
    """What each seat would earn if the trains left now, the yard included. Cars on their way out of a yard still count there:
    what they earn does not fall while somebody thinks about where to put them."""
    yards = [sum(map(len, at.yard)) for at in board.seats]
    if board.seat and board.phase in _FROM_THE_YARD:
        yards[board.seat - 1] += len(board.hand)
    totals = [yard_award(rules, board.day - 1, cars) for cars in yards]
    for category in found:
        for seat, points in enumerate(category.points):
            totals[seat] += points
    return totals
