"""What a step through a PettingZoo environment costs: our games, and PettingZoo's own classic games.

It is measured here and not in the lab, because the lab does not know the adapters.
"""

from importlib.util import find_spec
from typing import Final

from freightyard.lab.bench import peers
from freightyard.lab.bench.entries import OURS, Entry, timed, usual_games
from freightyard.lab.bench.measure import Measure


def entries(only: str) -> list[Entry]:
    """Steps with everything that a learner is given: what its seat sees as numbers, and the mask of what is legal."""
    if find_spec("numpy") is None or find_spec("pettingzoo") is None:
        return []
    from freightyard.adapters.bench import random_games
    from freightyard.adapters.pettingzoo import raw_env

    ours = [
        Entry(title, OURS, timed(random_games(raw_env(game=game.name, edition=edition, seats=seats))))
        for title, game, edition, seats in usual_games(only)
    ]
    theirs = [
        Entry(f"{peers.PETTINGZOO} {name}", peers.PETTINGZOO, timed(random_games(env))) for name, env in peers.environments()
    ]
    return [*ours, *theirs]


STEPS: Final = Measure("steps", "steps through a PettingZoo environment", "steps/s", entries)
