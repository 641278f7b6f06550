"""What several commands ask for: a game, an edition, options, seats; and how they speak to a person."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from freightyard.core.bot_names import split_names
from freightyard.core.contract import Edition, Game, check_seats, read_options
from freightyard.core.errors import BadRecord, BadSetup
from freightyard.core.files import read_text
from freightyard.core.setup import chosen_edition
from freightyard.games import all_games, game_named


def record_in(file: str) -> str:
    """The text of the record in a file, or, for -, of standard input."""
    if file != "-":
        return read_text(file, BadRecord)
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise BadRecord("standard input is not UTF-8 text, so it is not a record") from None


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game to play, its edition and its options."""
    parser.add_argument("game", metavar="GAME", help=f"the game to play: {', '.join(game.name for game in all_games())}")
    parser.add_argument(
        "--edition",
        metavar="E",
        help="a built-in edition (NAME@1 is its revision 1), or a file of your own such as path/to/my.toml "
        "(default: the first edition that `freightyard games` lists)",
    )
    parser.add_argument(
        "--option",
        metavar="K[=V]",
        action="append",
        default=[],
        help="an option of the edition, as `freightyard games` lists them; may be repeated",
    )


def chosen_game(args: argparse.Namespace) -> tuple[Game, Edition, tuple[str, ...]]:
    """The game, edition and options that add_game() asked for."""
    game = game_named(args.game)
    edition = chosen_edition(game, args.edition)
    return game, edition, read_options(edition, args.option)


def chosen_players(word: str, edition: Edition, default: str) -> tuple[str, ...]:
    """The players on the seats: names separated by commas, or just how many seats."""
    names = [default] * int(word) if word.isascii() and word.isdecimal() and len(word) < 3 else split_names(word)
    if not all(names):
        raise BadSetup(f"--seats {word!r} has an empty seat; name a player for every seat, such as {default},{default}")
    check_seats(edition, len(names))
    return tuple(names)


def add_database(parser: argparse.ArgumentParser) -> None:
    """The database to work on."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="a file, sqlite:///FILE or postgresql://USER@HOST/NAME (default: freightyard/freightyard.db in your data folder)",
    )


def make_folder(folder: Path) -> None:
    """A folder for records, made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        raise BadSetup(f"cannot write records to {folder}: {(reason.strerror or str(reason)).lower()}") from None


def whole_number(least: int, most: int) -> "argparse._ActionType":
    """A type for argparse: a whole number within bounds."""

    def convert(word: str) -> int:
        try:
            number = int(word)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {most}, not {word!r}")
        return number

    return convert


def progress_bar() -> Progress:
    """A bar on standard error with rate and remaining time, if a person watches; else nothing."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("elapsed,"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
        redirect_stdout=False,  # what is printed for machines must stay on standard output
        redirect_stderr=False,
    )
