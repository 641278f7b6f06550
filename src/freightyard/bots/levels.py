"""The bots by their names: random, greedy, and the levels easy, medium and hard."""

from typing import Final

from freightyard.bots.budget import Budget, read_budget
from freightyard.bots.greedy import JUDGES
from freightyard.bots.guard import GuardedBot
from freightyard.bots.planner import PlanningBot, Style
from freightyard.bots.random import RandomBot
from freightyard.rules.chance import Rng
from freightyard.rules.contract import Game
from freightyard.rules.errors import BadSetup

HARD: Final = 1.0  # seconds a turn


def bot_names(game: Game) -> tuple[str, ...]:
    """The bots that play this game."""
    return ("random", "easy", "medium", "hard", "greedy") if game.name in JUDGES else ("random",)


def make_bot(name: str, game: Game, rng: Rng) -> GuardedBot:
    """A bot with a stream of random numbers of its own. `hard:0.2` and `hard:500it` say how long it thinks in a turn."""
    word, colon, rest = name.partition(":")
    if name == "random":
        return GuardedBot(RandomBot(rng), rng)
    if word in bot_names(game):
        if not colon or word == "hard":
            budget = read_budget(rest) if colon else Budget(seconds=HARD)
            return GuardedBot(PlanningBot(game, JUDGES[game.name], rng, style(word, budget)), rng)
        raise BadSetup(f"only hard thinks as long as it is told to; {word} does not")
    raise BadSetup(f"there is no bot {name!r} for {game.name}; there are: {', '.join(bot_names(game))}")


def style(name: str, budget: Budget) -> Style:
    """How a level plays."""
    if name == "hard":
        return Style(budget, plans=32, weight=6.0)
    if name == "easy":
        return Style(plans=12, careless=50)
    return Style()
