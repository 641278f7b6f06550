"""A title: one game and all that it brings, in one package.

A title names its parts; a part is loaded when it is first asked for. So whoever wants the rules never loads a page. The rooms
of the platform find a game's parts here and nowhere else: `bots` its judge, `page` its board, `terminal` its drawing. They ask
for them by `games.part_of`.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, final

from freightyard.core.contract import Game

RULES: Final = "rules"  # the game itself: an object that fulfils core.contract.Game
BOT: Final = "bot"  # a judge: bots.contract.Judge
PAGE: Final = "page"  # the board in the browser: page.contract.BoardRenderer
PICTURE: Final = "picture"  # a position as a picture without a browser: page.picture.PictureRenderer
MANUAL: Final = "manual"  # the pictures and examples of its manual, whose text is page/manual.html
TERMINAL: Final = "terminal"  # the board at the terminal: terminal.boards.TerminalBoard
TEXT: Final = "text"  # the board in words, for those who listen: core.text_board.TextBoard
WATCH: Final = "watch"  # what the lab counts of this game: core.tally.GameWatch
TURN_LINES: Final = "turn_lines"  # a turn in one line of the log: page.contract.TurnLines
LESSONS: Final = "lessons"  # lessons and exercises, as core.lessons.read_lessons gives them
PUZZLES: Final = "puzzles"  # puzzles, as core.puzzles.read_puzzles gives them
THEMES: Final = "themes"  # what a puzzle is about: a state and its answer give a kind, and a theme and a goal for people
RECAP: Final = "recap"  # what changed since somebody's last turn: page.contract.RecapTeller
OBSERVATION: Final = "observation"  # a state as a row of numbers: adapters.observation.Observation
ORDERS: Final = "orders"  # what can be said before one is asked: core.orders.Orders
COMMANDS: Final = "commands"  # commands of its own for the command line
FEATURES: Final = "features"  # a state in the numbers that bots learn from: bots.search.value.Features
PARTS: Final = (
    RULES,
    BOT,
    PAGE,
    PICTURE,
    MANUAL,
    TERMINAL,
    TEXT,
    WATCH,
    OBSERVATION,
    COMMANDS,
    TURN_LINES,
    ORDERS,
    RECAP,
    LESSONS,
    PUZZLES,
    THEMES,
    FEATURES,
)  # all that a game may bring
POINTS: Final = ("point", "points")  # what is won in most games: one, and several
CHANCE_WORD: Final = "Cards and dice"  # what luck comes by in a game that does not say it
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")  # it is a word of commands, addresses and folders


@final
class Title:
    """A game by its name, and where its parts are: `rules` and whatever else it brings.

    A part is `module` or `module:object`, counted from the package: `bot.judge:JUDGE`. Only the rules must be there; without a
    part the platform uses a plain one of its own. `compiled` names the modules of the inner loops, `unit` what is won in this
    game: one, and several; `chance` what luck comes by, such as `Dice`. `quick` names the edition that is played with one click,
    if it is not the usual one.
    """

    __slots__ = ("_parts", "chance", "compiled", "name", "package", "quick", "unit")

    def __init__(
        self,
        name: str,
        package: str,
        *,
        rules: str = "rules:GAME",
        bot: str | None = None,
        page: str | None = None,
        picture: str | None = None,
        manual: str | None = None,
        terminal: str | None = None,
        text: str | None = None,
        watch: str | None = None,
        observation: str | None = None,
        commands: str | None = None,
        turn_lines: str | None = None,
        orders: str | None = None,
        recap: str | None = None,
        lessons: str | None = None,
        puzzles: str | None = None,
        themes: str | None = None,
        features: str | None = None,
        compiled: tuple[str, ...] = (),
        quick: str | None = None,
        unit: tuple[str, str] = POINTS,
        chance: str = CHANCE_WORD,
    ) -> None:
        if not _NAME.fullmatch(name):
            raise ValueError(f"the name of a game must be small letters and digits with single hyphens between, not {name!r}")
        self.name = name
        self.package = package
        self.compiled = compiled
        self.quick = quick
        self.unit = unit
        self.chance = chance
        own = (picture, manual, terminal, text, watch, observation, commands, turn_lines, orders, recap, lessons, puzzles, themes)
        places = (rules, bot, page, *own, features)
        parts = dict(zip(PARTS, places, strict=True))
        self._parts: Mapping[str, str] = {part: place for part, place in parts.items() if place is not None}

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that this game brings."""
        return tuple(self._parts)

    @property
    def game(self) -> Game:
        """The rules."""
        game: Game = self.load(RULES)
        return game

    def load(self, part: str) -> Any:
        """A part, loaded when it is first asked for; None if this game does not bring it."""
        place = self._parts.get(part)
        return None if place is None else _loaded(self.package, place)

    def file(self, *path: str) -> Traversable:
        """A file of the package, such as its README.md."""
        return files(self.package).joinpath(*path)

    def __repr__(self) -> str:
        return f"<title {self.name}>"


@cache
def _loaded(package: str, place: str) -> Any:
    module, _, name = place.partition(":")
    found = import_module(f"{package}.{module}")
    return getattr(found, name) if name else found
