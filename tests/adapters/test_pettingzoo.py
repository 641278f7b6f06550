"""The PettingZoo environments, held against PettingZoo's own tests."""

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

from freightyard.adapters.pettingzoo import env, raw_env, register_games
from freightyard.core.contract import Game
from freightyard.core.errors import BadSetup, IllegalMove
from freightyard.games import all_games

EDITIONS = [(game.name, edition) for game in all_games() for edition in game.editions]

# PettingZoo's own classic games have the same dictionary with a mask; its test warns about theirs too.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_pettingzoo_s_api_test_passes(game: str, edition: str) -> None:
    api_test(env(game=game, edition=edition), num_cycles=300)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_pettingzoo_s_seed_test_passes(game: str, edition: str) -> None:
    seed_test(lambda: env(game=game, edition=edition), num_cycles=60)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_seat_count_plays_to_the_end_and_rewards_sum_to_nothing(game: Game) -> None:
    for seats in game.edition(game.editions[0]).seat_counts:
        table = raw_env(game=game.name, seats=seats)
        table.reset(seed=3)
        dice = np.random.default_rng(5)
        total = dict.fromkeys(table.possible_agents, 0.0)
        for agent in table.agent_iter():
            observation, reward, terminated, _, info = table.last()
            total[agent] += reward
            if terminated:
                assert {"score", "won"} <= set(info)
                assert observation is not None
                assert not observation["action_mask"].any()
                table.step(None)  # type: ignore[arg-type]
            else:
                assert observation is not None
                table.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
        assert sum(total.values()) == pytest.approx(0)
        assert max(total.values()) > 0


def test_each_reset_plays_another_game_and_a_seed_repeats_it() -> None:
    table = raw_env(game="freight-train", render_mode="ansi")
    shown = []
    for seed in (1, None, 1, None, 2):
        table.reset(seed=seed)
        shown.append(table.render())
    assert shown[0] == shown[2] != shown[1] == shown[3]
    assert shown[4] not in shown[:4]


def test_a_mode_to_render_in_shows_the_position_or_is_refused() -> None:
    table = raw_env(game="freight-train", render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == table.truth.text()
    silent = raw_env(game="freight-train")
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match='make the environment with render_mode="ansi"'):
        assert silent.render() is None
    with pytest.raises(BadSetup, match="render_mode must be ansi or None, not 'human'"):
        raw_env(game="freight-train", render_mode="human")


def test_an_illegal_action_is_refused_with_its_rule_or_ends_the_game() -> None:
    table = raw_env(game="freight-train")
    table.reset(seed=1)
    illegal = next(move for move in range(195) if move not in table.truth.legal())
    with pytest.raises(IllegalMove, match=r"\(ft\."):
        table.step(illegal)
    guarded = env(game="freight-train")
    guarded.reset(seed=1)
    loser = guarded.agent_selection
    guarded.step(illegal)
    assert guarded.rewards[loser] == -1
    assert all(guarded.terminations.values())


def test_who_is_not_to_act_has_no_moves() -> None:
    table = raw_env(game="freight-cars", seats=3)
    table.reset(seed=1)
    for agent in table.agents:
        assert table.observe(agent)["action_mask"].any() == (agent == table.agent_selection)


def test_bad_choices_get_one_sentence() -> None:
    with pytest.raises(BadSetup, match="for 2 to 5 players, not 9"):
        raw_env(seats=9)
    with pytest.raises(BadSetup, match="reward must be one of"):
        raw_env(reward="glory")


def test_the_games_are_in_pettingzoo_s_registry() -> None:
    register_games()
    register_games()  # twice does no harm
    table = pettingzoo.make("aec", "freightyard/freight-cars-v0", seats=3)
    table.reset(seed=1)
    assert table.num_agents == 3
