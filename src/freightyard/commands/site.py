"""`freightyard site`: write the site that needs no server."""

import argparse
import sys
from pathlib import Path

DESCRIPTION = """Write a folder of files with which people play in their browsers, without a server: against bots, or several at
one device. Any web server can serve it, from any folder. The first time, npm and pip fetch what runs Python in a browser."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("site", help="write the site that needs no server", description=DESCRIPTION)
    parser.add_argument(
        "--to", metavar="DIR", type=Path, required=True, help="the folder to write; one that is there is replaced"
    )
    parser.add_argument(
        "--runtime",
        metavar="DIR",
        type=Path,
        default=None,
        help="where the fetched parts are kept; else in the user's cache folder",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write it."""
    from freightyard.offline.build import build_site  # here: it needs the libraries of the server
    from freightyard.offline.fetch import cache_folder

    build = build_site(args.to, args.runtime or cache_folder())
    size = sum(path.stat().st_size for path in args.to.rglob("*") if path.is_file())
    sys.stdout.write(f"build {build}: {size / 1e6:.1f} MB in {args.to}\nTry it: python -m http.server --directory {args.to}\n")
    return 0
