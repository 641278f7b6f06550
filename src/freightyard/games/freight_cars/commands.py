"""`freightyard cards`: the cards of Freight Cars, checked and drawn."""

import argparse
import sys
from pathlib import Path

from freightyard.core.editions import parse_toml_file
from freightyard.core.errors import BadEdition
from freightyard.core.setup import own_edition
from freightyard.games.freight_cars.page.card_sheet import sheet
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.check import problems_in
from freightyard.games.freight_cars.rules.edition import Edition


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command and its two parts."""
    parser = subparsers.add_parser(
        "cards",
        help="check or draw the cards of Freight Cars",
        description="Check or draw the cards of Freight Cars, such as those that you typed in from your own copy.",
    )
    parts = parser.add_subparsers(metavar="PART", required=True, parser_class=type(parser))
    check = parts.add_parser(
        "check",
        help="find what is wrong with the cards in a file",
        description="Find cards that cannot be filled, duplicates, wrong counts, unknown bonuses and other mistakes. "
        "The exit status is 1 if there are any.",
    )
    check.add_argument("file", metavar="FILE", help="an edition as a TOML file; it may extend a built-in one")
    check.set_defaults(run=run_check)
    show = parts.add_parser(
        "show",
        help="draw all cards",
        description="Draw all cards in one SVG file, which any browser shows.",
    )
    show.add_argument(
        "--edition", metavar="E", help="a built-in edition, or a file such as path/to/my.toml (default: the built-in one)"
    )
    show.add_argument(
        "--out",
        metavar="FILE",
        default="freight-cards.svg",
        help="the file to write, or - for standard output (default %(default)s)",
    )
    show.set_defaults(run=run_show)


def run_check(args: argparse.Namespace) -> int:
    """Print every problem on a line of its own, or what is there."""
    raw = parse_toml_file(args.file)
    try:
        found, edition = problems_in(raw, args.file)
    except BadEdition as error:
        # A field that cannot be read at all: what else is wrong shows when that is mended.
        found, edition = [f"{str(error).removeprefix(args.file + ': ')}; fix this first, then check again"], None
    if edition is None:
        sys.stdout.write("".join(f"{args.file}: {problem}\n" for problem in found))
        sys.stdout.write(f"{len(found)} {'problem' if len(found) == 1 else 'problems'}\n")
        return 1
    sys.stdout.write(f"{args.file}: no problems in {_counted(edition)}\n")
    return 0


def run_show(args: argparse.Namespace) -> int:
    """Write the picture."""
    edition = own_edition(GAME, Edition, args.edition)
    picture = sheet(edition)
    if args.out == "-":
        sys.stdout.write(picture)
        return 0
    Path(args.out).write_text(picture, encoding="utf-8")
    sys.stdout.write(f"{args.out}: {_counted(edition)}\n")
    return 0


def _counted(edition: Edition) -> str:
    data = edition.data
    ways = sorted(len(shape.fillings()) for shape in edition.packing.shapes)
    spread = f"filled by {ways[0]} to {ways[-1]} sets of pieces, {ways[len(ways) // 2]} in the middle"
    pieces = sum(piece.count for piece in data.pieces)
    return (
        f"{len(data.freight)} freight cards ({spread}), {len(data.corporations)} corporations, {len(data.cities)} cities "
        f"and {pieces} pieces"
    )
