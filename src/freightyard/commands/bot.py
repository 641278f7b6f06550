"""`freightyard bot run`: a bot of your own plays on a server, from wherever you are."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from freightyard.bots.levels import make_bot
from freightyard.commands.common import whole_number
from freightyard.core.chance import Stream
from freightyard.core.errors import BadSetup, FreightyardError
from freightyard.games import all_games, game_named

TOKEN: Final = "FREIGHTYARD_TOKEN"  # noqa: S105  (the name of a variable)
_OPPONENT: Final = "driver"


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("bot", help="let a bot of yours play on a server")
    inner = parser.add_subparsers(metavar="COMMAND", required=True)
    run_parser = inner.add_parser(
        "run",
        help="play with a bot on a server, until you stop it",
        description="Let a bot play on a server: it accepts invitations, plays at several tables at once, and goes on after a "
        "restart of either side. Make its token on your page of the server, under Programs and bots. A token on the command line "
        f"can be seen by others on this machine: put it into a file, or into the variable {TOKEN}. "
        "Needs pip install 'freightyard[client]'.",
    )
    run_parser.add_argument("bot", metavar="BOT", help="such as mybot:MyBot, or a level such as driver")
    run_parser.add_argument("--server", required=True, metavar="URL", help="the address of the server")
    token = run_parser.add_mutually_exclusive_group()
    token.add_argument("--token", metavar="TOKEN", help=f"the token (default: the variable {TOKEN})")
    token.add_argument("--token-file", type=Path, metavar="FILE", help="a file with the token in its first line")
    run_parser.add_argument(
        "--tables", type=whole_number(1, 1000), default=4, metavar="N", help="tables at which it plays at once (default 4)"
    )
    run_parser.add_argument(
        "--games", type=whole_number(1, 1_000_000), metavar="N", help="stop after N finished games (default: never)"
    )
    run_parser.add_argument("--seed", default="", metavar="S", help="seed of the bot's own numbers")
    run_parser.add_argument(
        "--spar", metavar="GAME", action="append", default=[],
        help="make a table of this game to practise at; may be repeated. Without --games it stops when these games are finished",
    )  # fmt: skip
    run_parser.add_argument(
        "--against", default=_OPPONENT, metavar="BOTS",
        help=f"with --spar: the others at the table, such as driver,old-hand (default {_OPPONENT})",
    )  # fmt: skip
    run_parser.add_argument("--cards", metavar="S", help="with --spar: the seed of the cards (default: nobody knows them)")
    run_parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until enough games are finished, or Ctrl-C."""
    token = _token(args)
    try:
        from freightyard.client import BotRunner, Client  # here: httpx is an extra
    except ImportError as error:
        raise BadSetup(str(error)) from None
    _check(args.bot, args.spar)
    with Client(args.server, token, note=_say) as client:
        told = client.whoami()
        if "play" not in told["scopes"]:
            raise BadSetup(f"this token may not play; it may {', '.join(told['scopes'])}")
        _say(f"{told['name']} is here, and plays at {args.tables} tables at most")
        tables, others = max(args.tables, len(args.spar)), [name.strip() for name in args.against.split(",")]
        made = []
        for game in args.spar:
            made.append(client.spar(game, ["me", *others], seed=args.cards))
            _say(f"made the table {made[-1]} to practise at")
        until = () if args.games else made
        runner = BotRunner(client, args.bot, tables=tables, games=args.games, until=until, seed=args.seed, note=_say)
        try:
            runner.run()
        except KeyboardInterrupt:
            _say("stopped; games that run go on when the bot is back")
    return 1 if runner.failures else 0


def _check(bot: str, games: Sequence[str]) -> None:
    """A bot that is misspelt, or does not play these games, is refused before a server is asked."""
    errors, tried = [], [game_named(name) for name in games] or all_games()
    for game in tried:
        try:
            make_bot(bot, game, Stream("try"))
        except FreightyardError as error:
            errors.append(error)
    if errors and (games or len(errors) == len(tried)):
        raise errors[0]


def _token(args: argparse.Namespace) -> str:
    """The token, from where it was put."""
    found = args.token
    if args.token_file is not None:
        try:
            lines = args.token_file.read_text(encoding="utf-8").split()
        except (OSError, UnicodeDecodeError):
            raise BadSetup(f"cannot read the token from {args.token_file}") from None
        found = lines[0] if lines else None
    found = found or os.environ.get(TOKEN, "").strip()
    if not found:
        raise BadSetup(f"the bot needs a token: put it into the variable {TOKEN}, or name a file with --token-file")
    if not found.isascii() or not found.isprintable():
        raise BadSetup("this is not a token")
    return str(found)


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
