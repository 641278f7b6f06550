"""Following one game from its first move to its last: verbs, branching, the lead, the order of play, and the score sheets."""

from collections.abc import Sequence
from typing import final

from freightyard.core.contract import CHANCE, Move, Outcome, Seat, Sheet, State
from freightyard.core.tally import Counts, GameWatch, PlainWatch
from freightyard.core.title import WATCH
from freightyard.games import part_of


def watch_for(game: str) -> GameWatch:
    """What is special about watching this game; a game that brings nothing of the kind is watched all the same."""
    special: type[GameWatch] | None = part_of(game, WATCH)
    return PlainWatch() if special is None else special()


@final
class GameWatcher:
    """Follows one game from its first move to its last."""

    __slots__ = (
        "_leader",
        "_special",
        "_turn",
        "_turns",
        "choices",
        "counts",
        "lead_changes",
        "led_from",
        "most_choices",
        "order",
    )

    def __init__(self, special: GameWatch) -> None:
        self._special = special
        self._leader: Seat | None = None
        self._turn: Seat | None = None
        self._turns = 0
        self.counts = Counts()
        self.choices = 0
        self.most_choices = 0
        self.lead_changes = 0
        self.led_from: int | None = None
        self.order: list[Seat] = []

    def before(self, state: State, actor: Seat, move: Move, choices: int) -> None:
        """A move is about to be played; `choices`: how many moves the seat had, 0 for chance."""
        if actor == CHANCE:
            sheet = state.sheet()
            if sheet is not None:
                self._add_sheet(sheet)
        else:
            self.choices += choices
            self.most_choices = max(self.most_choices, choices)
            self.counts.add("verb", state.edition.vocabulary.text(move).partition(" ")[0], actor)
        self._turn = self._special.turn_of(state)
        self._special.before(state, move, self.counts)

    def after(self, state: State) -> None:
        """The move was played."""
        if state.turns == self._turns:
            return
        self._turns = state.turns
        if self._turn is not None and self._turn not in self.order:
            self.order.append(self._turn)
        self._note_leader(self._special.standing(state))

    def end(self, state: State, outcome: Outcome) -> None:
        """The game is over."""
        sheet = state.sheet()
        if sheet is not None:
            self._add_sheet(sheet)
        self._special.end(state, self.counts)
        self._note_leader(outcome.scores)
        self.order += [seat for seat in range(state.seats) if seat not in self.order]
        if len(outcome.winners) > 1:
            self.led_from = None
        elif outcome.winners[0] != self._leader:
            self.led_from = self._turns  # a tie in points was broken by something else

    def _note_leader(self, points: Sequence[int] | None) -> None:
        if points is None:
            return
        best = max(points)
        if points.count(best) > 1:
            return  # a tie takes the lead from nobody
        leader = points.index(best)
        if leader != self._leader:
            if self._leader is not None:
                self.lead_changes += 1
            self._leader = leader
            self.led_from = self._turns

    def _add_sheet(self, sheet: Sheet) -> None:
        for row in sheet.rows:
            for seat, (amount, points) in enumerate(zip(row.amounts, row.points, strict=True)):
                if amount or points:
                    self.counts.add("score", row.label, seat, 1, points)
