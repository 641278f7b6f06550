"""Actions in three parts: verb, place and shape, beside the flat numbers of the vocabulary.

    factors = Factors(games.setup.edition)
    verb = choose(factors.mask(legal))                  # which verbs are legal
    place = choose(factors.mask(legal, verb))           # and then which places
    shape = choose(factors.mask(legal, verb, place))
    move = factors.move(verb, place, shape)

So a policy for Freight has three small heads instead of one with 29,169 outputs. A place is a hex of the map, where a game has a
map; a shape is whatever other words a move has. Number 0 of places and of shapes stands for none.
"""

from collections.abc import Iterable
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from freightyard.core.contract import Edition
from freightyard.core.errors import BadSetup
from freightyard.core.title import OBSERVATION
from freightyard.games import part_of


@final
class Factors:
    """The moves of an edition in three parts. `parts`: the numbers of verb, place and shape of each move, a row a move."""

    def __init__(self, edition: Edition) -> None:
        places = getattr(part_of(edition.game, OBSERVATION), "places", None)
        self.places: tuple[str, ...] = ("", *(places(edition) if places is not None else ()))  # the words of each part
        number_of = {word: number for number, word in enumerate(self.places)}
        verbs: dict[str, int] = {}
        shapes: dict[str, int] = {"": 0}
        rows = []
        for text in edition.vocabulary.texts:
            verb, *words = text.split()
            place = next((word for word in words if word in number_of), "")
            shape = " ".join([word for word in words if word != place])
            rows.append((verbs.setdefault(verb, len(verbs)), number_of[place], shapes.setdefault(shape, len(shapes))))
        self.verbs = tuple(verbs)
        self.shapes = tuple(shapes)
        self.sizes = len(self.verbs), len(self.places), len(self.shapes)
        self.parts: NDArray[np.int32] = np.array(rows, np.int32)
        self._move = {row: move for move, row in enumerate(rows)}

    def mask(self, legal: Iterable[int], *chosen: int) -> NDArray[np.bool_]:
        """Which numbers the next part may have, after those that were chosen: of verbs first, then of places, then of shapes."""
        if len(chosen) >= len(self.sizes):
            raise BadSetup("a move has three parts: verb, place and shape")
        rows: NDArray[Any] = self.parts[np.fromiter(legal, np.int64)]
        for part, number in enumerate(chosen):
            rows = rows[rows[:, part] == number]
        mask = np.zeros(self.sizes[len(chosen)], np.bool_)
        mask[rows[:, len(chosen)]] = True
        return mask

    def move(self, verb: int, place: int, shape: int) -> int:
        """The move with these parts."""
        move = self._move.get((verb, place, shape))
        if move is None:
            words = [
                names[number] if 0 <= number < len(names) else f"number {number}"
                for names, number in zip((self.verbs, self.places, self.shapes), (verb, place, shape), strict=True)
            ]
            raise BadSetup(f"no move consists of {', '.join([word or 'none' for word in words])}")
        return move
