"""Cards, pieces and resources as pictures: a path of cells each, drawn once for an edition.

All cards of an edition are drawn to one scale in frames of one size, so that a style sheet can size them without knowing them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from freightyard.games.freight_cars.page.packer import laid
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.packing import cells_of, supply_of
from freightyard.page.markup import esc

_TINTS: Final = 7  # resources in the style sheet; the data have no more


class Pictures(NamedTuple):
    """The pictures of an edition, by the words of moves, and its resources with their letters and classes."""

    cards: dict[str, str]  # the bed of a card
    pieces: dict[str, str]
    lays: dict[str, str]  # by what follows `lay`
    badges: dict[str, str]  # of resources
    tints: dict[str, str]  # of cards: the class of its resource
    wants: dict[str, str]  # of cities
    frame: tuple[int, int]  # of cards, in cells


@lru_cache(maxsize=16)
def pictures_of(edition: Edition) -> Pictures:
    """All pictures of an edition."""
    data = edition.data
    letters = letters_of(data.resources)
    tint = {resource: f"r{number % _TINTS + 1}" for number, resource in enumerate(data.resources)}
    badges = {
        resource: f'<i class="res {tint[resource]}" title="{esc(resource)}">{letter}</i>'
        for resource, letter in zip(data.resources, letters, strict=True)
    }
    wide = max(len(row) for card in data.freight for row in card.shape)
    high = max(len(card.shape) for card in data.freight)
    piece_high = max(len(piece.shape) for piece in data.pieces)
    names = [piece.name.lower() for piece in data.pieces]
    most = max([*[len(piece.shape[0]) for piece in data.pieces], piece_high])
    return Pictures(
        {card.name: _picture(card.shape, (wide, high), "bed") for card in data.freight},
        {piece.name: _picture(piece.shape, (len(piece.shape[0]), piece_high), "piece") for piece in data.pieces},
        {
            f"{names[lay.kind]} {'/'.join(lay.picture)}": _picture(lay.picture, (most, most), "piece")
            for lay in edition.packing.lays
        },
        badges,
        {card.name: tint[card.resource] for card in data.freight},
        {word: "".join([badges[good] for good in city.wants]) for word, city in zip(edition.cities, data.cities, strict=True)},
        (wide, high),
    )


@lru_cache(maxsize=4096)
def loaded(edition: Edition, word: str, pieces: tuple[str, ...]) -> str:
    """A loaded car: a way in which its pieces fill it. The rules keep which pieces lie in a car, not where, so this is not always
    the way in which they were laid."""
    kinds = [piece.name for piece in edition.data.pieces]
    shape = edition.packing.shapes[edition.card_number[word]]
    of: dict[tuple[int, int], int] = {}  # for each cell its piece
    for number, mask in enumerate(laid(edition, shape, 0, supply_of([pieces.count(kind) for kind in kinds]))):
        of |= {cell: number for place, cell in enumerate(shape.cells) if mask[1] >> place & 1}
    wide, high = pictures_of(edition).frame
    left, top = (wide - max(map(len, shape.rows))) / 2, high - len(shape.rows)
    seams = ""
    for (row, column), number in of.items():
        x, y = left + column, top + row
        if of.get((row, column - 1)) != number:
            seams += f"M{x:g} {y}v1"
        if of.get((row - 1, column)) != number:
            seams += f"M{x:g} {y}h1"
        if (row, column + 1) not in of:
            seams += f"M{x + 1:g} {y}v1"
        if (row + 1, column) not in of:
            seams += f"M{x:g} {y + 1}h1"
    return (
        f'<svg class="load" viewBox="0 0 {wide} {high}" aria-hidden="true"><path d="{cells_path(shape.rows, left, top)}"/>'
        f'<path class="seams" d="{seams}"/></svg>'
    )


def letters_of(resources: Sequence[str]) -> list[str]:
    """The shortest beginnings that tell the resources apart."""
    found = []
    for resource in resources:
        length = 1
        while length < len(resource) and sum(other.startswith(resource[:length]) for other in resources) > 1:
            length += 1
        found.append(resource[:length].capitalize())
    return found


def cells_path(rows: Sequence[str], left: float = 0, top: float = 0) -> str:
    """The cells of a picture as squares of one unit."""
    return "".join([f"M{left + column:g} {top + row:g}h1v1h-1z" for row, column in cells_of(rows)])


def _picture(rows: Sequence[str], frame: tuple[int, int], kind: str) -> str:
    """A picture in the middle of a frame of so many cells."""
    wide, high = frame
    left, top = (wide - max(map(len, rows))) / 2, (high - len(rows)) / 2
    return f'<svg class="{kind}" viewBox="0 0 {wide} {high}" aria-hidden="true"><path d="{cells_path(rows, left, top)}"/></svg>'
