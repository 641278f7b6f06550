"""What can go wrong with a database, each said in one sentence."""

from freightyard.rules.errors import FreightyardError


class StoreError(FreightyardError):
    """The database cannot be opened or did not do what was asked. Its text is for the host; it never holds a password."""


class Unavailable(StoreError):
    """The database is not there, full or not writable now: the same may succeed later."""


class NotKept(StoreError):
    """What was given cannot be kept: the fault is in what was given, not in the database."""
