"""Locks beside a database file, which the operating system takes back when a process ends, however it ends."""

import os
import sys
from pathlib import Path

from freightyard.store.errors import StoreError, Unavailable, os_reason

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileLock:
    """One process a file: it is held for as long as the database is open."""

    def __init__(self, database: Path) -> None:
        """Take it, or refuse with a sentence."""
        path = database.resolve()  # whatever other names it has
        try:
            self._file = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unavailable(f"the database {database} cannot be locked: {os_reason(error)}") from None
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise StoreError(
                f"another freightyard has {database} open: end it first, give this one a --database of its own, "
                "or let both use PostgreSQL"
            ) from None

    def release(self) -> None:
        """Let others have the file. The lock file stays: removing it would let two processes lock two files of one name."""
        if sys.platform == "win32":
            msvcrt.locking(self._file, msvcrt.LK_UNLCK, 1)
        os.close(self._file)


class WriteLock:
    """Held for a transaction, among processes that share a file. SQLite lets those who wait sleep for a while and look again,
    the longer they waited the longer; this wakes them."""

    def __init__(self, database: Path) -> None:
        path = database.resolve()
        self._file = os.open(path.with_name(f"{path.name}.turn"), os.O_RDWR | os.O_CREAT, 0o600)

    def __enter__(self) -> None:
        if sys.platform != "win32":
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32":
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        os.close(self._file)
