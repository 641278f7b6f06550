"""`freightyard export`: write kept records to files."""

import argparse
import asyncio
import sys
from pathlib import Path

from freightyard.commands.common import add_database, make_folder
from freightyard.core.errors import BadSetup

DESCRIPTION = """Write the records of finished games to a folder, one file each. A server may be running on the same database.
If a game does not exist or is not finished, the others are still written and the exit status is 1."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("export", help="write the records of finished games to files", description=DESCRIPTION)
    parser.add_argument("keys", metavar="KEY", nargs="*", help="a game, by the last part of its table's link")
    parser.add_argument("--all", action="store_true", help="export every finished game")
    parser.add_argument("--to", metavar="DIR", type=Path, required=True, help="the folder to write to; it is created if needed")
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export."""
    if args.all == bool(args.keys):
        raise BadSetup("name the games to export, or give --all, but not both")
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
            reason = f"the game {key} is not finished" if running else f"no game has the key {key!r}"
            sys.stderr.write(f"freightyard export: {reason}\n")
    finally:
        await store.close()
    sys.stdout.write(f"{written:,} {'record' if written == 1 else 'records'} written to {folder}\n")
    return 1 if missing else 0
