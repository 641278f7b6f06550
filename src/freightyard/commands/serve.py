"""`freightyard serve`: host tables for others; and `freightyard` alone: play in the browser on this machine."""

import argparse
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import Final

from freightyard.commands.common import whole_number
from freightyard.core.errors import BadSetup
from freightyard.server.log import LEVELS
from freightyard.server.settings import Settings

_PORT: Final = 8323


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "serve",
        help="host tables in the browser",
        description="Serve tables to browsers. Without --database everything is kept in a file in your data folder; "
        "several processes can share it, on Linux; elsewhere they need PostgreSQL.",
    )
    parser.add_argument("--database", metavar="URL", help="a file, sqlite:///file or postgresql://user@host/name")
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="the address to listen on (default 127.0.0.1)")
    parser.add_argument(
        "--port", type=whole_number(0, 65535), default=_PORT, metavar="P", help=f"0 is any that is free (default {_PORT})"
    )
    parser.add_argument("--processes", type=whole_number(1, 64), default=1, metavar="N", help="server processes (default 1)")
    parser.add_argument(
        "--bot-processes", type=whole_number(1, 64), default=1, metavar="N",
        help="processes in which bots think, for each server process (default 1)",
    )  # fmt: skip
    parser.add_argument(
        "--bot-seconds", type=_seconds, default=Settings().bot_seconds, metavar="S",
        help="a bot that thinks longer about one move is replaced for it (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--pace", type=_seconds, default=Settings().pace, metavar="S",
        help="seconds between the moves of bots where somebody watches (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--rate", type=whole_number(1, 1_000_000), default=int(Settings().rate), metavar="N",
        help="messages a second that one browser may send for long (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--cards", metavar="WORD",
        help="deal the same cards to all tables of the same game, edition, options and bots; keep the word to yourself",
    )  # fmt: skip
    parser.add_argument("--https", action="store_true", help="browsers reach it by https, through a proxy: cookies need it too")
    parser.add_argument(
        "--log", choices=LEVELS, default="info", metavar="LEVEL", help=f"one of {', '.join(LEVELS)} (default info)"
    )
    parser.set_defaults(run=run)


def add_home(parser: argparse.ArgumentParser) -> None:
    """What can be said without a command: play here."""
    parser.add_argument("--no-browser", action="store_true", help="without a command: print the address, open no browser")
    parser.set_defaults(run=run_home)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from freightyard.store.address import read_address  # here: other commands start without a database

    if args.processes > 1 and sys.platform != "linux" and read_address(args.database).path is not None:
        raise BadSetup("several processes share a file on Linux alone: give --database postgresql://user@host/name")
    settings = Settings(
        database=args.database,
        host=args.host,
        port=args.port,
        secure=args.https,
        bot_processes=args.bot_processes,
        bot_seconds=args.bot_seconds,
        pace=args.pace,
        rate=float(args.rate),
        cards=args.cards,
        level=args.log,
    )
    return _serve(settings, args.processes, browser=False)


def run_home(args: argparse.Namespace) -> int:
    """A server for this machine alone, and its page in the browser."""
    return _serve(Settings(level="warning"), 1, browser=not args.no_browser)


def _serve(settings: Settings, processes: int, *, browser: bool) -> int:
    from freightyard.server.serve import bound_socket, serve  # here: other commands start without a server

    bound = bound_socket(settings.host, settings.port)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    url = f"http://{host}:{bound.getsockname()[1]}/"

    def ready() -> None:
        sys.stdout.write(f"Freightyard is at {url} (Ctrl-C ends it)\n")
        sys.stdout.flush()
        if browser:  # in a thread: some browsers return only when they are closed
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    try:
        with suppress(KeyboardInterrupt):
            serve(settings, bound, processes=processes, ready=ready)
        sys.stdout.write("\nFreightyard has closed.\n")
    finally:
        bound.close()
    return 0


def _seconds(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 60:
        raise argparse.ArgumentTypeError(f"must be a number of seconds from 0 to 60, not {word!r}")
    return number
