"""A step: what would happen next at a table, before it does."""

from typing import final

import msgspec

from freightyard.core.contract import Move, Seat, State
from freightyard.table.events import SHEET, TURN, Event, Mark, Seen


class Step(msgspec.Struct, frozen=True):
    """What would happen next: new events, and what they lead to. It is good for the ply at which it was made."""

    ply: int
    events: tuple[Event, ...]
    seen: tuple[Seen, ...]  # of each event
    state: State
    returns: tuple[State, ...]  # the states to which the last mover may go back, one a move
    marks: tuple[Mark, ...] = ()  # positions on the way


@final
class StepMaker:
    """Plays moves on a state of its own, and notes what happens, as each seat sees it, and the marks on the way."""

    def __init__(self, state: State, ply: int) -> None:
        self.state = state
        self.events: list[Event] = []
        self._start = ply
        self._watchers = (*range(state.seats), None)
        self._seen: list[Seen] = []
        self._marks: list[Mark] = []

    @property
    def ply(self) -> int:
        return self._start + len(self.events)

    def play(self, seat: Seat, move: Move) -> None:
        """A legal move of a seat, or of chance."""
        state = self.state
        self._seen.append(tuple([state.seen(move, watcher) for watcher in self._watchers]))
        self.events.append(Event(seat, state.edition.vocabulary.text(move)))
        turns = state.turns
        state.play(move)
        if state.turns != turns:
            self._marks.append(Mark(self.ply, TURN, state.text()))
        if state.sheet() is not None:
            self._marks.append(Mark(self.ply, SHEET, state.text()))

    def step(self, returns: tuple[State, ...]) -> Step:
        """What was played, with the states to which the last mover may go back."""
        return Step(self._start, tuple(self.events), tuple(self._seen), self.state, returns, tuple(self._marks))
