"""One seat against bots, many games at once, in the shapes that trainers expect: Gymnasium's VectorEnv and PufferLib's PufferEnv.

    envs = VectorEnvironment("freight-train", seats=2, opponents="easy", count=64)
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(actions)   # choose by infos["action_mask"]

They have the attributes and methods of those classes and need neither package. Whoever wants an instance of them derives a class
from both.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, final

import numpy as np
from numpy.typing import NDArray

from freightyard.adapters.observation import layout_of
from freightyard.adapters.setup import Setup
from freightyard.adapters.vector import VectorGames
from freightyard.core.contract import Edition
from freightyard.core.errors import BadSetup

_OPPONENTS: Final = "random"


@final
class Box:
    """A space of arrays with bounds, with the fields that trainers read."""

    def __init__(self, low: NDArray[Any], high: NDArray[Any]) -> None:
        self.low = low
        self.high = high
        self.shape = low.shape
        self.dtype = low.dtype

    def contains(self, x: NDArray[Any]) -> bool:
        """Whether an array is one of the space."""
        return x.shape == self.shape and x.dtype == self.dtype and bool((x >= self.low).all() and (x <= self.high).all())


@final
class Discrete:
    """The numbers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.shape: tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)

    def contains(self, x: int) -> bool:
        """Whether a number is one of the space."""
        return 0 <= x < self.n


@final
class MultiDiscrete:
    """A number of such a space for each game."""

    def __init__(self, nvec: NDArray[np.int64]) -> None:
        self.nvec = nvec
        self.shape = nvec.shape
        self.dtype = nvec.dtype

    def contains(self, x: NDArray[Any]) -> bool:
        """Whether an array is one of the space."""
        return x.shape == self.shape and bool((x >= 0).all() and (x < self.nvec).all())


def _repeated(space: Box, count: int) -> Box:
    """The same bounds for each game."""
    return Box(np.repeat(space.low[None], count, 0), np.repeat(space.high[None], count, 0))


def _own(array: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[Any]:
    """Of each game the entry of one seat."""
    return np.asarray(array[np.arange(len(seats)), seats])


class VectorEnvironment:
    """Gymnasium's VectorEnv: `count` games, in each of them one seat against bots.

    Games begin anew in the step that ends them (Gymnasium: autoreset mode SAME_STEP). `infos` has `action_mask` and `seat`, and
    after a step that ended games `final_info` with the seat's `score` and all `scores`, and `_final_info`, which games these are.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": "SameStep", "render_modes": ["ansi"]}  # what Gymnasium asks for
    spec: Any = None  # it is in no registry
    closed = False  # whether close() was called

    def __init__(
        self,
        game: str = "freight-train",
        edition: str | Edition | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        *,
        count: int = 32,
        opponents: str | Sequence[str] = _OPPONENTS,
        seat: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise BadSetup(f"render_mode must be ansi or None, not {render_mode!r}")
        self.games = VectorGames(game, edition, seats, options, count=count, reward=reward, opponents=opponents, seat=seat)
        self.render_mode = render_mode
        self.num_envs = count
        low, high = self.games.layout.bounds()
        self.single_observation_space: Any = Box(np.array(low, np.int16), np.array(high, np.int16))
        self.observation_space: Any = _repeated(self.single_observation_space, count)
        self.single_action_space: Any = Discrete(self.games.actions)
        self.action_space: Any = MultiDiscrete(np.full(count, self.games.actions, np.int64))
        self._seats = self.games.actors.copy()  # where one sat before the step
        self._seed = 0
        self._resets = 0

    @property
    def unwrapped(self) -> Any:
        """Itself."""
        return self

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begin anew: the first games of a seed; without one, others than before. `options` are not used."""
        if seed is not None:
            self._seed, self._resets = seed, 0
        self.games.reset(f"{self._seed}/{self._resets}" if self._resets else self._seed)
        self._resets += 1
        self._seats = self.games.actors.copy()
        return self.games.observations.copy(), self._infos()

    def step(
        self, actions: Sequence[int] | NDArray[Any]
    ) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One action in each game: observations, rewards, terminations, truncations (never any), infos."""
        brought = self.games.step(actions)
        infos = self._infos()
        if brought.over.any():
            infos["final_info"] = {"score": _own(brought.scores, self._seats), "scores": brought.scores}
            infos["_final_info"] = brought.over
        rewards = _own(brought.rewards, self._seats)
        self._seats = self.games.actors.copy()
        return self.games.observations.copy(), rewards, brought.over, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[str, ...] | None:
        """The positions as lines of text, with render_mode="ansi"."""
        return tuple([state.text() for state in self.games.states]) if self.render_mode == "ansi" else None

    def close(self, **_choices: Any) -> None:
        """Nothing is open."""
        self.closed = True

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.games.masks.copy(), "seat": self.games.actors.copy()}


class PufferEnvironment:
    """PufferLib's PufferEnv: each game is an agent, and everything is written into PufferLib's buffers.

    PufferLib has no masks of moves, so an observation is the numbers of the layout and then the mask: the last
    `single_action_space.n` of them. A policy must choose among the moves of the mask.
    """

    def __init__(
        self,
        game: str = "freight-train",
        edition: str | Edition | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        *,
        count: int = 32,
        opponents: str | Sequence[str] = _OPPONENTS,
        seat: int | None = None,
        reward: str = "win",
        buf: Any = None,
        seed: int = 0,
    ) -> None:
        setup = Setup(game, edition, seats, options, reward)
        layout = layout_of(setup.edition, setup.seats)
        moves = len(setup.edition.vocabulary)
        low, high = layout.bounds()
        self.single_observation_space: Any = Box(np.array(low + [0] * moves, np.int16), np.array(high + [1] * moves, np.int16))
        self.single_action_space: Any = Discrete(moves)
        self.num_agents = count
        self.agent_ids = np.arange(count)
        self.observations: NDArray[np.int16] = _given(buf, "observations", (count, layout.size + moves), np.int16)
        self.rewards: NDArray[np.float32] = _given(buf, "rewards", (count,), np.float32)
        self.terminals: NDArray[np.bool_] = _given(buf, "terminals", (count,), np.bool_)
        self.truncations: NDArray[np.bool_] = _given(buf, "truncations", (count,), np.bool_)
        self.masks: NDArray[np.bool_] = _given(buf, "masks", (count,), np.bool_)  # which agents are there: all of them
        self.masks[:] = True
        self.actions: NDArray[Any] = _given(buf, "actions", (count,), np.int64)
        self.games = VectorGames(
            setup.game.name,
            setup.edition,
            setup.seats,
            setup.options,
            count=count,
            seed=seed,
            reward=reward,
            opponents=opponents,
            seat=seat,
            buffers={"observations": self.observations[:, : layout.size], "masks": self.observations[:, layout.size :]},
        )

    @property
    def done(self) -> bool:
        """Never: games begin anew."""
        return False

    def reset(self, seed: int = 0) -> tuple[NDArray[np.int16], list[dict[str, Any]]]:
        """Begin the first games of a seed."""
        self.games.reset(seed)
        self.rewards[:] = 0
        self.terminals[:] = self.truncations[:] = False
        return self.observations, []

    def step(
        self, actions: Sequence[int] | NDArray[Any]
    ) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], list[dict[str, Any]]]:
        """One action in each game. The infos tell of games that came to their end."""
        seats = self.games.actors.copy()
        brought = self.games.step(actions)
        self.rewards[:] = _own(brought.rewards, seats)
        self.terminals[:] = brought.over
        scores = _own(brought.scores, seats)
        infos = [{"score": float(scores[slot]), "reward": float(self.rewards[slot])} for slot in np.flatnonzero(brought.over)]
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        """Nothing is open."""


def _given(buf: Any, name: str, shape: tuple[int, ...], dtype: type[Any]) -> NDArray[Any]:
    """PufferLib's buffer of this name, or one of our own."""
    return np.zeros(shape, dtype) if buf is None else np.asarray(buf[name])
