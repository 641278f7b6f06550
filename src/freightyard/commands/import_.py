"""`freightyard import`: keep records from files."""

import argparse
import asyncio
import sys
import time
from pathlib import Path

from freightyard.commands.common import add_database, progress_bar
from freightyard.core.errors import BadRecord, FreightyardError
from freightyard.core.files import read_text

DESCRIPTION = """Add records of finished games to the database. Every record is replayed first, and records that are already
there are skipped. If a file is refused, the reason is printed, the others are still added, and the exit status is 1. If the
database is a file, stop its server first."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("import", help="add records from files to the database", description=DESCRIPTION)
    parser.add_argument(
        "paths", metavar="FILE|DIR", nargs="+", type=Path, help="a record, or a folder with records in .txt files"
    )
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Import."""
    return asyncio.run(_import(args.paths, args.database))


async def _import(paths: list[Path], database: str | None) -> int:
    # The other commands need no database and should not wait for its libraries.
    from freightyard.store import open_store
    from freightyard.store.errors import Unavailable
    from freightyard.store.record_files import checked_record

    store = await open_store(database)
    kept = known = refused = 0
    try:
        files = [file for path in paths for file in _files(path)]
        with progress_bar() as bar:
            task = bar.add_task("records", total=len(files), rate="")
            for file in files:
                try:
                    record = checked_record(read_text(str(file), BadRecord), time.time())
                    if await store.records.add(record):
                        kept += 1
                    else:
                        known += 1
                except Unavailable:
                    raise  # the others would fare no better
                except FreightyardError as error:
                    refused += 1
                    sys.stderr.write(f"freightyard import: {_named(file, error)}\n")
                bar.update(task, advance=1)
    finally:
        await store.close()
    sys.stdout.write(f"{kept:,} {'record' if kept == 1 else 'records'} added, {known:,} already there, {refused:,} refused\n")
    return 1 if refused else 0


def _files(path: Path) -> list[Path]:
    """The files that a path names. A path that is nothing stays, to be named as one that cannot be read."""
    return sorted(file for file in path.rglob("*.txt") if file.is_file()) if path.is_dir() else [path]


def _named(file: Path, error: FreightyardError) -> str:
    said = " ".join(str(error).split())
    return said if said.startswith(str(file)) else f"{file}: {said}"
