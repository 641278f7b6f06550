"""What is written on the picture of a position. The other sentences of the page are in `sentences.py`."""

from typing import Final

MAIN_YARD: Final = "Main yard"
TAKEN: Final = "Taken"
YARD: Final = "Yard"
MIXED: Final = "mixed"


def day(number: int, days: int) -> str:
    return f"Day {number} of {days}"


def deck(cars: int) -> str:
    return f"{cars} {'car' if cars == 1 else 'cars'} in the deck"


def locomotives(number: int, free: int) -> str:
    return f"{number} {'locomotive' if number == 1 else 'locomotives'}, {free or 'none'} free"
