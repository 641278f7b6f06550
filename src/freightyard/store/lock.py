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
    """One process a database: it is held for as long as the database is open.

    Two things are locked: a file beside the database, so that a file that is put in its place is not opened by another; and the
    database itself, so that it is not opened under another name, such as a hard link. SQLite does not heed the second.
    """

    def __init__(self, database: Path) -> None:
        """Take it, or refuse with a sentence."""
        path = database.resolve()  # whatever other names it has
        self._files: list[int] = []
        names = [path.with_name(f"{path.name}.lock")]
        if sys.platform != "win32":  # there a lock keeps everybody from reading, SQLite included
            names.append(path)
        try:
            for name in names:
                self._files.append(os.open(name, os.O_RDWR | os.O_CREAT, 0o600))
                self._take(self._files[-1])
        except BlockingIOError:
            self.release()
            raise StoreError(
                f"another freightyard is using {database}: stop it, choose another file with --database, "
                "or use PostgreSQL for both"
            ) from None
        except OSError as error:
            self.release()
            raise Unavailable(f"the database {database} cannot be locked: {os_reason(error)}") from None

    def release(self) -> None:
        """Let others have the file. The lock file stays: removing it would let two processes lock two files of one name."""
        for file in self._files:
            os.close(file)  # a lock ends with the file that holds it
        self._files = []

    def _take(self, file: int) -> None:
        if sys.platform == "win32":
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            except OSError:  # it says of a lock only that permission is denied
                raise BlockingIOError from None
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


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
