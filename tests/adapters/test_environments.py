"""One seat against bots, in the shapes of Gymnasium and PufferLib."""

from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from freightyard.adapters.environments import PufferEnvironment, VectorEnvironment
from freightyard.adapters.vector import VectorGames
from freightyard.bots import bot_stream, make_bot
from freightyard.core.chance import Stream
from freightyard.core.errors import BadSetup
from freightyard.games import game_named


def any_of(masks: NDArray[Any], step: int) -> NDArray[np.int64]:
    dice = np.random.default_rng(step)
    return np.array([dice.choice(np.flatnonzero(mask)) for mask in masks])


def played(envs: VectorEnvironment, steps: int) -> list[Any]:
    """All that was seen in so many random steps from the first seed."""
    observations, infos = envs.reset(seed=1)
    seen: list[Any] = [(observations, infos)]
    for step in range(steps):
        assert envs.observation_space.contains(observations)
        actions = any_of(infos["action_mask"], step)
        assert envs.action_space.contains(actions)
        observations, rewards, over, cut, infos = envs.step(actions)
        assert not cut.any()
        seen.append((observations, rewards, over, infos))
    return seen


def test_bots_play_the_other_seats_and_yours_changes_from_game_to_game() -> None:
    envs = VectorEnvironment("freight-cars", seats=3, count=3, opponents=["easy", "random"], reward="score")
    seen = played(envs, 120)
    assert seen[0][1]["seat"].tolist() == [0, 1, 2]
    assert any(entry[2].any() for entry in seen[1:])
    for before, (_, rewards, over, infos) in pairwise(seen):
        for slot in range(3):
            assert over[slot] or not rewards[slot]
            seat = before[-1]["seat"][slot]
            assert infos["seat"][slot] == ((seat + 1) % 3 if over[slot] else seat)
        if over.any():
            assert (infos["_final_info"] == over).all()
            assert (infos["final_info"]["score"] == rewards).all()


@pytest.mark.parametrize("name", ["random", "easy"])
def test_bots_play_as_they_play_elsewhere(name: str) -> None:
    """By the views of their seats, with streams of their own."""
    games = VectorGames("freight-train", seats=3, count=1, seed=5, opponents=name, seat=1)
    game = game_named("freight-train")
    state = game.start(seats=3)
    chance = Stream("5/0/0")
    bots = {seat: make_bot(name, game, bot_stream("5/0/0", seat)) for seat in (0, 2)}
    for _ in range(15):
        while (actor := state.deal(chance)) != 1:
            assert actor is not None
            state.say(bots[actor].decide(state.view(actor)))
        assert games.states[0] == state
        move = state.legal()[-1]
        state.play(move)
        games.step([move])


def test_a_seed_repeats_everything_and_a_reset_without_one_does_not() -> None:
    envs = VectorEnvironment("freight-train", count=2, opponents="easy", seat=1)
    first, again = played(envs, 25), played(envs, 25)
    assert all((a[0] == b[0]).all() for a, b in zip(first, again, strict=True))
    observations, infos = envs.reset()
    assert (observations != first[0][0]).any()
    assert infos["seat"].tolist() == [1, 1]


def test_gymnasium_s_wrappers_take_it() -> None:
    same_step = VectorEnvironment.metadata | {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
    derived: Any = type("Derived", (VectorEnvironment, gymnasium.vector.VectorEnv), {"metadata": same_step})
    envs: Any = RecordEpisodeStatistics(derived("freight-cars", count=2))
    _, infos = envs.reset(seed=3)
    told = []
    for step in range(150):
        _, _, over, _, infos = envs.step(any_of(infos["action_mask"], step))
        if over.any():
            told.append(infos["episode"]["l"].max())
    assert told
    seen, moves = envs.single_observation_space, envs.single_action_space
    box = gymnasium.spaces.Box(seen.low, seen.high, dtype=np.int16)
    assert (box.shape, box.dtype) == (seen.shape, seen.dtype)
    number = gymnasium.spaces.Discrete(moves.n)
    assert (number.shape, number.dtype) == (moves.shape, moves.dtype)


def test_pufferlib_s_buffers_hold_observations_with_their_masks() -> None:
    size, moves, count = 793, 450, 3
    buf: dict[str, NDArray[Any]] = {
        "observations": np.zeros((count, size + moves), np.int16),
        "rewards": np.zeros(count, np.float32),
        "terminals": np.zeros(count, np.bool_),
        "truncations": np.zeros(count, np.bool_),
        "masks": np.zeros(count, np.bool_),
        "actions": np.zeros(count, np.int32),
    }
    env = PufferEnvironment("freight-cars", count=count, buf=buf, seed=4)
    games = VectorGames("freight-cars", count=count, seed=4, opponents="random")
    env.reset(4)
    ended = 0
    for step in range(130):
        assert (buf["observations"][:, :size] == games.observations).all()
        assert (buf["observations"][:, size:] == games.masks).all()
        assert all(env.single_observation_space.contains(row) for row in env.observations)
        actions = any_of(games.masks, step)
        games.step(actions)
        infos = env.step(actions)[-1]
        assert len(infos) == buf["terminals"].sum()
        ended += len(infos)
    assert ended
    assert buf["masks"].all()


def test_what_cannot_be_is_refused() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"opponents": "clever"}, "there is no bot 'clever'"),
        ({"opponents": ["easy", "easy"]}, "there must be 1 opponents at a table of 2, not 2"),
        ({"seat": 2}, "seat must be from 0 to 1, not 2"),
        ({"render_mode": "human"}, "render_mode must be ansi or None, not 'human'"),
    ]
    for choices, sentence in wrong:
        with pytest.raises(BadSetup, match=sentence):
            VectorEnvironment("freight-train", **choices)
    with pytest.raises(BadSetup, match="only if there are opponents"):
        VectorGames("freight-train", seat=1)
