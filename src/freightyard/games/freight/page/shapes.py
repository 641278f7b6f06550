"""Where hexes lie on the picture of the map, and the lines that track draws on them.

A hex stands on a point and is 70 wide and 80 high, so every corner lies on whole numbers; that is one part in a hundred off a
regular one, and nobody sees it.
"""

from functools import lru_cache
from typing import Final

from freightyard.games.freight.rules.hexes import AXES, DIRECTIONS, SHAPE_MASK, SHAPE_WORDS, Grid

WIDE: Final = 70
ROW: Final = 60  # from row to row
CORNERS: Final = ((35, -20), (35, 20), (0, 40), (-35, 20), (-35, -20), (0, -40))  # clockwise; edge 0 lies between 0 and 1
MIDDLES: Final = ((35.0, 0.0), (17.5, 30.0), (-17.5, 30.0), (-35.0, 0.0), (-17.5, -30.0), (17.5, -30.0))  # of the edges

Point = tuple[int, int]


def n(number: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{number + 0.0:g}"  # and no -0


@lru_cache(maxsize=8)
def _places(grid: Grid) -> dict[str, Point]:
    return {
        name: (WIDE * column + WIDE // 2 * row, ROW * row)
        for name, column, row in zip(grid.names, grid.column, grid.row, strict=True)
    }


def place(grid: Grid, name: str) -> Point:
    """The middle of a hex."""
    return _places(grid)[name]


@lru_cache(maxsize=4096)
def hexagon(x: int, y: int) -> str:
    """The outline of a hex."""
    return f"M{x} {y - 40}l35 20v40l-35 20-35-20v-40z"


@lru_cache(maxsize=1024)
def plate(x: int, y: int) -> str:
    """The outline of a city, which reaches a little over its hex, so that its letters can be larger."""
    return f"M{x} {y - 48}l42 24v48l-42 24-42-24v-48z"


def _lines(edges: tuple[int, ...]) -> tuple[tuple[float, float, str], ...]:
    """The lines that join these edges: from a middle, and on from there. The tight bend between edges side by side, which a train
    may take over a switch, is left to the eye: drawn, it would be a blot."""
    lines = []
    for index, edge in enumerate(edges):
        for other in edges[index + 1 :]:
            (x, y), (to_x, to_y) = MIDDLES[edge], MIDDLES[other]
            if (other - edge) % 6 in (1, 5):
                continue
            if (other - edge) % 6 == 3:
                lines.append((x, y, f"l{n(to_x - x)} {n(to_y - y)}"))
            else:
                lines.append((x, y, f"q{n(-x)} {n(-y)} {n(to_x - x)} {n(to_y - y)}"))
    return tuple(lines)


_EDGES: Final = tuple(tuple(edge for edge in range(6) if mask >> edge & 1) for mask in SHAPE_MASK)
_TILE: Final = {words: _lines(edges) for words, edges in zip(SHAPE_WORDS, _EDGES, strict=True)}
_AXIS: Final = tuple(_lines((axis, axis + 3)) for axis in range(AXES))


@lru_cache(maxsize=16384)
def tile(words: str, x: int, y: int) -> str:
    """The lines of a tile, such as `curve 2`, on a hex."""
    return "".join([f"M{n(x + dx)} {n(y + dy)}{line}" for dx, dy, line in _TILE[words]])


@lru_cache(maxsize=4096)
def bridge(axis: int, x: int, y: int) -> str:
    """The line of a bridge."""
    ((dx, dy, line),) = _AXIS[axis]
    return f"M{n(x + dx)} {n(y + dy)}{line}"


def way(points: list[Point]) -> str:
    """A line from hex to hex that bends softly: through the middles of the edges, around the middles of the hexes."""
    (x, y), *others = points
    parts = [f"M{x} {y}"]
    for (x, y), (to_x, to_y) in zip(points, others, strict=False):
        middle = f"{n((x + to_x) / 2)} {n((y + to_y) / 2)}"
        parts.append(f"Q{x} {y} {middle}")
    parts.append(f"L{others[-1][0]} {others[-1][1]}")
    return "".join(parts)


@lru_cache(maxsize=32)
def ground(grid: Grid, radius: int) -> str:
    """The lines between the hexes of a surface: three sides of each hex, and the others where the surface ends."""
    parts = []
    surface = {(grid.column[number], grid.row[number]) for number in grid.within(radius)}
    for column, row in sorted(surface, key=lambda at: (at[1], at[0])):
        x, y = WIDE * column + WIDE // 2 * row, ROW * row
        parts.append(f"M{x - 35} {y + 20}v-40l35-20 35 20")
        for edge in (0, 1, 2):
            step = DIRECTIONS[edge]
            if (column + step[0], row + step[1]) not in surface:
                (ax, ay), (bx, by) = CORNERS[edge], CORNERS[(edge + 1) % 6]
                parts.append(f"M{x + ax} {y + ay}l{bx - ax} {by - ay}")
    return "".join(parts)


@lru_cache(maxsize=32)
def coast(grid: Grid, radius: int) -> str:
    """The outline of a surface, as one polygon."""
    surface = {(grid.column[number], grid.row[number]) for number in grid.within(radius)}
    sides: dict[Point, Point] = {}
    for column, row in surface:
        x, y = WIDE * column + WIDE // 2 * row, ROW * row
        for edge, (right, down) in enumerate(DIRECTIONS):
            if (column + right, row + down) not in surface:
                (ax, ay), (bx, by) = CORNERS[edge], CORNERS[(edge + 1) % 6]
                sides[x + ax, y + ay] = (x + bx, y + by)
    first = here = min(sides)
    points = [here]
    while (here := sides[here]) != first:
        points.append(here)
    return "M" + " ".join(f"{x} {y}" for x, y in points) + "z"


def frame(radius: int) -> str:
    """The `viewBox` of a surface."""
    wide, high = WIDE * (2 * radius + 1), ROW * 2 * radius + 80
    return f"{-wide // 2 - 6} {-high // 2 - 6} {wide + 12} {high + 12}"
