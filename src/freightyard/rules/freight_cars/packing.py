"""Filling a shape with pieces: exact cover on a few cells, with everything that is asked often worked out once.

A supply of pieces is one number, four bits a kind: three for the count and one that stays free, so that one subtraction
compares all counts at once. The cells of a shape are numbered row by row. A piece always covers the first open cell, so a
kind and an orientation say where it lies, and every way to fill a shape is one sequence of pieces.
"""

from collections.abc import Sequence
from typing import Final, final

BITS: Final = 4
MASK: Final = 7
MOST_OF_A_KIND: Final = 7
_ROOM: Final = 60  # above the bits of any supply
_MOST_KEPT: Final = 20_000  # answers remembered for one shape; then it starts afresh

Cells = list[tuple[int, int]]


def cells_of(rows: Sequence[str]) -> Cells:
    """The cells of a picture, row by row; `x` is a cell."""
    return [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "x"]


def picture_of(cells: Cells) -> tuple[str, ...]:
    """The picture of cells, cut to its size."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    height, width = max(row for row, _ in cells) - top + 1, max(column for _, column in cells) - left + 1
    return tuple("".join("x" if (row + top, column + left) in cells else "." for column in range(width)) for row in range(height))


def orientations(rows: Sequence[str]) -> list[tuple[str, ...]]:
    """Every different picture of a piece that is turned and flipped, as it is drawn first."""
    found: list[tuple[str, ...]] = []
    cells = cells_of(rows)
    for _ in range(2):
        for _ in range(4):
            picture = picture_of(cells)
            if picture not in found:
                found.append(picture)
            cells = [(column, -row) for row, column in cells]
        cells = [(row, -column) for row, column in cells]
    return found


def counts_of(supply: int, kinds: int) -> list[int]:
    """How many pieces of each kind a supply has."""
    return [supply >> BITS * kind & MASK for kind in range(kinds)]


def supply_of(counts: Sequence[int]) -> int:
    """The supply with so many pieces of each kind."""
    supply = 0
    for kind, count in enumerate(counts):
        supply |= count << BITS * kind
    return supply


def pieces_in(supply: int) -> int:
    """How many pieces a supply has."""
    pieces = 0
    while supply:
        pieces += supply & MASK
        supply >>= BITS
    return pieces


@final
class Lay:
    """A piece of one kind in one orientation."""

    __slots__ = ("kind", "picture", "unit")

    def __init__(self, kind: int, picture: tuple[str, ...]) -> None:
        self.kind = kind
        self.picture = picture
        self.unit = 1 << BITS * kind  # one such piece, as a supply


@final
class Shape:
    """A shape to fill, and what is known about filling it."""

    __slots__ = (
        "_fillings",
        "_lays",
        "_tables",
        "by_number",
        "cells",
        "full",
        "guard",
        "kinds",
        "masks",
        "most",
        "numbers",
        "rows",
        "units",
    )

    def __init__(self, rows: Sequence[str], lays: Sequence[Lay], kinds: int, most: int) -> None:
        self.rows = tuple(rows)
        self.cells = cells_of(rows)
        self.full = (1 << len(self.cells)) - 1
        self.kinds = kinds
        self.most = most  # the supply that a player has at the start
        self.guard = supply_of([MASK + 1] * kinds)
        # For each cell, everything that can lie with its first cell there.
        self.numbers: list[list[int]] = []
        self.units: list[list[int]] = []
        self.masks: list[list[int]] = []
        self.by_number: list[list[int]] = []  # the same masks, by the number of the lay; 0 where it does not fit
        place = {cell: number for number, cell in enumerate(self.cells)}
        for row, column in self.cells:
            numbers: list[int] = []
            units: list[int] = []
            masks: list[int] = []
            for number, lay in enumerate(lays):
                covered = cells_of(lay.picture)
                left = column - covered[0][1]
                spots = [place.get((row + down, left + right), -1) for down, right in covered]
                if -1 not in spots:
                    numbers.append(number)
                    units.append(lay.unit)
                    masks.append(sum([1 << spot for spot in spots]))
            self.numbers.append(numbers)
            self.units.append(units)
            self.masks.append(masks)
            covering = [0] * len(lays)
            for index, number in enumerate(numbers):
                covering[number] = masks[index]
            self.by_number.append(covering)
        self._fillings: dict[int, list[int]] = {self.full: [0]}
        self._tables: dict[int, list[int]] = {}
        self._lays: dict[int, list[int]] = {}

    def first_open(self, filled: int) -> int:
        """The first cell that nothing covers."""
        return (~filled & (filled + 1)).bit_length() - 1

    def fillings(self, filled: int = 0) -> list[int]:
        """Every different set of pieces, of those a player has, that fills the open cells; each as a supply."""
        known = self._fillings.get(filled)
        if known is not None:
            return known
        cell = self.first_open(filled)
        found: set[int] = set()
        enough = self.most | self.guard
        for unit, mask in zip(self.units[cell], self.masks[cell], strict=True):
            if not mask & filled:
                for rest in self.fillings(filled | mask):
                    if (enough - rest - unit) & self.guard == self.guard:
                        found.add(rest + unit)
        self._fillings[filled] = result = sorted(found)
        return result

    def can_fill(self, filled: int, supply: int) -> bool:
        """Whether the open cells can be filled from this supply."""
        if filled == self.full:
            return True
        table = self._tables.get(filled)
        if table is None:
            table = self._table(filled)
        left = table[0]
        row = 1
        for _ in range(self.kinds):
            left &= table[row + (supply & MASK)]
            if not left:
                return False
            supply >>= BITS
            row += MOST_OF_A_KIND + 1
        return True

    def _table(self, filled: int) -> list[int]:
        """A bit for each filling: all of them first, then for each kind and count those that need no more of it."""
        fillings = self.fillings(filled)
        table = [(1 << len(fillings)) - 1]
        for kind in range(self.kinds):
            bits = 0
            for count in range(MOST_OF_A_KIND + 1):
                for number, filling in enumerate(fillings):
                    if filling >> BITS * kind & MASK == count:
                        bits |= 1 << number
                table.append(bits)
        self._tables[filled] = table
        return table

    def lays(self, filled: int, supply: int) -> list[int]:
        """The numbers of the pieces and orientations that can cover the first open cell such that the rest can be filled."""
        key = filled << _ROOM | supply
        known = self._lays.get(key)
        if known is not None:
            return known
        cell = self.first_open(filled)
        numbers = self.numbers[cell]
        units = self.units[cell]
        masks = self.masks[cell]
        found: list[int] = []
        for index in range(len(numbers)):
            unit = units[index]
            mask = masks[index]
            if supply & MASK * unit and not filled & mask and self.can_fill(filled | mask, supply - unit):
                found.append(numbers[index])
        if len(self._lays) >= _MOST_KEPT:
            self._lays.clear()
        self._lays[key] = found
        return found

    def covered(self, filled: int, number: int) -> int:
        """The cells that a piece in an orientation covers when its first cell lies on the first open one; 0 if it cannot."""
        mask = self.by_number[self.first_open(filled)][number]
        return 0 if mask & filled else mask


@final
class Packing:
    """All shapes of an edition, and the pieces to fill them with."""

    __slots__ = ("_fit", "_tried", "full", "kinds", "lays", "shapes")

    def __init__(self, pieces: Sequence[tuple[Sequence[str], int]], shapes: Sequence[Sequence[str]]) -> None:
        """`pieces`: the picture of each kind and how many a player has."""
        self.kinds = len(pieces)
        self.full = supply_of([count for _, count in pieces])
        self.lays = [Lay(kind, picture) for kind, (rows, _) in enumerate(pieces) for picture in orientations(rows)]
        same: dict[tuple[str, ...], Shape] = {}
        self.shapes: list[Shape] = []
        for rows in shapes:
            picture = tuple(rows)
            if picture not in same:
                same[picture] = Shape(picture, self.lays, self.kinds, self.full)
            self.shapes.append(same[picture])
        self._tried: dict[int, int] = {}
        self._fit: dict[int, int] = {}

    def loadable(self, cards: int, supply: int) -> int:
        """Those of the cards, a bit each, whose shapes can be filled from this supply."""
        new = cards & ~self._tried.get(supply, 0)
        if new:
            if len(self._tried) >= _MOST_KEPT:
                self._tried.clear()
                self._fit.clear()
            self._tried[supply] = self._tried.get(supply, 0) | new
            fit = self._fit.get(supply, 0)
            while new:
                low = new & -new
                if self.shapes[low.bit_length() - 1].can_fill(0, supply):
                    fit |= low
                new ^= low
            self._fit[supply] = fit
        return cards & self._fit.get(supply, 0)
