"""What is written on the picture of a position."""

from typing import Final

BOX: Final = ("Box 1", "Box 2")
BANKRUPT: Final = "bankrupt"


def round_of(number: int, rounds: int) -> str:
    return f"Round {number} of {rounds}" if number else "Before the first round"


def facts(cash: int, loans: int, cities: int) -> str:
    words = [f"{cash} money"]
    if loans:
        words.append(f"{loans} {'loan' if loans == 1 else 'loans'}")
    words.append(f"{cities} {'city' if cities == 1 else 'cities'}")
    return " · ".join(words)
