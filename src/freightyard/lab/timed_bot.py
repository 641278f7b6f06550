"""How long a bot takes for its turns, and how much it searches in them."""

import time
from typing import Final, final

from freightyard.bots.contract import Adviser
from freightyard.core.contract import Outcome, View

GRACE: Final = 1.2  # a turn that takes longer than this times its budget is late


@final
class TimedBot:
    """A bot, its longest turn, and how much it searched."""

    def __init__(self, bot: Adviser) -> None:
        self._bot = bot
        self._turn = -1
        self._spent = 0.0
        self._worked = 0.0
        self._is_late = False
        self._is_overspent = False
        self._searched: dict[int, int] = {}  # playouts, by turn
        self.slowest = 0.0
        self.turns = 0
        self.late = 0
        self.overspent = 0
        self.seconds = 0.0
        self.processor = 0.0

    def decide(self, view: View) -> str:
        if view.turn != self._turn:
            self._turn = view.turn
            self._spent = 0.0
            self._worked = 0.0
            self._is_late = False
            self._is_overspent = False
            self.turns += 1
        before = self._bot.thought
        begin = time.perf_counter()
        begin_work = time.thread_time()
        move = self._bot.decide(view)
        worked = time.thread_time() - begin_work
        seconds = time.perf_counter() - begin
        self._spent += seconds
        self._worked += worked
        self.seconds += seconds
        self.processor += worked
        self.slowest = max(self.slowest, self._spent)
        thought = self._bot.thought
        if thought is not None and thought is not before and thought.playouts:
            self._searched[view.turn] = self._searched.get(view.turn, 0) + thought.playouts
        if thought is not None and thought.budget:
            if self._spent > thought.budget * GRACE and not self._is_late:
                self._is_late = True
                self.late += 1
            if self._worked > thought.budget * GRACE and not self._is_overspent:
                self._is_overspent = True
                self.overspent += 1
        return move

    def end(self, outcome: Outcome) -> None:
        """The game is over: tell the bot, if it listens."""
        end = getattr(self._bot, "end", None)
        if end is not None:
            end(outcome)

    @property
    def playouts(self) -> float:
        """A turn, in the mean."""
        return sum(self._searched.values()) / max(1, len(self._searched))
