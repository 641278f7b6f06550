"""What chance may draw, and how likely it is. Nobody has seen the decks, so the state holds no order of theirs: every card
that has not come up is equally likely to be the next."""

from typing import TYPE_CHECKING

from freightyard.rules.chance import below
from freightyard.rules.freight_cars.edition import REVEAL_END
from freightyard.rules.freight_cars.phases import (
    CITIES,
    DEALING,
    DRAWING,
    FIRST_SEAT,
    IN_DECK,
    OFFERING,
    REPLACING,
    RESTOCKING,
    REVEALING,
    UNCOVERING,
    UNMASKING,
)
from freightyard.rules.freight_cars.play import next_uncovered

if TYPE_CHECKING:
    from freightyard.rules.chance import Rng
    from freightyard.rules.freight_cars.state import State


def odds(s: "State") -> list[tuple[int, int]]:
    """What can be drawn, each with its weight."""
    if s.phase == FIRST_SEAT:
        return [(s.rules.edition.first + seat, 1) for seat in range(s.rules.seats)]
    if s.phase == UNMASKING:
        return [(s.rules.edition.reveal_corporation + s.corporation[s.actor], 1)]
    first = first_move(s)
    if s.phase == UNCOVERING:
        return [(first + next_uncovered(s), 1)]
    if s.phase in (OFFERING, CITIES, RESTOCKING):
        pool = s.corporation_pool if s.phase == OFFERING else s.city_pool
        return [(first + number, 1) for number in pool]
    if not end_is_near(s):
        return [(first + card, 1) for card in s.pool]
    if s.deck == 0:
        return [(REVEAL_END, 1)]
    moves = [(first + card, s.deck) for card in s.pool]
    moves.append((REVEAL_END, len(s.pool)))
    return moves


def drawn(s: "State", rng: "Rng") -> int:
    """`fc.end-card`: one of odds(). The cards above the End of Game card's part come first; in that part every card that is
    left is equally likely to be the next. Of the cards in deck and box together each may be any of the deck's."""
    edition = s.rules.edition
    phase = s.phase
    if phase == REPLACING or phase == REVEALING:  # noqa: SIM109  (a tuple would be built each time)
        first = edition.reveal
    elif phase == DRAWING or phase == DEALING:  # noqa: SIM109
        first = edition.draw
    elif phase == OFFERING:
        return edition.deal + s.corporation_pool[below(rng, len(s.corporation_pool))]
    elif phase == CITIES or phase == RESTOCKING:  # noqa: SIM109
        return edition.reveal_city + s.city_pool[below(rng, len(s.city_pool))]
    elif phase == UNCOVERING:
        return edition.reveal + next_uncovered(s)
    elif phase == UNMASKING:
        return edition.reveal_corporation + s.corporation[s.actor]
    else:
        return edition.first + below(rng, s.rules.seats)
    if s.above or s.stage != IN_DECK:  # as end_is_near() says
        return first + s.pool[below(rng, len(s.pool))]
    if s.deck == 0:
        return REVEAL_END
    number = below(rng, len(s.pool) * (s.deck + 1))
    if number >= len(s.pool) * s.deck:
        return REVEAL_END
    return first + s.pool[number // s.deck]


def end_is_near(s: "State") -> bool:
    """`fc.end-card`: the part of the deck with the End of Game card is reached, and the card is still in it."""
    return s.stage == IN_DECK and s.above == 0


def first_move(s: "State") -> int:
    """The first of the moves by which a card of the deck in question comes up."""
    edition = s.rules.edition
    if s.phase == OFFERING:
        return edition.deal
    if s.phase == CITIES or s.phase == RESTOCKING:
        return edition.reveal_city
    if s.phase == DEALING or s.phase == DRAWING:
        return edition.draw
    return edition.reveal
