"""Hexes, their edges and names, and the shapes of the tiles.

Hexes stand on a point. Rows have letters from the top, and a number counts the columns, which lean to the left on their way
down: `k7` lies right of `k6`, and `l7` is its neighbour below to the right. Edges are numbered clockwise, 0 is to the right:

      4   5
    3   k7   0
      2   1
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from mypy_extensions import i64

# From a hex over the edge of this number: how column and row change.
DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
EDGES: Final = 6
ALL_EDGES: Final = 63
# Tables are typed as of any length: compiled, a tuple of a known length would be made anew each time it is looked into.
OPPOSITE: Final[tuple[int, ...]] = (3, 4, 5, 0, 1, 2)
OPPOSITE_BIT: Final[tuple[int, ...]] = (8, 16, 32, 1, 2, 4)
# The edges in a set of edges, which is a number with a bit for each.
EDGES_OF: Final = tuple(tuple(edge for edge in range(EDGES) if mask >> edge & 1) for mask in range(64))

# Sorts of track, in the order of a player's stock.
STRAIGHT: Final = 0
CURVE: Final = 1
SWITCH: Final = 2
BRIDGE: Final = 3
SORTS: Final = ("straight", "curve", "switch", "bridge")


def _turned(edges: Sequence[int], turn: int) -> int:
    mask = 0
    for edge in edges:
        mask |= 1 << (edge + turn) % EDGES
    return mask


# `fr.tracks`: name, letter in positions, sort, edges before turning, number of different turns.
_TILES: Final = (
    ("straight", "s", STRAIGHT, (0, 3), 3),
    ("curve", "c", CURVE, (0, 2), 6),
    ("switch-left", "l", SWITCH, (0, 2, 3), 6),
    ("switch-right", "r", SWITCH, (0, 3, 4), 6),
    ("switch-wye", "y", SWITCH, (0, 2, 4), 2),
)
# A shape is a tile at a turn; the edges it uses tell it apart from all others.
SHAPE_MASK: Final = tuple(_turned(edges, turn) for _, _, _, edges, turns in _TILES for turn in range(turns))
SHAPE_SORT: Final = tuple(sort for _, _, sort, _, turns in _TILES for _ in range(turns))
SHAPE_WORDS: Final = tuple(f"{name} {turn}" for name, _, _, _, turns in _TILES for turn in range(turns))
SHAPE_CODE: Final = tuple(f"{letter}{turn}" for _, letter, _, _, turns in _TILES for turn in range(turns))
SHAPES: Final = len(SHAPE_MASK)
FIRST_SWITCH: Final = SHAPE_SORT.index(SWITCH)
SWITCHES: Final = SHAPES - FIRST_SWITCH
SHAPE_OF: Final = tuple(SHAPE_MASK.index(mask) if mask in SHAPE_MASK else -1 for mask in range(64))
# A bridge lies along one of three axes: edge a and the opposite one.
AXES: Final = 3
AXIS_MASK: Final[tuple[int, ...]] = (9, 18, 36)


def tile_shapes() -> dict[int, str]:
    """`fr.tracks`: every set of edges that a tile can join, with the tile's name and turn."""
    return dict(zip(SHAPE_MASK, SHAPE_WORDS, strict=True))


def row_name(row: int) -> str:
    """a to z, then aa, ab, …"""
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


@final
class Grid:
    """A hexagon of hexes: the largest surface of an edition. A smaller surface has the same middle and the same names."""

    __slots__ = ("column", "count", "index", "names", "place", "radius", "row")

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.column: list[int] = []
        self.row: list[int] = []
        self.names: list[str] = []
        for row in range(-radius, radius + 1):
            for column in range(max(-radius, -radius - row), min(radius, radius - row) + 1):
                self.column.append(column)
                self.row.append(row)
                self.names.append(f"{row_name(row + radius)}{column + radius + 1}")
        self.count = len(self.names)
        self.index = {name: number for number, name in enumerate(self.names)}
        self.place = {(column, row): number for number, (column, row) in enumerate(zip(self.column, self.row, strict=True))}

    def distance(self, one: "i64", other: "i64") -> "i64":
        """Steps from hex to hex."""
        column: i64 = self.column[one] - self.column[other]
        row: i64 = self.row[one] - self.row[other]
        slant = column + row
        if column < 0:
            column = -column
        if row < 0:
            row = -row
        if slant < 0:
            slant = -slant
        return (column + row + slant) // 2

    def within(self, radius: int) -> list[int]:
        """The hexes at most so far from the middle."""
        middle = self.count // 2
        return [number for number in range(self.count) if self.distance(middle, number) <= radius]

    def neighbours(self, radius: int) -> list[int]:
        """For each hex its six neighbours on a surface of this radius; `count` stands for everything outside."""
        surface = set(self.within(radius))
        table: list[int] = []
        for number in range(self.count):
            for column, row in DIRECTIONS:
                there = self.place.get((self.column[number] + column, self.row[number] + row), self.count)
                table.append(there if number in surface and there in surface else self.count)
        return table + [self.count] * EDGES

    def gap_sum(self, hexes: Sequence[int]) -> int:
        """The empty tiles between each of these hexes and the nearest other, added up (`fr.map`)."""
        numbers = list(hexes)
        total: i64 = 0
        for one in numbers:
            nearest: i64 = self.count
            for other in numbers:
                if other != one:
                    distance = self.distance(one, other)
                    if distance < nearest:
                        nearest = distance
            total += nearest - 1
        return total

    def hull(self, hexes: Iterable[int]) -> bytearray:
        """`fr.build-city`: 1 for each hex whose centre lies inside the convex hull of these hexes or on its edge, and 0 for all
        others and for what lies outside.

        Column and row are a skewed picture of the plane, and skewing keeps straight lines straight, so whole numbers do.
        """
        inside = bytearray(self.count + 1)
        corners = _corners(sorted([(self.column[number], self.row[number]) for number in hexes]))
        if len(corners) < 3:
            return inside  # all on one line: there is no triangle
        rows = 2 * self.radius + 1
        first = [self.count] * rows  # the columns where the hull begins and ends in each row
        last = [-self.count] * rows
        before = corners[-1]
        for corner in corners:
            self._side(before, corner, first, last)
            before = corner
        for line in range(rows):
            if first[line] <= last[line]:
                start = self.place[first[line], line - self.radius]
                count = last[line] - first[line] + 1
                inside[start : start + count] = b"\1" * count
        return inside

    def _side(self, one: tuple[int, int], other: tuple[int, int], first: list[int], last: list[int]) -> None:
        """Widen the rows that a side of the hull crosses."""
        left, top = one
        right, bottom = other
        if top > bottom:
            left, top, right, bottom = right, bottom, left, top
        height: i64 = bottom - top
        if height == 0:
            return  # its two ends are ends of other sides too
        slope: i64 = right - left
        across: i64 = left * height  # where the side crosses the row, times height
        for line in range(top + self.radius, bottom + self.radius + 1):
            begin: i64 = -(-across // height)
            end: i64 = across // height
            if begin < first[line]:
                first[line] = begin
            if end > last[line]:
                last[line] = end
            across += slope


def _turn(one: tuple[int, int], two: tuple[int, int], three: tuple[int, int]) -> int:
    """Above 0 for a turn to the one side, below 0 to the other, 0 for no turn at all."""
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def _corners(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners of the convex hull of sorted points, by Andrew's monotone chain."""
    chains: list[list[tuple[int, int]]] = []
    for row in (points, points[::-1]):
        chain: list[tuple[int, int]] = []
        for point in row:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return chains[0] + chains[1]
