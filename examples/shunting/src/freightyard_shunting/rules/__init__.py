"""The rules of Shunting. They import `freightyard.core` and nothing else."""

from collections.abc import Mapping
from typing import Any, Final, final

from freightyard.core.plain import PlainGame
from freightyard_shunting.rules.edition import Edition, checked
from freightyard_shunting.rules.position import Board, set_out
from freightyard_shunting.rules.state import State


@final
class Shunting(PlainGame[Edition, State, Board]):
    """The game."""

    name = "shunting"
    title = "Shunting"
    credit = "the Freightyard authors"
    package = "freightyard_shunting"
    editions = ("standard", "long")
    edition_class = Edition
    board_class = Board

    def make_edition(self, raw: Mapping[str, Any], source: str, built_in: bool) -> Edition:
        return Edition(self, checked(raw, source), raw, built_in)

    def make_state(self, edition: Edition, seats: int, options: tuple[str, ...]) -> State:
        return State(edition, seats, options)

    def state_of(self, edition: Edition, board: Board) -> State:
        state = self.start(edition, len(board.seats), board.options)
        set_out(state, board)
        return state


GAME: Final = Shunting()
