"""The catalogue: the games that are built in, and those of installed packages.

A package brings a game by an entry point of the group `freightyard.games` that names its `Title`. Nothing else in Freightyard
lists games: whoever needs one asks here.
"""

import logging
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from freightyard.core.contract import Game
from freightyard.core.errors import BadSetup
from freightyard.core.title import Title
from freightyard.games import freight, freight_cars, freight_train

GROUP: Final = "freightyard.games"  # of entry points
BUILT_IN: Final[tuple[Title, ...]] = (freight_train.TITLE, freight_cars.TITLE, freight.TITLE)

_log = logging.getLogger(__name__)


@cache
def titles() -> tuple[Title, ...]:
    """Every game there is, those that are built in first. A package that is broken is left out, and the log says why."""
    found = {title.name: title for title in BUILT_IN}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        title = _installed(entry.value, entry.load)
        if title is None:
            continue
        if title.name in found:
            _log.warning("%s is left out: there is a game %s already", entry.value, title.name)
            continue
        found[title.name] = title
    return tuple(found.values())


def find_title(name: str) -> Title | None:
    """The title of this name, if there is one."""
    for title in titles():
        if title.name == name:
            return title
    return None


def title_named(name: str) -> Title:
    """The title of this name."""
    title = find_title(name)
    if title is not None:
        return title
    raise BadSetup(f"there is no game {name!r}; there are: {', '.join(title.name for title in titles())}")


def game_named(name: str) -> Game:
    """The game of this name."""
    return title_named(name).game


def all_games() -> tuple[Game, ...]:
    """The rules of every game there is."""
    return tuple(title.game for title in titles())


def _installed(place: str, load: Callable[[], object]) -> Title | None:
    """The title of an installed package, if its rules can be loaded and bear its name."""
    try:
        title = load()
        if not isinstance(title, Title):
            raise TypeError("this is not a Title")
        if title.game.name != title.name:
            raise ValueError(f"its rules are called {title.game.name}, the title {title.name}")
    except Exception as error:  # whatever is wrong with somebody's package must not stop the other games
        _log.warning("%s is left out: %s: %s", place, type(error).__name__, error)
        return None
    return title
