"""What a puzzle of Freight Cars is about."""

from collections.abc import Mapping
from typing import Final

from freightyard.games.freight_cars.rules.edition import DISCARD, KEEP, LOAD
from freightyard.games.freight_cars.rules.phases import IN_DECK, LAST_SHIPPING
from freightyard.games.freight_cars.rules.state import State

_SHIP_OR_NOT: Final = "Your turn: do you ship now, or do something else first?"

# Theme and goal for people: neither tells the answer.
THEMES: Final[Mapping[str, tuple[str, str]]] = {
    "keep": ("The right corporation", "Choose the corporation that you can make most of."),
    "discard": ("One card too many", "One card of your hand must go. Which one?"),
    "final": ("The final shipment", "You may ship once more, and then the game is over. What do you ship?"),
    "last": ("The last turns", "The End of Game card is out: this is one of your last turns. What do you do with it?"),
    "cities": ("Serve two cities", _SHIP_OR_NOT),
    "city": ("What a city wants", _SHIP_OR_NOT),
    "ship": ("When to ship", _SHIP_OR_NOT),
    "load": ("A packing", "Your turn: what do you load, and which pieces fill it?"),
    "take": ("The right card", "Your turn: what is the best that you can do?"),
}


def theme_of(s: State, moves: list[int]) -> tuple[str, str, str]:
    """The kind of a puzzle with this answer, its theme, and what its solver is asked."""
    verb = s.rules.edition.verbs[moves[0]]
    after = s.clone()
    for move in moves:
        after.play(move)
    claimed = (after.claimed[s.actor] & ~s.claimed[s.actor]).bit_count()
    if verb in (KEEP, DISCARD):
        key = "keep" if verb == KEEP else "discard"
    elif s.phase == LAST_SHIPPING:
        key = "final"
    elif s.stage != IN_DECK:
        key = "last"
    elif claimed:
        key = "cities" if claimed > 1 else "city"
    elif after.shipments[s.actor] != s.shipments[s.actor]:
        key = "ship"
    else:
        key = "load" if verb == LOAD else "take"
    return key, *THEMES[key]
