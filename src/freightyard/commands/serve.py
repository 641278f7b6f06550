"""`freightyard serve`: host tables for others; and `freightyard` alone: play in the browser on this machine."""

import argparse
import ipaddress
import os
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from freightyard.commands.common import whole_number
from freightyard.commands.notice_options import add_notices, notice_settings
from freightyard.core.errors import BadSetup
from freightyard.server.log import LEVELS
from freightyard.server.settings import Settings

_PORT: Final = 8323


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "serve",
        help="run a server that others can play on",
        description="Run a server for players in their browsers. Without --database everything is kept in a file in your data "
        "folder. On Linux several processes can share that file; on other systems they need PostgreSQL.",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="a file, sqlite:///FILE or postgresql://USER@HOST/NAME (default: a file in your data folder)",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="the address to listen on; 0.0.0.0 lets other machines in (default 127.0.0.1: this machine only)",
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=_PORT,
        metavar="P",
        help=f"the port to listen on; 0 takes any free port (default {_PORT})",
    )
    parser.add_argument("--processes", type=whole_number(1, 64), default=1, metavar="N", help="server processes (default 1)")
    parser.add_argument(
        "--bot-processes", type=whole_number(1, 64), default=1, metavar="N",
        help="processes for bots, for each server process (default 1)",
    )  # fmt: skip
    parser.add_argument(
        "--bot-seconds", type=_seconds, default=Settings().bot_seconds, metavar="S",
        help="if a bot takes longer than S seconds for a move, any legal move is played for it (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--bot", action="append", default=[], metavar="NAME=BOT",
        help="offer a bot of your own under this name: module:Class, path/to/file.py:Class or exec:PROGRAM; --bot NAME "
        "offers one of an installed package; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--pace", type=_seconds, default=Settings().pace, metavar="S",
        help="seconds between two moves of bots while somebody is watching (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--rate", type=whole_number(1, 1_000_000), default=int(Settings().rate), metavar="N",
        help="messages a second that one browser may send (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--cards", metavar="WORD",
        help="deal the same cards at all tables with the same game, edition, options and bots. Whoever knows the word can work "
        "out the cards, so keep it secret. Games with hidden cards are still dealt by chance",
    )  # fmt: skip
    parser.add_argument(
        "--cards-of-secret-games", action="store_true",
        help="with --cards: also deal games with hidden cards by the word. Then anybody can look up others' cards by opening "
        "a table of the same kind",
    )  # fmt: skip
    _add_limits(parser)
    _add_clean_up(parser)
    add_notices(parser)
    parser.add_argument(
        "--https",
        action="store_true",
        help="browsers reach the server by https, through a proxy; cookies are then sent by https only",
    )
    parser.add_argument(
        "--log",
        choices=LEVELS,
        default="info",
        metavar="LEVEL",
        help="how much to log on standard error: info (every request), debug (every message of a browser too), "
        "warning, error or none (default info)",
    )
    parser.set_defaults(run=run)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bot-tables", type=whole_number(0, 1_000_000), default=Settings().bot_tables, metavar="N",
        help="tables with bots alone that one person may have running (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--request-seconds", type=whole_number(1, 3600), default=int(Settings().request_seconds), metavar="S",
        help="close a connection whose request is not complete after S seconds (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--connections", type=whole_number(0, 1_000_000), default=Settings().connections, metavar="N",
        help="open connections that one address may have to each process; 0 for no limit (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--proxies", type=_addresses, metavar="A,B",
        default=os.environ.get("FORWARDED_ALLOW_IPS") or ",".join(Settings().proxies),
        help="addresses of your proxies: their X-Forwarded-For and X-Forwarded-Proto headers are trusted, and --connections does "
        "not limit them; * for any address, none for no proxy (default: the variable FORWARDED_ALLOW_IPS, or this machine)",
    )  # fmt: skip
    parser.add_argument(
        "--no-imports", action="store_true", help="let nobody import records in the browser; freightyard import still does"
    )
    _add_api(parser)


def _add_api(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-api", action="store_true", help="do not answer programs: no tokens, no bots of other people")
    parser.add_argument(
        "--token-rate", type=whole_number(1, 1_000_000), default=int(Settings().token_rate), metavar="N",
        help="requests a second that one token may send (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--token-streams", type=whole_number(1, 1000), default=Settings().token_streams, metavar="N",
        help="streams that one token may have open in each process (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--token-tables", type=whole_number(0, 1_000_000), default=Settings().token_tables, metavar="N",
        help="tables that one bot may have made and not finished (default %(default)s)",
    )  # fmt: skip


def _add_clean_up(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--waiting-days", type=_days, default=Settings().waiting_days, metavar="D",
        help="remove a table that has not started after D days; 0 for never (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--bot-table-days", type=_days, default=Settings().bot_table_days, metavar="D",
        help="remove a table with bots alone D days after its last move; 0 for never (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--silent-days", type=_days, default=Settings().silent_days, metavar="D",
        help="archive a running table D days after its last move, until one of its people wakes it up; 0 for never "
        "(default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--people-days", type=_days, default=Settings().people_days, metavar="D",
        help="forget people who sit at no table D days after their last visit; 0 for never (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--offline-site", metavar="DIR", type=_site_folder,
        help="a folder that `freightyard site` has written: the lobby then offers to play offline",
    )  # fmt: skip
    parser.add_argument(
        "--holiday-days", type=_holidays, default=Settings().holiday_days, metavar="D",
        help="days a year on which a person's clocks stand still, if they enter them as holidays (default %(default)s)",
    )  # fmt: skip


def _site_folder(words: str) -> str:
    """The folder of a site, which must be one."""
    folder = Path(words).resolve()
    if not (folder / "service_worker.js").is_file():
        raise argparse.ArgumentTypeError(f"there is no site in {words}; write one with: freightyard site --to {words}")
    return str(folder)


def add_home(parser: argparse.ArgumentParser) -> None:
    """What can be said without a command: play here."""
    parser.add_argument(
        "--no-browser", action="store_true", help="without a command: print the address instead of opening a browser"
    )
    parser.set_defaults(run=run_home)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from freightyard.server.bots.offered import read_offered
    from freightyard.store.address import read_address  # here: other commands start without a database

    if args.processes > 1 and sys.platform != "linux" and read_address(args.database).path is not None:
        raise BadSetup(
            "several processes can share a file on Linux only; use --processes 1 or --database postgresql://USER@HOST/NAME"
        )
    settings = Settings(
        database=args.database,
        offline_site=args.offline_site,
        host=args.host,
        port=args.port,
        secure=args.https,
        bot_processes=args.bot_processes,
        bot_seconds=args.bot_seconds,
        bots=read_offered(args.bot),
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
        silent_days=args.silent_days,
        people_days=args.people_days,
        holiday_days=args.holiday_days,
        imports=not args.no_imports,
        api=not args.no_api,
        token_rate=float(args.token_rate),
        token_streams=args.token_streams,
        token_tables=args.token_tables,
        level=args.log,
        **notice_settings(args),
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

    settings = msgspec.structs.replace(settings, url=settings.url or url.rstrip("/"))

    def ready() -> None:
        sys.stdout.write(f"Freightyard is running at {url} (press Ctrl-C to stop)\n")
        sys.stdout.flush()
        if browser:  # in a thread: some browsers return only when they are closed
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    try:
        with suppress(KeyboardInterrupt):
            serve(settings, bound, processes=processes, ready=ready)
        sys.stdout.write("\nFreightyard has stopped.\n")
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


def _holidays(word: str) -> int:
    if not word.isdecimal() or int(word) > 366:
        raise argparse.ArgumentTypeError(f"must be a number of days from 0 to 366, not {word!r}")
    return int(word)


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
