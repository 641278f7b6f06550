"""Freight Train by Alan R. Moon, in three editions. README.md says which function holds which rule."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, final

from freightyard.core import contract
from freightyard.core.chance import Dice, Rng
from freightyard.core.contract import Certain, View, check_seats, read_options
from freightyard.core.errors import BadEdition, BadPosition
from freightyard.games.freight_train.rules.edition import BUILT_IN, Edition, built_in_edition, edition_from, rules_for
from freightyard.games.freight_train.rules.position import Board, read
from freightyard.games.freight_train.rules.state import State, first_state
from freightyard.games.freight_train.rules.view import state_of


@final
class FreightTrain:
    """The game."""

    __slots__ = ()

    name: Final = "freight-train"
    title: Final = "Freight Train"
    credit: Final = "Alan R. Moon"
    secrets: Final = False
    editions: Final = BUILT_IN

    def edition(self, name: str) -> Edition:
        if name not in BUILT_IN:
            raise BadEdition(f"{self.name} has no edition {name!r}; it has: {', '.join(BUILT_IN)}")
        return built_in_edition(name)

    def edition_from(self, raw: Mapping[str, Any], source: str) -> Edition:
        return edition_from(raw, source)

    def start(self, edition: contract.Edition, seats: int, options: Iterable[str] = ()) -> State:
        ours = _ours(edition)
        return first_state(rules_for(ours, check_seats(ours, seats), read_options(ours, options)))

    def position(self, edition: contract.Edition, text: str) -> State:
        return state_of(_ours(edition), read(text))

    def imaginer(self, view: View) -> Certain:
        return Certain(self.imagine(view, Dice(0)))

    def imagine(self, view: View, rng: Rng) -> State:  # nothing is hidden, so nothing is drawn
        if not isinstance(view.board, Board):
            raise BadPosition("this is not a view of a Freight Train game")
        return state_of(_ours(view.edition), view.board)


def _ours(edition: contract.Edition) -> Edition:
    if not isinstance(edition, Edition):
        raise BadEdition(f"{edition.name} is not an edition of Freight Train")
    return edition


GAME: Final = FreightTrain()
