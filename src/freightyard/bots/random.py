"""The bot that does anything at all."""

from typing import final

from freightyard.bots.contract import Hint, Thought
from freightyard.core.chance import Rng, below
from freightyard.core.contract import View


@final
class RandomBot:
    """Chooses any legal move, all equally likely."""

    __slots__ = ("_rng", "thought")

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self.thought: Thought | None = None  # it never has any

    def decide(self, view: View) -> str:
        """Any legal move."""
        return view.legal[below(self._rng, len(view.legal))]

    def recall(self, view: View, move: str) -> None:
        """A number is used up, whatever was played."""
        self.decide(view)

    def hint(self, view: View) -> Hint:
        """Any legal move, and that there is no reason for it."""
        move = self.decide(view)
        return Hint(move, "Any legal move will do for this bot.", (move,))
