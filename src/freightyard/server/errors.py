"""Why something that was asked for cannot be done."""

from freightyard.table.errors import StalePly, TableError


class Forbidden(TableError):
    """This person may not do that, or not now."""


class TableClosed(TableError):
    """There was such a table, and it is gone: what is said tells why."""


class LostRace(StalePly):
    """Another process has stored something at this ply first."""


class GameMissing(TableError):
    """A stored table or record of a game that is not installed here any more."""
