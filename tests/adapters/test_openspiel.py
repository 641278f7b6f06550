"""The OpenSpiel games, held against OpenSpiel's own tests."""

import copy

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from freightyard.adapters.openspiel import short_name
from freightyard.games import all_games

EDITIONS = [(game.name, edition) for game in all_games() for edition in game.editions]


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_openspiel_s_random_simulation_passes(game: str, edition: str) -> None:
    loaded = pyspiel.load_game(short_name(game), {"edition": edition})
    # Serialising replays the whole history at every state; the shortest game is enough for that.
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=game == "freight-cars", verbose=False)


@pytest.mark.parametrize("seats", [3, 4])
def test_openspiel_s_random_simulation_passes_with_more_players(seats: int) -> None:
    loaded = pyspiel.load_game("freightyard_freight_cars", {"players": seats, "options": "cities=21", "reward": "margin"})
    assert loaded.num_players() == seats
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def played(state: pyspiel.State, decisions: int) -> pyspiel.State:
    """The state after some random decisions."""
    dice = np.random.RandomState(1)
    while decisions and not state.is_terminal():
        if state.is_chance_node():
            moves, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(moves, p=odds)))
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))
            decisions -= 1
    return state


def test_a_clone_goes_its_own_way() -> None:
    state = played(pyspiel.load_game("freightyard_freight_train").new_initial_state(), 20)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for other in (state.clone(), copy.deepcopy(state)):
        before = str(state)
        assert str(other) == before
        other.apply_action(other.legal_actions()[0])
        assert str(state) == before != str(other)


def test_chance_outcomes_sum_to_one_and_actions_have_words() -> None:
    state = pyspiel.load_game("freightyard_freight").new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert sum(odds for _, odds in outcomes) == pytest.approx(1)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, outcomes[0][0]).startswith("place ")


def test_information_states_hide_what_a_seat_may_not_know() -> None:
    state = played(pyspiel.load_game("freightyard_freight_cars").new_initial_state(), 12)
    mine, theirs = state.information_state_string(0), state.information_state_string(1)
    assert mine != theirs
    assert "deal ?" in mine
    assert "deal ?" in theirs
    assert '"?"' in state.observation_string(0)


def test_the_observer_fills_the_parts_of_the_layout() -> None:
    game = pyspiel.load_game("freightyard_freight_train")
    observation = make_observation(game)
    state = played(game.new_initial_state(), 5)
    observation.set_from(state, player=0)
    assert observation.dict["deck"].sum() > 0
    assert observation.tensor.shape == tuple(game.observation_tensor_shape())
    assert "board" in observation.string_from(state, 1)


def test_openspiel_s_mcts_bot_plays_a_game_and_beats_random() -> None:
    game = pyspiel.load_game("freightyard_freight_cars", {"reward": "margin"})
    dice = np.random.RandomState(2)
    bot = mcts.MCTSBot(game, 20.0, 6, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    total = 0.0
    for seed in range(2):
        state = game.new_initial_state()
        luck = np.random.RandomState(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                moves, odds = zip(*state.chance_outcomes(), strict=True)
                action = int(luck.choice(moves, p=odds))
            elif state.current_player() == seed % 2:
                action = bot.step(state)
            else:
                action = int(luck.choice(state.legal_actions()))
            state.apply_action(action)
        total += state.returns()[seed % 2]
    assert total > 0


def test_a_resampled_state_is_the_same_to_who_asks_and_deals_the_others_anew() -> None:
    state = played(pyspiel.load_game("freightyard_freight_cars", {"players": 3}).new_initial_state(), 20)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = set()
    for _ in range(5):
        sampled = state.resample_from_infostate(player, sampler)
        assert sampled.information_state_string(player) == state.information_state_string(player)
        assert sampled.observation_string(player) == state.observation_string(player)
        assert sampled.legal_actions() == state.legal_actions()
        others.add(sampled.information_state_string((player + 1) % 3))
        # What the truth says of the others is in no sampled state.
        assert state.information_state_string((player + 1) % 3) not in sampled.information_state_string((player + 1) % 3)
    assert len(others) > 1


def test_openspiel_s_ismcts_bot_plays_freight_cars() -> None:
    game = pyspiel.load_game("freightyard_freight_cars", {"reward": "margin"})
    dice = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, dice), uct_c=20.0, max_simulations=4, random_state=dice
    )
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            moves, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(moves, p=odds)))
        elif state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))
    assert decisions > 3
