"""A bot of 25 lines that plays all three games. docs/your-own-bot.md tells what each line does.

freightyard ladder freight-train --bots examples/own_bot.py:Tidy,random --games 4
"""

from freightyard import Game, Stream, View
from freightyard.core.chance import Dice


class Tidy:
    """Tries up to eight legal moves in imagined games, and plays the one that went best."""

    def __init__(self, game: Game, rng: Stream) -> None:
        self.game, self.rng = game, rng

    def decide(self, view: View) -> str:
        return max(view.legal[:8], key=lambda move: self.margin(view, view.seat or 0, move))

    def margin(self, view: View, seat: int, move: str) -> int:
        state = self.game.imagine(view, self.rng)  # a truth that fits what this seat knows
        state.say(move)
        state.playout(Dice(self.rng.below(1_000_000)))  # random moves to the end
        outcome = state.outcome()
        scores = outcome.scores if outcome else ()
        return scores[seat] - max(scores[:seat] + scores[seat + 1 :])
