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


def in_deck(cards: int) -> str:
    return f"The deck is down to {plural(cards, 'card')}"


def end_after(cards: int) -> str:
    return "End of Game can be the next card" if cards == 0 else f"End of Game can come after {plural(cards, 'more card')}"
