"""What changed in Freight Cars since somebody's last turn, in words: plain text, after a player's name where there is one."""

from collections.abc import Sequence

from freightyard.games.freight_cars.page.sentences.names import listed, plural


def leads(amount: int) -> str:
    return f"took the lead, with {plural(amount, 'credit')}"


def earned(amount: int, now: int) -> str:
    return f"earned {plural(amount, 'credit')}, now {now}"


def new_cities(names: Sequence[str]) -> str:
    return f"{plural(len(names), 'new city')}: {listed(names)}"


def new_cards(number: int) -> str:
    return f"{plural(number, 'new card')} to take"


def longest_train(cars: int) -> str:
    return f"has the longest train, with {plural(cars, 'car')}"


def in_deck(cards: int, above: int) -> str:
    """What is left besides the End of Game card, and how many of these cards surely come before it."""
    if not cards:
        return "Only End of Game is left in the deck: it is the next card"
    comes = f"can come after {plural(above, 'more card')}" if above else "can be the next card"
    return f"The deck is down to {plural(cards, 'card')} and End of Game, which {comes}"
