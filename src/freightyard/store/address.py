"""Where a database is: what people write after `--database`, read."""

import os
import sys
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import msgspec
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from freightyard.store.errors import StoreError

FORMS: Final = "a path, sqlite:///path or postgresql://user@host/name"


class Address(msgspec.Struct, frozen=True):
    """A file for SQLite, or a URL for PostgreSQL."""

    path: Path | None = None
    url: URL | None = None

    def __str__(self) -> str:
        """For messages: without the password."""
        return str(self.path) if self.url is None else self.url.set(drivername="postgresql").render_as_string(hide_password=True)


def default_path() -> Path:
    """The database in the user's data folder."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "freightyard" / "freightyard.db"


def read_address(words: str | None) -> Address:
    """What `--database` names; the user's own database if it names nothing."""
    if words is None:
        return Address(path=default_path())
    if not words.strip() or "\x00" in words:
        raise StoreError(f"the database must be {FORMS}")
    scheme, sep, rest = words.partition("://")
    if not sep:
        return Address(path=Path(words).expanduser())
    if scheme == "sqlite":
        return Address(path=_sqlite_path(rest))
    if scheme in ("postgresql", "postgres", "postgresql+asyncpg"):
        return Address(url=_postgres_url(f"postgresql+asyncpg://{rest}"))
    raise StoreError(f"{scheme[:40]!r} is not a kind of database here: the database must be {FORMS}")


def _sqlite_path(rest: str) -> Path:
    # After sqlite:// come a slash and the path: three slashes for a path from here, four for one from the root.
    if not rest.startswith("/") or rest in ("/", "/:memory:") or "?" in rest:
        raise StoreError("a SQLite database is a file: write sqlite:///name.db, or sqlite:////a/whole/path.db")
    return Path(unquote(rest[1:])).expanduser()


def _postgres_url(words: str) -> URL:
    try:
        url = make_url(words)
    except (ArgumentError, ValueError):
        raise StoreError("the address of the PostgreSQL database cannot be read: write postgresql://user@host/name") from None
    if not url.database:
        raise StoreError("the address of the PostgreSQL database lacks a name: write postgresql://user@host/name")
    if "sslmode" in url.query:  # as psql calls it; asyncpg calls it ssl
        url = url.difference_update_query(["sslmode"]).update_query_pairs([("ssl", str(url.query["sslmode"]))])
    return url
