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
    UNCOVERING: ("fc.choose", "the discarded cards are coming up", (REVEAL,)),
    REVEALING: ("fc.setup", "the tableau is being laid out", (REVEAL,)),
    CITIES: ("fc.setup", "the first cities are coming up", (REVEAL_CITY,)),
    FIRST_SEAT: ("fc.setup", "the first player is being drawn", (FIRST,)),
    DRAWING: ("fc.draw", "a card is being drawn from the deck", (DRAW, REVEAL_END)),
    REPLACING: ("fc.draw", "the card that was taken is being replaced", (REVEAL, REVEAL_END)),
    RESTOCKING: ("fc.demand", "claimed cities are being replaced", (REVEAL_CITY,)),
    UNMASKING: ("fc.bonus", "the corporations are being revealed", (REVEAL_CORPORATION,)),
}
_SEATS: Final[dict[int, tuple[str, str, tuple[int, ...]]]] = {
    KEEPING: ("fc.choose", "choose your corporation first", (KEEP,)),
    DISCARDING: ("fc.choose", "choose the freight card to discard first", (DISCARD,)),
    LOADING: ("fc.load", "fill the card that you are loading first", (LAY,)),
    SHIPPING: ("fc.ship", "your shipment is being made up: ship, claim, or say done", (SHIP, CLAIM, DONE)),
    CLAIMING: ("fc.demand", "your shipment is claiming cities: claim, or say done", (SHIP, CLAIM, DONE)),
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
        return "fc.final-shipping", "in the final round cars are shipped, or you decline"
    return None


def refuse_draw_deck(s: "State", move: int) -> Reason:
    return "fc.draw", "the deck is empty"


def refuse_done(s: "State", move: int) -> Reason:
    return "fc.ship", "a shipment has at least one car: ship one first"


def refuse_decline(s: "State", move: int) -> Reason:
    return "fc.final-shipping", "only in the final round of shipping can you decline"


def refuse_forfeit(s: "State", move: int) -> Reason:
    return "fc.forfeit", "a turn is forfeited only if you can neither draw nor load nor ship"


def refuse_reveal_end(s: "State", move: int) -> Reason:
    if s.phase not in (DRAWING, REPLACING):
        return "fc.end", "no card of the deck comes up now"
    if s.stage != IN_DECK:
        return "fc.end", "the End of Game card is out of the deck"
    return "fc.end-card", f"{_count(s.above, 'card lies', 'cards lie')} above the part with the End of Game card"


def refuse_keep(s: "State", move: int) -> Reason:
    if s.phase != KEEPING:
        return "fc.choose", "corporations are chosen before the first turn"
    return "fc.choose", f"{_corporation(s, move - s.rules.edition.keep)} was not dealt to you"


def refuse_discard(s: "State", move: int) -> Reason:
    if s.phase != DISCARDING:
        return "fc.choose", "cards are discarded before the first turn, and never later"
    return "fc.choose", f"{_card(s, move - s.rules.edition.discard)} was not dealt to you"


def refuse_take(s: "State", move: int) -> Reason:
    return "fc.draw", f"{_card(s, move - s.rules.edition.take)} does not lie face up"


def refuse_load(s: "State", move: int) -> Reason:
    card = move - s.rules.edition.load
    if any(car & CARD == card for car in s.trains[s.actor]):
        return "fc.load", f"{_card(s, card)} is loaded, and stays so until it is shipped"
    if not s.hands[s.actor] >> card & 1:
        return "fc.load", f"{_card(s, card)} is not in your hand"
    return "fc.load", f"your free pieces cannot fill all cells of {_card(s, card)}"


def refuse_lay(s: "State", move: int) -> Reason:
    if s.phase != LOADING:
        return "fc.load", "no card is being loaded: load one first"
    number = move - s.rules.edition.lay
    lay = s.rules.packing.lays[number]
    name = s.rules.edition.data.pieces[lay.kind].name
    if not s.free[s.actor] & lay.unit * MASK:
        return "fc.load", f"you have no free piece {name}"
    if not s.rules.packing.shapes[s.card].covered(s.filled, number):
        return "fc.load", f"the piece {name} laid so on the first open cell would not lie on open cells alone"
    return "fc.load", "the other cells could not be filled any more"


def refuse_ship(s: "State", move: int) -> Reason:
    card = move - s.rules.edition.ship
    if s.shipping >> card & 1:
        return "fc.ship", f"{_card(s, card)} is in the shipment already"
    if not any(car & CARD == card for car in s.trains[s.actor]):
        return "fc.ship", f"{_card(s, card)} is not a loaded car of your train"
    if s.phase == CLAIMING:
        return "fc.demand", "cars are shipped before cities are claimed"
    return "fc.ship", f"cars are shipped in the order of the train, and {_card(s, card)} stands before one that you chose"


def refuse_claim(s: "State", move: int) -> Reason:
    city = move - s.rules.edition.claim
    name = s.rules.edition.data.cities[city].name
    if s.phase not in (SHIPPING, CLAIMING):
        return "fc.demand", "cities are claimed by a shipment: ship a car first"
    if city not in s.cities:
        return "fc.demand", f"{name} is not face up"
    if s.claims >> city & 1:
        return "fc.demand", f"{name} is claimed by this shipment already"
    for resource, wanted in enumerate(s.rules.edition.data.resources):
        asked = s.rules.demand[city] >> GOODS_BITS * resource & GOODS_MASK
        carried = s.carried >> GOODS_BITS * resource & GOODS_MASK
        if asked > carried:
            cars = _count(carried, f"{wanted} car that serves", f"{wanted} cars that serve")
            return "fc.demand", f"{name} wants {asked} {wanted}, and the shipment has {cars} no city yet"
    return "fc.demand", f"cities are claimed in the order of the row, and {name} stands before one that you chose"


def refuse_deal(s: "State", move: int) -> Reason:
    if s.phase != OFFERING:
        return "fc.setup", "corporations are dealt before the game"
    return "fc.setup", f"{_corporation(s, move - s.rules.edition.deal)} has been dealt"


def refuse_draw(s: "State", move: int) -> Reason:
    if s.phase == TURN:
        card = move - s.rules.edition.draw
        if card in s.tableau:
            return "fc.draw", f"{_card(s, card)} lies face up: say take {_card(s, card)}"
        return "fc.draw", "the deck lies face down: say draw deck, or take a face-up card"
    if s.phase not in (DEALING, DRAWING):
        return "fc.draw", "no card is drawn from the deck now"
    return _not_in_deck(s, move - s.rules.edition.draw)


def refuse_reveal(s: "State", move: int) -> Reason:
    if s.phase not in (UNCOVERING, REVEALING, REPLACING):
        return "fc.draw", "no card comes up for the tableau now"
    if s.phase == UNCOVERING:
        return "fc.choose", "the discarded cards come up in the order of the seats"
    return _not_in_deck(s, move - s.rules.edition.reveal)


def _not_in_deck(s: "State", card: int) -> Reason:
    if s.deck == 0:
        return "fc.end", "the deck holds nothing but the End of Game card"
    slug = "fc.setup" if s.phase in (DEALING, REVEALING) else "fc.draw"
    return slug, f"{_card(s, card)} is not in the deck"


def refuse_reveal_city(s: "State", move: int) -> Reason:
    if s.phase not in (CITIES, RESTOCKING):
        return "fc.demand", "no city comes up now"
    return "fc.demand", f"{s.rules.edition.data.cities[move - s.rules.edition.reveal_city].name} has come up already"


def refuse_reveal_corporation(s: "State", move: int) -> Reason:
    if s.phase != UNMASKING:
        return "fc.bonus", "corporations stay secret until the final shipping is over"
    return (
        "fc.bonus",
        f"{_corporation(s, move - s.rules.edition.reveal_corporation)} is not the corporation of seat {s.actor + 1}",
    )


def refuse_first(s: "State", move: int) -> Reason:
    if s.phase != FIRST_SEAT:
        return "fc.setup", "the first player is drawn before the game"
    return "fc.setup", f"there is no seat {move - s.rules.edition.first + 1}"


def _card(s: "State", card: int) -> str:
    return s.rules.edition.cards[card]


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
