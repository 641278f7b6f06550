"""Imagining what a seat cannot know, many times over from one view."""

from typing import final

from freightyard.rules.chance import Rng, below
from freightyard.rules.freight_cars.state import State


@final
class Hidden:
    """How much one seat hides: whether its corporation, how many offered ones, how many cards put aside and in hand."""

    __slots__ = ("aside", "corporation", "hand", "offered")

    def __init__(self, corporation: bool, offered: int, aside: int, hand: int) -> None:
        self.corporation = corporation
        self.offered = offered
        self.aside = aside
        self.hand = hand


@final
class Imaginer:
    """`fc.choose`, `fc.draw`: every card that the viewer cannot place is equally likely to be any card that lies face down, in
    a hand, in the deck or in the box; so the hands are dealt from all of them.

    `known`: a state with everything that the view shows; its pools are all that it does not, in the order of the edition.
    """

    __slots__ = ("_hidden", "_known")

    def __init__(self, known: State, hidden: list[Hidden]) -> None:
        self._known = known
        self._hidden = hidden

    def state(self, rng: Rng) -> State:
        state = self._known.clone()
        cards = state.pool
        corporations = state.corporation_pool
        for seat, hidden in enumerate(self._hidden):
            if hidden.corporation:
                state.corporation[seat] = corporations.pop(below(rng, len(corporations)))
            state.dealt[seat] |= _dealt(corporations, hidden.offered, rng)
            state.aside[seat] |= _dealt(cards, hidden.aside, rng)
            state.hands[seat] |= _dealt(cards, hidden.hand, rng)
        return state


def _dealt(unknown: list[int], count: int, rng: Rng) -> int:
    """So many of the unknown cards, as a set; they are unknown no longer."""
    cards = 0
    for _ in range(count):
        cards |= 1 << unknown.pop(below(rng, len(unknown)))
    return cards
