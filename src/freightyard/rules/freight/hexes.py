"""Hexes, their edges and names, and the shapes of the tiles.

Hexes stand on a point. Rows have letters from the top, and a number counts the columns, which lean to the left on their way
down: `k7` lies right of `k6`, and `l7` is its neighbour below to the right. Edges are numbered clockwise, 0 is to the right:

      4   5
    3   k7   0
      2   1
"""

from collections.abc import Iterable, Sequence
from typing import Final, final

# From a hex over the edge of this number: how column and row change.
DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
EDGES: Final = 6
ALL_EDGES: Final = 63
OPPOSITE: Final = (3, 4, 5, 0, 1, 2)
OPPOSITE_BIT: Final = (8, 16, 32, 1, 2, 4)
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
AXIS_MASK: Final = (9, 18, 36)


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

    def distance(self, one: int, other: int) -> int:
        """Steps from hex to hex."""
        column = self.column[one] - self.column[other]
        row = self.row[one] - self.row[other]
        return (abs(column) + abs(row) + abs(column + row)) // 2

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
        total = 0
        for one in hexes:
            total += min(self.distance(one, other) for other in hexes if other != one) - 1
        return total

    def hull(self, hexes: Iterable[int]) -> int:
        """`fr.build-city`: a bit for each hex whose centre lies inside the convex hull of these hexes or on its edge.

        Column and row are a skewed picture of the plane, and skewing keeps straight lines straight, so whole numbers do.
        """
        corners = _corners(sorted((self.column[number], self.row[number]) for number in hexes))
        if len(corners) < 3:
            return 0  # all on one line: there is no triangle
        inside = 0
        for row in range(min(corner[1] for corner in corners), max(corner[1] for corner in corners) + 1):
            first, last = self.count, -self.count
            for i in range(len(corners)):
                (left, top), (right, bottom) = sorted((corners[i - 1], corners[i]), key=_by_row)
                height = bottom - top
                if top <= row <= bottom and height:
                    across = left * height + (right - left) * (row - top)  # where this side crosses the row, times height
                    first = min(first, -(-across // height))
                    last = max(last, across // height)
            if first <= last:
                inside |= ((1 << last - first + 1) - 1) << self.place[first, row]
        return inside


def _by_row(point: tuple[int, int]) -> int:
    return point[1]


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
