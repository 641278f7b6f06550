"""What the pictures and examples of the manual show: cards, and what corporations pay for."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight_cars.rules.bonuses import words_of
from freightyard.games.freight_cars.rules.names import spoken

# A card with an I2, an I3 and another I2 on it, each with a number of its own.
FILLED: Final = ("11..", ".222", "33..")


def opened(rows: Sequence[str]) -> tuple[str, ...]:
    """The shape of a card before it was filled."""
    return tuple(["".join("." if cell == "." else "x" for cell in row) for row in rows])


bonus_words = words_of
card_name = spoken
