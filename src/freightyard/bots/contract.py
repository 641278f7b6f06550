"""What a bot is, and what it needs to know of a game."""

from typing import Any, Protocol

import msgspec

from freightyard.bots.plans import Plan
from freightyard.core.chance import Dice
from freightyard.core.contract import View


class Bot(Protocol):
    """Anything that can play. A bot sits on one seat of one game."""

    def decide(self, view: View) -> str:
        """One of view.legal. The view is of a seat that is to act."""


class Hint(msgspec.Struct, frozen=True):
    """A good move, and the reason."""

    move: str  # in words
    sentence: str  # why it is good
    plan: tuple[str, ...]  # the move and those that should follow it in this turn
    later: tuple[str, ...] = ()  # why the rest of the plan is good, after its first move, its second and so on; none: the same


class Thought(msgspec.Struct, frozen=True):
    """What a bot has to say about its last decision that it had to think about."""

    expected: float | None  # the share of the win that it expects, from 0 to 1; None if it made no guess
    seconds: float  # spent in this turn
    budget: float | None  # the seconds a turn that it may spend by the clock; None if it counts something else
    playouts: int  # games that it imagined to their end, or to a natural break
    nodes: int  # turns played in them
    plans: int  # that it compared


class Adviser(Bot, Protocol):
    """A bot that can be asked for more than a move."""

    @property
    def thought(self) -> Thought | None:
        """What it thought about its last decision; None if it has not thought about any."""

    def hint(self, view: View) -> Hint:
        """What it would do, and why."""

    def recall(self, view: View, move: str) -> None:
        """Its seat was asked this before the bot was made, and the move was played. A bot that is told so what it has missed
        decides on as if it had been there."""


class Judge(Protocol):
    """What a bot knows of one game. It looks at states that were imagined from a view, never at the truth of a table.

    A judge may have `whole(s, moves)` besides: a plan as a hint tells it, with what follows, where its own moves do not say what
    they are for."""

    @property
    def secrets(self) -> bool:
        """Whether something is hidden in this game, so that one imagined truth is not enough."""

    def depth(self, s: Any) -> int:
        """How many plans that follow one, of all seats, a race learns about; 0: quick playouts tell enough."""

    def plans(self, s: Any, most: int) -> list[Plan]:
        """What the seat that acts might do, at most so many plans, the most promising first. At least one."""

    def variants(self, s: Any, base: Plan) -> list[Plan]:
        """Plans that differ from one in a detail; none where plans() tells all that there is."""

    def playout(self, s: Any, dice: Dice, turns: int) -> int:
        """Play on quickly for all seats, for so many turns or to a natural break. The turns that were played."""

    def shares(self, s: Any) -> list[float]:
        """How well each seat does, from 0 to 1, to compare plans by. Margins count too, since one playout is mostly luck."""

    def expected(self, s: Any, seat: int) -> float:
        """The share of the win that a seat may expect: when the game is over, the one that it has."""

    def point_share(self, s: Any) -> float:
        """About what a point of a plan's worth is as a share of the win."""

    def part(self, s: Any) -> float:
        """The part of what is left of a turn's budget that this decision deserves, from 0 to 1."""

    def reason(self, s: Any, moves: list[int]) -> str:
        """Why the seat that acts might play these moves: a sentence."""
