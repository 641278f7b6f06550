"""A bot must never stop a table: if it fails, a legal move is played in its place, and what happened is logged."""

import logging
from typing import Final, final

from freightyard.bots.contract import Adviser, Hint, Thought
from freightyard.core.chance import Rng, below
from freightyard.core.contract import View

LOG: Final = logging.getLogger("freightyard.bots")  # where failures are told


@final
class GuardedBot:
    """A bot, and a legal move for the case that it fails."""

    __slots__ = ("_bot", "_rng", "failures")

    def __init__(self, bot: Adviser, rng: Rng) -> None:
        self._bot = bot
        self._rng = rng
        self.failures = 0

    @property
    def thought(self) -> Thought | None:
        """What the bot thought about its last decision."""
        return self._bot.thought

    def decide(self, view: View) -> str:
        """The bot's move, or any legal one if it fails."""
        try:
            move = self._bot.decide(view)
        except Exception:
            LOG.exception("a bot failed; a legal move is played instead")
            return self._any(view)
        if move not in view.legal:
            LOG.error("a bot chose %r, which is not legal; a legal move is played instead", move)
            return self._any(view)
        return move

    def hint(self, view: View) -> Hint:
        """The bot's hint, or any legal move if it fails."""
        try:
            return self._bot.hint(view)
        except Exception:
            LOG.exception("a bot failed; any legal move is the hint")
            move = self._any(view)
            return Hint(move, "It is legal; more cannot be said.", (move,))

    def _any(self, view: View) -> str:
        self.failures += 1
        return view.legal[below(self._rng, len(view.legal))]
