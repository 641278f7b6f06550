"""`freightyard serve`: host tables for others; and `freightyard` alone: play in the browser on this machine."""

import argparse
import ipaddress
import os
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
        help="deal the same cards to all tables of the same game, edition, options and bots; keep the word to yourself. "
        "Games in which players hide cards are dealt by chance all the same",
    )  # fmt: skip
    parser.add_argument(
        "--cards-of-secret-games", action="store_true",
        help="let --cards deal these too: anybody can then look at others' cards by opening a table of the same kind",
    )  # fmt: skip
    _add_limits(parser)
    _add_clean_up(parser)
    parser.add_argument("--https", action="store_true", help="browsers reach it by https, through a proxy: cookies need it too")
    parser.add_argument(
        "--log", choices=LEVELS, default="info", metavar="LEVEL", help=f"one of {', '.join(LEVELS)} (default info)"
    )
    parser.set_defaults(run=run)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bot-tables", type=whole_number(0, 1_000_000), default=Settings().bot_tables, metavar="N",
        help="running tables at which only bots play that one person may have (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--request-seconds", type=whole_number(1, 3600), default=int(Settings().request_seconds), metavar="S",
        help="a request that is not all there by then is given up (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--connections", type=whole_number(0, 1_000_000), default=Settings().connections, metavar="N",
        help="connections that one address may have open, to each process; 0 is any number (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--proxies", type=_addresses, metavar="A,B",
        default=os.environ.get("FORWARDED_ALLOW_IPS") or ",".join(Settings().proxies),
        help="addresses of proxies: they are believed to say for whom they ask, and may have any number of connections; "
        "* is everybody, none is nobody (default: the variable FORWARDED_ALLOW_IPS, or this machine)",
    )  # fmt: skip


def _add_clean_up(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--waiting-days", type=_days, default=Settings().waiting_days, metavar="D",
        help="a table that never began is removed after so long; 0 is never (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--bot-table-days", type=_days, default=Settings().bot_table_days, metavar="D",
        help="a table at which only bots sat is removed so long after its last move; 0 is never (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--people-days", type=_days, default=Settings().people_days, metavar="D",
        help="people who are at no table are forgotten so long after their last visit; 0 is never (default %(default)s)",
    )  # fmt: skip


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
        cards_of_secret_games=args.cards_of_secret_games,
        bot_tables=args.bot_tables,
        request_seconds=float(args.request_seconds),
        connections=args.connections,
        proxies=args.proxies
        if args.proxies is not None
        else _addresses(os.environ.get("FORWARDED_ALLOW_IPS") or ",".join(Settings().proxies)),
        waiting_days=args.waiting_days,
        bot_table_days=args.bot_table_days,
        people_days=args.people_days,
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


def _days(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 36_500:
        raise argparse.ArgumentTypeError(f"must be a number of days from 0 to 36500, not {word!r}")
    return number


def _addresses(words: str) -> tuple[str, ...]:
    """Addresses and networks, with commas between them; * stays."""
    found = tuple(word.strip() for word in words.split(",") if word.strip() not in ("", "none"))
    for word in found:
        try:
            if word != "*":
                ipaddress.ip_network(word, strict=False)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be addresses such as 10.0.0.7,10.1.0.0/16, not {word!r}") from None
    return found
