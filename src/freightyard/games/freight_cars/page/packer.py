"""Packings: ways to fill a card, those first that leave the most useful pieces. From what one seat knows, nothing else."""

from collections.abc import Sequence
from typing import Final

import msgspec

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.names import spoken
from freightyard.games.freight_cars.rules.packing import Lay, Shape, pieces_in, supply_of
from freightyard.games.freight_cars.rules.position import HIDDEN, Board

MOST: Final = 6  # ways to offer: more would be a search of its own


class Offer(msgspec.Struct, frozen=True):
    """A way to fill a card: what follows `lay` in each move, and what could be done afterwards. `keeps` and `loses`: the other
    cards of the hand that could be filled before, and after still can or no longer can; `fits`: how many cards `of` all can."""

    lays: tuple[str, ...]
    keeps: tuple[str, ...]
    loses: tuple[str, ...]
    fits: int
    of: int


class HandCard(msgspec.Struct, frozen=True):
    """A card of the hand: the word of its moves, its name and its shape."""

    word: str
    name: str
    shape: tuple[str, ...]


def hand_of(view: View) -> list[HandCard]:
    """The cards in the hand of the one who asks."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight Cars has its edition
    if view.seat is None:
        raise BadSetup("only players have a hand")
    freight = edition.data.freight
    words = [word for word in board.seats[view.seat].hand if word != HIDDEN]
    return [HandCard(word, spoken(word), tuple(freight[edition.card_number[word]].shape)) for word in words]


def offers(view: View, words: str) -> list[Offer]:
    """The best ways to fill a card of the hand, or the one that is being loaded. None if it cannot be filled. `words`: the card,
    and if pieces are laid on it already, where and which, as a position writes it: `coal-3 oox/..x I2`."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight Cars has its edition
    if view.seat is None:
        raise BadSetup("only players can ask for ways to fill a card")
    card, _, planned = words.partition(" ")
    at = board.seats[view.seat]
    hand = [word for word in (*at.hand, *at.open) if word != HIDDEN]
    loading = board.loading if board.seat - 1 == view.seat else None
    if card not in hand and (loading is None or loading.card != card):
        raise BadSetup("that card is not in your hand")
    shape = edition.packing.shapes[edition.card_number[card]]
    filled = 0 if loading is None or loading.card != card else _filled(shape, loading.rows)
    free = [at.free[piece.name] for piece in edition.data.pieces]
    if planned:
        rows, _, pieces = planned.partition(" ")
        filled |= _filled(shape, _same_cells(shape, rows))
        free = _without(edition, free, pieces)
    supply = supply_of(free)
    others = sum([1 << edition.card_number[word] for word in hand if word != card])
    every = (1 << len(edition.cards)) - 1
    before = _loadable(edition, others, supply)
    ranked = []
    for filling in shape.fillings(filled):
        if ((supply | shape.guard) - filling) & shape.guard != shape.guard:
            continue  # more than is free
        rest = supply - filling
        kept = _loadable(edition, others, rest)
        fits = _loadable(edition, every, rest).bit_count()
        ranked.append((-kept.bit_count(), -fits, pieces_in(filling), filling, kept))
    ranked.sort()
    return [
        Offer(
            tuple([_words(edition, lay) for lay, _ in laid(edition, shape, filled, filling)]),
            _names(edition, kept),
            _names(edition, before & ~kept),
            -fits,
            len(edition.cards),
        )
        for _, fits, _, filling, kept in ranked[:MOST]
    ]


def _loadable(edition: Edition, cards: int, supply: int) -> int:
    """Those of the cards that can be filled. Asked of the shapes themselves: what the packing remembers of supplies is for the
    rules alone, which may run in another thread."""
    shapes = edition.packing.shapes
    return sum([1 << number for number, shape in enumerate(shapes) if cards >> number & 1 and shape.can_fill(0, supply)])


def _filled(shape: Shape, rows: tuple[str, ...]) -> int:
    """The cells that are covered already, a bit each."""
    return sum([1 << number for number, (row, column) in enumerate(shape.cells) if rows[row][column] == "o"])


def _same_cells(shape: Shape, text: str) -> tuple[str, ...]:
    """The rows of a picture of this shape."""
    rows = tuple(text.split("/"))
    if [len(row) for row in rows] != [len(row) for row in shape.rows]:
        raise BadSetup("that is not the shape of the card")
    return rows


def _without(edition: Edition, free: Sequence[int], pieces: str) -> list[int]:
    """The free pieces less those that are laid already."""
    names = pieces.split("+")
    rest = [count - names.count(piece.name) for count, piece in zip(free, edition.data.pieces, strict=True)]
    if min(rest) < 0 or sum(free) - sum(rest) != len(names):
        raise BadSetup("you do not have these pieces")
    return rest


def laid(edition: Edition, shape: Shape, filled: int, supply: int) -> list[tuple[Lay, int]]:
    """One way to lay exactly these pieces: how each lies, and the cells that it covers, a bit each."""
    found = []
    while filled != shape.full:
        number = shape.lays(filled, supply)[0]
        lay = edition.packing.lays[number]
        covered = shape.covered(filled, number) & ~filled
        found.append((lay, covered))
        filled |= covered
        supply -= lay.unit
    return found


def _words(edition: Edition, lay: Lay) -> str:
    """What follows `lay`."""
    return f"{edition.data.pieces[lay.kind].name.lower()} {'/'.join(lay.picture)}"


def _names(edition: Edition, cards: int) -> tuple[str, ...]:
    return tuple([word for number, word in enumerate(edition.cards) if cards >> number & 1])
