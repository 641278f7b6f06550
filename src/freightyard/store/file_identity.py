"""Whether a database file is still the one that was opened.

A file that is deleted or replaced lives on for those who have it open: SQLite would go on writing into it, and all that is
written would be gone with the last of them.
"""

from pathlib import Path

from freightyard.store.errors import Unavailable


class FileIdentity:
    """The file under a path, known by its device and its inode."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened = self._now()  # None: it is not made yet

    def check(self) -> None:
        """Refuse if the path does not lead to the file that was opened."""
        now = self._now()
        if self._opened is None:
            self._opened = now
        elif now != self._opened:
            what = "was deleted" if now is None else "was replaced by another"
            raise Unavailable(
                f"the database file {self._path} {what} while the server had it open: nothing more is kept in it; "
                "stop the server, put the right file there, and start it again"
            )

    def _now(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
