"""How long a bot may think: by the clock in play, by playouts where every run must be the same.

By processor time a bot is nearly as strong on a busy machine as on a free one, which is what measuring wants.
"""

import time
from collections.abc import Callable
from typing import Final, final

from freightyard.core.errors import BadSetup

_SPENT: Final = 0.8  # of the time that is given: the rest is for what cannot be planned
_SPENT_BY_CLOCK: Final = 0.7  # somebody waits: a stall as long as half a turn of 0.2 s must not make it late
_PROMISE: Final = 1.1  # a turn must be over by then, though it could be late by a fifth
_CARE: Final = 1.5  # a stall may be longer than all of late
_SOME: Final = 0.1  # of what is allowed is used however long the stalls
_FADES: Final = 0.93  # how much of the longest stall is still feared a turn later
_NEVER: Final = -1.0
_LONGEST: Final = 600.0
_MOST: Final = 1_000_000
_PROCESSOR: Final = "cpu"

Clock = Callable[[], float]  # tells seconds
_processor_time: Clock = getattr(time, "thread_time", time.process_time)  # a browser's Python has no threads to tell apart


@final
class Budget:
    """What a bot may spend in a turn: seconds by a clock, or playouts."""

    __slots__ = ("clock", "playouts", "seconds")

    def __init__(self, seconds: float | None = None, playouts: int | None = None, clock: Clock = time.perf_counter) -> None:
        self.seconds = seconds
        self.playouts = playouts
        self.clock = clock

    @property
    def promised(self) -> bool:
        """Whether somebody who waits is promised an end: not by playouts, nor by processor time."""
        return self.seconds is not None and self.clock is not _processor_time


def read_budget(word: str) -> Budget:
    """`0.2` is seconds a turn, `0.2cpu` seconds of processor time, `500it` playouts a turn."""
    if word.endswith("it"):
        number = word[:-2]
        if number.isascii() and number.isdecimal() and 1 <= int(number) <= _MOST:
            return Budget(playouts=int(number))
    else:
        try:
            seconds = float(word.removesuffix(_PROCESSOR))
        except ValueError:
            seconds = -1.0
        if 0 < seconds <= _LONGEST:
            return Budget(seconds=seconds, clock=_processor_time if word.endswith(_PROCESSOR) else time.perf_counter)
    raise BadSetup(
        "a bot thinks for seconds a turn, such as 0.2, for seconds of processor time, such as 0.2cpu, or for playouts a turn, "
        f"such as 500it, not for {word[:40]!r}"
    )


@final
class TurnBudget:
    """What is left of the budget of a turn. A turn is many small decisions; they share it.

    All that a decision does lies between open() and close(). Every look at the clock after allow() tells how long a playout
    takes, and how long a process may be kept from working.
    """

    __slots__ = ("_allowed", "_began", "_budget", "_clock", "_longest", "_looked", "_stall", "spent", "turn", "used")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._clock = budget.clock
        self.turn = -1
        self.spent = 0.0  # seconds in this turn
        self.used = 0  # playouts in this turn
        self._began = 0.0
        self._looked = _NEVER
        self._longest = 0.0
        self._stall = 0.0  # the longest time between two looks at the clock of late: on a busy machine a process has to wait
        self._allowed = 0.0

    def open(self, turn: int) -> None:
        """A decision in a turn; the budget is full again if the turn is a new one."""
        if turn != self.turn:
            self.turn = turn
            self.spent = 0.0
            self.used = 0
            self._stall *= _FADES
        self._began = self._clock()
        self._looked = _NEVER
        self._longest = 0.0

    def allow(self, share: float) -> None:
        """The decision may take this share of what is left."""
        budget = self._budget
        if budget.playouts is not None:
            self._allowed = max(1.0, (budget.playouts - self.used) * share) + self.used
        else:
            # Plans may take longer to make than a playout; that is spent, but no playout is feared to take as long.
            self._looked = self._clock()
            spent = _SPENT_BY_CLOCK if budget.promised else _SPENT
            self._allowed = ((budget.seconds or 0.0) * spent - self.spent) * share

    def more(self) -> bool:
        """Whether there is something left for one more playout."""
        if self._budget.playouts is not None:
            if self.used >= self._allowed:
                return False
            self.used += 1
            return True
        now = self._look()
        thought = now - self._began
        if thought >= self._allowed:
            return False
        # What comes next may take as long as the longest wait of late, and half as long again; whoever waits must not notice.
        ahead = _CARE * max(self._longest, self._stall)
        if self.spent + thought + ahead > _PROMISE * (self._budget.seconds or 0.0) and thought >= _SOME * self._allowed:
            return False
        self.used += 1
        return True

    def so_far(self) -> float:
        """The seconds that this turn has taken."""
        return self.spent + self._look() - self._began

    def close(self) -> None:
        """The decision is made."""
        now = self._look()
        self._stall = max(self._stall, self._longest)
        self.spent += now - self._began

    def _look(self) -> float:
        now = self._clock()
        if self._looked != _NEVER:
            self._longest = max(self._longest, now - self._looked)
            self._looked = now
        return now
