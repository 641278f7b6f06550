"""Judges: what each game's positions and plans are worth. The greedy bot plays by them at once, the search in its playouts."""

from collections.abc import Mapping
from typing import Final

from freightyard.bots.contract import Judge
from freightyard.bots.greedy.freight import FreightJudge
from freightyard.bots.greedy.freight_cars import FreightCarsJudge
from freightyard.bots.greedy.freight_train import FreightTrainJudge

# By the name of the game.
JUDGES: Final[Mapping[str, Judge]] = {
    "freight": FreightJudge(),
    "freight-cars": FreightCarsJudge(),
    "freight-train": FreightTrainJudge(),
}
