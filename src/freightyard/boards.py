"""What `view.board` is in each game, for whoever writes a bot: an editor that knows the class completes its fields.

    from freightyard.boards import FreightTrainView

    class MyBot:
        games = "freight-train"

        def decide(self, view: FreightTrainView) -> str:
            return view.legal[0] if view.board.main[0] else view.legal[-1]

docs/boards.md shows every field.
"""

from freightyard.core.contract import View
from freightyard.games.freight.rules.position import Board as FreightBoard
from freightyard.games.freight_cars.rules.position import Board as FreightCarsBoard
from freightyard.games.freight_train.rules.position import Board as FreightTrainBoard

FreightTrainView = View[FreightTrainBoard]
FreightCarsView = View[FreightCarsBoard]
FreightView = View[FreightBoard]

__all__ = ["FreightBoard", "FreightCarsBoard", "FreightCarsView", "FreightTrainBoard", "FreightTrainView", "FreightView"]
