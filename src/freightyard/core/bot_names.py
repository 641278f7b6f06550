"""What bots are called: by their level, everywhere that people read it; a bot of somebody's own by its class or its program."""

import re
import shlex
from pathlib import PurePath
from typing import Final

MEDIUM: Final = "medium"  # plays what its judge thinks best
GREEDY: Final = "greedy"  # what studies, old records and the command line also call medium
LEVELS: Final = ("easy", MEDIUM, "hard")  # the weakest first
BOT_NAMES: Final = ("random", *LEVELS, GREEDY)  # all that a record may call a bot; `hard:0.2` says how long it thinks
OWN_BOTS: Final = "module:Class, path/to/file.py:Class or exec:PROGRAM"  # how people name bots of their own
_LEVEL: Final = re.compile(rf"({'|'.join(BOT_NAMES)})(:[0-9a-z.]*)?")
_CLASS: Final = re.compile(r"(?P<place>[^:\s][^\n]*):(?P<name>[A-Za-z_]\w*)")
_PROGRAM: Final = re.compile(r"exec(@(?P<seconds>[0-9.]+))?:(?P<command>.*)", re.DOTALL)


def bot_title(bot: str) -> str:
    """What people call a bot: its level. Greedy is medium. A bot of somebody's own is called after its class or its program."""
    if (program := program_of(bot)) is not None:
        return PurePath(program[0].split(maxsplit=1)[0]).name if program[0].split() else bot
    if (found := class_of(bot)) is not None:
        return found[1]
    return MEDIUM if bot == GREEDY else bot


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
