"""Many games at once, for training: one array of observations, one of masks, one step for all.

    games = VectorGames("freight-train", seats=2, count=64, seed=1)
    while training:
        actions = policy(games.observations, games.masks)     # one action a game
        step = games.step(actions)                            # games that are over begin anew

The game in slot i is its own row of games from its own stream: what happens in one slot never changes another.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from freightyard.adapters.observation import layout_of, observer_of
from freightyard.adapters.setup import Setup, opponents_of
from freightyard.adapters.stepping import BUFFERS, Games, Seen
from freightyard.core.contract import Edition, State
from freightyard.core.errors import BadSetup

_MARKS: Final = "?bBh"  # a mask may be of any of these
TYPES: Final = {"h": np.int16, "?": np.bool_, "q": np.int64, "f": np.float32, "i": np.int32}  # numpy's, for those of BUFFERS


class VectorStep(NamedTuple):
    """What a step brought, a row a game."""

    rewards: NDArray[np.float32]  # of every seat; 0 until a game is over
    over: NDArray[np.bool_]  # which games came to their end
    scores: NDArray[np.int32]  # of every seat where a game came to its end; 0 elsewhere


@final
class VectorGames:
    """So many games of one kind side by side. `actors`: the seat to act in each, from 0."""

    def __init__(
        self,
        game: str,
        edition: str | Edition | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        *,
        count: int = 32,
        seed: int = 0,
        reward: str = "win",
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        first: int = 0,
        buffers: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        """`opponents`: bots by their names for the other seats, the seat to your left first; one name stands for all of them.
        They play within step(), so that you play on one seat alone: on `seat`, from 0, or on another one in each game.
        `first`: the number of the first slot, where these games are a part of more: each slot has games of its own.
        `buffers`: arrays of your own to write into, by the names of `stepping.BUFFERS`; the others are made."""
        if count < 1:
            raise BadSetup(f"count must be 1 or more, not {count}")
        self.setup = Setup(game, edition, seats, options, reward)
        self.opponents = opponents
        self.seat = seat
        self.first = first
        self.layout = layout_of(self.setup.edition, self.setup.seats)
        self.count = count
        self.actions = len(self.setup.edition.vocabulary)
        arrays = self._arrays(buffers or {})
        self.observations: NDArray[np.int16] = arrays["observations"]
        self.masks: NDArray[Any] = arrays["masks"]
        self.actors: NDArray[np.int64] = arrays["actors"]
        self._told = [arrays[name] for name in VectorStep._fields]
        observe = observer_of(self.setup.edition)
        self._games = Games(
            self.setup.start,
            self.setup.worth,
            [Seen(observe, self.observations[slot].data, self.masks[slot].data) for slot in range(count)],
            {name: array.reshape(-1).data for name, array in arrays.items() if name not in ("observations", "masks")},
            first,
            self.setup.seats,
            opponents_of(self.setup, opponents, seat),
        )
        self._games.reset(seed)

    @property
    def states(self) -> list[State]:
        """Our own states."""
        return self._games.states

    @property
    def legal(self) -> list[list[int]]:
        """The legal moves of each game."""
        return [seen.mask.legal for seen in self._games.seen]

    def reset(self, seed: int | str) -> None:
        """Begin the first game of every slot, from another seed or again from the same."""
        self._games.reset(seed)

    def offsets(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """All legal moves in one row, and where those of each game begin: game i has `moves[starts[i] : starts[i + 1]]`."""
        legal = self.legal
        starts = np.zeros(self.count + 1, np.int64)
        np.cumsum([len(moves) for moves in legal], out=starts[1:])
        return np.fromiter((move for moves in legal for move in moves), np.int32, int(starts[-1])), starts

    def step(self, actions: Sequence[int] | NDArray[Any]) -> VectorStep:
        """Play one action in every game. Where one is over, the next game of its slot begins at once."""
        self._games.step(actions.tolist() if isinstance(actions, np.ndarray) else actions)
        return VectorStep(*[array.copy() for array in self._told])

    def __getstate__(self) -> tuple[Any, ...]:
        told = [array.copy() for array in self._told]
        return self.setup, self.count, self.opponents, self.seat, self.first, self._games.saved(), told

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """A copy goes on as this one would, in arrays of its own."""
        setup, count, opponents, seat, first, saved, told = state
        self.__init__(
            setup.game.name,
            setup.edition,
            setup.seats,
            setup.options,
            count=count,
            reward=setup.reward,
            opponents=opponents,
            seat=seat,
            first=first,
        )
        self._games.restore(saved)
        for array, was in zip(self._told, told, strict=True):
            array[...] = was

    def __eq__(self, other: object) -> bool:
        """Whether the same actions bring the same from here on: the same games at the same places, with the same luck."""
        if not isinstance(other, VectorGames):
            return False
        ours, theirs = self.__getstate__(), other.__getstate__()
        if ours[:5] != theirs[:5]:
            return False
        (*told, chance, _), (*others, luck, _) = ours[5], theirs[5]
        return told == others and all(a.__reduce__() == b.__reduce__() for a, b in zip(chance, luck, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def _arrays(self, given: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """The arrays by name: those that were given, all zeros now, and new ones for the others."""
        if unknown := set(given) - set(BUFFERS):
            raise BadSetup(f"there is no buffer {min(unknown)!r}; there are {', '.join(BUFFERS)}")
        sizes = {"numbers": (self.layout.size,), "moves": (self.actions,), "seats": (self.setup.seats,), "": ()}
        arrays = {}
        for name, (kind, width) in BUFFERS.items():
            shape, dtype = (self.count, *sizes[width]), np.dtype(TYPES[kind])
            kinds = _MARKS if name == "masks" else dtype.char
            array = given.get(name)
            if array is None:
                array = np.zeros(shape, dtype)
            elif array.shape != shape or array.dtype.char not in kinds or not _rows(array, name):
                raise BadSetup(f"the buffer {name!r} must be a writable array of {dtype} in the shape {shape}, row by row")
            array[...] = 0
            arrays[name] = array
        return arrays


def _rows(array: NDArray[Any], name: str) -> bool:
    """Whether we can write into an array. Observations and masks may be parts of longer rows."""
    whole = array[0] if name in ("observations", "masks") else array
    return array.flags.writeable and whole.flags.c_contiguous
