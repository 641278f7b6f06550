"""Which game is drawn by which board."""

from collections.abc import Mapping
from typing import Final

from freightyard.page import freight, freight_cars, freight_train, plain
from freightyard.page.contract import Board

BOARDS: Final[Mapping[str, Board]] = {"freight": freight, "freight-cars": freight_cars, "freight-train": freight_train}


def board_for(game: str) -> Board:
    """The board of a game; a plain one if it has none of its own."""
    return BOARDS.get(game, plain)
