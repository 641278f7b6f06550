"""Freight Cars by Ben Parmentier, with a card set of our own. README.md says which function holds which rule."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, final

from freightyard.core import contract
from freightyard.core.chance import Rng
from freightyard.core.contract import View, check_seats, read_options
from freightyard.core.editions import is_built_in
from freightyard.core.errors import BadEdition, BadPosition
from freightyard.games.freight_cars.rules.edition import BUILT_IN, PACKAGE, Edition, built_in_edition, edition_from
from freightyard.games.freight_cars.rules.imagine import Imaginer
from freightyard.games.freight_cars.rules.position import Board, read
from freightyard.games.freight_cars.rules.rules import Rules, rules_for
from freightyard.games.freight_cars.rules.state import State, first_state
from freightyard.games.freight_cars.rules.view import imaginer_of, state_of


@final
class FreightCars:
    """The game."""

    __slots__ = ()

    name: Final = "freight-cars"
    title: Final = "Freight Cars"
    credit: Final = "Ben Parmentier"
    secrets: Final = True
    editions: Final = BUILT_IN

    def edition(self, name: str) -> Edition:
        if not is_built_in(PACKAGE, BUILT_IN, name):
            raise BadEdition(f"{self.name} has no edition {name!r}; it has: {', '.join(BUILT_IN)}")
        return built_in_edition(name)

    def edition_from(self, raw: Mapping[str, Any], source: str) -> Edition:
        return edition_from(raw, source)

    def start(self, edition: contract.Edition, seats: int, options: Iterable[str] = ()) -> State:
        return first_state(_rules(_ours(edition), seats, tuple(options)))

    def position(self, edition: contract.Edition, text: str) -> State:
        return state_of(_ours(edition), read(text))

    def imagine(self, view: View, rng: Rng) -> State:
        return self.imaginer(view).state(rng)

    def imaginer(self, view: View) -> Imaginer:
        if not isinstance(view.board, Board):
            raise BadPosition("this is not a view of a Freight Cars game")
        return imaginer_of(_ours(view.edition), view.board)


@lru_cache(maxsize=256)
def _rules(edition: Edition, seats: int, options: tuple[str, ...]) -> Rules:
    """What a game runs on; remembered with the options as they were given, because many games are started alike."""
    return rules_for(edition, check_seats(edition, seats), read_options(edition, options))


def _ours(edition: contract.Edition) -> Edition:
    if not isinstance(edition, Edition):
        raise BadEdition(f"{edition.name} is not an edition of Freight Cars")
    return edition


GAME: Final = FreightCars()
