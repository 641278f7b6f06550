"""One game in progress: who sits where, what was played, what may be taken back. Pure: no clock, no I/O."""

from freightyard.table.table import Chair, Event, LogLine, Step, Table

__all__ = ["Chair", "Event", "LogLine", "Step", "Table"]
