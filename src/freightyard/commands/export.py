"""`freightyard export`: write kept records to files."""

import argparse
import asyncio
import sys
from pathlib import Path

from freightyard.commands.common import add_database, make_folder
from freightyard.core.errors import BadSetup

DESCRIPTION = """Write the records of finished games to a folder, a file each. It can be done while a server has the database
open. The exit status is 1 if a game that was asked for is not there or not finished; the others are written all the same."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("export", help="write kept records to files", description=DESCRIPTION)
    parser.add_argument("keys", metavar="KEY", nargs="*", help="a game: the last part of its table's link")
    parser.add_argument("--all", action="store_true", help="every finished game")
    parser.add_argument("--to", metavar="DIR", type=Path, required=True, help="the folder; it is made if it is not there")
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export."""
    if args.all == bool(args.keys):
        raise BadSetup("say which games to export, or --all for every one")
    return asyncio.run(_export(args.keys, args.to, args.database))


async def _export(keys: list[str], folder: Path, database: str | None) -> int:
    # The other commands need no database and should not wait for its libraries.
    from freightyard.store import open_store
    from freightyard.store.record_files import write_record

    store = await open_store(database, read_only=True)
    missing = written = 0
    try:
        make_folder(folder)
        if not keys:
            async for record in store.records.all():
                write_record(record, folder)
                written += 1
        for key in keys:
            kept = await store.records.get(key)
            if kept is not None:
                write_record(kept, folder)
                written += 1
                continue
            missing += 1
            running = await store.tables.get(key) is not None
            reason = f"the game {key} is not finished" if running else f"there is no game {key!r}"
            sys.stderr.write(f"freightyard export: {reason}\n")
    finally:
        await store.close()
    sys.stdout.write(f"{written:,} {'record' if written == 1 else 'records'} written to {folder}\n")
    return 1 if missing else 0
