"""What chance may draw, and how likely it is. Nobody has seen the decks, so the state holds no order of theirs: every card
that has not come up is equally likely to be the next."""

from typing import TYPE_CHECKING

from freightyard.core.chance import below
from freightyard.games.freight_cars.rules.edition import REVEAL_END
from freightyard.games.freight_cars.rules.phases import (
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
from freightyard.games.freight_cars.rules.play import next_uncovered
from freightyard.games.freight_cars.rules.sets import nth, numbers, size

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.core.chance import Rng
    from freightyard.games.freight_cars.rules.state import State


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
        return [(first + number, 1) for number in numbers(pool)]
    if not end_is_near(s):
        return [(first + card, 1) for card in numbers(s.pool)]
    if s.deck == 0:
        return [(REVEAL_END, 1)]
    moves = [(first + card, s.deck) for card in numbers(s.pool)]
    moves.append((REVEAL_END, len(moves)))
    return moves


def drawn(s: "State", rng: "Rng") -> "i64":
    """`fc.end-card`: one of odds(). The cards above the End of Game card's part come first; in that part every card that is
    left is equally likely to be the next. Of the cards in deck and box together each may be any of the deck's."""
    edition = s.rules.edition
    phase = s.phase
    first: i64
    if phase == REPLACING or phase == REVEALING:  # noqa: SIM109  (a tuple would be built each time)
        first = edition.reveal
    elif phase == DRAWING or phase == DEALING:  # noqa: SIM109
        first = edition.draw
    elif phase == OFFERING:
        return edition.deal + any_of(s.corporation_pool, rng)
    elif phase == CITIES or phase == RESTOCKING:  # noqa: SIM109
        return edition.reveal_city + any_of(s.city_pool, rng)
    elif phase == UNCOVERING:
        return edition.reveal + next_uncovered(s)
    elif phase == UNMASKING:
        return edition.reveal_corporation + s.corporation[s.actor]
    else:
        return edition.first + below(rng, s.rules.seats)
    if s.above or s.stage != IN_DECK:  # as end_is_near() says
        return first + any_of(s.pool, rng)
    deck: i64 = s.deck
    if deck == 0:
        return REVEAL_END
    cards: i64 = size(s.pool)
    number: i64 = below(rng, cards * (deck + 1))
    if number >= cards * deck:
        return REVEAL_END
    return first + nth(s.pool, number // deck)


def any_of(cards: "i64", rng: "Rng") -> "i64":
    """A card of a set, all equally likely."""
    return nth(cards, below(rng, size(cards)))


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
