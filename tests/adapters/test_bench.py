"""What `bench` times: games that are really played."""

from freightyard.adapters.bench import playouts
from freightyard.rules.chance import Dice


def test_every_environment_plays_a_game_and_equal_dice_play_the_same() -> None:
    for name, is_peer, playout in playouts():
        assert is_peer == ("-v" in name)
        if name != "PettingZoo: chess-v6":  # minutes long at random
            assert playout(Dice(1)) == playout(Dice(1)) > 3
