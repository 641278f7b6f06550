"""Random games through our PettingZoo environments, through PettingZoo's own classic games, and through many games at once.

All environments are driven the same way: ask for what the agent sees, choose among the moves of the mask, step. A game that is
longer than its time is gone on with when its next turn comes.
"""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import process_time as clock
from typing import Any, Final

import numpy as np
import pettingzoo

from freightyard.adapters.pettingzoo import raw_env
from freightyard.adapters.vector import VectorGames
from freightyard.core.chance import Dice
from freightyard.core.title import OBSERVATION
from freightyard.games import all_games, part_of

Stepping = Callable[[Dice, float], tuple[int, float]]  # steps for so many seconds: how many, and in how many seconds
PEER: Final = "PettingZoo"  # as the tables of `bench` name it
# What a classic game needs besides: their boards are drawn with pygame, so they do not start without.
_CLASSIC: Final = {"tictactoe-v3": ("pygame",), "connect_four-v3": ("pygame",), "chess-v6": ("pygame", "chess")}
_MANY: Final = 32


def stepped(only: str = "") -> Iterator[tuple[str, bool, Stepping]]:
    """Our environments with this word in their names, and the classic games that can be made here: name, if a peer, steps."""
    for game in all_games():
        for edition in game.editions:
            name = f"{game.name} {edition}, 2 seats"
            if only in name and part_of(game.name, OBSERVATION) is not None and 2 in game.edition(edition).seat_counts:
                yield name, False, _steps_of(raw_env(game=game.name, edition=edition, seats=2))
                yield f"{name}, {_MANY} at once", False, _steps_of_many(VectorGames(game.name, edition, 2, count=_MANY))
    for name, needed in _CLASSIC.items():
        if all(find_spec(module) is not None for module in needed):
            yield f"{PEER} {name}", True, _steps_of(pettingzoo.make("aec", f"classic/{name}").unwrapped)


def _steps_of(env: Any) -> Stepping:
    begun = False

    def run(dice: Dice, seconds: float) -> tuple[int, float]:
        nonlocal begun
        steps = 0
        begin = clock()
        while (spent := clock() - begin) < seconds:
            if not begun:
                env.reset(seed=dice.below(1 << 30))
                begun = True
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                begun = False
                continue
            moves = np.flatnonzero(observation["action_mask"])
            env.step(int(moves[dice.below(len(moves))]))
            steps += 1
        return steps, spent

    return run


def _steps_of_many(games: VectorGames) -> Stepping:
    def run(dice: Dice, seconds: float) -> tuple[int, float]:
        steps = 0
        begin = clock()
        while (spent := clock() - begin) < seconds:
            games.step([legal[dice.below(len(legal))] for legal in games.legal])
            steps += games.count
        return steps, spent

    return run
