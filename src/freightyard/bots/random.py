"""The bot that does anything at all."""

from typing import final

from freightyard.rules.chance import Rng
from freightyard.rules.contract import View


@final
class RandomBot:
    """Chooses any legal move, all equally likely."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def decide(self, view: View) -> str:
        return view.legal[self._rng.below(len(view.legal))]
