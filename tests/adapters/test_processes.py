"""Games in several processes are those of one."""

from multiprocessing import active_children

import numpy as np
import pytest

from freightyard.adapters.processes import SharedGames
from freightyard.adapters.vector import VectorGames
from freightyard.core.errors import BadSetup


def test_two_processes_play_the_same_games_as_one() -> None:
    alone = VectorGames("freight-cars", count=3, seed=8)
    with SharedGames("freight-cars", count=3, processes=2, seed=8) as games:
        over = 0
        for step in range(130):
            dice = np.random.default_rng(step)
            actions = [int(dice.choice(np.flatnonzero(mask))) for mask in games.masks]
            ours, theirs = alone.step(actions), games.step(actions)
            assert (games.observations == alone.observations).all()
            assert (games.masks == alone.masks).all()
            assert (games.actors == alone.actors).all()
            assert all((a == b).all() for a, b in zip(ours, theirs, strict=True))
            over += int(theirs.over.sum())
        assert over
        illegal = int(np.flatnonzero(~games.masks[2])[0])
        before = games.observations.copy()
        with pytest.raises(BadSetup, match=f"action {illegal} is not legal in game 2"):
            games.step([*[int(mask.argmax()) for mask in games.masks[:2]], illegal])
        assert (games.observations == before).all()
        games.reset(8)
        alone.reset(8)
        assert (games.observations == alone.observations).all()
        workers = [worker for worker, _ in games._workers]
    assert not any(worker.is_alive() for worker in workers)
    assert not set(workers) & set(active_children())


def test_what_cannot_be_is_refused_before_a_process_starts() -> None:
    with pytest.raises(BadSetup, match="processes must be from 1 to 2"):
        SharedGames("freight-cars", count=2, processes=3)
    with pytest.raises(BadSetup, match="there is no bot 'clever'"):
        SharedGames("freight-cars", count=2, opponents="clever")
    assert not active_children()
