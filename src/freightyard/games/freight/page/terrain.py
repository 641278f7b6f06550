"""The land behind the map: a river, woods and hills, in calm colours and for the eye alone. No rule knows of it.

It follows from where the first city lies, so a map always looks the same, and nothing that is built or founded changes it.
A river ends in the sea, whose colour it has; woods and hills keep away from the coast, so nothing has to be cut off there.
"""

from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final

from freightyard.core.chance import Stream
from freightyard.games.freight.page.shapes import ROW, WIDE, n

Place = tuple[float, float]

_BENDS: Final = 9  # points of a river between its ends
_CORNERS: Final = 9  # of the outline of a wood
_PERMILLE: Final = 1000


@lru_cache(maxsize=256)
def terrain(first: str, radius: int) -> str:
    """The land of the map on which the first city lies there: paths below the lines between the hexes."""
    luck = Stream(f"land {first} {radius}")
    reach = min(WIDE, ROW) * radius * 0.9  # the surface is a hexagon: its flat sides are nearer than its corners
    rivers = [_river(luck, reach * 1.5, turn) for turn in _turns(luck, 1 + (radius > 9))]
    woods = _scattered(luck, reach, 3 + radius // 3, 130)
    hills = _scattered(luck, reach, 2 + radius // 3, 120)
    parts = [f'<path class="wood" d="{"".join([_outline(luck, at, 55 + luck.below(70)) for at in woods])}"/>']
    parts += [f'<path class="river" d="{_curve(river)}"/>' for river in rivers]
    parts += [f'<path class="river wide" d="{_curve(river[len(river) // 2 :])}"/>' for river in rivers]
    parts.append(f'<path class="trees" d="{"".join([_trees(luck, at) for at in woods])}"/>')
    parts.append(f'<path class="hills" d="{"".join([_ridge(luck, at) for at in hills])}"/>')
    return f'<g class="terrain">{"".join(parts)}</g>'


def _share(luck: Stream) -> float:
    """From 0 to 1."""
    return luck.below(_PERMILLE) / _PERMILLE


def _turns(luck: Stream, count: int) -> list[float]:
    """Directions that are well apart."""
    first = 2 * pi * _share(luck)
    return [first + 2 * pi * number / count + 0.6 * _share(luck) for number in range(count)]


def _river(luck: Stream, length: float, turn: float) -> list[Place]:
    """From somewhere inland, in bends, down to the sea in one direction and a little beyond the coast."""
    side = (_share(luck) - 0.5) * length * 0.5
    swing = 40 + 50 * _share(luck)
    phase = 2 * pi * _share(luck)
    found = []
    for step in range(_BENDS + 2):
        along = length * (step / (_BENDS + 1) * 1.25 - 0.2)
        across = side + swing * sin(phase + step * 1.15) + 26 * (_share(luck) - 0.5)
        found.append((along * cos(turn) - across * sin(turn), along * sin(turn) + across * cos(turn)))
    return found


def _scattered(luck: Stream, reach: float, count: int, apart: float) -> list[Place]:
    """So many places inland, or fewer if they would lie too near each other."""
    found: list[Place] = []
    for _ in range(4 * count):
        far, turn = reach * 0.86 * _share(luck) ** 0.5, 2 * pi * _share(luck)
        x, y = far * cos(turn), far * sin(turn)
        if len(found) < count and all(hypot(x - left, y - top) > apart for left, top in found):
            found.append((x, y))
    return found


def _curve(points: list[Place], *, closed: bool = False) -> str:
    """A smooth line through the middles between points, bent by the points."""
    if closed:
        points = [*points, points[0], points[1]]
    middles = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in pairwise(points)]
    begin = middles[0] if closed else points[0]
    bends = zip(points[1:-1], middles[1:], strict=True)
    line = f"M{_at(begin)}" + ("" if closed else f"L{_at(middles[0])}")
    line += "".join([f"Q{_at(bend)} {_at(to)}" for bend, to in bends])
    return line + ("z" if closed else f"L{_at(points[-1])}")


def _at(point: Place) -> str:
    return f"{n(round(point[0]))} {n(round(point[1]))}"


def _outline(luck: Stream, middle: Place, size: float) -> str:
    """The soft edge of a wood."""
    x, y = middle
    points = []
    for corner in range(_CORNERS):
        far = size * (0.7 + 0.6 * _share(luck))
        points.append((x + far * 1.35 * cos(2 * pi * corner / _CORNERS), y + far * 0.9 * sin(2 * pi * corner / _CORNERS)))
    return _curve(points, closed=True)


def _trees(luck: Stream, middle: Place) -> str:
    """A few trees in a wood."""
    found = []
    for _ in range(5 + luck.below(4)):
        x, y = middle[0] + (_share(luck) - 0.5) * 110, middle[1] + (_share(luck) - 0.5) * 70
        found.append(f"M{_at((x - 6, y))}l6-13 6 13z")
    return "".join(found)


def _ridge(luck: Stream, middle: Place) -> str:
    """Some hills beside each other."""
    found = []
    for number in range(3 + luck.below(3)):
        wide = 26 + luck.below(20)
        x, y = middle[0] + (number - 2) * 34 + luck.below(16), middle[1] + (number % 2) * 16 + luck.below(10)
        found.append(f"M{_at((x - wide / 2, y))}q{wide // 2}-{wide * 3 // 4} {wide} 0")
    return "".join(found)
