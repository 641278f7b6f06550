"""What `bench` times: games that are really played."""

import pytest

from freightyard.adapters.bench import random_games
from freightyard.adapters.pettingzoo import raw_env
from freightyard.commands.bench_steps import entries
from freightyard.lab.bench import peers
from freightyard.lab.bench.entries import OURS
from freightyard.rules.catalog import GAMES
from freightyard.rules.chance import Dice


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_equal_dice_play_the_same_game_to_its_end(game: str) -> None:
    env = raw_env(game=game)
    playout = random_games(env)
    assert playout(Dice(1)) == playout(Dice(1)) > 3
    assert all(env.terminations.values())


@pytest.mark.filterwarnings("ignore")  # what others warn about is their business
def test_steps_are_measured_of_every_game_beside_the_classic_ones() -> None:
    found = entries("")
    assert {entry.name.split()[0] for entry in found if entry.group == OURS} == {game.name for game in GAMES}
    classic = [entry for entry in found if entry.group == peers.PETTINGZOO]
    assert len(classic) == (len(peers.PETTINGZOO_GAMES) if peers.is_there(peers.PETTINGZOO) else 0)
    for entry in [*found[:1], *classic]:
        done, spent = entry.timed(Dice(1), 0.001)
        assert done > 0
        assert spent > 0
