"""`freightyard edition`: the data of an edition, to copy and change."""

import argparse
import sys

from freightyard.core.editions import built_in_text
from freightyard.games import title_named


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "edition",
        help="print the data of an edition, to copy and change",
        description="Print the TOML file of a built-in edition. Save it, change what you like, and play it with --edition FILE.",
    )
    parser.add_argument("game", metavar="GAME", help="its name, as `freightyard games` lists it")
    parser.add_argument(
        "name", metavar="EDITION", nargs="?", help="its name (default: the first of the game); NAME@1 is its revision 1"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the file as it is, comments and all."""
    title = title_named(args.game)
    name = args.name or title.game.editions[0]
    title.game.edition(name)  # it says so if there is none of this name
    sys.stdout.write(built_in_text(title.package, name))
    return 0
