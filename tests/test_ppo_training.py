"""examples/ppo.py with torch: the same seed gives the same weights, a training goes on as if it had not stopped, and it learns.

Without torch they are skipped (tests/extras.py tells why). With it: pip install 'freightyard[train-rl]'.
"""

import argparse
import pickle
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.test_examples import example

ppo = example("ppo")


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.set_num_threads(1)
    monkeypatch.setattr(ppo, "STEPS", 24)
    monkeypatch.setattr(ppo, "BATCH", 64)
    monkeypatch.setattr(ppo, "SNAPSHOT", 1)


def args(**changed: Any) -> argparse.Namespace:
    sizes = {"count": 8, "hidden": 16, "measure": 2, "games": 4}
    learning = {"rate": 1e-3, "entropy": 0.01, "trust": 4.0, "seed": 5, "bfloat16": False}
    return argparse.Namespace(game="freight-cars", edition=None, seats=2, opponent="driver", **sizes | learning | changed)


def trained(folder: Path, updates: int, **changed: Any) -> bytes:
    ppo.Training(args(**changed)).run(folder, updates)
    return (folder / "weights.npz").read_bytes()


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    first = trained(tmp_path / "a", 4)
    assert trained(tmp_path / "b", 4) == first
    assert trained(tmp_path / "c", 4, seed=6) != first


def test_a_training_goes_on_as_if_it_had_not_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, play = trained(tmp_path / "b", 4), ppo.Training.play

    def interrupted(self: Any) -> Any:
        if self.update == 1:
            signal.raise_signal(signal.SIGINT)  # Ctrl-C while it plays for its second update
        return play(self)

    monkeypatch.setattr(ppo.Training, "play", interrupted)
    before = signal.getsignal(signal.SIGINT)
    trained(tmp_path / "a", 4)
    assert signal.getsignal(signal.SIGINT) == before
    kept = pickle.loads((tmp_path / "a" / "training.pickle").read_bytes())  # noqa: S301
    assert kept.update == 2  # the update is learnt from before it stops
    kept.run(tmp_path / "a", 4)
    assert (tmp_path / "a" / "weights.npz").read_bytes() == whole
    curves = [(tmp_path / run / "curve.csv").read_text(encoding="utf-8").splitlines() for run in "ab"]
    without_times = [[line.split(",")[:2] + line.split(",")[3:] for line in curve] for curve in curves]
    assert without_times[0] == without_times[1]
    assert [line.split(",")[0] for line in curves[0]] == ["update", "0", "2", "4"]


def test_illegal_moves_have_no_chance() -> None:
    training = ppo.Training(args())
    games = training.selves
    logs, _ = training.think(training.net, games.observations, games.masks, np.zeros(4, np.int64))  # an illegal advice
    chances = logs.exp().detach().numpy()
    assert (chances[~games.masks] == 0).all()
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
    assert (chances[games.masks] > 0).all()


def test_only_its_own_decisions_are_learnt_from() -> None:
    told = ppo.Training(args()).play()
    learnt = told["learnt"]
    for slot in range(2):  # an earlier version plays one seat of these
        assert (learnt[:, slot] == (told["actors"][:, slot] != slot % 2)).all()
    assert learnt[:, 2:].all()
    assert {int(seat) for seat in told["actors"][:, 2:4].ravel()} == {0, 1}  # itself on both seats


def test_at_first_it_mostly_does_what_the_bot_advises_and_without_trust_asks_nobody() -> None:
    told = ppo.Training(args(trust=8.0)).play()
    chosen = told["masks"].sum(axis=2) > 1
    assert (told["moves"] == told["advised"])[chosen].mean() > 0.95
    assert told["masks"][np.arange(24)[:, None], np.arange(8), told["advised"]].all()
    alone = ppo.Training(args(trust=0.0))
    told = alone.play()
    assert not alone.advisers
    assert not told["advised"].any()
    assert 0.05 < (told["moves"] == told["masks"].argmax(axis=2))[told["masks"].sum(axis=2) > 1].mean() < 0.5


def test_what_went_better_than_expected_becomes_likelier() -> None:
    """Every game is said to be won by whoever made the first legal move in it."""
    training = ppo.Training(args(trust=0.0, rate=3e-3, entropy=0.0))
    shares = []
    for _ in range(12):
        told = training.play()
        first = told["moves"] == told["masks"].argmax(axis=2)
        told["over"][:] = True
        told["worth"][:] = np.where(first, 1.0, -1.0)[..., None]
        told["final"][:], told["leads"][:] = 0, 0
        shares.append(first[told["masks"].sum(axis=2) > 1].mean())
        training.learn(told, 1.0)
    assert np.mean(shares[-3:]) > np.mean(shares[:3]) + 0.15


@pytest.mark.parametrize("trust", [0.0, 0.02])
def test_the_trained_bot_chooses_as_the_network_does(trust: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = ppo.Training(args(trust=trust))
    training.run(tmp_path, 1)
    monkeypatch.setenv("PPO_WEIGHTS", str(tmp_path / "weights.npz"))
    games, advisers, others = training.against, {}, 0  # type: ignore[var-annotated]
    games.reset("chosen")
    bots = [ppo.Trained(games.setup.game) for _ in range(games.count)]
    words = games.setup.edition.vocabulary
    for _ in range(60):
        advised = training.advised(advisers, [games])
        with torch.no_grad():
            likes = training.think(training.net, games.observations, games.masks, advised)[0].argmax(dim=1).numpy()
        seats = games.actors.copy()
        found = [bot.decide(state.view(int(seat))) for bot, state, seat in zip(bots, games.states, seats, strict=True)]
        assert found == [words.text(int(move)) for move in likes]
        over = games.step(likes).over
        ppo.forget(advisers, over, likes != advised, seats)
        others += int((likes != advised).sum())
        bots = [ppo.Trained(games.setup.game) if ended else bot for bot, ended in zip(bots, over, strict=True)]
    assert 10 < others < 230  # of 240: it heeds the advice, or not
