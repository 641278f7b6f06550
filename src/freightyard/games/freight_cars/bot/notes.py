"""What bots remember about an edition of Freight Cars: its corporations in numbers, and how cards can be filled."""

from typing import Final, final

from freightyard.games.freight_cars.bot.bonus import Books
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.packing import MASK, Shape, pieces_in

WAYS: Final = 6  # how many ways to fill a card are compared
_KEPT: Final = 20_000  # answers that are remembered


@final
class Notes:
    """Notes about the edition that was met last."""

    __slots__ = ("_books", "_ways")

    def __init__(self) -> None:
        self._books: Books | None = None
        self._ways: dict[int, list[int]] = {}

    def books_of(self, edition: Edition) -> Books:
        """The corporations and cards of an edition. Notes about another one are thrown away."""
        books = self._books
        if books is None or books.edition is not edition:
            books = Books(edition)
            self._books = books
            self._ways.clear()
        return books

    def ways(self, shape: Shape, free: int, card: int) -> list[int]:
        """A few sets of pieces that fill a card, those of the fewest pieces first: the small ones fit everywhere later."""
        key = free << 8 | card
        known = self._ways.get(key)
        if known is None:
            fitting: list[tuple[int, int]] = []
            for way in shape.fillings():
                if ((free | shape.guard) - way) & shape.guard == shape.guard:
                    fitting.append((pieces_in(way), way))
            fitting.sort()
            known = [way for _, way in fitting[:WAYS]]
            if len(self._ways) >= _KEPT:
                self._ways.clear()
            self._ways[key] = known
        return known

    def lays(self, shape: Shape, filled: int, pieces: int, first: int) -> list[int]:
        """The moves that cover the open cells of a shape with exactly these pieces."""
        moves: list[int] = []
        if not _lay(shape, filled, pieces, first, moves):
            raise AssertionError("these pieces do not fill the card")
        return moves


def _lay(shape: Shape, filled: int, pieces: int, first: int, moves: list[int]) -> bool:
    """Lay the pieces one after the other, each on the first open cell; whether all fit."""
    if filled == shape.full:
        return pieces == 0
    cell = shape.first_open(filled)
    units = shape.units[cell]
    masks = shape.masks[cell]
    numbers = shape.numbers[cell]
    for index in range(len(numbers)):
        unit = units[index]
        if pieces & MASK * unit and not masks[index] & filled:
            moves.append(first + numbers[index])
            if _lay(shape, filled | masks[index], pieces - unit, first, moves):
                return True
            moves.pop()
    return False
