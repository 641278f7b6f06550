"""Games by their names, for what knows only a name: a record. Whoever keeps the catalogue of games says so here."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from freightyard.core.contract import Game

_find: list[Callable[[str], "Game"]] = []


def found_by(find: Callable[[str], "Game"]) -> None:
    """From now on this finds the game of a name, or raises BadSetup."""
    _find[:] = [find]


def game_called(name: str) -> "Game":
    """The game of this name."""
    return _find[0](name)
