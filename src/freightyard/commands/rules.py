"""`freightyard rules`: what the rules say, in our words."""

import argparse

from rich.console import Console
from rich.table import Table
from rich.text import Text

from freightyard.core.errors import BadSetup
from freightyard.core.manual import rule_lines
from freightyard.games import title_named


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "rules",
        help="print the rules of a game, a line each",
        description="Print the rules of a game, or one rule by the name in brackets after a refusal.",
    )
    parser.add_argument("game", metavar="GAME", help="its name, as `freightyard games` lists it")
    parser.add_argument("slug", metavar="RULE", nargs="?", help="one rule, such as ft.take-three (default: all)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the lines."""
    lines = rule_lines(title_named(args.game))
    if args.slug is not None and args.slug not in lines:
        raise BadSetup(f"{args.game} has no rule {args.slug!r}; its rules are {', '.join(lines)}")
    table = Table(box=None, pad_edge=False, show_header=False)
    for slug in [args.slug] if args.slug else lines:
        table.add_row(Text(slug, "bold"), Text(lines[slug]))
    Console().print(table)
    return 0
