"""What is counted of a game while it is played: tallies, and what a game may have counted besides what all games have."""

from collections.abc import Sequence
from typing import Protocol, final

import msgspec

from freightyard.core.contract import CHANCE, Move, Seat, State


class Tally(msgspec.Struct, frozen=True):
    """How much a seat had or did of something, and the points that it earned with it. Seat 0 is nobody in particular.

    `sort` says what it is: `verb`, `score`, `corporation`, `city`, …; `name` which one.
    """

    sort: str
    name: str
    seat: int  # counted from 1; 0 is nobody in particular
    count: int  # how often, or how many
    points: int  # earned with it


class Counts:
    """A tally in the making."""

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, int], list[int]] = {}

    def add(self, sort: str, name: str, seat: Seat | None, count: int = 1, points: int = 0) -> None:
        """Count something of a seat, or of nobody in particular."""
        entry = self._counts.setdefault((sort, name, 0 if seat is None else seat + 1), [0, 0])
        entry[0] += count
        entry[1] += points

    def tallies(self) -> tuple[Tally, ...]:
        """All of it, sorted."""
        return tuple(Tally(*key, *self._counts[key]) for key in sorted(self._counts))


class GameWatch(Protocol):
    """What is special about watching one game."""

    def standing(self, state: State) -> Sequence[int] | None:
        """The points of every seat if the game were over now; None if nobody can say."""

    def turn_of(self, state: State) -> Seat | None:
        """Whose turn it is, even while another seat decides something in it."""

    def before(self, state: State, move: Move, counts: Counts) -> None:
        """A move is about to be played."""

    def end(self, state: State, counts: Counts) -> None:
        """The game is over."""


class PurseWatch(Protocol):
    """What a watch may offer besides: without it the log tells moves, but not what they brought and cost."""

    def purses(self, state: State) -> Sequence[int]:
        """What every seat has in the open, such as money: everybody may know it."""


@final
class PlainWatch:
    """For a game of which nothing special is known."""

    __slots__ = ()

    def standing(self, state: State) -> Sequence[int] | None:
        """The scores, once the game is over."""
        outcome = state.outcome()
        return None if outcome is None else outcome.scores

    def turn_of(self, state: State) -> Seat | None:
        """The seat that is to act."""
        actor = state.to_act()
        return None if actor == CHANCE else actor

    def before(self, state: State, move: Move, counts: Counts) -> None:
        """Nothing."""

    def end(self, state: State, counts: Counts) -> None:
        """Nothing."""
