"""The games that exist. A plain tuple: to add a game is to add a line."""

from typing import Final

from freightyard.rules.contract import Game
from freightyard.rules.errors import BadSetup
from freightyard.rules.freight import GAME as FREIGHT
from freightyard.rules.freight_cars import GAME as FREIGHT_CARS
from freightyard.rules.freight_train import GAME as FREIGHT_TRAIN

GAMES: Final[tuple[Game, ...]] = (FREIGHT_TRAIN, FREIGHT_CARS, FREIGHT)


def game_named(name: str) -> Game:
    """The game of this name."""
    for game in GAMES:
        if game.name == name:
            return game
    raise BadSetup(f"there is no game {name!r}; there are: {', '.join(game.name for game in GAMES)}")
