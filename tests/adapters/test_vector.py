"""Many games at once: the same as one by one."""

import numpy as np
import pytest

from freightyard.adapters.observation import observe
from freightyard.adapters.setup import rewards
from freightyard.adapters.vector import VectorGames
from freightyard.core.contract import Outcome
from freightyard.core.errors import BadSetup
from freightyard.games import all_games


def first_legal(games: VectorGames, seed: int) -> list[int]:
    dice = np.random.default_rng(seed)
    return [int(dice.choice(np.flatnonzero(mask))) for mask in games.masks]


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_masks_and_observations_are_those_of_the_states(game: str) -> None:
    games = VectorGames(game, count=3, seed=4)
    for step in range(60):
        for slot, state in enumerate(games.states):
            assert sorted(np.flatnonzero(games.masks[slot])) == sorted(state.legal())
            assert state.to_act() == games.actors[slot]
            assert list(games.observations[slot]) == observe(state, int(games.actors[slot]))
        games.step(first_legal(games, step))


def test_a_slot_is_the_same_whoever_plays_beside_it() -> None:
    alone, together = VectorGames("freight-cars", count=1, seed=9), VectorGames("freight-cars", count=5, seed=9)
    over = 0
    for step in range(400):
        dice = np.random.default_rng(step)
        action = int(dice.choice(np.flatnonzero(alone.masks[0])))
        others = first_legal(together, step + 1)
        one, all_ = alone.step([action]), together.step([action, *others[1:]])
        assert (alone.observations[0] == together.observations[0]).all()
        assert one.over[0] == all_.over[0]
        assert (one.rewards[0] == all_.rewards[0]).all()
        over += int(one.over[0])
    assert over > 1  # games that are over begin anew


def test_an_illegal_action_changes_nothing() -> None:
    games = VectorGames("freight-train", count=2)
    before = [state.text() for state in games.states]
    illegal = int(np.flatnonzero(~games.masks[1])[0])
    with pytest.raises(BadSetup, match=f"action {illegal} is not legal in game 1"):
        games.step([games.legal[0][0], illegal])
    with pytest.raises(BadSetup, match="one action for each of the 2 games, not 1"):
        games.step([0])
    with pytest.raises(BadSetup, match="count must be 1 or more"):
        VectorGames("freight-train", count=0)
    assert [state.text() for state in games.states] == before


def test_what_an_end_is_worth() -> None:
    outcome = Outcome((30, 20, 10), (0,), "ft.win")
    assert rewards(outcome, "win") == [1.0, -0.5, -0.5]
    assert rewards(outcome, "margin") == [10.0, 0.0, -10.0]
    assert rewards(outcome, "score") == [30.0, 20.0, 10.0]
    shared = rewards(Outcome((30, 30, 10), (0, 1), "ft.win"), "win")
    assert shared == pytest.approx([0.25, 0.25, -0.5])


def test_buffers_of_one_s_own_are_written() -> None:
    shared = np.full((2, 195), True)
    games = VectorGames("freight-train", count=2, seed=3, buffers={"masks": shared})
    others = VectorGames("freight-train", count=2, seed=3)
    for step in range(30):
        assert (shared == others.masks).all()
        moves = first_legal(others, step)
        games.step(moves)
        others.step(moves)
    with pytest.raises(BadSetup, match=r"'masks' must be a writable array of bool in the shape \(2, 195\)"):
        VectorGames("freight-train", count=2, buffers={"masks": np.zeros((195, 2), np.bool_).T})
    with pytest.raises(BadSetup, match="no buffer 'mask'; there are observations, masks"):
        VectorGames("freight-train", count=2, buffers={"mask": shared})


def test_what_a_step_told_stays_as_it_was_told() -> None:
    games = VectorGames("freight-cars", count=1, seed=2)
    told = []
    for step in range(400):
        brought = games.step(first_legal(games, step))
        assert brought.over[0] == brought.scores[0].any()
        if brought.over[0]:
            told.append((brought.rewards, brought.rewards.copy(), brought.scores.copy()))
    assert told
    assert all((kept == copied).all() for kept, copied, _ in told)


def test_a_reset_begins_the_first_games_of_a_seed() -> None:
    games = VectorGames("freight-cars", count=2, seed=5)
    fresh = games.observations.copy()
    for step in range(150):
        games.step(first_legal(games, step))
    games.reset(5)
    assert (games.observations == fresh).all()
    assert [state.text() for state in games.states] == [
        state.text() for state in VectorGames("freight-cars", count=2, seed=5).states
    ]


def test_offsets_list_the_moves_of_all_games() -> None:
    games = VectorGames("freight-train", count=3, seed=1)
    moves, starts = games.offsets()
    assert [moves[starts[slot] : starts[slot + 1]].tolist() for slot in range(3)] == games.legal
