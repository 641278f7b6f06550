"""The command line."""

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Final, NoReturn

from freightyard import __version__, build
from freightyard.commands import (
    bench,
    bot,
    edition,
    export,
    games,
    import_,
    lab,
    ladder,
    notices,
    play,
    puzzles,
    replay,
    review,
    rules,
    serve,
    show,
    simulate,
    site,
    train,
    verify,
)
from freightyard.core import title as title_parts
from freightyard.core.errors import FreightyardError
from freightyard.games import BUILT_IN, left_out, part_of, titles

COMMANDS: Final = (
    serve,
    play,
    puzzles,
    games,
    rules,
    edition,
    simulate,
    ladder,
    train,
    bot,
    replay,
    review,
    verify,
    show,
    export,
    import_,
    notices,
    site,
    lab,
    bench,
)


class Parser(argparse.ArgumentParser):
    """A parser that answers bad input with one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; try {self.prog} --help\n")


def parser() -> Parser:
    """The parser of all commands."""
    top = Parser(
        prog="freightyard",
        description="Play and study freight-train board games. Without a command, freightyard starts a server for this "
        "computer and opens it in your browser.",
    )
    top.add_argument("--version", action="version", version=f"freightyard {__version__}, {build()}")
    serve.add_home(top)
    subparsers = top.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for command in COMMANDS:
        command.add(subparsers)
    for title in titles():
        if (own := part_of(title.name, title_parts.COMMANDS)) is not None:
            try:
                own.add(subparsers)
            except Exception as error:  # such as a second command of a name
                if title in BUILT_IN:
                    raise
                left_out(f"the game {title.name} runs without its commands", error)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Its status: 0, or 2 for bad input, or 130 when interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows ? for what it cannot show
    args = parser().parse_args(arguments)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except FreightyardError as error:
        for note in getattr(error, "__notes__", ()):
            sys.stderr.write(note)  # such as the traceback of a bot that failed, for whoever wrote it
        sys.stderr.write(f"freightyard: {' '.join(str(error).split())}\n")
        return 2
    except BrokenPipeError:
        # The reader has seen enough, as `head` does. Nothing more can be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        sys.stderr.write("freightyard: interrupted\n")
        return 130
    except OSError as error:
        sys.stderr.write(f"freightyard: {error.filename or 'a file'}: {(error.strerror or str(error)).lower()}\n")
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
