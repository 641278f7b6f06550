"""Many games at once, for training: one array of observations, one of masks, one step for all.

    games = VectorGames("freight-train", seats=2, count=64, seed=1)
    while training:
        actions = policy(games.observations, games.masks)     # one action a game
        step = games.step(actions)                            # games that are over begin anew

The game in slot i is its own row of games from its own stream: what happens in one slot never changes another.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from freightyard.adapters.observation import layout_of, observer_of
from freightyard.adapters.setup import Setup
from freightyard.core.chance import Stream
from freightyard.core.contract import Edition, State
from freightyard.core.errors import BadSetup


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
    ) -> None:
        if count < 1:
            raise BadSetup(f"count must be 1 or more, not {count}")
        self.setup = Setup(game, edition, seats, options, reward)
        self.layout = layout_of(self.setup.edition, self.setup.seats)
        self.count = count
        self.actions = len(self.setup.edition.vocabulary)
        self._seed = seed
        self._observe = observer_of(self.setup.edition)
        self._played = [0] * count
        self._chance: list[Stream] = []
        self.states: list[State] = []
        self.legal: list[list[int]] = []
        self.actors = np.zeros(count, np.int64)
        self.observations = np.zeros((count, self.layout.size), np.int16)
        self.masks = np.zeros((count, self.actions), np.bool_)
        for slot in range(count):
            self._chance.append(Stream(f"{seed}/{slot}/0"))
            self.states.append(self.setup.start())
            self.legal.append([])
            self._begin(slot)

    def step(self, actions: Sequence[int] | NDArray[Any]) -> VectorStep:
        """Play one action in every game. Where one is over, the next game of its slot begins at once."""
        if len(actions) != self.count:
            raise BadSetup(f"step() needs one action for each of the {self.count} games, not {len(actions)}")
        moves = [int(action) for action in actions]
        for slot, move in enumerate(moves):
            # Before any is played: an illegal one changes nothing.
            if not (0 <= move < self.actions and self.masks[slot, move]):
                raise BadSetup(f"action {move} is not legal in game {slot}")
        seats = self.setup.seats
        step = VectorStep(
            np.zeros((self.count, seats), np.float32), np.zeros(self.count, np.bool_), np.zeros((self.count, seats), np.int32)
        )
        for slot, move in enumerate(moves):
            state = self.states[slot]
            state.play(move)
            actor = state.deal(self._chance[slot])
            if actor is None:
                outcome = state.outcome()
                if outcome is None:
                    raise AssertionError("a game is over without an outcome")
                step.rewards[slot] = self.setup.worth(outcome)
                step.scores[slot] = outcome.scores
                step.over[slot] = True
                self._played[slot] += 1
                self._chance[slot] = Stream(f"{self._seed}/{slot}/{self._played[slot]}")
                self._begin(slot)
            else:
                self._look(slot, actor)
        return step

    def _begin(self, slot: int) -> None:
        self.states[slot] = state = self.setup.start()
        actor = state.deal(self._chance[slot])
        if actor is None:
            raise AssertionError("a game is over before it began")
        self._look(slot, actor)

    def _look(self, slot: int, actor: int) -> None:
        """The observation and the mask of who is to act. Only what changed in the mask is written: some have 28,000 entries."""
        self.actors[slot] = actor
        self.observations[slot] = self._observe(self.states[slot], actor)
        mask = self.masks[slot]
        mask[self.legal[slot]] = False
        self.legal[slot] = legal = self.states[slot].legal()
        mask[legal] = True
