"""One game in progress: what was played, what stands, what may be taken back. Pure: no clock, no I/O."""

from freightyard.table.events import SHEET, TURN, UNDO, Event, LogLine, Mark, Seen
from freightyard.table.standing import Standing, log_lines, standing_moves, state_at
from freightyard.table.step import Step
from freightyard.table.table import Table

__all__ = [
    "SHEET",
    "TURN",
    "UNDO",
    "Event",
    "LogLine",
    "Mark",
    "Seen",
    "Standing",
    "Step",
    "Table",
    "log_lines",
    "standing_moves",
    "state_at",
]
