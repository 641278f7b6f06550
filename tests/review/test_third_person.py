"""Reasons are given to whoever plays; a review tells them of that player."""

import re
from importlib import import_module

import pytest

from freightyard.games import BUILT_IN
from freightyard.review.third_person import third_person


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Your new gondola train then has 1 car and leads by 1.", "Ann’s new gondola train then has 1 car and leads by 1."),
        ("You can load it with your free pieces.", "Ann can load it with their free pieces."),
        ("You have no train for it yet, but will want it later.", "Ann has no train for it yet, but will want it later."),
        ("You also start another train.", "Ann also starts another train."),
        ("The track is worth its price to you.", "The track is worth its price to Ann."),
        ("This sale costs you the fewest cities.", "This sale costs Ann the fewest cities."),
        ("Another train of yours grows too.", "Another train of Ann’s grows too."),
        ("A loan counts −5 until you repay it.", "A loan counts −5 until Ann repays it."),
        (
            "It costs little, and you reach the goods before the others.",
            "It costs little, and Ann reaches the goods before the others.",
        ),
        ("It is your shortest section, so you lose least.", "It is Ann’s shortest section, so they lose least."),
        ("The next player then does not get the coal car.", "The next player then does not get the coal car."),
    ],
)
def test_a_reason_names_the_player(said: str, told: str) -> None:
    assert third_person("Ann", said) == told


@pytest.mark.parametrize("name", [title.name for title in BUILT_IN])
def test_no_reason_of_a_game_says_you_to_who_reads_a_review(name: str) -> None:
    reasons = import_module(f"freightyard.games.{name.replace('-', '_')}.bot.reasons").SENTENCES
    for words in reasons.values():
        told = third_person("Ann", words)
        assert not re.search(r"\byou", told, re.IGNORECASE)
        assert "Ann" in told or told == words
