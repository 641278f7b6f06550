"""The catalogue: the games that are built in, and those of installed packages.

A package brings a game by an entry point of the group `freightyard.games` that names its `Title`. Nothing else in Freightyard
lists games: whoever needs one asks here. Whatever is wrong with somebody's package must not stop the other games.
"""

import logging
import multiprocessing
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from freightyard.core.contract import Edition, Game
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
        title = _installed(entry)
        if title is None:
            continue
        if title.name in found:
            left_out(f"the game {entry.value} is left out: another game is called {title.name} already")
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
    raise BadSetup(f"there is no game {name!r}; the games are {', '.join(title.name for title in titles())}")


def game_named(name: str) -> Game:
    """The game of this name."""
    return title_named(name).game


def quick_edition(game: Game) -> Edition:
    """The edition that one plays with one click, and as a newcomer: the usual one if the title names no other."""
    title = find_title(game.name)
    return game.edition((title.quick if title is not None else None) or game.editions[0])


def all_games() -> tuple[Game, ...]:
    """The rules of every game there is."""
    return tuple(title.game for title in titles())


def part_of(name: str, part: str) -> Any:
    """A part of the game of this name: `BOT`, `PAGE`, … of `core.title`. None if the game does not bring it, or if there is no
    such game. A part of an installed package that cannot be loaded is left out, and the log says why."""
    title = find_title(name)
    if title is None:
        return None
    return title.load(part) if title in BUILT_IN else _part(title, part)


@cache
def _part(title: Title, part: str) -> Any:
    try:
        return title.load(part)
    except Exception as error:
        left_out(f"the game {title.name} runs without its part {part!r}", error)
        return None


def _installed(entry: EntryPoint) -> Title | None:
    """The title of an installed package, if its rules and editions can be loaded and bear its name."""
    try:
        title = entry.load()
        if not isinstance(title, Title):
            raise TypeError(f"it is a {type(title).__name__}, not a Title")
        game = title.game
        missing = [name for name in dir(Game) if not name.startswith("_") and not hasattr(game, name)]
        if missing:
            raise TypeError(f"its rules have no {', '.join(missing)}")
        if game.name != title.name:
            raise ValueError(f"its rules are called {game.name!r}, its title {title.name!r}")
        if not game.editions:
            raise ValueError("it has no edition")
        for name in game.editions:
            game.edition(name)
    except Exception as error:
        left_out(f"the game {entry.value} is left out", error)
        return None
    return title


def left_out(what: str, error: Exception | None = None) -> None:
    """Say in a sentence what of an installed package is left out: once, not again in each process that this one starts."""
    if multiprocessing.parent_process() is None:
        why = "" if error is None else f": {type(error).__name__}: {' '.join(str(error).split())}"
        _log.warning("freightyard: %s%s", what, why)
