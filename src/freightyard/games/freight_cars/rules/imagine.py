"""Imagining what a seat cannot know, many times over from one view."""

from typing import TYPE_CHECKING, final

from freightyard.core.chance import Rng
from freightyard.games.freight_cars.rules.odds import any_of
from freightyard.games.freight_cars.rules.sets import ALONE
from freightyard.games.freight_cars.rules.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64


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
        for seat, hidden in enumerate(self._hidden):
            if hidden.corporation:
                corporation: i64 = any_of(state.corporation_pool, rng)
                state.corporation_pool ^= ALONE[corporation]
                state.corporation[seat] = corporation
            if hidden.offered:
                offered = _some_of(state.corporation_pool, hidden.offered, rng)
                state.corporation_pool ^= offered
                state.dealt[seat] |= offered
            if hidden.aside:
                aside = _some_of(state.pool, hidden.aside, rng)
                state.pool ^= aside
                state.aside[seat] |= aside
            if hidden.hand:
                hand = _some_of(state.pool, hidden.hand, rng)
                state.pool ^= hand
                state.hands[seat] |= hand
        return state


def _some_of(unknown: "i64", count: "i64", rng: Rng) -> "i64":
    """So many of the unknown cards, as a set."""
    cards: i64 = 0
    while count > 0:
        bit: i64 = ALONE[any_of(unknown, rng)]
        unknown ^= bit
        cards |= bit
        count -= 1
    return cards
