"""`freightyard play`: a game at the terminal, against bots or with friends on one screen."""

import argparse
import secrets
import time
from typing import Final

from rich.console import Console
from rich.markup import escape

from freightyard.bots import bot_names, bot_stream, make_bot
from freightyard.commands.common import add_game, chosen_game, chosen_players, whole_number
from freightyard.core.bot_names import DRIVER, LEVELS, OLD_HAND, PLANNER, bot_character, bot_title
from freightyard.games import all_games
from freightyard.table import Table
from freightyard.terminal.play import Quit, Session

PERSON: Final = "me"


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "play",
        help="play at the terminal",
        description="Play at the terminal, against bots or with friends at one screen. In the game, type help to see how.",
    )
    add_game(parser)
    parser.set_defaults(run=run)
    game = next(action for action in parser._actions if action.dest == "game")
    game.nargs, game.default = "?", all_games()[0].name
    game.help = f"{game.help} (default {all_games()[0].name})"
    parser.add_argument(
        "--seats",
        metavar="PLAYERS",
        help=f"who plays, seat by seat, such as {PERSON},{DRIVER},{OLD_HAND}; {PERSON} is a person; the bots are "
        f"{', '.join([f'{level.name} ({level.character})' for level in LEVELS])} and random (default: {PERSON} and {PLANNER} "
        "bots, three seats if the game allows)",
    )
    parser.add_argument(
        "--seed", type=whole_number(0, 2**53), metavar="S", help="deal the cards of an earlier game again (default: new cards)"
    )
    parser.add_argument(
        "--text", action="store_true", help="tell the board in plain sentences, for screen readers, instead of drawing it"
    )
    parser.add_argument(
        "--thoughts",
        action="store_true",
        help="show how long bots think and how they rate their chances, even if that gives secrets away",
    )


def run(args: argparse.Namespace) -> int:
    """Play one game."""
    game, edition, options = chosen_game(args)
    bot = PLANNER if PLANNER in bot_names(game) else "random"
    seats = min(3, edition.seat_counts[-1])
    players = chosen_players(args.seats or ",".join([PERSON] + [bot] * (seats - 1)), edition, PERSON)
    seed = secrets.randbits(53) if args.seed is None else args.seed
    bots = {seat: make_bot(name, game, bot_stream(seed, seat)) for seat, name in enumerate(players) if name != PERSON}
    table = Table(game, edition, len(players), options, seed=f"{seed}/chance")
    console = Console()
    console.print(
        f"[bold]{game.title}[/] by {game.credit}, {escape(edition.title)}. Type [bold]help[/] for help, [bold]hint[/] for a good "
        "move, [bold]rule[/] for the rules, [bold]quit[/] to leave."
    )
    for bot in sorted({name for name in players if bot_character(name)}, key=players.index):
        console.print(f"{bot_title(bot)}: {bot_character(bot)}.", style="dim", highlight=False)
    session = Session(console, console.input, table, players, bots, thoughts=args.thoughts, text=args.text, clock=time.monotonic)
    try:
        session.play()
    except (Quit, EOFError, KeyboardInterrupt):
        console.print(f"Goodbye. To play with the same cards again, add --seed {seed}.", highlight=False)
    return 0
