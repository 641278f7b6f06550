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
# Tables are typed as of any length: compiled, a tuple of a known length would be made anew each time it is looked into.
OPPOSITE: Final[tuple[int, ...]] = (3, 4, 5, 0, 1, 2)
OPPOSITE_BIT: Final[tuple[int, ...]] = (8, 16, 32, 1, 2, 4)
# The edges in a set of edges, which is a number with a bit for each.
EDGES_OF: Final = tuple(tuple(edge for edge in range(EDGES) if mask >> edge & 1) for mask in range(64))
# The edge in a set of one alone.
EDGE_OF: Final[tuple[int, ...]] = tuple(mask.bit_length() - 1 for mask in range(33))

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

    __slots__ = ("column", "count", "index", "middles", "names", "place", "radius", "row")

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.column: list[int] = []
        self.row: list[int] = []
        self.names: list[str] = []
        self.middles: list[int] = []  # for each row the hex in column 0, or where it would be
        for row in range(-radius, radius + 1):
            self.middles.append(len(self.names) - max(-radius, -radius - row))
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
        nearest = [self.count] * len(numbers)
        for index in range(len(numbers)):
            least: i64 = nearest[index]
            for other in range(index):
                distance = self.distance(numbers[index], numbers[other])
                if distance < least:
                    least = distance
                if distance < nearest[other]:
                    nearest[other] = distance
            nearest[index] = least
        return sum(nearest) - len(numbers)

    def hull(self, hexes: Iterable[int]) -> bytearray:
        """`fr.build-city`: 1 for each hex whose centre lies inside the convex hull of these hexes or on its edge, and 0 for all
        others and for what lies outside.

        Column and row are a skewed picture of the plane, and skewing keeps straight lines straight, so whole numbers do.
        """
        inside = bytearray(self.count + 1)
        points = sorted(hexes)  # row by row, and in a row column by column
        corners = self._chain(points) + self._chain(points[::-1])
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
                start = self.middles[line] + first[line]
                count = last[line] - first[line] + 1
                inside[start : start + count] = b"\1" * count
        return inside

    def _chain(self, points: list[int]) -> list[int]:
        """The corners of the convex hull along one side, by Andrew's monotone chain; without the last of the points."""
        chain: list[int] = []
        for point in points:
            while len(chain) > 1 and self._turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chain.pop()
        return chain

    def _turn(self, one: "i64", two: "i64", three: "i64") -> "i64":
        """Above 0 for a turn to the one side, below 0 to the other, 0 for no turn at all."""
        row: i64 = self.row[one]
        column: i64 = self.column[one]
        return (self.row[two] - row) * (self.column[three] - column) - (self.column[two] - column) * (self.row[three] - row)

    def _side(self, one: "i64", other: "i64", first: list[int], last: list[int]) -> None:
        """Widen the rows that a side of the hull crosses."""
        if one > other:
            one, other = other, one
        top: i64 = self.row[one]
        height: i64 = self.row[other] - top
        if height == 0:
            return  # its two ends are ends of other sides too
        slope: i64 = self.column[other] - self.column[one]
        across: i64 = self.column[one] * height  # where the side crosses the row, times height
        for line in range(top + self.radius, top + self.radius + height + 1):
            begin: i64 = -(-across // height)
            end: i64 = across // height
            if begin < first[line]:
                first[line] = begin
            if end > last[line]:
                last[line] = end
            across += slope
