"""Learning: what a fit finds, that the same seed gives the same bytes, and the command from its first game to its file."""

from pathlib import Path

import numpy as np
import pytest

from freightyard.bots.learnt import read_learnings
from freightyard.core.errors import BadSetup
from freightyard.games import game_named
from freightyard.lab.learning import contest as contests
from freightyard.lab.learning.contest import contest
from freightyard.lab.learning.fit import Positions, fit, fitted_shares, log_loss
from freightyard.lab.learning.games import Course, read_courses
from freightyard.lab.learning.players import Player
from freightyard.lab.pool import InProcess
from tests.commands import refused, run


def positions(count: int, seed: int) -> Positions:
    """Games of two seats: the first number counts more and more, the second where it is above 10, the third not at all."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(-20, 21, (count, 2, 3))
    stages = rng.integers(0, 257, count)
    scores = rows[:, :, 0] * (0.02 + 0.1 * stages[:, None] / 256) + 1.5 * (rows[:, :, 1] > 10)
    first = rng.random(count) < 1 / (1 + np.exp(scores[:, 1] - scores[:, 0]))
    won = np.stack([first, ~first], 1).astype(float)
    return Positions(rows, stages, won, np.full((count, 2), 0.5), np.zeros(count, dtype=int), np.arange(count))


def test_a_fit_finds_what_counts() -> None:
    known, others = positions(6000, 1), positions(3000, 2)
    straight = fit(known, (0,), trees=0)
    late, early = straight.weights[-1], straight.weights[0]
    assert late[0] + late[3] > 3 * (early[0] + early[3]) > 0
    assert abs(late[2]) < late[1] / 5
    with_trees = fit(known, (0,), trees=40)
    losses = [log_loss(fitted_shares(found, others, (0,)), others.won) for found in (straight, with_trees)]
    assert losses[1] < losses[0] - 0.005 < 0.6
    assert fit(known, (0,), trees=40) == with_trees


def test_games_that_were_half_written_are_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"seed":1,"winners":[0],"moves":["a"]}\n{"seed":2,"winn')
    assert read_courses(path) == [Course(1, (0,), ("a",))]
    assert path.read_text().endswith("]}\n")
    path.write_text('{"seed":1}\n')
    with pytest.raises(BadSetup, match="is no file of games"):
        read_courses(path)


def test_a_contest_rotates_seats_and_stops_when_it_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("freight-cars")
    player = Player(game=game, name="hard:1it")
    seen = []

    def play(_new: Player, _old: Player, _editions: object, seats: int, first: int, number: int) -> float:
        seen.append((number % seats, first + number // seats))
        return 1.0

    monkeypatch.setattr(contests, "_play", play)
    looks = list(contest(player, player, [game.edition(game.editions[0])], 2, 50, 80, InProcess()))
    assert len(looks) == 1
    assert looks[0].stronger
    assert seen == [(place, 50 + deal) for deal in range(10) for place in (0, 1)]
    monkeypatch.setattr(contests, "_play", lambda *_: 0.5)
    looks = list(contest(player, player, [game.edition(game.editions[0])], 2, 50, 80, InProcess()))
    assert [look.games for look in looks] == [20, 40, 80]
    assert not any(look.stronger for look in looks)


def train(keep: Path) -> str:
    """What a small training tells."""
    done = run("train", *SMALL, "--keep", str(keep))
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


SMALL = ("freight-cars", "--seats", "2", "--games", "6", "--contest", "8", "--rounds", "1", "--think", "1it", "--anew")


def test_the_command_writes_the_same_bytes_and_goes_on_where_it_was(tmp_path: Path) -> None:
    told = train(tmp_path / "one")
    assert "Log loss of" in told
    assert "Against the one before" in told
    games = tmp_path / "one" / "freight-cars-quick-simple-fun-2021-2-1it-round-1.jsonl"
    whole = games.read_bytes()
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / games.name).write_bytes(whole[: len(whole) // 2])  # as if it had been stopped
    assert train(tmp_path / "two").partition("What")[0] == told.partition("What")[0]
    assert (tmp_path / "two" / games.name).read_bytes() == whole
    learnt = tmp_path / "one" / "freight-cars-learnt.json"
    if learnt.exists():
        assert learnt.read_bytes() == (tmp_path / "two" / learnt.name).read_bytes()
        assert read_learnings(learnt.read_bytes(), "it").game == "freight-cars"


def test_what_cannot_be_trained_is_said_at_once(tmp_path: Path) -> None:
    keep = ("--keep", str(tmp_path))
    assert "a number of playouts, such as 60it, not for '1'" in refused("train", "freight-cars", "--think", "1", *keep)
    assert "is for 2 to 4 players, not 9" in refused("train", "freight-cars", "--seats", "9", *keep)
    (tmp_path / "mine.json").write_text("{}")
    assert "is no file of learnt values" in refused("train", "freight-cars", "--out", str(tmp_path / "mine.json"), *keep)
