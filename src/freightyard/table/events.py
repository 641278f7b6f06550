"""What happens at a table: events, how each seat was told of them, and the positions that are worth keeping.

Everything that happens to the game is an event: a move of a seat, a move of chance, a move taken back. Events are only ever
added, so the number of events, the ply, names a moment for good.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from freightyard.core.contract import CHANCE, Seat

UNDO: Final = "undo"  # the text of an event that takes a move back
TURN: Final = "turn"  # kinds of marks
SHEET: Final = "sheet"

Seen = tuple[str, ...]  # an event as each seat sees it, and last as a spectator does


class Event(msgspec.Struct, frozen=True):
    """Something that happened: who did it (CHANCE for chance) and what, in words."""

    seat: Seat
    text: str


def last_mover(events: Sequence[Event]) -> Seat | None:
    """The seat that moved last, if one did."""
    return next((event.seat for event in reversed(events) if event.seat != CHANCE), None)


class Mark(msgspec.Struct, frozen=True):
    """A position worth keeping: of the moment at which a turn is over (`turn`), or at which points are counted (`sheet`)."""

    ply: int
    kind: str
    text: str


class LogLine(msgspec.Struct, frozen=True):
    """An event as one seat saw it."""

    ply: int
    seat: Seat
    text: str
    undone: bool
