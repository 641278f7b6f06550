"""`freightyard games`: what can be played."""

import argparse
import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from freightyard.bots import bot_names
from freightyard.core.contract import counts_words
from freightyard.games import all_games


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "games",
        help="list games, editions, options and seats",
        description="List the games with their editions, numbers of seats and options.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the catalog."""
    rows = catalog()
    if args.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode() + "\n")
        return 0
    table = Table("game", "edition", "seats", "options", box=None, pad_edge=False, header_style="bold")
    for game in rows:
        for number, edition in enumerate(game["editions"]):
            name = f"[bold]{game['name']}[/]" if number == 0 else f"[dim]by {game['credit']}[/]" if number == 1 else ""
            options = "\n".join(map(_option, edition["options"]))
            seats = counts_words(edition["seats"])
            table.add_row(name, f"{edition['name']}\n[dim]{edition['title']}[/]", seats, options or "[dim]none[/]")
    Console().print(table)
    return 0


def _option(option: dict[str, Any]) -> str:
    values = "" if option["values"] == ["no", "yes"] else f"={'|'.join(option['values'])}"
    return f"{option['name']}{values}: {option['title']}"


def catalog() -> list[dict[str, Any]]:
    """Every game with its editions, as plain values."""
    return [
        {
            "name": game.name,
            "title": game.title,
            "credit": game.credit,
            "bots": list(bot_names(game)),
            "editions": [
                {
                    "name": edition.name,
                    "title": edition.title,
                    "revision": edition.revision,
                    "seats": list(edition.seat_counts),
                    "options": [
                        {"name": option.name, "title": option.title, "values": list(option.values)} for option in edition.options
                    ],
                    "moves": len(edition.vocabulary),
                }
                for edition in map(game.edition, game.editions)
            ],
        }
        for game in all_games()
    ]
