"""Hexes, their edges and names, and the shapes of the tiles.

Hexes stand on a point. Rows have letters from the top, and a number counts the columns, which lean to the left on their way
down: `k7` lies right of `k6`, and `l7` is its neighbour below to the right. Edges are numbered clockwise, 0 is to the right:

      4   5
    3   k7   0
      2   1
"""

from collections.abc import Sequence
from typing import Final, final

from freightyard.core.flat import ALONE, filled, numbers, sort, zeros
from freightyard.core.vectors import append, i64, vec

# From a hex over the edge of this number: how column and row change.
DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
EDGES: Final = 6
# Tables that are looked into at every move are rows: compiled, a tuple of a known length would be made anew each time.
OPPOSITE: Final = numbers((3, 4, 5, 0, 1, 2))
OPPOSITE_BIT: Final = numbers((8, 16, 32, 1, 2, 4))
# The edges in a set of edges, which is a number with a bit for each.
EDGES_OF: Final = tuple(tuple(edge for edge in range(EDGES) if mask >> edge & 1) for mask in range(64))
# The edge in a set of one alone.
EDGE_OF: Final = numbers([mask.bit_length() - 1 for mask in range(33)])

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
SHAPE_SORT: Final = numbers([sort for _, _, sort, _, turns in _TILES for _ in range(turns)])
SHAPE_WORDS: Final = tuple(f"{name} {turn}" for name, _, _, _, turns in _TILES for turn in range(turns))
SHAPE_CODE: Final = tuple(f"{letter}{turn}" for _, letter, _, _, turns in _TILES for turn in range(turns))
SHAPES: Final = len(SHAPE_MASK)
FIRST_SWITCH: Final = list(SHAPE_SORT).index(SWITCH)
SWITCHES: Final = SHAPES - FIRST_SWITCH
SHAPE_OF: Final = numbers([SHAPE_MASK.index(mask) if mask in SHAPE_MASK else -1 for mask in range(64)])
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
        self.radius: i64 = radius
        columns: list[int] = []
        lines: list[int] = []
        middles: list[int] = []  # for each row the hex in column 0, or where it would be
        self.names: list[str] = []
        for row in range(-radius, radius + 1):
            middles.append(len(self.names) - max(-radius, -radius - row))
            for column in range(max(-radius, -radius - row), min(radius, radius - row) + 1):
                columns.append(column)
                lines.append(row)
                self.names.append(f"{row_name(row + radius)}{column + radius + 1}")
        self.column = numbers(columns)
        self.row = numbers(lines)
        self.middles = numbers(middles)
        self.count: i64 = len(self.names)
        self.index = {name: number for number, name in enumerate(self.names)}
        self.place = {(column, row): number for number, (column, row) in enumerate(zip(columns, lines, strict=True))}

    def distance(self, one: i64, other: i64) -> i64:
        """Steps from hex to hex."""
        column = self.column[one] - self.column[other]
        row = self.row[one] - self.row[other]
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

    def zone(self, radius: int) -> vec[i64]:
        """The same as sets, one for each row from the top, with a bit for each hex, column_bit(); and last how many there are."""
        lines = zeros(2 * self.radius + 2)
        for number in self.within(radius):
            lines[self.row[number] + self.radius] |= ALONE[self.column_bit(number)]
            lines[2 * self.radius + 1] += 1
        return lines

    def column_bit(self, number: i64) -> i64:
        """The bit of a hex in the set of its row."""
        return self.column[number] + self.radius

    def at(self, line: i64, bit: i64) -> i64:
        """The hex in a row, counted from the top, whose bit this is."""
        return self.middles[line] + bit - self.radius

    def neighbours(self, radius: int) -> list[int]:
        """For each hex its six neighbours on a surface of this radius; `count` stands for everything outside."""
        surface = set(self.within(radius))
        table: list[int] = []
        for number in range(self.count):
            for column, row in DIRECTIONS:
                there = self.place.get((self.column[number] + column, self.row[number] + row), self.count)
                table.append(there if number in surface and there in surface else self.count)
        return table + [self.count] * EDGES

    def gap_sum(self, hexes: vec[i64]) -> i64:
        """The empty tiles between each of these hexes and the nearest other, added up (`fr.map`)."""
        count: i64 = len(hexes)
        nearest = vec[i64]([self.count for _ in range(count)])
        total: i64 = 0
        for index in range(count):
            least = nearest[index]
            for other in range(index):
                distance = self.distance(hexes[index], hexes[other])
                if distance < least:
                    least = distance
                if distance < nearest[other]:
                    total += distance - nearest[other]
                    nearest[other] = distance
            nearest[index] = least
            total += least
        return total - count

    def hull(self, hexes: vec[i64]) -> vec[i64]:
        """`fr.build-city`: 1 for each hex whose centre lies inside the convex hull of these hexes or on its edge, and 0 for all
        others and for what lies outside.

        Column and row are a skewed picture of the plane, and skewing keeps straight lines straight, so whole numbers do.
        """
        inside = zeros(self.count + 1)
        lines: i64 = 2 * self.radius + 1
        points = hexes[:]
        sort(points)  # row by row, and in a row column by column
        corners = self._chain(points)
        low: i64 = 0
        high: i64 = len(points) - 1
        while low < high:
            points[low], points[high] = points[high], points[low]
            low += 1
            high -= 1
        for corner in self._chain(points):
            corners = append(corners, corner)
        size: i64 = len(corners)
        if size < 3:
            return inside  # all on one line: there is no triangle
        ends = filled(2 * lines, self.count)  # the columns where the hull begins and ends in each row
        for line in range(lines):
            ends[2 * line + 1] = -self.count
        before = corners[size - 1]
        for corner in corners:
            self._side(before, corner, ends)
            before = corner
        for line in range(lines):
            number = self.middles[line] + ends[2 * line]
            while number <= self.middles[line] + ends[2 * line + 1]:
                inside[number] = 1
                number += 1
        return inside

    def _chain(self, points: vec[i64]) -> vec[i64]:
        """The corners of the convex hull along one side, by Andrew's monotone chain; without the last of the points."""
        chain = zeros(len(points) + 1)
        size: i64 = 0
        for point in points:
            while size > 1 and self._turn(chain[size - 2], chain[size - 1], point) <= 0:
                size -= 1
            chain[size] = point
            size += 1
        return chain[: size - 1]

    def _turn(self, one: i64, two: i64, three: i64) -> i64:
        """Above 0 for a turn to the one side, below 0 to the other, 0 for no turn at all."""
        row = self.row[one]
        column = self.column[one]
        return (self.row[two] - row) * (self.column[three] - column) - (self.column[two] - column) * (self.row[three] - row)

    def _side(self, one: i64, other: i64, ends: vec[i64]) -> None:
        """Widen the rows that a side of the hull crosses."""
        if one > other:
            one, other = other, one
        top = self.row[one]
        height = self.row[other] - top
        if height == 0:
            return  # its two ends are ends of other sides too
        slope = self.column[other] - self.column[one]
        across = self.column[one] * height  # where the side crosses the row, times height
        line = 2 * (top + self.radius)
        while line <= 2 * (top + self.radius + height):
            begin = -(-across // height)
            end = across // height
            if begin < ends[line]:
                ends[line] = begin
            if end > ends[line + 1]:
                ends[line + 1] = end
            across += slope
            line += 2
