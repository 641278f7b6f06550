"""The phases of a Freight Cars game, in the order in which a game goes through them."""

from typing import Final

# Chance acts.
OFFERING: Final = 0  # corporations are dealt
DEALING: Final = 1  # freight cards are dealt
UNCOVERING: Final = 2  # the discarded cards come up together
REVEALING: Final = 3  # the tableau is completed at the start
CITIES: Final = 4  # the first cities come up
FIRST_SEAT: Final = 5  # the first player is drawn
DRAWING: Final = 6  # the top card of the deck goes into a hand
REPLACING: Final = 7  # a card that was taken from the tableau is replaced
RESTOCKING: Final = 8  # cities that were claimed are replaced
UNMASKING: Final = 9  # the corporations are revealed
# A seat acts.
KEEPING: Final = 10  # a corporation is chosen
DISCARDING: Final = 11  # a freight card goes back
TURN: Final = 12  # at the start of a turn
LOADING: Final = 13  # a card lies in the train, not filled yet
SHIPPING: Final = 14  # some cars are shipped, more may be
CLAIMING: Final = 15  # a city is claimed, more may be
INSTEAD: Final = 16  # the deck gave only the End of Game card: a card of the tableau is taken instead
LAST_SHIPPING: Final = 17  # the final round of shipping: ship or decline
# Nobody acts.
OVER: Final = 18

NAMES: Final = (
    "offering",
    "dealing",
    "uncovering",
    "revealing",
    "cities",
    "first-seat",
    "drawing",
    "replacing",
    "restocking",
    "unmasking",
    "keeping",
    "discarding",
    "turn",
    "loading",
    "shipping",
    "claiming",
    "instead",
    "last-shipping",
    "over",
)

# The stages of a game, by the End of Game card.
IN_DECK: Final = 0
REVEALED: Final = 1  # it came up in the turn that is being played
FINAL_TURNS: Final = 2
FINAL_SHIPPING: Final = 3
STAGES: Final = ("in-deck", "revealed", "final-turns", "final-shipping")

NONE: Final = -1  # no card, no city, no corporation, no seat
