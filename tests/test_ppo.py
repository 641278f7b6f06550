"""examples/ppo.py without torch: what a decision was worth, and the bot that plays what was learnt."""

from pathlib import Path

import numpy as np
import pytest

import freightyard
from freightyard.adapters.observation import layout_of, observe
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.lab.match import Match, play_match
from tests.test_examples import EXAMPLES, example

ppo = example("ppo")
CARS = freightyard.game("freight-cars")
SEATS = 2


def weights(path: Path, game: freightyard.Game, edition: str, seats: int = SEATS, seed: int = 1) -> str:
    """A network that has learnt nothing."""
    dice, found = np.random.default_rng(seed), game.edition(edition)
    sizes = [layout_of(found, seats).size, 8, 8, len(found.vocabulary) + 1]
    layers = {}
    for number in range(3):
        layers[f"weights_{number}"] = dice.normal(size=(sizes[number + 1], sizes[number])).astype(np.float32)
        layers[f"bias_{number}"] = dice.normal(size=sizes[number + 1]).astype(np.float32)
    np.savez(path, **layers)  # type: ignore[arg-type]  # it takes arrays by any name
    return str(path)


def by_hand(
    decisions: list[tuple[float, float]], worth: float, final: float, share: float, over: bool
) -> list[tuple[float, float]]:
    """The advantages and returns of one seat in one game, from its values and leads: the definition, decision by decision."""
    found: list[tuple[float, float]] = []
    later = 0.0
    for number in reversed(range(len(decisions) - (not over))):
        value, lead = decisions[number]
        last = number == len(decisions) - 1
        next_value, next_lead = (0.0, final) if last else decisions[number + 1]
        later = (worth if last else 0.0) + share * (next_lead - lead) + next_value - value + ppo.LAMBDA * later
        found.append((later, later + value))
    return found[::-1]


@pytest.mark.parametrize("seats", [2, 3])
def test_an_advantage_counts_from_decision_to_decision_of_the_same_seat(seats: int) -> None:
    dice = np.random.default_rng(seats)
    steps, count, share = 60, 5, 0.3
    values, leads = dice.normal(size=(2, steps, count)).astype(np.float32)
    actors, over = dice.integers(seats, size=(steps, count)), dice.random((steps, count)) < 0.1
    worth, final = np.where(over[..., None], dice.normal(size=(2, steps, count, seats)), 0).astype(np.float32)
    gains, returns, known = ppo.advantages(values, leads, actors, over, worth, final, share=share)
    looked = 0
    for game in range(count):
        ends = [*np.flatnonzero(over[:, game]).tolist(), steps - 1]
        for first, end in zip([0, *[last + 1 for last in ends]], ends, strict=False):
            for seat in range(seats):
                rows = [row for row in range(first, end + 1) if actors[row, game] == seat]
                decisions = [(float(values[row, game]), float(leads[row, game])) for row in rows]
                ended = bool(over[end, game])
                expected = by_hand(decisions, float(worth[end, game, seat]), float(final[end, game, seat]), share, ended)
                got = [(gains[row, game], returns[row, game]) for row in rows if known[row, game]]
                assert np.allclose(np.array(got), np.array(expected), atol=1e-5)
                looked += len(got)
    assert looked == known.sum() > steps * count / 2


def test_the_last_decision_of_a_seat_is_not_learnt_from_before_the_game_goes_on() -> None:
    zeros, ends = np.zeros((3, 1), np.float32), np.zeros((3, 1, 2), np.float32)
    actors, over = np.array([[0], [0], [1]]), np.zeros((3, 1), np.bool_)
    known = ppo.advantages(zeros, zeros, actors, over, ends, ends, share=1.0)[2]
    assert known[:, 0].tolist() == [True, False, False]
    over[2] = True
    assert ppo.advantages(zeros, zeros, actors, over, ends, ends, share=1.0)[2].all()


def test_a_lead_is_what_one_is_ahead_of_the_average_of_the_others() -> None:
    assert (ppo.leads_of(np.array([[30, 10]])) * ppo.LEAD).tolist() == [[20, -20]]
    assert (ppo.leads_of(np.array([40, 10, 20])) * ppo.LEAD).tolist() == [25, -20, -5]


def test_moves_without_a_chance_are_never_chosen() -> None:
    chances = np.tile(np.array([0, 0.25, 0, 0.75, 0], np.float32), (4000, 1))
    moves = ppo.choose(chances, np.random.default_rng(1))
    assert set(moves.tolist()) == {1, 3}
    assert 0.7 < (moves == 3).mean() < 0.8


@pytest.mark.parametrize("name", ["freight-train", "freight-cars", "freight"])
def test_what_the_bot_sees_is_what_it_was_trained_on(name: str) -> None:
    """A view has no observation: a state that is imagined from it has, and what is imagined in it is not observed."""
    game = freightyard.game(name)
    state, rng = game.start(seats=2), Stream("seen")
    for ply in range(200):
        state.deal(rng)
        seat = state.to_act()
        if seat is None:
            break
        assert seat != CHANCE
        assert observe(game.imagine(state.view(seat), Stream(f"{ply}")), seat) == observe(state, seat)
        legal = state.words()
        state.say(legal[rng.below(len(legal))])


def test_the_trained_bot_plays_like_any_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = weights(tmp_path / "weights.npz", CARS, "quick-simple-fun-2021")
    monkeypatch.setenv("PPO_WEIGHTS", kept)
    players = (f"{EXAMPLES / 'ppo.py'}:Trained", "random")
    results = [
        play_match(Match(game=CARS, edition=CARS.edition("quick-simple-fun-2021"), options=(), players=players, seed=3))
        for _ in range(2)
    ]
    assert results[0].outcome == results[1].outcome
    assert results[0].record().replay().outcome() == results[0].outcome


def test_the_trained_bot_prefers_what_the_network_likes_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPO_WEIGHTS", weights(tmp_path / "weights.npz", CARS, "quick-simple-fun-2021"))
    bot = ppo.Trained(CARS)
    state = CARS.start(seats=2)
    state.deal(Stream("liked"))
    view = state.view(state.to_act())
    assert len(view.legal) > 1
    for move in view.legal:
        bot.layers[-1][1][state.edition.vocabulary.parse(move)] += 1e6
        assert bot.decide(view) == move
        bot.layers[-1][1][state.edition.vocabulary.parse(move)] -= 1e6


def test_weights_of_another_table_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPO_WEIGHTS", weights(tmp_path / "weights.npz", CARS, "quick-simple-fun-2021", seats=3))
    state = CARS.start(seats=2)
    state.deal(Stream("other"))
    with pytest.raises(ValueError, match="learnt for another game, edition or number of seats"):
        ppo.Trained(CARS).decide(state.view(state.to_act()))
