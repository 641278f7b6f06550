"""Filling a shape with pieces: exact cover on a few cells, with everything that is asked often worked out once.

A supply of pieces is one number, four bits a kind: three for the count and one that stays free, so that one subtraction
compares all counts at once. The cells of a shape are numbered row by row. A piece always covers the first open cell, so a
kind and an orientation say where it lies, and every way to fill a shape is one sequence of pieces.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from freightyard.core.chance import Dice

if TYPE_CHECKING:
    from mypy_extensions import i64

BITS: Final = 4
MASK: Final = 7
MOST_OF_A_KIND: Final = 7
_SUPPLIES: Final = 16_381  # places for those that are remembered; a prime spreads them, and of two with one place the later stays
_WAYS: Final = 1 << 12  # fillings of a shape that have a place in a list; those of larger shapes are looked up

Cells = list[tuple[int, int]]


def cells_of(rows: Sequence[str]) -> Cells:
    """The cells of a picture, row by row; `x` is a cell."""
    return [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "x"]


def hangs_together(rows: Sequence[str]) -> bool:
    """Whether one can go from any cell of a picture to any other by its sides."""
    left = set(cells_of(rows))
    border = [left.pop()] if left else []
    while border:
        row, column = border.pop()
        for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if beside in left:
                left.remove(beside)
                border.append(beside)
    return not left


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


def pieces_in(supply: "i64") -> "i64":
    """How many pieces a supply has."""
    pieces: i64 = 0
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
class Ways:
    """How the open cells of a shape can be filled: the different sets of pieces that fill them, a bit each, and the lays that
    can cover the first open cell, each with those sets that it can begin."""

    __slots__ = ("_all", "_counts", "_having", "_kinds", "begins", "numbers")

    def __init__(self, fillings: Sequence[int], most: Sequence[int]) -> None:
        """`most`: how many pieces of each kind a player has."""
        self.numbers: list[int] = []  # of the lays
        self.begins: list[int] = []
        self._all = (1 << len(fillings)) - 1
        # For each kind that some of the sets need, and for each count of it, the sets that need no more.
        self._kinds: list[int] = []
        self._counts = max(most) + 1
        self._having: list[int] = []
        for number in range(len(most)):
            kind = BITS * number
            if max([need >> kind & MASK for need in fillings], default=0):
                self._kinds.append(kind)
                for count in range(self._counts):
                    enough = [1 << index for index, need in enumerate(fillings) if need >> kind & MASK <= count]
                    # The same number is kept once: the less memory is touched, the faster.
                    self._having.append(self._having[-1] if count and self._having[-1] == sum(enough) else sum(enough))

    def within(self, supply: "i64") -> int:
        """Those of the sets that a supply has."""
        found = self._all
        counts: i64 = self._counts
        first: i64 = 0
        kind: i64
        for kind in self._kinds:
            found &= self._having[first + (supply >> kind & MASK)]
            first += counts
        return found

    def lays(self, supply: "i64", first: "i64") -> list[int]:
        """The lays after which a supply fills the rest, as moves that are counted from the first."""
        found = self.within(supply)
        moves: list[int] = []
        place: i64 = 0
        for begins in self.begins:
            if begins & found:
                number: i64 = self.numbers[place]
                moves.append(first + number)
            place += 1
        return moves

    def any_lay(self, supply: "i64", dice: Dice) -> int:
        """One of lays(), drawn with a single number, without building the list."""
        found = self.within(supply)
        count: i64 = 0
        for begins in self.begins:
            if begins & found:
                count += 1
        left: i64 = dice.below(count)
        place: i64 = 0
        while True:
            if self.begins[place] & found:
                if left == 0:
                    return self.numbers[place]
                left -= 1
            place += 1


@final
class Shape:
    """A shape to fill, and what is known about filling it."""

    __slots__ = (
        "_covering",
        "_fillings",
        "_larger",
        "_lays",
        "_regions",
        "_ways",
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

    def __init__(
        self, rows: Sequence[str], lays: Sequence[Lay], kinds: int, most: int, regions: "dict[tuple[int, ...], Ways]"
    ) -> None:
        """`regions`: what is known about open cells, of whatever shape."""
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
        self._covering: list[int] = []  # the same masks, by the number of the lay; 0 where it does not fit
        self._lays = len(lays)
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
            self._covering += covering
        self._fillings: dict[int, list[int]] = {self.full: [0]}
        self._ways: list[Ways | None] = [None] * min(self.full + 1, _WAYS)
        self._larger: dict[int, Ways] = {}
        self._regions = regions

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

    def can_fill(self, filled: int, supply: "i64") -> bool:
        """Whether the open cells can be filled from this supply."""
        return self.ways(filled).within(supply) != 0

    def ways(self, filled: int) -> "Ways":
        """How the open cells can be filled, whatever the supply."""
        if filled < _WAYS:
            ways = self._ways[filled]
            if ways is None:
                ways = self._new_ways(filled)
                self._ways[filled] = ways
            return ways
        larger = self._larger.get(filled)
        if larger is None:
            larger = self._new_ways(filled)
            self._larger[filled] = larger
        return larger

    def _new_ways(self, filled: int) -> "Ways":
        """Different shapes with the same cells left to fill have the same ways."""
        left = [cell for number, cell in enumerate(self.cells) if not filled >> number & 1]
        region = tuple([part for row, column in left for part in (row - left[0][0], column - left[0][1])])
        known = self._regions.get(region)
        if known is not None:
            return known
        fillings = self.fillings(filled)
        ways = Ways(fillings, counts_of(self.most, self.kinds))
        if left:
            cell = self.first_open(filled)
            for number, unit, mask in zip(self.numbers[cell], self.units[cell], self.masks[cell], strict=True):
                if not mask & filled:
                    rests = self.fillings(filled | mask)
                    begins = sum([1 << index for index, filling in enumerate(fillings) if filling - unit in rests])
                    if begins:
                        ways.numbers.append(number)
                        ways.begins.append(begins)
        self._regions[region] = ways
        return ways

    def lays(self, filled: int, supply: int) -> list[int]:
        """The numbers of the pieces and orientations that can cover the first open cell such that the rest can be filled."""
        return self.ways(filled).lays(supply, 0)

    def covered(self, filled: int, number: "i64") -> int:
        """The cells that a piece in an orientation covers when its first cell lies on the first open one; 0 if it cannot."""
        mask = self._covering[self.first_open(filled) * self._lays + number]
        return 0 if mask & filled else mask


@final
class Fits:
    """What is known about one supply: the cards that were tried with it, and those of them that can be filled."""

    __slots__ = ("cards", "supply", "tried")

    def __init__(self, supply: int) -> None:
        self.supply = supply
        self.tried = 0
        self.cards = 0


@final
class Packing:
    """All shapes of an edition, and the pieces to fill them with."""

    __slots__ = ("_fits", "full", "kinds", "lays", "shapes", "units")

    def __init__(self, pieces: Sequence[tuple[Sequence[str], int]], shapes: Sequence[Sequence[str]]) -> None:
        """`pieces`: the picture of each kind and how many a player has."""
        self.kinds = len(pieces)
        self.full = supply_of([count for _, count in pieces])
        self.lays = [Lay(kind, picture) for kind, (rows, _) in enumerate(pieces) for picture in orientations(rows)]
        self.units = [lay.unit for lay in self.lays]
        same: dict[tuple[str, ...], Shape] = {}
        regions: dict[tuple[int, ...], Ways] = {}
        self.shapes: list[Shape] = []
        for rows in shapes:
            picture = tuple(rows)
            if picture not in same:
                same[picture] = Shape(picture, self.lays, self.kinds, self.full, regions)
            self.shapes.append(same[picture])
        self._fits = [Fits(0)] * _SUPPLIES

    def loadable(self, cards: "i64", supply: "i64") -> int:
        """Those of the cards, a bit each, whose shapes can be filled from this supply."""
        place: i64 = supply % _SUPPLIES
        fits = self._fits[place]
        if fits.supply != supply:
            fits = Fits(supply)
            self._fits[place] = fits
        tried: i64 = fits.tried
        if cards & ~tried:
            self._try(fits, cards & ~tried)
        found: i64 = fits.cards
        return cards & found

    def _try(self, fits: Fits, cards: int) -> None:
        """See which of these cards can be filled."""
        fits.tried |= cards
        while cards:
            low = cards & -cards
            if self.shapes[low.bit_length() - 1].can_fill(0, fits.supply):
                fits.cards |= low
            cards ^= low
