"""A bot's plan as advice: what it would do, as one says it to a player."""

from collections.abc import Sequence

from freightyard.core.contract import Edition
from freightyard.page import sentences as say
from freightyard.page.contract import BoardRenderer


def advice(board: BoardRenderer, edition: Edition, texts: Sequence[str]) -> str:
    """`Take coal #1.` A board that has no words for it is quoted as its log tells it."""
    if not hasattr(board, "advise"):
        return say.best_move(board.story(edition, texts).removesuffix("."))
    words: str = board.advise(edition, texts)
    return words
