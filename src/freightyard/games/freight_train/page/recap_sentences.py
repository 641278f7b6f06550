"""What changed in Freight Train since somebody's last turn, in words: plain text, after a player's name where there is one."""

from typing import Final

from freightyard.games.freight_train.page.sentences import count

MIXED_TRAINS: Final = "mixed trains"
LEAVE_ANY_TIME: Final = "the Trains Leave card can come at any time"
LAST_DAY: Final = "it is the last day"


def took_lead(kind: str, cars: int) -> str:
    return f"took the lead in {kind}, with {count(cars, 'car')}"


def tied(kind: str, cars: int) -> str:
    return f"drew level in {kind}, with {count(cars, 'car')}"


def day_began(day: int, days: int) -> str:
    return f"The trains left: day {day} of {days} began"


def days_left(days: int) -> str:
    """After the day that is played."""
    return LAST_DAY if days == 0 else f"{count(days, 'day')} left after it"


def new_cars(cars: int) -> str:
    return f"{count(cars, 'new car')} in the main yard"


def locomotives(number: int) -> str:
    return f"has {count(number, 'locomotive')} now"


def in_deck(cars: int) -> str:
    return f"The deck is down to {count(cars, 'car')}"


def leave_after(cars: int) -> str:
    return LEAVE_ANY_TIME if cars == 0 else f"the Trains Leave card can come after {count(cars, 'more car')}"
