"""The commands that can be typed besides moves: their names, and what they are for.

A line is a command if its first word is the name of one, whole; else it is moves. A word that is no move and begins only one
command means that one. No game may have a move whose first word is a command: a test holds every vocabulary against this list.
"""

from typing import Final

import msgspec

from freightyard.core.notation import tidy


class Command(msgspec.Struct, frozen=True):
    """Something to type. `takes` names what may follow; `here` where it works, if not everywhere."""

    name: str
    what: str  # what it does, after `to`: plain words for help and docs
    takes: str = ""
    aliases: tuple[str, ...] = ()
    here: str = ""

    @property
    def usage(self) -> str:
        return f"{self.name} {self.takes}" if self.takes else self.name


BROWSER: Final = "browser"
TERMINAL: Final = "terminal"

COMMANDS: Final = (
    Command("help", "list what you can type, or explain one command", "[COMMAND]", ("?", "h")),
    Command("prompt", "hear what you are asked to do now", "", ("turn", "ask")),
    Command("moves", "list the legal moves, or those that begin with WORDS", "[WORDS]", ("legal",)),
    Command("news", "hear what happened since your last turn", "", ("changes", "new")),
    Command("hand", "hear what you have: cards, cars, trains, money", "", ("mine", "own")),
    Command("board", "hear the board in words, or one part of it", "[PART]", ("text",)),
    Command("find", "hear where something is, such as a kind, a colour or a city", "THING", ("where",)),
    Command("score", "hear who leads, with everybody's points", "", ("scores", "points", "leader")),
    Command("players", "hear who sits where, and whose turn it is", "", ("who", "seats")),
    Command("log", "hear the last moves, 5 or as many as you say", "[NUMBER]", ("last", "history")),
    Command("hint", "hear a good move and the reason for it"),
    Command("plan", "hear how to load a card, or to build or go to a city, with the moves to type", "THING", ("way",)),
    Command("why", "hear why a move is not legal, and by which rule", "MOVE"),
    Command("rule", "hear a rule by its name, or the names of all rules", "[NAME]", ("rules",)),
    Command("undo", "undo your last move, until a card is drawn or shown or another player moves"),
    Command("reset", "undo all moves of your turn that can still be undone"),
    Command("ahead", "bid up to your limits when you are asked, such as `4 2`; or `pass`, or `off`", "[LIMITS]", (), BROWSER),
    Command("forced", "let moves be made for you where only one is legal: `on` or `off`", "[WORD]", (), BROWSER),
    Command("clock", "hear how long ago the last move was made", "", ("time",)),
    Command("position", "read the position as one line, where nothing is hidden"),
    Command("say", "write a message to everybody at the table", "TEXT", ("chat",), BROWSER),
    Command("save", "write the record of the game so far, hidden cards included", "FILE", (), TERMINAL),
    Command("quit", "leave the game", "", ("exit", "q"), TERMINAL),
)
_BY_WORD: Final = {word: command for command in COMMANDS for word in (command.name, *command.aliases)}
_SHORTEST: Final = 2  # letters of a shortened name


def command_words() -> tuple[str, ...]:
    """Every word that is a command."""
    return tuple(_BY_WORD)


def split_command(line: str) -> tuple[Command, str] | None:
    """The command in a line, and what follows it; None if its first word is none."""
    word, _, rest = line.strip().partition(" ")
    command = _BY_WORD.get(word.lower())
    return None if command is None else (command, rest.strip())


def shortened_command(line: str) -> tuple[Command, str] | None:
    """The one command that the first word of a line begins, if no move is meant: `sc` for score."""
    word, _, rest = line.strip().partition(" ")
    short = tidy(word)
    if len(short) < _SHORTEST:
        return None
    found = {command.name: command for name, command in _BY_WORD.items() if name.startswith(short)}
    return (next(iter(found.values())), rest.strip()) if len(found) == 1 else None
