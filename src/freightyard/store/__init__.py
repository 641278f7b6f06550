"""Everything that is kept, by subject, in SQLite or PostgreSQL: `open_store` opens a `Store`.

The libraries for databases are imported when one is opened: a process of bots, and most commands, need only the rows and errors.
"""

from typing import TYPE_CHECKING

from freightyard.store.errors import NotKept, StoreError, Unavailable

if TYPE_CHECKING:
    from freightyard.store.opening import open_store
    from freightyard.store.store import Store

__all__ = ["NotKept", "Store", "StoreError", "Unavailable", "open_store"]


def __getattr__(name: str) -> object:
    if name == "Store":
        from freightyard.store.store import Store

        return Store
    if name == "open_store":
        from freightyard.store.opening import open_store

        return open_store
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
