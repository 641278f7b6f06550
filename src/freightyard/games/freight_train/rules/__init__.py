"""Freight Train by Alan R. Moon, in three editions. README.md says which function holds which rule."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, final

from freightyard.core.chance import Dice, Rng
from freightyard.core.contract import Certain, EditionChoice, View
from freightyard.core.setup import built_in_name, own_board, own_edition, set_up
from freightyard.games.freight_train.rules.edition import BUILT_IN, PACKAGE, Edition, built_in_edition, edition_from, rules_for
from freightyard.games.freight_train.rules.from_board import state_of
from freightyard.games.freight_train.rules.position import Board, read
from freightyard.games.freight_train.rules.state import State, first_state


@final
class FreightTrain:
    """The game."""

    __slots__ = ()

    name: Final = "freight-train"
    title: Final = "Freight Train"
    credit: Final = "Alan R. Moon"
    secrets: Final = False
    editions: Final = BUILT_IN
    board_class: Final = Board

    def edition(self, name: str) -> Edition:
        return built_in_edition(built_in_name(self, PACKAGE, name))

    def edition_from(self, raw: Mapping[str, Any], source: str) -> Edition:
        return edition_from(raw, source)

    def start(self, edition: EditionChoice = None, seats: int | None = None, options: Iterable[str] = ()) -> State:
        return first_state(rules_for(*set_up(self, Edition, edition, seats, options)))

    def position(self, edition: EditionChoice, text: str) -> State:
        return state_of(own_edition(self, Edition, edition), read(text))

    def imaginer(self, view: View) -> Certain:
        return Certain(self.imagine(view, Dice(0)))

    def imagine(self, view: View, rng: Rng) -> State:
        return state_of(own_edition(self, Edition, view.edition), own_board(self, Board, view))

    def __repr__(self) -> str:
        return f"freightyard.game({self.name!r})"

    def __reduce__(self) -> str:
        return "GAME"  # pickled by its name: there is one of it


GAME: Final = FreightTrain()
