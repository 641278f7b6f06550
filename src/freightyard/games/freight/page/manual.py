"""What the pictures and examples of the manual show: hexes, tiles and markers, from the editions' data and the rules."""

import math
from itertools import combinations
from typing import Final

import msgspec

from freightyard.games.freight.rules.data import Data
from freightyard.games.freight.rules.hexes import DIRECTIONS, EDGES, EDGES_OF, SHAPE_MASK, SHAPE_WORDS

_SIDE: Final = 30.0


class Tile(msgspec.Struct, frozen=True):
    """A tile of track: its name, and a curve for each way over it."""

    name: str
    paths: tuple[str, ...]


class Marker(msgspec.Struct, frozen=True):
    """A colour on a city tile, and where it is."""

    colour: str
    supplied: bool
    x: float
    y: float


def hex_corners() -> str:
    """The corners of a hex that stands on a point."""
    angles = [math.radians(60 * number - 30) for number in range(EDGES)]
    return " ".join(f"{_SIDE * math.cos(angle):.1f},{_SIDE * math.sin(angle):.1f}" for angle in angles)


def tiles() -> list[Tile]:
    """A tile of every shape, not turned, with a way between any two of its legs: a switch has three."""
    found = []
    for shape, words in enumerate(SHAPE_WORDS):
        name, _, turn = words.partition(" ")
        if turn == "0":
            edges = EDGES_OF[SHAPE_MASK[shape]]
            found.append(Tile(name.replace("-", ", "), tuple([_way(one, other) for one, other in combinations(edges, 2)])))
    return found


def _way(one: int, other: int) -> str:
    (x, y), (u, v) = _middle(one), _middle(other)
    return f"M{x:.1f} {y:.1f}Q0 0 {u:.1f} {v:.1f}"


def _middle(edge: int) -> tuple[float, float]:
    column, row = DIRECTIONS[edge]
    inner = _SIDE * math.sqrt(3) / 2
    return inner * (column + row / 2), inner * row * math.sqrt(3) / 2


def markers(data: Data, tile: str) -> list[Marker]:
    """The colours of a city tile in a ring."""
    angles = [math.radians(60 * number) for number in range(len(data.colours))]
    return [
        Marker(colour.name, colour.letter in tile, round(17 * math.cos(angle), 1), round(17 * math.sin(angle), 1))
        for colour, angle in zip(data.colours, angles, strict=True)
    ]
