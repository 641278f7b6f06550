"""What changed in Freight since somebody's last turn, in words: plain text, after a player's name where there is one."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight.page.sentences.words import listed, ordinal, plural

ORDER: Final = "Turn order"


def round_began(number: int, most: int, *, at_most: bool) -> str:
    return f"Round {number} of {most}{' at most' if at_most else ''} began"


def order(names: Sequence[str]) -> str:
    return f"{ORDER}: {', '.join(names)}"


def leads(points: int) -> str:
    return f"took the lead, with {plural(points, 'point')}"


def new_cities(names: Sequence[str]) -> str:
    return f"{plural(len(names), 'new city')}: {listed(names)}"


def built_and_has(tiles: int, has: Sequence[str]) -> str:
    """`built 2 tiles of track; now has 3 cities and 1 loan`: either may be missing, not both."""
    built = [f"built {plural(tiles, 'tile')} of track"] if tiles else []
    return "; ".join([*built, f"now has {listed(has)}"] if has else built)


def cities(number: int) -> str:
    return plural(number, "connected city")


def loans(number: int) -> str:
    return plural(number, "loan") if number else "no loans"


def wagons(number: int) -> str:
    return plural(number, "wagon")


def bankrupt() -> str:
    return "is bankrupt and out of the game"


def last_turns(needed: int) -> str:
    return f"has connected {plural(needed, 'city')}: the last turns have begun"


def bids(amount: int, place: int) -> str:
    return f"bids {amount} for {ordinal(place)} place"


def bids_for_track(amount: int) -> str:
    return f"bids {amount} for the track on sale"
