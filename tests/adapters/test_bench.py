"""What `bench` times: environments that are really stepped."""

import pytest

from freightyard.adapters.bench import stepped
from freightyard.core.chance import Dice


@pytest.mark.filterwarnings("ignore")  # what others warn about is their business
def test_every_environment_steps_and_goes_on_where_it_stopped() -> None:
    for name, is_peer, run in stepped():
        assert is_peer == name.startswith("PettingZoo ")
        for _ in range(2):
            steps, spent = run(Dice(1), 0.005)
            assert steps > 0
            assert spent >= 0.005


def test_a_word_chooses_among_ours() -> None:
    ours = [name for name, is_peer, _ in stepped("family") if not is_peer]
    assert ours == ["freight family, 2 seats", "freight family, 2 seats, 32 at once"]
