"""The host's own bots, which a server offers beside those that come with Freightyard: `serve --bot mine=mybot:MyBot`."""

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from freightyard.bots.levels import built_in_names, level_names
from freightyard.core.bot_names import is_level, program_of
from freightyard.core.contract import Game
from freightyard.core.errors import BadSetup

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,19}")
_CHECK_SECONDS: Final = 120.0


class OfferedBot(msgspec.Struct, frozen=True):
    """A bot of the host's own: what people call it, where it is, and the games that it plays; None: all."""

    name: str
    spec: str
    games: tuple[str, ...] | None = None

    def plays(self, game: str) -> bool:
        """Whether it plays a game."""
        return self.games is None or game in self.games


Offered = Sequence[OfferedBot]


def choices_offered(offered: Offered, game: Game) -> tuple[str, ...]:
    """The bots that people choose from for a game, each by its one name."""
    return (*level_names(game), *[bot.name for bot in offered if bot.plays(game.name)])


def names_offered(offered: Offered, game: Game) -> tuple[str, ...]:
    """All names of bots that are understood for a game: a form of yesterday may still say medium."""
    return (*built_in_names(game), *[bot.name for bot in offered if bot.plays(game.name)])


def spec_of(offered: Offered, name: str, seconds: float) -> str:
    """Where a bot is, by the name that people know. A program is told how many seconds it has for an answer."""
    spec = next((bot.spec for bot in offered if bot.name == name), name)
    program = program_of(spec)
    return spec if program is None or program[1] is not None else f"exec@{max(seconds, 0.1):g}:{program[0]}"


def read_offered(words: Iterable[str]) -> tuple[OfferedBot, ...]:
    """The bots that `--bot` names: `NAME=module:Class`, or the name of an installed one. Each is tried in a process of its own:
    what it loads is nothing that a server should hold. Raises BadSetup."""
    found: dict[str, OfferedBot] = {}
    for word in words:
        name, equals, spec = word.partition("=")
        name, spec = name.strip(), spec.strip() if equals else word.strip()
        if not _NAME.fullmatch(name):
            raise BadSetup(
                f"--bot must be NAME=BOT, such as mine=mybot:MyBot; a name has up to 20 letters and digits, not {word!r}"
            )
        if is_level(name.casefold()) or name in found:
            raise BadSetup(f"--bot {word}: there is a bot {name} already")
        found[name] = OfferedBot(name, spec, _games_of(spec))
    return tuple(found.values())


def _games_of(spec: str) -> tuple[str, ...] | None:
    try:
        asked = subprocess.run(  # noqa: S603  (ourselves)
            [sys.executable, "-m", "freightyard.bots.try_out", spec],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            timeout=_CHECK_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BadSetup(f"the bot {spec} was not loaded within {_CHECK_SECONDS:g} seconds") from None
    try:
        games, error = msgspec.json.decode(asked.stdout.splitlines()[-1], type=tuple[tuple[str, ...] | None, str])
    except (IndexError, msgspec.DecodeError):
        raise BadSetup(f"the bot {spec} ended the process that tried it, with the status {asked.returncode}") from None
    if error:
        raise BadSetup(error)
    return games
