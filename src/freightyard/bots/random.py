"""The bot that does anything at all."""

from collections.abc import Sequence
from typing import TypeVar, final

from freightyard.bots.contract import Hint, Thought
from freightyard.core.chance import Rng, below
from freightyard.core.contract import View

M = TypeVar("M")  # a move: its words or its number


@final
class RandomBot:
    """Chooses any legal move, all equally likely."""

    __slots__ = ("_rng", "thought")

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self.thought: Thought | None = None  # it never has any

    def decide(self, view: View) -> str:
        """Any legal move."""
        return self.choose(view.legal)

    def choose(self, legal: Sequence[M]) -> M:
        """One of the legal moves, as words or as numbers: it is the same move. Where there are only states, no view is needed."""
        return legal[below(self._rng, len(legal))]

    def recall(self, view: View, move: str) -> None:
        """A number is used up, whatever was played."""
        self.decide(view)

    def hint(self, view: View) -> Hint:
        """Any legal move, and that there is no reason for it."""
        move = self.decide(view)
        return Hint(move, "Any legal move will do for this bot.", (move,))
