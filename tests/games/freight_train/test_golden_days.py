"""The golden records of the four ways in which a day can end really end a day that way."""

from collections.abc import Callable
from pathlib import Path

import pytest

from freightyard.core.contract import State
from freightyard.core.record import read, states
from freightyard.games.freight_train.rules import GAME
from tools.golden import card_drawn_by, deck_exhausted, stuck_round

FOLDER = Path(__file__).parents[2] / "golden" / "freight-train"


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("card-on-first-players-turn", card_drawn_by(first=True)),
        ("card-on-last-players-turn", card_drawn_by(first=False)),
        ("with-an-exhausted-deck", deck_exhausted),
        ("by-a-stuck-round", stuck_round),
    ],
)
def test_trains_leave_in_every_way_a_day_can_end(name: str, condition: Callable[[list[State]], bool]) -> None:
    record = read(FOLDER.joinpath(f"day-ends-{name}.txt").read_text())
    assert condition([state.clone() for state in states(record, GAME)])
