"""One game in progress: what was played, what stands, what may be taken back, whose time runs. Pure: time is handed in."""

from freightyard.table.events import SHEET, TURN, UNDO, Event, LogLine, Mark, Seen, last_mover
from freightyard.table.pace import PACES, Pace, check_pace, pace_text, pace_words, read_pace
from freightyard.table.standing import Standing, log_lines, standing_moves, state_at
from freightyard.table.step import Step
from freightyard.table.table import Table

__all__ = [
    "PACES",
    "SHEET",
    "TURN",
    "UNDO",
    "Event",
    "LogLine",
    "Mark",
    "Pace",
    "Seen",
    "Standing",
    "Step",
    "Table",
    "check_pace",
    "last_mover",
    "log_lines",
    "pace_text",
    "pace_words",
    "read_pace",
    "standing_moves",
    "state_at",
]
