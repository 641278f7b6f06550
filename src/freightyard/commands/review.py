"""`freightyard review`: look back at a finished game."""

import argparse
import sys
from pathlib import Path

import msgspec

from freightyard.commands.common import progress_bar, record_in, whole_number
from freightyard.core.errors import BadSetup
from freightyard.core.record import verify
from freightyard.games import game_named
from freightyard.review.page import review_page
from freightyard.review.review import Budget, review


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "review",
        help="look back at a finished game: luck, skill, mistakes",
        description="Look back at a finished game: everybody's share of the win all game long, what luck and what each player "
        "changed of it, and what each turn cost against the best plan that bots find with what the player could know. With two "
        "seats it takes up to a minute of processor time. The same record and effort give the same review.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - to read standard input")
    parser.add_argument(
        "--to", metavar="FILE", help="write a page of its own that ends in .html (default: RECORD-review.html here)"
    )
    parser.add_argument(
        "--effort",
        metavar="PERCENT",
        type=whole_number(10, 10_000),
        default=100,
        help="how long to think, in percent of the usual (default 100)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a page; with --to both")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Review one record."""
    to = args.to
    if to is not None and not to.endswith(".html"):
        raise BadSetup(f"--to must name a file that ends in .html, not {to!r}")
    record, _ = verify(record_in(args.file), game_named)
    game = game_named(record.game)
    with progress_bar() as bar:
        task = bar.add_task(game.title, total=None, rate="")
        found = review(
            record, game, Budget().times(args.effort / 100), lambda done, of: bar.update(task, completed=done, total=of)
        )
    if args.json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    if to is not None or not args.json:
        path = Path(to or f"{'game' if args.file == '-' else Path(args.file).stem}-review.html")
        path.write_text(review_page(found, record, game), encoding="utf-8")
        if not args.json:
            sys.stdout.write(f"{path}: review of {game.title}, {found.turns} turns\n")
    return 0
