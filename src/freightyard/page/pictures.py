"""What the pictures and examples of the manual show: cars, hexes and scores, from the editions' data and the rules themselves."""

import math
from collections.abc import Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from freightyard.page.freight_train.cars import kinds_of
from freightyard.rules.freight.data import Data as FreightData
from freightyard.rules.freight.hexes import DIRECTIONS, EDGES, EDGES_OF, SHAPE_MASK, SHAPE_WORDS
from freightyard.rules.freight_cars.bonuses import words_of
from freightyard.rules.freight_train.edition import Edition as TrainEdition
from freightyard.rules.freight_train.edition import Rules, built_in_edition
from freightyard.rules.freight_train.scoring import award

# --- Freight Train ---

_SHOWN: Final = "mayfair-1996"  # the edition whose cars the examples show


class Car(msgspec.Struct, frozen=True):
    """A car in a picture."""

    name: str
    picture: Markup


def all_cars(edition: TrainEdition) -> list[Car]:
    """A car of every kind."""
    return cars(edition.letters, edition)


def cars(letters: str, edition: TrainEdition | None = None) -> list[Car]:
    """Cars by their letters, drawn as on the board."""
    edition = edition or built_in_edition(_SHOWN)
    names = {kind.letter: kind.name for kind in edition.data.kinds}
    kinds = kinds_of(edition)
    return [Car(names[letter], Markup(kinds[letter].picture)) for letter in letters]  # noqa: S704  (the board escapes it)


def awarded(edition: TrainEdition, lengths: Sequence[int]) -> list[int]:
    """What the rules give for trains of one category."""
    return award(Rules(edition, len(lengths), ()), list(lengths))


# --- Freight Cars ---

# A card with an I2, an I3 and another I2 on it, each with a number of its own.
FILLED: Final = ("11..", ".222", "33..")


def opened(rows: Sequence[str]) -> tuple[str, ...]:
    """The shape of a card before it was filled."""
    return tuple(["".join("." if cell == "." else "x" for cell in row) for row in rows])


bonus_words = words_of


# --- Freight ---

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
    """A tile of every shape, not turned. Trains never turn more sharply than a curve, so a switch has two ways or three."""
    found = []
    for shape, words in enumerate(SHAPE_WORDS):
        name, _, turn = words.partition(" ")
        if turn == "0":
            edges = EDGES_OF[SHAPE_MASK[shape]]
            ways = [(one, other) for number, one in enumerate(edges) for other in edges[number + 1 :] if other - one in (2, 3, 4)]
            found.append(Tile(name.replace("-", ", "), tuple([_way(one, other) for one, other in ways])))
    return found


def _way(one: int, other: int) -> str:
    (x, y), (u, v) = _middle(one), _middle(other)
    return f"M{x:.1f} {y:.1f}Q0 0 {u:.1f} {v:.1f}"


def _middle(edge: int) -> tuple[float, float]:
    column, row = DIRECTIONS[edge]
    inner = _SIDE * math.sqrt(3) / 2
    return inner * (column + row / 2), inner * row * math.sqrt(3) / 2


def markers(data: FreightData, tile: str) -> list[Marker]:
    """The colours of a city tile in a ring."""
    angles = [math.radians(60 * number) for number in range(len(data.colours))]
    return [
        Marker(colour.name, colour.letter in tile, round(17 * math.cos(angle), 1), round(17 * math.sin(angle), 1))
        for colour, angle in zip(data.colours, angles, strict=True)
    ]
