"""What a bot is."""

from collections.abc import Callable
from typing import Protocol

from freightyard.rules.chance import Rng
from freightyard.rules.contract import View


class Bot(Protocol):
    """Anything that can play."""

    def decide(self, view: View) -> str:
        """One of view.legal. The view is of a seat that is to act."""


BotMaker = Callable[[Rng], Bot]  # from a stream of random numbers of the bot's own
