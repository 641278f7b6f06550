"""One game in progress: who sits where, what was played, what may be taken back. Pure: no clock, no I/O."""

from freightyard.table.table import SHEET, TURN, UNDO, Chair, Event, LogLine, Mark, Step, Table, log_lines, state_at

__all__ = ["SHEET", "TURN", "UNDO", "Chair", "Event", "LogLine", "Mark", "Step", "Table", "log_lines", "state_at"]
