"""Which game is drawn by which board."""

from freightyard.core.title import PAGE, POINTS
from freightyard.games import find_title, part_of
from freightyard.page import plain
from freightyard.page.contract import BoardRenderer


def board_for(game: str) -> BoardRenderer:
    """The board of a game; a plain one if it brings none."""
    board: BoardRenderer | None = part_of(game, PAGE)
    return plain if board is None else board


def unit_of(game: str) -> tuple[str, str]:
    """What a game calls its points: one, and several."""
    title = find_title(game)
    return POINTS if title is None else title.unit
