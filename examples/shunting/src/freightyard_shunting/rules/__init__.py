"""The rules of Shunting. They import `freightyard.core` and nothing else."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, final

from freightyard.core import contract
from freightyard.core.chance import Dice, Rng
from freightyard.core.contract import Certain, View, check_seats, read_options
from freightyard.core.errors import BadEdition, BadPosition
from freightyard_shunting.rules.edition import BUILT_IN, Edition, built_in_edition, edition_from
from freightyard_shunting.rules.position import Board, read
from freightyard_shunting.rules.state import State, first_state
from freightyard_shunting.rules.view import state_of


@final
class Shunting:
    """The game."""

    name: Final = "shunting"
    title: Final = "Shunting"
    credit: Final = "the Freightyard authors"
    secrets: Final = False  # all seats see the same, so one board serves all of them
    editions: Final = BUILT_IN

    def edition(self, name: str) -> Edition:
        if name not in BUILT_IN:
            raise BadEdition(f"{self.name} has no edition {name!r}; it has: {', '.join(BUILT_IN)}")
        return built_in_edition(name)

    def edition_from(self, raw: Mapping[str, Any], source: str) -> Edition:
        return edition_from(raw, source)

    def start(self, edition: contract.Edition, seats: int, options: Iterable[str] = ()) -> State:
        ours = _ours(edition)
        return first_state(ours, check_seats(ours, seats), read_options(ours, options))

    def position(self, edition: contract.Edition, text: str) -> State:
        return state_of(_ours(edition), read(text))

    def imagine(self, view: View, rng: Rng) -> State:  # noqa: ARG002  (nothing is hidden, so nothing is drawn)
        if not isinstance(view.board, Board):
            raise BadPosition("this is not a view of a Shunting game")
        return state_of(_ours(view.edition), view.board)

    def imaginer(self, view: View) -> Certain:
        return Certain(self.imagine(view, Dice(0)))


def _ours(edition: contract.Edition) -> Edition:
    if not isinstance(edition, Edition):
        raise BadEdition(f"{edition.name} is not an edition of Shunting")
    return edition


GAME: Final = Shunting()
