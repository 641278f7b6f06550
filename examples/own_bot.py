"""A bot of 25 lines that plays all three games. docs/your-own-bot.md tells what each line does.

freightyard ladder freight-train --bots examples/own_bot.py:Tidy,random --games 20
"""

import freightyard
from freightyard.core.chance import Dice


class Tidy:
    """Tries up to eight legal moves in imagined games, and plays the one that went best."""

    def __init__(self, game, rng):
        self.game, self.rng = game, rng

    def decide(self, view: freightyard.View) -> str:
        best = {}
        for number, move in enumerate(view.legal[:8]):
            state = self.game.imagine(view, self.rng)  # a truth that fits what this seat knows
            state.say(move)
            state.playout(Dice(self.rng.below(1_000_000) + number))  # random moves to the end
            scores = state.outcome().scores
            best[move] = scores[view.seat] - max(scores[: view.seat] + scores[view.seat + 1 :])
        return max(best, key=best.get)
