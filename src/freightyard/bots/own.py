"""Bots of somebody's own, by the name of their class: `mybot:MyBot`, `path/to/mybot.py:MyBot`, or the name of an installed one.

A class needs one method, `decide(view)`. What else it may have:

- a constructor that takes `game`, `rng` or both, by these names; a bot that draws from this `rng` plays the same again;
- `games`: the names of the games that it plays; without it, all;
- `thought`, `hint(view)`, `recall(view, move)` as in `bots.contract.Adviser`, and `end(outcome)` when a game is over.

Its errors are its author's: they go up unchanged, and whoever catches them says so.
"""

import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, final

from freightyard.bots.contract import Hint, Thought
from freightyard.core.bot_names import class_of
from freightyard.core.chance import Rng
from freightyard.core.contract import Game, Outcome, View
from freightyard.core.errors import BadSetup

GROUP: Final = "freightyard.bots"  # of entry points
_HOUSE: Final = str(Path(__file__).resolve().parents[1])
_HANDED: Final = ("game", "rng")  # what a constructor may ask for
_TELLS: Final = "It gave no reason."


class BadBot(BadSetup):
    """A bot of somebody's own that cannot be used. If it failed itself, a note has the traceback for whoever wrote it."""


@final
class OwnBot:
    """A bot of somebody's own, with what it does not have filled in."""

    __slots__ = ("_bot",)

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    @property
    def thought(self) -> Thought | None:
        """What it thought, if it tells."""
        found = getattr(self._bot, "thought", None)
        return found if isinstance(found, Thought) else None

    def decide(self, view: View) -> str:
        """Its move."""
        move: str = self._bot.decide(view)
        return move

    def hint(self, view: View) -> Hint:
        """Its hint, or its move without a reason."""
        found = self._bot.hint(view) if hasattr(self._bot, "hint") else self._bot.decide(view)
        return found if isinstance(found, Hint) else Hint(found, _TELLS, (found,))

    def recall(self, view: View, move: str) -> None:
        """Tell it what it has missed, if it listens."""
        if hasattr(self._bot, "recall"):
            self._bot.recall(view, move)

    def end(self, outcome: Outcome | None) -> None:
        """The game is over: tell it, if it listens."""
        if hasattr(self._bot, "end"):
            self._bot.end(outcome)


def own_bot(name: str, game: Game, rng: Rng) -> OwnBot:
    """A bot of the class of this name. Raises BadBot."""
    make = _found(name)
    _check_game(name, make, game)
    handed = {word: value for word, value in (("game", game), ("rng", rng)) if word in _asked(name, make)}
    try:
        bot = make(**handed)
    except Exception as error:
        raise failed(f"{name} cannot be made", error) from None
    if not callable(getattr(bot, "decide", None)):
        raise BadBot(f"{name} has no method decide(view), which returns one of view.legal")
    return OwnBot(bot)


def games_of(name: str) -> tuple[str, ...] | None:
    """The games that a bot says it plays; None: all. Raises BadBot if there is no such bot."""
    return _games(_found(name))


def installed_names() -> tuple[str, ...]:
    """The bots of installed packages."""
    return tuple(_installed())


def file_of(name: str) -> Path | None:
    """The file of a bot's class, if it has one. Raises BadBot if there is no such bot."""
    try:
        return Path(inspect.getfile(_found(name)))
    except (OSError, TypeError):
        return None


def failed(what: str, error: BaseException) -> BadBot:
    """A sentence about an error of a bot, with its traceback as a note."""
    words = " ".join(str(error).split())
    found = BadBot(f"{what}: {type(error).__name__}{': ' if words else ''}{words}")
    found.add_note(author_traceback(error))
    return found


def author_traceback(error: BaseException) -> str:
    """The traceback of an error from where the code of its author begins."""
    own = error.__traceback__
    while own is not None and (own.tb_frame.f_code.co_filename.startswith((_HOUSE, "<frozen"))):
        own = own.tb_next
    return "".join(traceback.format_exception(type(error), error, own))


# --- finding it ---


def _found(name: str) -> Callable[..., Any]:
    """The class, or a function that makes a bot."""
    place = class_of(name)
    if place is None:
        entry = _installed().get(name)
        if entry is None:
            raise BadBot(f"there is no bot {name!r}")
        place = entry.module, entry.attr
    where, attribute = place
    module = _module(where)
    found = getattr(module, attribute, None)
    if found is None:
        raise BadBot(f"{_told(module)} has no class {attribute}{_others(module, attribute)}")
    if not callable(found):
        raise BadBot(f"{attribute} of {_told(module)} is not a class, but a {type(found).__name__}")
    made: Callable[..., Any] = found
    return made


@cache
def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))}


def _module(where: str) -> ModuleType:
    if where.endswith(".py") or "/" in where or "\\" in where:
        path = Path(where).expanduser()
        try:
            stamp = path.stat().st_mtime_ns
        except OSError:
            raise BadBot(f"there is no file {where}") from None
        if not path.is_file() or path.suffix != ".py":
            raise BadBot(f"{where} is not a Python file")
        return _of_file(path.resolve(), stamp, where)
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.append(folder)  # last, so that nobody's random.py takes the place of Python's own
    importlib.invalidate_caches()
    try:
        return importlib.import_module(where)
    except ModuleNotFoundError as error:
        if error.name is not None and (where == error.name or where.startswith(f"{error.name}.")):
            raise BadBot(f"there is no module {where!r}: it is neither installed nor in {folder}") from None
        raise failed(f"the module {where} cannot be loaded", error) from None
    except Exception as error:
        raise failed(f"the module {where} cannot be loaded", error) from None


@cache
def _of_file(path: Path, stamp: int, where: str) -> ModuleType:
    """The module in a file as it is now: whoever changes the file gets the new one. It may import what is in its folder."""
    name = f"freightyard_bot_{sha256(str(path).encode()).hexdigest()[:12]}_{stamp}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadBot(f"{where} is not a Python file")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise failed(f"{where} cannot be loaded", error) from None
    return module


def _told(module: ModuleType) -> str:
    """How a module is named to its author: by its file, since another one may have the same name."""
    file = getattr(module, "__file__", None)
    return f"the module {module.__name__}" if file is None else str(file)


def _others(module: ModuleType, attribute: str) -> str:
    own = [word for word, value in vars(module).items() if inspect.isclass(value) and value.__module__ == module.__name__]
    near = get_close_matches(attribute, own, n=1)
    if near:
        return f"; did you mean {near[0]}?"
    return f"; its classes are {', '.join(own)}" if own else ""


# --- making one ---


def _asked(name: str, make: Callable[..., Any]) -> list[str]:
    """What of the game and the random numbers the constructor wants."""
    try:
        parameters = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):
        return []
    for parameter in parameters:
        needed = parameter.default is parameter.empty and parameter.kind in (
            parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY,
        )  # fmt: skip
        if needed and (parameter.name not in _HANDED or parameter.kind == parameter.POSITIONAL_ONLY):
            raise BadBot(f"the constructor of {name} wants {parameter.name!r}, but it is given game and rng alone")
    return [parameter.name for parameter in parameters if parameter.name in _HANDED]


def _check_game(name: str, make: Callable[..., Any], game: Game) -> None:
    games = _games(make)
    if games is not None and game.name not in games:
        raise BadBot(f"{name} plays {' and '.join(games) or 'no game'}, not {game.name}")


def _games(make: Callable[..., Any]) -> tuple[str, ...] | None:
    games: str | Iterable[str] | None = getattr(make, "games", None)
    if games is None:
        return None
    return (games,) if isinstance(games, str) else tuple(games)
