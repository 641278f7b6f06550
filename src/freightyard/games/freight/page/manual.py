"""What the pictures and examples of the manual show: hexes, tiles and markers, from the editions' data and the rules."""

import math
from itertools import combinations
from typing import Final

import msgspec
from markupsafe import Markup

from freightyard.games.freight.page.atlas import city_picture
from freightyard.games.freight.page.marks import colour_name, in_order
from freightyard.games.freight.page.sentences.words import listed
from freightyard.games.freight.rules.city_names import city_names
from freightyard.games.freight.rules.edition import Edition
from freightyard.games.freight.rules.hexes import DIRECTIONS, EDGES, EDGES_OF, SHAPE_MASK, SHAPE_WORDS
from freightyard.games.freight.rules.position import City

_SIDE: Final = 30.0
_NAME: Final = "k7"  # of the city in the picture


class Tile(msgspec.Struct, frozen=True):
    """A tile of track: its name, and a curve for each way over it."""

    name: str
    paths: tuple[str, ...]


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


def city(edition: Edition, tile: str, markers: str) -> Markup:
    """A city as the board draws it, with what it is called there."""
    drawn = city_picture(edition, City(_NAME, tile, markers), city_names((_NAME,))[_NAME], 0, 0)
    return Markup(f'<svg class="citypicture" viewBox="-46 -52 92 104" width="110" height="124">{drawn}</svg>')  # noqa: S704  (our own)


def colours(edition: Edition, tile: str) -> tuple[str, str]:
    """The colours that a tile supplies, and those that it wants, in words."""
    supplied, demanded = [listed([colour_name(edition, letter) for letter in letters]) for letters in in_order(edition, tile)]
    return supplied, demanded
