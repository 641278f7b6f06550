"""Everything that is kept, by subject, in SQLite or PostgreSQL: `open_store` opens a `Store`."""

from freightyard.store.errors import NotKept, StoreError, Unavailable
from freightyard.store.opening import open_store
from freightyard.store.store import Store

__all__ = ["NotKept", "Store", "StoreError", "Unavailable", "open_store"]
