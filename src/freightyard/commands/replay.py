"""`freightyard replay`: verify a record and print its outcome."""

import argparse
import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

from freightyard.commands.common import record_in
from freightyard.core.contract import outcome_words
from freightyard.core.record import Record, verify
from freightyard.games import game_named
from freightyard.page.history import record_players
from freightyard.page.players import names_of


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "replay",
        help="check a record and print its result",
        description="Replay a record, check that every move is legal and that the result is the one it states.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - to read standard input")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--position", action="store_true", help="also print the last position")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay one record."""
    record, state = verify(record_in(args.file), game_named)
    game = game_named(record.game)
    row: dict[str, Any] = {
        "game": record.game,
        "edition": record.edition,
        "options": list(record.options),
        "seats": list(record.players) or state.seats,
        "plies": len(record.moves),
        "turns": state.turns,
        "finished": record.outcome is not None,
    }
    if record.outcome is not None:
        row |= outcome_words(record.outcome)
    if args.position:
        row["position"] = state.text()
    if args.json:
        sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
    else:
        _print(record, game.title, row)
    return 0


def _print(record: Record, title: str, row: dict[str, Any]) -> None:
    console = Console(highlight=False)
    options = f" with {', '.join(record.options)}" if record.options else ""
    length = f"{row['turns']:,} turns, {row['plies']:,} plies"
    console.print(f"[bold]{title}[/], {escape(record.edition + options)}: {length}. Every move is legal.")
    if record.outcome is None:
        console.print("The game was not finished.")
    else:
        names = names_of(record_players(record)) if record.players else ("",) * record.seats
        for seat, (score, name) in enumerate(zip(record.outcome.scores, names, strict=True)):
            won = "  won" if seat in record.outcome.winners else ""
            console.print(f"  seat {seat + 1}  {name:<12} {score:>5}{won}", markup=False)
    if "position" in row:
        console.print(row["position"], soft_wrap=True, markup=False)
