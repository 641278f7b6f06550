"""The players of a training: the hard bot with one value or another, or with none."""

from collections.abc import Sequence

import msgspec

from freightyard.bots.budget import read_budget
from freightyard.bots.learnt import Learning, features_of
from freightyard.bots.levels import bot_stream, judge_of, style
from freightyard.bots.planner import PlanningBot
from freightyard.bots.search.value import Learnt
from freightyard.core.contract import Game
from freightyard.core.errors import BadSetup


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A hard bot. `learning`: what it has learnt; None: it trusts its judge."""

    game: Game
    name: str  # with its budget, such as hard:60it
    learning: Learning | None = None

    def seat(self, seed: int, seat: int) -> PlanningBot:
        """The bot for a seat of a game."""
        judge = judge_of(self.game)
        if judge is None:
            raise BadSetup(f"{self.game.title} brings no judge, so nothing can be learnt")
        word, _, budget = self.name.partition(":")
        learnt = None
        features = features_of(self.game.name)
        if self.learning is not None and features is not None:
            learnt = Learnt(features, self.learning.value(features))
        chosen = style(word, read_budget(budget))
        chosen.learnt = lambda _edition, _seats: learnt
        return PlanningBot(self.game, judge, bot_stream(seed, seat), chosen)


def seated(players: Sequence[Player], seed: int) -> list[PlanningBot]:
    """A bot for each seat."""
    return [player.seat(seed, seat) for seat, player in enumerate(players)]
