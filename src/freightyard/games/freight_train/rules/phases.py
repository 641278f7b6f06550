"""The phases of a Freight Train game, in the order in which a game goes through them."""

from typing import Final

# Chance acts.
FIRST_SEAT: Final = 0  # the first holder of the marker is drawn
LAYING: Final = 1  # the main yard is filled at the start of a day
DEALING: Final = 2  # the yards of the players are dealt, on day 1
FILLING: Final = 3  # cards come up for a siding of the main yard
LEAVING: Final = 4  # the day is over: the trains leave and score
# A seat acts.
TURN: Final = 5  # at the start of a turn
FILLED: Final = 6  # after filling, before the action
TAKING: Final = 7  # some of the three cars are taken
PLACING: Final = 8  # the three cars lie before the player
LOADING: Final = 9  # cars of the own yard lie before the player; more may be loaded
COUPLING: Final = 10  # no more may be loaded; the rest goes onto trains
REARRANGING: Final = 11  # the whole yard lies before the player
# Nobody acts.
OVER: Final = 12

NAMES: Final = (
    "first-seat",
    "laying",
    "dealing",
    "filling",
    "leaving",
    "turn",
    "filled",
    "taking",
    "placing",
    "loading",
    "coupling",
    "rearranging",
    "over",
)

OUT: Final = -1  # the Trains Leave card is not in the deck
