"""How long a bot may think: by the clock in play, by playouts where every run must be the same."""

import time
from typing import Final, final

from freightyard.rules.errors import BadSetup

_SPENT: Final = 0.8  # of the time that is given: the rest is for what cannot be planned
_FADES: Final = 0.95  # how much of the longest stall is still feared a decision later
_LONGEST: Final = 600.0
_MOST: Final = 1_000_000


@final
class Budget:
    """What a bot may spend in a turn: seconds, or playouts."""

    __slots__ = ("playouts", "seconds")

    def __init__(self, seconds: float | None = None, playouts: int | None = None) -> None:
        self.seconds = seconds
        self.playouts = playouts


def read_budget(word: str) -> Budget:
    """`0.2` is seconds a turn, `500it` is playouts a turn."""
    if word.endswith("it"):
        number = word[:-2]
        if number.isascii() and number.isdecimal() and 1 <= int(number) <= _MOST:
            return Budget(playouts=int(number))
    else:
        try:
            seconds = float(word)
        except ValueError:
            seconds = -1.0
        if 0 < seconds <= _LONGEST:
            return Budget(seconds=seconds)
    raise BadSetup(f"a bot thinks for seconds a turn, such as 0.2, or for playouts a turn, such as 500it, not for {word[:40]!r}")


@final
class Purse:
    """What is left of the budget of a turn. A turn is many small decisions; they share it."""

    __slots__ = ("_allowed", "_began", "_budget", "_longest", "_stall", "_stepped", "spent", "turn", "used")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.turn = -1
        self.spent = 0.0  # seconds in this turn
        self.used = 0  # playouts in this turn
        self._began = 0.0
        self._stepped = 0.0
        self._longest = 0.0
        self._stall = 0.0  # the longest time between two looks at the clock of late: on a busy machine a process has to wait
        self._allowed = 0.0

    def open(self, turn: int, began: float) -> None:
        """A decision in a turn, which the bot was asked for at this time; the budget is full again if the turn is a new one."""
        if turn != self.turn:
            self.turn = turn
            self.spent = 0.0
            self.used = 0
        self._began = began

    def allow(self, share: float) -> None:
        """The decision may take this share of what is left."""
        budget = self._budget
        if budget.playouts is not None:
            self._allowed = max(1.0, (budget.playouts - self.used) * share) + self.used
        else:
            seconds = budget.seconds or 0.0
            self._allowed = (seconds * _SPENT - self.spent) * share
            self._stepped = time.perf_counter()
            self._longest = 0.0

    def more(self) -> bool:
        """Whether there is something left for one more playout."""
        if self._budget.playouts is not None:
            if self.used >= self._allowed:
                return False
            self.used += 1
            return True
        now = time.perf_counter()
        self._longest = max(self._longest, now - self._stepped)
        self._stepped = now
        # The next playout may take as long as the longest of late, and must be over in time too; but half of the time is used.
        ahead = min(max(self._longest, self._stall), self._allowed / 2)
        if now - self._began + ahead >= self._allowed:
            return False
        self.used += 1
        return True

    def close(self) -> None:
        """The decision is made."""
        self._stall = max(self._stall * _FADES, self._longest)
        self.spent += time.perf_counter() - self._began
