"""A bot must never stop a table where people wait: if it fails, a legal move is played in its place, and the log says why.

Only a server and a terminal guard their bots. Whoever measures bots wants their errors: see lab/match.py.
"""

import logging
from typing import Final, final

from freightyard.bots.contract import Adviser, Hint, Thought
from freightyard.bots.levels import make_bot
from freightyard.bots.program import ProgramFailed
from freightyard.core.chance import Rng, below
from freightyard.core.contract import Game, Outcome, View

LOG: Final = logging.getLogger("freightyard.bots")  # where failures are told


def make_guarded_bot(name: str, game: Game, rng: Rng) -> "GuardedBot":
    """The bot of make_bot(), guarded."""
    return GuardedBot(make_bot(name, game, rng), rng, name)


@final
class GuardedBot:
    """A bot, and a legal move for the case that it fails."""

    __slots__ = ("_bot", "_name", "_rng", "_told")

    def __init__(self, bot: Adviser, rng: Rng, name: str = "") -> None:
        self._bot = bot
        self._told = False
        self._name = f"the bot {name}" if name else "a bot"
        self._rng = rng

    @property
    def thought(self) -> Thought | None:
        """What the bot thought about its last decision."""
        return self._bot.thought

    def decide(self, view: View) -> str:
        """The bot's move, or any legal one if it fails."""
        try:
            move = self._bot.decide(view)
        except ProgramFailed as failure:
            LOG.error("%s %s; a legal move is played instead", self._name, failure.words)
            return self._any(view)
        except Exception as error:
            if self._told:  # the traceback of the first failure is enough to read
                LOG.error("%s failed again (%s); a legal move is played instead", self._name, type(error).__name__)
            else:
                LOG.exception("%s failed; a legal move is played instead", self._name)
            self._told = True
            return self._any(view)
        if move not in view.legal:
            LOG.error("%s chose %r, which is not legal; a legal move is played instead", self._name, move)
            return self._any(view)
        return move

    def recall(self, view: View, move: str) -> None:
        """Tell the bot what it has missed; if it fails at that, it decides without."""
        try:
            self._bot.recall(view, move)
        except Exception:
            LOG.exception("%s failed; it is not told what it has missed", self._name)

    def hint(self, view: View) -> Hint:
        """The bot's hint, or any legal move if it fails."""
        try:
            return self._bot.hint(view)
        except Exception:
            LOG.exception("%s failed; any legal move is the hint", self._name)
            move = self._any(view)
            return Hint(move, "It is a legal move; the bot has no better idea.", (move,))

    def end(self, outcome: Outcome | None) -> None:
        """Tell the bot that the game is over, if it listens."""
        end = getattr(self._bot, "end", None)
        if end is not None:
            try:
                end(outcome)
            except Exception:
                LOG.exception("%s failed when the game was over", self._name)

    def _any(self, view: View) -> str:
        return view.legal[below(self._rng, len(view.legal))]
