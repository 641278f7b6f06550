"""A finished game in spans: moves in a row by the same seat in the same turn, or by chance.

A span of a seat is what it could plan: from the moment at which it knew something new to the next card or die, or to the end of
its turn. So a turn in which a card comes up has two of them.
"""

from typing import final

import msgspec

from freightyard.core.contract import CHANCE, Game, Seat, State
from freightyard.core.record import Record, states


class Span(msgspec.Struct, frozen=True):
    """Moves in a row: those from ply `start` to ply `end`."""

    start: int
    end: int
    actor: Seat  # or CHANCE
    turn: int  # which turn it belongs to, counted from 1
    choices: int  # decisions at which there was more than one legal move; 0 for chance


@final
class Course:
    """A game as its spans and the states between them: one state more than there are spans."""

    __slots__ = ("record", "spans", "states")

    def __init__(self, record: Record, game: Game) -> None:
        """The moves must be legal: BadRecord tells which one is not."""
        self.record = record
        self.spans: list[Span] = []
        self.states: list[State] = []
        start = actor = turn = choices = 0
        last: State | None = None
        for ply, state in enumerate(states(record, game)):
            acts = state.to_act()
            if not ply or acts is None or acts != actor or state.turns != turn:
                if ply:
                    self.spans.append(Span(start, ply, actor, turn + 1, choices))
                self.states.append(state)
                start, actor, turn, choices = ply, CHANCE if acts is None else acts, state.turns, 0
            if acts is not None and acts != CHANCE and len(state.legal()) > 1:
                choices += 1
            last = state
        if last is not None and start < len(record.moves):  # unfinished: the last moves are a span, too
            self.spans.append(Span(start, len(record.moves), actor, turn + 1, choices))
            self.states.append(last)

    def moves(self, span: Span) -> list[int]:
        """The moves of a span."""
        parse = self.states[0].edition.vocabulary.parse
        return [parse(text) for text in self.record.moves[span.start : span.end]]
