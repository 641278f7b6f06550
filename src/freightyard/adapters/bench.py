"""Random games through our PettingZoo environments and through PettingZoo's own classic games, to be timed side by side.

All are driven the same way: ask the environment for what its agent sees, choose among the moves of the mask, step.
"""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
import pettingzoo

from freightyard.adapters.pettingzoo import raw_env
from freightyard.rules.catalog import GAMES
from freightyard.rules.chance import Dice

Playout = Callable[[Dice], int]  # plays one random game and counts its steps

_CLASSIC: Final = ("tictactoe-v3", "connect_four-v3", "chess-v6")


def playouts() -> Iterator[tuple[str, bool, Playout]]:
    """Every game of ours at its smallest table, and the classic games that can be made here: name, whether a peer, playout."""
    for game in GAMES:
        yield f"PettingZoo: {game.name}", False, _playout(raw_env(game=game.name))
    if find_spec("pygame"):  # their boards are drawn with it, so they do not start without
        for name in _CLASSIC:
            if name != "chess-v6" or find_spec("chess"):
                yield f"PettingZoo: {name}", True, _playout(pettingzoo.make("aec", f"classic/{name}").unwrapped)


def _playout(env: Any) -> Playout:
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
