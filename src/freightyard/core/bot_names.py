"""What bots are called: by their level, everywhere that people read it; a bot of somebody's own by its class or its program.

There are five levels. Each has a name for commands, links and records, a title for people, and a sentence that says how it plays.
Names of before are understood for ever: `medium` and `greedy` are the driver; `easy` and `hard` are bots of their own.
"""

import re
import shlex
from pathlib import PurePath
from typing import Final, NamedTuple


class Level(NamedTuple):
    """One of the five opponents: its `name` in commands, links and records, its `title` for people, and its `character`, how it
    plays."""

    name: str
    title: str
    character: str


FIRST_TRIP: Final = "first-trip"  # plays something else in two plans of five
TRAINEE: Final = "trainee"  # in one of five
DRIVER: Final = "driver"  # plays what its judge thinks best
PLANNER: Final = "planner"  # plays its plans out, so many times a turn
OLD_HAND: Final = "old-hand"  # the same by the clock
LEVELS: Final = (  # the weakest first
    Level(FIRST_TRIP, "First trip", "still learning, often picks a weak move"),
    Level(TRAINEE, "Trainee", "plays well, but misses a chance now and then"),
    Level(DRIVER, "Driver", "takes at once what pays best"),
    Level(PLANNER, "Planner", "plays its plans through before it chooses"),
    Level(OLD_HAND, "Old hand", "thinks for 3 seconds a turn and sees far ahead"),
)
MEDIUM: Final = "medium"  # the driver, as results and fitted data call it
GREEDY: Final = "greedy"  # what studies and old records call the driver
OLD_NAMES: Final = ("easy", MEDIUM, "hard", GREEDY)  # of before; `hard:0.2` says how long it thinks
BOT_NAMES: Final = ("random", *[level.name for level in LEVELS], *OLD_NAMES)  # all that a record may call a bot
OWN_BOTS: Final = "module:Class, path/to/file.py:Class or exec:PROGRAM"  # how people name bots of their own
_LEVEL: Final = re.compile(rf"({'|'.join(BOT_NAMES)})(:[0-9a-z.]*)?")
_CLASS: Final = re.compile(r"(?P<place>[^:\s][^\n]*):(?P<name>[A-Za-z_]\w*)")
_PROGRAM: Final = re.compile(r"exec(@(?P<seconds>[0-9.]+))?:(?P<command>.*)", re.DOTALL)


_TITLES: Final = {"random": "Random"} | {level.name: level.title for level in LEVELS}
_CHARACTERS: Final = {"random": "any legal move"} | {level.name: level.character for level in LEVELS}


def bot_word(bot: str) -> str:
    """The one name of a bot in forms and at tables: medium and greedy are the driver. A bot of somebody's own is called after
    its class or its program."""
    return DRIVER if bot in (MEDIUM, GREEDY) else _own_title(bot)


def bot_title(bot: str) -> str:
    """What people call a bot: its level by the title of that, a bot of somebody's own after its class or its program."""
    word = bot_word(bot)
    return _TITLES.get(word, word)


def bot_offer(bot: str) -> str:
    """A bot where it can be chosen: its title, and how strong it is among the levels."""
    names = [level.name for level in LEVELS]
    word = bot_word(bot)
    return f"{bot_title(bot)} – {names.index(word) + 1} of {len(names)}" if word in names else bot_title(bot)


def bot_character(bot: str) -> str:
    """How a bot plays, to follow its title; nothing if that is not known."""
    return _CHARACTERS.get(bot_word(bot), "")


def offered_level(bot: str) -> str:
    """The level that is offered today in the place of a bot: of the names of before the one that plays most like it."""
    return {"easy": FIRST_TRIP, "hard": OLD_HAND}.get(bot.partition(":")[0], bot_word(bot))


def _own_title(bot: str) -> str:
    if (program := program_of(bot)) is not None:
        return PurePath(program[0].split(maxsplit=1)[0]).name if program[0].split() else bot
    if (found := class_of(bot)) is not None:
        return found[1]
    return bot


def is_level(bot: str) -> bool:
    """Whether a bot comes with Freightyard."""
    return _LEVEL.fullmatch(bot) is not None


def is_own(bot: str) -> bool:
    """Whether a name says where a bot of somebody's own is: a class or a program."""
    return program_of(bot) is not None or class_of(bot) is not None


def class_of(bot: str) -> tuple[str, str] | None:
    """The module or file of a bot, and its class: `mybot:MyBot`, `path/to/mybot.py:MyBot`."""
    found = None if is_level(bot) or bot.partition(":")[0] in BOT_NAMES else _CLASS.fullmatch(bot)
    return None if found is None or _PROGRAM.fullmatch(bot) else (found["place"], found["name"])


def program_of(bot: str) -> tuple[str, str | None] | None:
    """The command of a bot that is a program, and the seconds that it may take for an answer: `exec:./mybot --fast`, and
    `exec@2:./mybot` for two seconds."""
    found = _PROGRAM.fullmatch(bot)
    return None if found is None else (found["command"].strip(), found["seconds"])


def split_names(words: str) -> list[str]:
    """Names with commas between them. A comma within quotes belongs to its name."""
    names, name, quote = list[str](), "", ""
    for sign in words:
        if sign == "," and not quote:
            names.append(name.strip())
            name = ""
            continue
        if sign in "\"'":
            quote = "" if quote == sign else quote or sign
        name += sign
    return [*names, name.strip()]


def command_words(command: str) -> list[str]:
    """The words of a command, as a shell would split it."""
    return shlex.split(command)
