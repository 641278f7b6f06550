"""What must hold in a position so that it can be played on. A position that was reached by play always passes."""

from typing import TYPE_CHECKING, Final

from freightyard.core.errors import BadPosition
from freightyard.games.freight_cars.rules.phases import (
    CITIES,
    CLAIMING,
    DEALING,
    DISCARDING,
    DRAWING,
    FINAL_SHIPPING,
    FIRST_SEAT,
    IN_DECK,
    INSTEAD,
    KEEPING,
    LAST_SHIPPING,
    LOADING,
    NAMES,
    NONE,
    OFFERING,
    OVER,
    REPLACING,
    RESTOCKING,
    REVEALED,
    REVEALING,
    SHIPPING,
    UNCOVERING,
    UNMASKING,
)

if TYPE_CHECKING:
    from freightyard.games.freight_cars.rules.state import State

# The phases before the first turn, in the order of a game.
SETTING_UP: Final = (OFFERING, KEEPING, DEALING, DISCARDING, UNCOVERING, REVEALING, CITIES, FIRST_SEAT)


def check_decks(s: "State") -> None:
    """The decks have no more cards than there are, and the End of Game card is in one place."""
    if s.deck > s.pool.bit_count():
        raise BadPosition(f"the deck has {s.deck} cards, but only {s.pool.bit_count()} freight cards are in no other place")
    if s.city_deck > s.city_pool.bit_count():
        raise BadPosition(f"the city deck has {s.city_deck} cards, but only {s.city_pool.bit_count()} are in no other place")
    rules = s.rules
    if s.deck > rules.deck:
        raise BadPosition(f"the deck has {s.deck} cards, and the game is played with {rules.deck}")
    shown = len(rules.edition.cities) - s.city_pool.bit_count()
    if shown + s.city_deck > rules.cities_used:
        raise BadPosition(f"{shown} cities shown and {s.city_deck} to come are more than the {rules.cities_used} in the game")
    if s.above > rules.above:
        raise BadPosition(f"at most {rules.above} cards lie above the part with the End of Game card, not {s.above}")
    if s.stage == REVEALED and s.revealer != s.actor:
        raise BadPosition("the End of Game card came up in this turn, so the seat that revealed it is the one whose turn it is")
    if s.above > s.deck:
        raise BadPosition(f"{s.above} cards cannot lie above the End of Game card's part in a deck of {s.deck}")
    if (s.revealer == NONE) != (s.stage == IN_DECK):
        raise BadPosition(
            "the seat that revealed the End of Game card is written when the card is out of the deck, and only then"
        )
    if s.stage != IN_DECK and s.above:
        raise BadPosition("no cards lie above the End of Game card when it is out of the deck")
    for seat in range(s.rules.seats):
        if s.phase not in (OFFERING, KEEPING) and s.corporation[seat] == NONE:
            raise BadPosition(f"seat {seat + 1} has no corporation")


def check_setting_up(s: "State") -> None:
    """Before the first turn every seat has been dealt what is dealt before its place in the order, and nothing else."""
    if s.phase not in SETTING_UP:
        return
    if s.stage != IN_DECK or s.turns:
        raise BadPosition(f"in the phase {NAMES[s.phase]} no turn has been played, and the End of Game card is in the deck")
    for seat in range(s.rules.seats):
        _check_dealt(s, seat)
    _check_laid_out(s)


def _check_dealt(s: "State", seat: int) -> None:
    """The corporations and cards of a seat, by its place in the order."""
    rules = s.rules
    name = NAMES[s.phase]
    if s.trains[seat] or s.shipments[seat] or s.claimed[seat] or s.open[seat]:
        raise BadPosition(f"in the phase {name} seat {seat + 1} has neither cars nor cities nor open cards")
    turn = (seat > s.actor) - (seat < s.actor)  # -1: its turn is over, 0: now, 1: still to come
    kept = s.corporation[seat] != NONE
    offered = s.dealt[seat].bit_count() + kept
    hand, aside = s.hands[seat].bit_count(), s.aside[seat].bit_count()
    fits = True
    if s.phase == OFFERING:
        fits = not kept and _so_far(offered, rules.corporations_dealt, turn)
    elif s.phase == KEEPING:
        fits = kept == (turn < 0) and offered == rules.corporations_dealt
    if SETTING_UP.index(s.phase) < SETTING_UP.index(DEALING):
        fits = fits and hand == 0
    elif s.phase == DEALING:
        fits = _so_far(hand, rules.dealt, turn)
    elif s.phase == DISCARDING:
        fits = hand + aside == rules.dealt and _so_far(aside, rules.discards, turn)
    if not fits:
        raise BadPosition(f"in the phase {name} seat {seat + 1} cannot have so many corporations and cards")


def _check_laid_out(s: "State") -> None:
    """The tableau, the cities and the decks: what is not dealt yet is still to come."""
    rules = s.rules
    name = NAMES[s.phase]
    step = SETTING_UP.index(s.phase)
    if step < SETTING_UP.index(UNCOVERING) and s.tableau.count(NONE) < len(s.tableau):
        raise BadPosition(f"in the phase {name} the tableau is empty")
    if step < SETTING_UP.index(CITIES) and s.cities.count(NONE) < len(s.cities):
        raise BadPosition(f"in the phase {name} no city is face up")
    if s.city_deck < s.cities.count(NONE):
        raise BadPosition(f"in the phase {name} the city deck has a card for every place")
    needed = rules.tableau - rules.seats * rules.discards  # to be revealed
    if step <= SETTING_UP.index(DEALING):
        needed += rules.seats * rules.dealt - sum([hand.bit_count() for hand in s.hands])
    elif step >= SETTING_UP.index(REVEALING):
        needed = s.tableau.count(NONE) if s.phase == REVEALING else 0
    if s.above < needed:
        raise BadPosition(f"in the phase {name} {needed} cards are still to come, and {s.above} lie above the last part")


def _so_far(found: int, wanted: int, turn: int) -> bool:
    """Whether a seat has all, or not all yet, or none, as its turn is over, now, or still to come."""
    if turn == 0:
        return found < wanted
    return found == (wanted if turn < 0 else 0)


def check_phase(s: "State") -> None:
    """What must hold in a phase, so that the position can be played on."""
    name = NAMES[s.phase]
    wrong = {
        "a card is being loaded in the phase loading, and only then": (s.phase == LOADING) != (s.card != NONE),
        "a shipment is being made up in the phases shipping and claiming, and only then": (s.phase in (SHIPPING, CLAIMING))
        != (s.shipping != 0),
        "the shipment claims a city in the phase claiming, and only then": (s.phase == CLAIMING) != (s.claims != 0),
        "the tableau has an empty place": s.phase in (REVEALING, REPLACING) and NONE not in s.tableau,
        "the cities have an empty place, and the city deck a card": NAMES[s.phase] in ("cities", "restocking")
        and (NONE not in s.cities or not s.city_deck),
        "the deck has a card": (s.phase in (DEALING, REVEALING) and s.above == 0)
        or (s.phase in (DRAWING, REPLACING) and s.deck == 0 and s.stage != IN_DECK),
        "the deck is empty and the tableau is not": s.phase == INSTEAD
        and (s.deck > 0 or s.stage != REVEALED or s.tableau.count(NONE) == len(s.tableau)),
        "the final shipping has begun": s.phase in (LAST_SHIPPING, UNMASKING, OVER) and s.stage != FINAL_SHIPPING,
        "the End of Game card did not lead to the final shipping yet": s.stage == FINAL_SHIPPING
        and s.phase not in (LAST_SHIPPING, SHIPPING, CLAIMING, UNMASKING, OVER),
        "the turn in which the End of Game card came up ends with its draw": s.stage == REVEALED
        and s.phase not in (DRAWING, REPLACING, INSTEAD),
        "cities are replaced only before the End of Game card comes up": s.phase == RESTOCKING and s.stage != IN_DECK,
        "discarded cards lie face down": s.phase == UNCOVERING
        and (not any(s.aside) or sum([aside.bit_count() for aside in s.aside]) > s.tableau.count(NONE)),
        "no discarded card lies face down": s.phase not in (DISCARDING, UNCOVERING) and any(s.aside),
    }
    for rule, broken in wrong.items():
        if broken:
            raise BadPosition(f"in the phase {name} this must hold: {rule}")
    if s.phase == LOADING and not s.legal():
        raise BadPosition("the card that is being loaded cannot be filled with the free pieces")
