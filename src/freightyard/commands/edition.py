"""`freightyard edition`: the data of an edition, to copy and change."""

import argparse
import sys

from freightyard.games import title_named


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "edition",
        help="print an edition's data, to copy and change",
        description="Print the TOML file of a built-in edition. Save it, change what you like, and play it with --edition FILE.",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("name", metavar="EDITION", nargs="?", help="default: the game's usual one")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the file as it is, comments and all."""
    title = title_named(args.game)
    edition = title.game.edition(args.name or title.game.editions[0])
    sys.stdout.write(title.file("editions", f"{edition.name}.toml").read_text(encoding="utf-8"))
    return 0
