"""What still stands after moves were taken back. Whoever reads a row of events reads it here."""

from collections.abc import Iterable, Sequence
from typing import final

from freightyard.core.contract import Seat, State
from freightyard.table.events import UNDO, Event, LogLine


@final
class Standing:
    """The plies of the moves that stand, after events that were followed one by one, from the first or from a later one on."""

    def __init__(self, events: Iterable[Event] = (), start: int = 0) -> None:
        self.plies: list[int] = []
        self.reaches_back = False  # whether a move was taken back that happened before the first event that was followed
        for ply, event in enumerate(events, start):
            self.follow(ply, event.text)

    def follow(self, ply: int, text: str) -> int | None:
        """The next event. If it takes back a move that was followed, the ply of that one."""
        if text != UNDO:
            self.plies.append(ply)
        elif self.plies:
            return self.plies.pop()
        else:
            self.reaches_back = True
        return None


def standing_moves(events: Sequence[Event]) -> list[str]:
    """The moves that were not taken back, from a table's first event on: those of its record."""
    return [events[ply].text for ply in Standing(events).plies]


def log_lines(start: int, told: Iterable[tuple[Seat, str]]) -> list[LogLine]:
    """Events from a ply on, as one seat was told of them, with those marked that were taken back later."""
    told, standing = list(told), Standing()
    undone = {standing.follow(ply, text) for ply, (_, text) in enumerate(told, start)}
    return [LogLine(ply, seat, text, ply in undone) for ply, (seat, text) in enumerate(told, start)]


def state_at(first: State, events: Sequence[Event]) -> State | None:
    """The state to which events lead from a first one, which is not changed. None if a move before it was taken back."""
    standing = Standing(events)
    if standing.reaches_back:
        return None
    state = first.clone()
    for ply in standing.plies:
        state.play(state.edition.vocabulary.parse(events[ply].text))
    return state
