"""Freightyard: play and study freight-train board games.

This is the front door. `game()` is where everything begins:

    import freightyard

    game = freightyard.game("freight-train")
    state = game.start(seats=3, edition="mayfair-1996", options=["cabooses"])
    rng = freightyard.Stream("a seed")  # or random.Random(7)
    state.deal(rng)                     # chance lays out the yards
    state.words()                       # what may be done
    state.say("take 1")                 # done, or refused with the rule

Rules, bots and pages are loaded when they are first asked for.
"""

from typing import TYPE_CHECKING, Any, Final

from freightyard.core import lookup, notebook

if TYPE_CHECKING:
    from os import PathLike

    from freightyard.bots.contract import Adviser
    from freightyard.core.chance import Dice, Rng, Stream
    from freightyard.core.contract import CHANCE, Edition, Game, Option, Outcome, State, View
    from freightyard.core.errors import (
        AmbiguousMove,
        BadEdition,
        BadPosition,
        BadRecord,
        BadSetup,
        FreightyardError,
        IllegalMove,
        NotAMove,
    )
    from freightyard.core.record import Record

__version__: Final = "0.1.0"

__all__ = [
    "CHANCE",
    "AmbiguousMove",
    "BadEdition",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "Dice",
    "Edition",
    "FreightyardError",
    "Game",
    "IllegalMove",
    "NotAMove",
    "Option",
    "Outcome",
    "Record",
    "State",
    "Stream",
    "View",
    "bot",
    "bot_names",
    "build",
    "game",
    "game_names",
    "read",
]

# What is handed on, by the module that it comes from.
_FROM: Final = {
    "chance": ("Dice", "Stream"),
    "contract": ("CHANCE", "Edition", "Game", "Option", "Outcome", "State", "View"),
    "errors": (
        "AmbiguousMove",
        "BadEdition",
        "BadPosition",
        "BadRecord",
        "BadSetup",
        "FreightyardError",
        "IllegalMove",
        "NotAMove",
    ),
    "record": ("Record",),
}


def game(name: str) -> "Game":
    """The game of this name, such as `freight-train`: game_names() has them all.

    It starts games (`start`), reads positions (`position`) and knows its editions (`editions`, `edition`).
    """
    from freightyard.games import game_named

    return game_named(name)


def game_names() -> tuple[str, ...]:
    """The names of all games: those that are built in, and those of installed packages."""
    from freightyard.games import titles

    return tuple(title.name for title in titles())


def read(source: "str | PathLike[str]") -> "Record":
    """The record in a file, by its path, or in a text of several lines.

    It is well formed, or BadRecord says what is wrong. Whether its moves are legal, `replay()` and `states()` tell.
    """
    from freightyard.core.record import read_record

    return read_record(source)


def bot(name: str, game: "Game | str", rng: "Rng") -> "Adviser":
    """A bot for one seat of one game: `bot("hard:0.2", "freight-cars", rng)`. bot_names() has the names.

    It draws from a stream of its own, which begins with a number of yours, so it never disturbs your cards. Give it a view
    whenever its seat is to act: `state.say(bot.decide(state.view(seat)))`.
    """
    from freightyard.bots import make_bot
    from freightyard.core.chance import Stream, below

    return make_bot(name, _game_of(game), Stream(f"bot {below(rng, 1 << 30)}"))


def bot_names(game: "Game | str") -> tuple[str, ...]:
    """The bots that play this game, the weakest of the five levels first. How long `hard` thinks is said after a colon:
    `hard:0.2` seconds, `hard:500it` playouts."""
    from freightyard import bots

    return bots.bot_names(_game_of(game))


def build() -> str:
    """Whether the inner loops run compiled or interpreted."""
    from importlib.util import find_spec

    spec = find_spec("freightyard.core.chance")
    return "interpreted" if spec is None or (spec.origin or "").endswith(".py") else "compiled"


def _game_of(choice: "Game | str") -> "Game":
    return game(choice) if isinstance(choice, str) else choice


def _draw(thing: object) -> str:
    """Positions and records are drawn by the page; it is loaded when a notebook first asks."""
    from freightyard.page.show import html_of

    return html_of(thing)


notebook.drawn_by(_draw)
lookup.found_by(game)


if not TYPE_CHECKING:  # so that a type checker finds a misspelt name

    def __getattr__(name: str) -> Any:
        """What is handed on is loaded when it is first asked for."""
        for module, names in _FROM.items():
            if name in names:
                from importlib import import_module

                value = globals()[name] = getattr(import_module(f"freightyard.core.{module}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
