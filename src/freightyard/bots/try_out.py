"""Tries a bot in a process of its own: `python -m freightyard.bots.try_out SPEC` says in a line of JSON which games it plays, or
what is wrong with it. Its traceback goes to standard error."""

import os
import sys

import msgspec

from freightyard.bots.exec_bot import read_command
from freightyard.bots.levels import make_bot
from freightyard.bots.own import games_of
from freightyard.core.bot_names import program_of
from freightyard.core.chance import Stream
from freightyard.core.errors import BadSetup, FreightyardError
from freightyard.games import find_title, titles


def tried(spec: str) -> tuple[str, ...] | None:
    """The games that a bot plays; None: all. Raises BadSetup."""
    if program_of(spec) is not None:
        read_command(spec)
        return None
    games = games_of(spec)
    for name in games or ():
        if find_title(name) is None:
            raise BadSetup(f"{spec} plays {name}, but there is no such game; the games are {', '.join(t.name for t in titles())}")
    for title in titles():
        if games is None or title.name in games:
            make_bot(spec, title.game, Stream("try"))
    return games


def main() -> None:
    """Try the bot that is named."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a module that prints must not spoil the answer
    try:
        answer: tuple[tuple[str, ...] | None, str] = (tried(sys.argv[1]), "")
    except FreightyardError as error:
        for note in getattr(error, "__notes__", ()):
            sys.stderr.write(note)
        answer = (None, str(error))
    answers.write(msgspec.json.encode(answer) + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
