"""Tables and records kept: SQLite and PostgreSQL behind one small protocol."""

from freightyard.store.errors import NotKept, StoreError, Unavailable
from freightyard.store.opening import open_store

__all__ = ["NotKept", "StoreError", "Unavailable", "open_store"]
