"""What can go wrong with a database, each said in one sentence."""

from freightyard.core.errors import FreightyardError


class StoreError(FreightyardError):
    """The database cannot be opened or did not do what was asked. Its text is for the host; it never holds a password."""


class Unavailable(StoreError):
    """The database is not there, full or not writable now: the same may succeed later."""


class NotKept(StoreError):
    """What was given cannot be kept: the fault is in what was given, not in the database."""


def os_reason(error: OSError) -> str:
    """What the system said, in small letters."""
    if isinstance(error, ConnectionRefusedError) or "Connect call failed" in str(error):
        return "nothing listens there"
    return (error.strerror or str(error).strip().split("\n")[0] or type(error).__name__).lower()
