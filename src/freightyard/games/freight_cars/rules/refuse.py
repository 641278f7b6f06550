"""Why a move is not legal: one function a verb, each with the rule it cites. Off the hot path."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.core.errors import IllegalMove
from freightyard.games.freight_cars.rules.edition import (
    CLAIM,
    DEAL,
    DISCARD,
    DONE,
    DRAW,
    FIRST,
    KEEP,
    LAY,
    REVEAL,
    REVEAL_CITY,
    REVEAL_CORPORATION,
    REVEAL_END,
    SHIP,
    TAKE,
)
from freightyard.games.freight_cars.rules.legal import may_draw
from freightyard.games.freight_cars.rules.names import spoken
from freightyard.games.freight_cars.rules.packing import MASK
from freightyard.games.freight_cars.rules.phases import (
    CITIES,
    CLAIMING,
    DEALING,
    DISCARDING,
    DRAWING,
    FIRST_SEAT,
    IN_DECK,
    INSTEAD,
    KEEPING,
    LAST_SHIPPING,
    LOADING,
    NONE,
    OFFERING,
    OVER,
    REPLACING,
    RESTOCKING,
    REVEALING,
    SHIPPING,
    TURN,
    UNCOVERING,
    UNMASKING,
)
from freightyard.games.freight_cars.rules.play import CARD
from freightyard.games.freight_cars.rules.rules import GOODS_BITS, GOODS_MASK

if TYPE_CHECKING:
    from freightyard.games.freight_cars.rules.state import State

Reason = tuple[str, str]  # the slug and the sentence

_CHANCE: Final[dict[int, tuple[str, str, tuple[int, ...]]]] = {
    OFFERING: ("fc.setup", "corporations are being dealt", (DEAL,)),
    DEALING: ("fc.setup", "freight cards are being dealt", (DRAW,)),
    UNCOVERING: ("fc.choose", "the discarded cards are being turned up", (REVEAL,)),
    REVEALING: ("fc.setup", "the cards to take are being laid out", (REVEAL,)),
    CITIES: ("fc.setup", "the first cities are being turned up", (REVEAL_CITY,)),
    FIRST_SEAT: ("fc.setup", "the first player is being drawn", (FIRST,)),
    DRAWING: ("fc.draw", "a card is being drawn from the deck", (DRAW, REVEAL_END)),
    REPLACING: ("fc.draw", "the card that was taken is being replaced", (REVEAL, REVEAL_END)),
    RESTOCKING: ("fc.demand", "the cities that were served are being replaced", (REVEAL_CITY,)),
    UNMASKING: ("fc.bonus", "the corporations are being revealed", (REVEAL_CORPORATION,)),
}
_SEATS: Final[dict[int, tuple[str, str, tuple[int, ...]]]] = {
    KEEPING: ("fc.choose", "first keep one of the corporations that you were dealt", (KEEP,)),
    DISCARDING: ("fc.choose", "first discard one of the cards that you were dealt", (DISCARD,)),
    LOADING: ("fc.load", "first fill the card that you are loading", (LAY,)),
    SHIPPING: ("fc.ship", "first finish your shipment: add cars, serve cities, or send it off", (SHIP, CLAIM, DONE)),
    CLAIMING: ("fc.demand", "first finish your shipment: serve more cities, or send it off", (SHIP, CLAIM, DONE)),
    INSTEAD: ("fc.end", "the deck is empty: take a face-up card instead", (TAKE,)),
}


def refuse(s: "State", move: int) -> IllegalMove | None:
    """Why the move is not legal now, or None if it is."""
    if move in s.legal():
        return None
    edition = s.rules.edition
    verb = edition.verbs[move]
    slug, reason = _wrong_moment(s, verb) or REFUSE[verb](s, move)
    return IllegalMove(edition.vocabulary.text(move), slug, reason)


def _wrong_moment(s: "State", verb: int) -> Reason | None:
    """A move that its verb rules out in this phase, whatever else it says."""
    if s.phase == OVER:
        return "fc.win", "the game is over"
    allowed = _CHANCE.get(s.phase) or _SEATS.get(s.phase)
    if allowed is not None:
        slug, sentence, verbs = allowed
        return None if verb in verbs else (slug, sentence)
    if s.phase == LAST_SHIPPING and verb not in (SHIP, *_AFTER_SHIPPING):
        return "fc.final-shipping", "the final shipping has begun: you can only ship cars, or finish"
    return None


def refuse_draw_deck(s: "State", move: int) -> Reason:
    if any(card != NONE for card in s.tableau):
        return "fc.draw", "the deck is empty: take a face-up card instead"
    return "fc.draw", "the deck is empty, and no card lies face up"


def refuse_done(s: "State", move: int) -> Reason:
    return "fc.ship", "a shipment needs at least one car: ship one first"


def refuse_decline(s: "State", move: int) -> Reason:
    return "fc.final-shipping", "you can decline only in the final shipping, after the last turns"


def refuse_forfeit(s: "State", move: int) -> Reason:
    return "fc.forfeit", "you can skip your turn only if you can neither take nor draw a card, load or ship"


def refuse_reveal_end(s: "State", move: int) -> Reason:
    if s.phase not in (DRAWING, REPLACING):
        return "fc.end", "no card of the deck is turned up now"
    if s.stage != IN_DECK:
        return "fc.end", "the End of Game card has been turned up already"
    return "fc.end-card", f"{_count(s.above, 'card lies', 'cards lie')} above the part with the End of Game card"


def refuse_keep(s: "State", move: int) -> Reason:
    if s.phase != KEEPING:
        return "fc.choose", "you chose your corporation before the first turn, and it stays"
    return "fc.choose", f"{_corporation(s, move - s.rules.edition.keep)} was not dealt to you"


def refuse_discard(s: "State", move: int) -> Reason:
    if s.phase != DISCARDING:
        return "fc.choose", "cards are discarded only before the first turn"
    return "fc.choose", f"{_card(s, move - s.rules.edition.discard)} was not dealt to you"


def refuse_take(s: "State", move: int) -> Reason:
    return "fc.draw", f"{_card(s, move - s.rules.edition.take)} is not face up: you can take only face-up cards"


def refuse_load(s: "State", move: int) -> Reason:
    card = move - s.rules.edition.load
    if any(car & CARD == card for car in s.trains[s.actor]):
        return "fc.load", f"{_card(s, card)} is already loaded: you can ship it"
    if not s.hands[s.actor] >> card & 1:
        return "fc.load", f"{_card(s, card)} is not in your hand"
    back = ": ship cars to get pieces back" if s.trains[s.actor] else ""
    return "fc.load", f"your free pieces cannot fill {_card(s, card)}{back}"


def refuse_lay(s: "State", move: int) -> Reason:
    if s.phase != LOADING:
        return "fc.load", "no card is being loaded: load one first"
    number = move - s.rules.edition.lay
    lay = s.rules.packing.lays[number]
    name = s.rules.edition.data.pieces[lay.kind].name
    if not s.free[s.actor] & lay.unit * MASK:
        return "fc.load", f"you have no free {name}"
    if not s.rules.packing.shapes[s.card].covered(s.filled, number):
        return "fc.load", f"{name} does not fit so: it must cover the first open cell, and open cells only"
    return "fc.load", f"{name} laid so leaves cells that your other free pieces cannot fill"


def refuse_ship(s: "State", move: int) -> Reason:
    card = move - s.rules.edition.ship
    if s.shipping >> card & 1:
        return "fc.ship", f"{_card(s, card)} is already in the shipment"
    if not any(car & CARD == card for car in s.trains[s.actor]):
        return "fc.ship", f"{_card(s, card)} is not in your train: you can ship only loaded cars"
    if s.phase == CLAIMING:
        return "fc.demand", "cars are added before cities are served"
    return "fc.ship", f"cars are shipped from the front of the train to its end: {_card(s, card)} stands before one you chose"


def refuse_claim(s: "State", move: int) -> Reason:
    city = move - s.rules.edition.claim
    name = s.rules.edition.data.cities[city].name
    if s.phase not in (SHIPPING, CLAIMING):
        return "fc.demand", "cities are served by a shipment: ship a car first"
    if city not in s.cities:
        return "fc.demand", f"{name} is not face up"
    if s.claims >> city & 1:
        return "fc.demand", f"this shipment already serves {name}"
    for resource, wanted in enumerate(s.rules.edition.data.resources):
        asked = s.rules.demand[city] >> GOODS_BITS * resource & GOODS_MASK
        carried = s.carried >> GOODS_BITS * resource & GOODS_MASK
        if asked > carried:
            has = (f"only {carried}" if carried else "none") + (" left" if s.claims else "")
            cars = _count(asked, f"{wanted} car", f"{wanted} cars")
            return "fc.demand", f"{name} wants {cars}, and your shipment has {has}"
    return "fc.demand", f"cities are served in the order of the row: {name} stands before one you chose"


def refuse_deal(s: "State", move: int) -> Reason:
    if s.phase != OFFERING:
        return "fc.setup", "corporations are dealt before the first turn"
    return "fc.setup", f"{_corporation(s, move - s.rules.edition.deal)} has been dealt already"


def refuse_draw(s: "State", move: int) -> Reason:
    if s.phase == TURN:
        card = move - s.rules.edition.draw
        if card in s.tableau:
            return "fc.draw", f"{_card(s, card)} lies face up: take it instead of drawing"
        if not may_draw(s):
            return refuse_draw_deck(s, move)
        return "fc.draw", "you cannot choose a card of the deck: draw its top card unseen"
    if s.phase not in (DEALING, DRAWING):
        return "fc.draw", "no card is drawn from the deck now"
    return _not_in_deck(s, move - s.rules.edition.draw)


def refuse_reveal(s: "State", move: int) -> Reason:
    if s.phase not in (UNCOVERING, REVEALING, REPLACING):
        return "fc.draw", "no card is turned up now"
    if s.phase == UNCOVERING:
        return "fc.choose", "the discarded cards are turned up in the order of the seats"
    return _not_in_deck(s, move - s.rules.edition.reveal)


def _not_in_deck(s: "State", card: int) -> Reason:
    if s.deck == 0:
        return "fc.end", "the deck holds nothing but the End of Game card"
    slug = "fc.setup" if s.phase in (DEALING, REVEALING) else "fc.draw"
    return slug, f"{_card(s, card)} is not in the deck"


def refuse_reveal_city(s: "State", move: int) -> Reason:
    if s.phase not in (CITIES, RESTOCKING):
        return "fc.demand", "no city is turned up now"
    return "fc.demand", f"{s.rules.edition.data.cities[move - s.rules.edition.reveal_city].name} has been turned up already"


def refuse_reveal_corporation(s: "State", move: int) -> Reason:
    if s.phase != UNMASKING:
        return "fc.bonus", "corporations stay secret until the final shipping is over"
    return (
        "fc.bonus",
        f"{_corporation(s, move - s.rules.edition.reveal_corporation)} is not the corporation of seat {s.actor + 1}",
    )


def refuse_first(s: "State", move: int) -> Reason:
    if s.phase != FIRST_SEAT:
        return "fc.setup", "the first player is drawn before the first turn"
    return "fc.setup", f"there is no seat {move - s.rules.edition.first + 1}"


def _card(s: "State", card: int) -> str:
    return spoken(s.rules.edition.cards[card])


def _corporation(s: "State", number: int) -> str:
    return s.rules.edition.data.corporations[number].name


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


_AFTER_SHIPPING: Final = (CLAIM, DONE, KEEP, DISCARD, LAY, DEAL, DRAW, REVEAL, REVEAL_CITY, REVEAL_CORPORATION, REVEAL_END, FIRST)

REFUSE: Final[tuple[Callable[["State", int], Reason], ...]] = (
    refuse_draw_deck,
    refuse_done,
    refuse_decline,
    refuse_forfeit,
    refuse_reveal_end,
    refuse_keep,
    refuse_discard,
    refuse_take,
    refuse_load,
    refuse_lay,
    refuse_ship,
    refuse_claim,
    refuse_deal,
    refuse_draw,
    refuse_reveal,
    refuse_reveal_city,
    refuse_reveal_corporation,
    refuse_first,
)
