"""Players that are programs. A bot is given the view of its seat, never a state, so it cannot know what it may not."""

from collections.abc import Mapping
from typing import Final

from freightyard.bots.contract import Bot, BotMaker
from freightyard.bots.greedy import GREEDY
from freightyard.bots.random import RandomBot
from freightyard.rules.chance import Rng
from freightyard.rules.contract import Game
from freightyard.rules.errors import BadSetup

_FOR_ANY_GAME: Final[Mapping[str, BotMaker]] = {"random": RandomBot}


def bot_names(game: Game) -> tuple[str, ...]:
    """The bots that play this game."""
    return (*_FOR_ANY_GAME, *(("greedy",) if game.name in GREEDY else ()))


def make_bot(name: str, game: Game, rng: Rng) -> Bot:
    """A bot with a stream of random numbers of its own."""
    if name in _FOR_ANY_GAME:
        return _FOR_ANY_GAME[name](rng)
    if name == "greedy" and game.name in GREEDY:
        return GREEDY[game.name](rng)
    raise BadSetup(f"there is no bot {name!r} for {game.name}; there are: {', '.join(bot_names(game))}")
