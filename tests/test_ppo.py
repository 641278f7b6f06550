"""examples/ppo.py without torch: what a decision was worth, and the bot that plays what was learnt."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import freightyard
from freightyard.adapters.observation import layout_of, observe
from freightyard.bots.levels import bot_stream, make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, View
from freightyard.lab.match import Match, Result, play_match
from tests.test_examples import EXAMPLES, example

ppo = example("ppo")
CARS = freightyard.game("freight-cars")
SEATS = 2
TRAINED = f"{EXAMPLES / 'ppo.py'}:Trained"


def weights(path: Path, seats: int = SEATS, adviser: str = "", trust: float = 0.0) -> str:
    """A network that has learnt nothing."""
    dice, edition = np.random.default_rng(1), CARS.edition("quick-simple-fun-2021")
    sizes = [layout_of(edition, seats).size, 8, 8, len(edition.vocabulary) + 1]
    arrays = {"trust": np.full(sizes[3] - 1, trust, np.float32), "adviser": np.array(adviser)}
    for number in range(3):
        arrays[f"{2 * number}.weight"] = dice.normal(size=(sizes[number + 1], sizes[number])).astype(np.float32)
        arrays[f"{2 * number}.bias"] = dice.normal(size=sizes[number + 1]).astype(np.float32)
    np.savez(path, **arrays)  # type: ignore[arg-type]  # it takes arrays by any name
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


def played(*players: str) -> Result:
    match = Match(game=CARS, edition=CARS.edition("quick-simple-fun-2021"), options=(), players=players, seed=3)
    return play_match(match)


def test_the_trained_bot_plays_like_any_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPO_WEIGHTS", weights(tmp_path / "weights.npz"))
    results = [played(TRAINED, "random") for _ in range(2)]
    assert results[0].outcome == results[1].outcome
    assert results[0].record().replay().outcome() == results[0].outcome


def test_who_trusts_the_adviser_in_everything_plays_as_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPO_WEIGHTS", weights(tmp_path / "weights.npz", adviser="driver", trust=1e6))
    views: list[tuple[View, str]] = []
    decide = ppo.Trained.decide

    def looking(self: Any, view: View) -> str:
        move: str = decide(self, view)
        views.append((view, move))
        return move

    monkeypatch.setattr(ppo.Trained, "decide", looking)
    bot, driver = ppo.Trained(CARS), make_bot("driver", CARS, bot_stream("advice", 0))
    state, chance = CARS.start(seats=2), Stream("trusted")
    while (seat := state.deal(chance)) is not None:
        state.say(bot.decide(state.view(seat)) if seat == 0 else state.words()[-1])
    assert len(views) > 15
    assert [move for _, move in views] == [driver.decide(view) for view, _ in views]


def test_a_plan_is_dropped_when_the_network_does_something_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPO_WEIGHTS", weights(tmp_path / "weights.npz", adviser="driver", trust=1e6))
    bot, state = ppo.Trained(CARS), CARS.start(seats=2)
    state.deal(Stream("dropped"))
    view = state.view(state.to_act())
    advised = bot.decide(view)
    assert len(bot.advisers) == 1
    bot.trust[:] = -1e6
    assert bot.decide(view) != advised
    assert bot.advisers == {}


def test_a_plan_ends_with_the_game_or_with_another_move() -> None:
    advisers = {(slot, seat): "plan" for slot in range(3) for seat in range(2)}
    ppo.forget(advisers, np.array([True, False, False]), np.array([False, True, False]), np.array([0, 1, 1]))
    assert sorted(advisers) == [(1, 0), (2, 0), (2, 1)]


def test_the_trained_bot_prefers_what_the_network_likes_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPO_WEIGHTS", weights(tmp_path / "weights.npz"))
    bot = ppo.Trained(CARS)
    state = CARS.start(seats=2)
    state.deal(Stream("liked"))
    view = state.view(state.to_act())
    assert len(view.legal) > 1
    for move in view.legal:
        number = state.edition.vocabulary.parse(move)
        bot.layers[-1][1][number] += 1e6
        assert bot.decide(view) == move
        bot.layers[-1][1][number] -= 1e6


def test_weights_of_another_table_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPO_WEIGHTS", weights(tmp_path / "weights.npz", seats=3))
    state = CARS.start(seats=2)
    state.deal(Stream("other"))
    with pytest.raises(ValueError, match="learnt for another game, edition or number of seats"):
        ppo.Trained(CARS).decide(state.view(state.to_act()))
