"""Which game is drawn by which board."""

from freightyard.core.title import PAGE
from freightyard.games import find_title
from freightyard.page import plain
from freightyard.page.contract import BoardRenderer


def board_for(game: str) -> BoardRenderer:
    """The board of a game; a plain one if it brings none."""
    title = find_title(game)
    board: BoardRenderer | None = None if title is None else title.load(PAGE)
    return plain if board is None else board
