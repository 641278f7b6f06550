"""Why a table refuses."""

from freightyard.core.errors import FreightyardError


class TableError(FreightyardError):
    """What was asked for cannot be done at this table now."""


class StalePly(TableError):
    """The move was made at a table that has moved on."""


class NotYourTurn(TableError):
    """Another seat is to act, or nobody is."""


class NothingToTakeBack(TableError):
    """The last move is not the seat's own, or cards were drawn or somebody answered since."""
