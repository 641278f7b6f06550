"""Random games through a PettingZoo environment, ours or another, for `freightyard bench`.

All are driven the same way: ask the environment for what its agent sees, choose among the moves of the mask, step.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from freightyard.rules.chance import Dice

Playout = Callable[[Dice], int]  # plays one random game and counts its steps


def random_games(env: Any) -> Playout:
    """Random games in an environment that tells what is legal by an `action_mask`."""

    def play(dice: Dice) -> int:
        env.reset(seed=dice.below(1 << 30))
        steps = 0
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return steps
            moves = np.flatnonzero(observation["action_mask"])
            env.step(int(moves[dice.below(len(moves))]))
            steps += 1

    return play
