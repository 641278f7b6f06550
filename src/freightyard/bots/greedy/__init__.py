"""Bots that look one decision ahead with an evaluator of their own game. One module a game."""

from collections.abc import Mapping
from typing import Final

from freightyard.bots.contract import BotMaker
from freightyard.bots.greedy.freight import GreedyFreight
from freightyard.bots.greedy.freight_cars import GreedyFreightCars
from freightyard.bots.greedy.freight_train import GreedyFreightTrain

# By the name of the game.
GREEDY: Final[Mapping[str, BotMaker]] = {
    "freight": GreedyFreight,
    "freight-cars": GreedyFreightCars,
    "freight-train": GreedyFreightTrain,
}
