"""What is written on the picture of a position."""

from typing import Final

CITIES: Final = "Cities"
TABLEAU: Final = "Cards to take"
HAND: Final = "Hand"
NO_CARS: Final = "no cars loaded"


def deck(cards: int) -> str:
    return f"{cards} in the deck"


def facts(cards: int, pieces: int, shipped: int, cities: int) -> str:
    words = [f"{cards} {'card' if cards == 1 else 'cards'}", f"{pieces} free pieces"]
    if shipped:
        words.append(f"{shipped} shipped")
    if cities:
        words.append(f"{cities} {'city' if cities == 1 else 'cities'}")
    return " · ".join(words)
