"""What moves do: one function a verb, in the order of the verbs' numbers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.games.freight_cars.rules.edition import DEAL, DONE, DRAW, LAY, LOAD, REVEAL, SHIP, TAKE
from freightyard.games.freight_cars.rules.packing import pieces_in
from freightyard.games.freight_cars.rules.phases import (
    CITIES,
    CLAIMING,
    DEALING,
    DISCARDING,
    DRAWING,
    FINAL_SHIPPING,
    FINAL_TURNS,
    FIRST_SEAT,
    IN_DECK,
    INSTEAD,
    KEEPING,
    LAST_SHIPPING,
    LOADING,
    NONE,
    OVER,
    REPLACING,
    RESTOCKING,
    REVEALED,
    REVEALING,
    SHIPPING,
    TURN,
    UNCOVERING,
    UNMASKING,
)
from freightyard.games.freight_cars.rules.sets import ALONE, nth, size

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.games.freight_cars.rules.state import State

CARD_BITS: Final = 6  # a loaded car is its card, and above these bits the pieces that fill it
CARD: Final = 63


# --- setting up ---


def deal(s: "State", move: "i64") -> None:
    """`fc.setup`: corporations for the players, seat by seat; then they choose."""
    bit: i64 = ALONE[move - s.rules.edition.deal]
    s.corporation_pool ^= bit
    dealt: i64 = s.dealt[s.actor]
    dealt |= bit
    s.dealt[s.actor] = dealt
    if size(dealt) == s.rules.corporations_dealt:
        s.actor += 1
        if s.actor == s.rules.seats:
            s.actor = 0
            s.phase = KEEPING


def keep(s: "State", move: int) -> None:
    """`fc.choose`: one corporation is kept, secretly; the others leave the game, and only this seat knows them."""
    number = move - s.rules.edition.keep
    s.corporation[s.actor] = number
    s.dealt[s.actor] ^= 1 << number
    s.actor += 1
    if s.actor == s.rules.seats:
        s.actor = 0
        s.phase = DEALING


def discard(s: "State", move: "i64") -> None:
    """`fc.choose`: a freight card is put aside face down. When all have chosen, these cards come up."""
    bit: i64 = ALONE[move - s.rules.edition.discard]
    hand: i64 = s.hands[s.actor]
    s.hands[s.actor] = hand ^ bit
    aside: i64 = s.aside[s.actor]
    s.aside[s.actor] = aside | bit
    if size(aside | bit) == s.rules.discards:
        s.actor += 1
        if s.actor == s.rules.seats:
            s.actor = 0
            s.phase = UNCOVERING


def next_uncovered(s: "State") -> int:
    """`fc.choose`: the discarded card that comes up next, by seat; NONE if all are up."""
    for aside in s.aside:
        if aside:
            return nth(aside, 0)
    return NONE


def first(s: "State", move: int) -> None:
    """`fc.setup`, `fc.head-start`: the first player is drawn, and the first turn begins."""
    s.actor = move - s.rules.edition.first
    for later, credits_ in enumerate(s.rules.head_start):
        s.credits[(s.actor + later) % s.rules.seats] += credits_
    s.phase = TURN


# --- cards from the decks ---


def draw(s: "State", move: "i64") -> None:
    """The top card of the deck goes into a hand, unseen by the others: dealt (`fc.setup`), or drawn (`fc.draw`)."""
    card: i64 = move - s.rules.edition.draw
    leave_deck(s, card)
    hand: i64 = s.hands[s.actor]
    hand |= ALONE[card]
    s.hands[s.actor] = hand
    if s.phase == DRAWING:
        end_turn(s)
    elif size(hand) == s.rules.dealt:
        s.actor += 1
        if s.actor == s.rules.seats:
            s.actor = 0
            s.phase = DISCARDING if s.rules.discards else REVEALING


def reveal(s: "State", move: "i64") -> None:
    """A card comes up for the first empty place of the tableau: at the start (`fc.setup`), the discarded ones first, or
    after `fc.draw`."""
    card: i64 = move - s.rules.edition.reveal
    s.tableau[place_of(s.tableau, NONE)] = card
    if s.phase == UNCOVERING:
        bit: i64 = ALONE[card]
        for seat in range(s.rules.seats):
            aside: i64 = s.aside[seat]
            s.aside[seat] = aside & ~bit
        if next_uncovered(s) == NONE:
            s.phase = CITIES if is_full(s.tableau) else REVEALING
        return
    leave_deck(s, card)
    if s.phase == REPLACING:
        end_turn(s)
    elif is_full(s.tableau):
        s.phase = CITIES


def is_full(cards: list[int]) -> bool:
    """Whether a row has no empty place."""
    card: i64
    for card in cards:
        if card == NONE:
            return False
    return True


def place_of(cards: list[int], card: "i64") -> "i64":
    """Where a card lies in a row; it must be there."""
    index: i64 = 0
    while cards[index] != card:
        index += 1
    return index


def leave_deck(s: "State", card: "i64") -> None:
    """A card is no longer in the deck."""
    s.pool ^= ALONE[card]
    s.deck -= 1
    if s.above:
        s.above -= 1


def reveal_end(s: "State", move: int) -> None:
    """`fc.end`: the End of Game card is set aside and the next card takes its place. If there is none, a place of the
    tableau stays empty, and who drew takes a card of the tableau instead."""
    s.stage = REVEALED
    s.revealer = s.actor
    if s.deck:
        return
    if s.phase == DRAWING and s.tableau.count(NONE) < len(s.tableau):
        s.phase = INSTEAD
    else:
        end_turn(s)


def reveal_city(s: "State", move: "i64") -> None:
    """A city comes up for the first empty place: at the start (`fc.setup`), or after a claim (`fc.demand`)."""
    city: i64 = move - s.rules.edition.reveal_city
    s.city_pool ^= ALONE[city]
    s.city_deck -= 1
    s.cities[place_of(s.cities, NONE)] = city
    if s.phase == CITIES:
        if is_full(s.cities):
            s.phase = FIRST_SEAT
    elif s.city_deck == 0 or is_full(s.cities):
        end_turn(s)


# --- a turn ---


def draw_deck(s: "State", move: int) -> None:
    """`fc.draw`: the top card of the deck, unseen."""
    s.phase = DRAWING


def take(s: "State", move: "i64") -> None:
    """`fc.draw`: a face-up card goes into the hand, where everybody knows it, and is replaced from the deck."""
    take_from(s, place_of(s.tableau, move - s.rules.edition.take))


def take_from(s: "State", place: "i64") -> None:
    """The same, by the place of the card."""
    bit: i64 = ALONE[s.tableau[place]]
    hand: i64 = s.hands[s.actor]
    s.hands[s.actor] = hand | bit
    known: i64 = s.open[s.actor]
    s.open[s.actor] = known | bit
    s.tableau[place] = NONE
    if s.deck or s.stage == IN_DECK:
        s.phase = REPLACING
    else:
        end_turn(s)


def load(s: "State", move: "i64") -> None:
    """`fc.load`: a card is played from the hand; now it is filled piece by piece."""
    load_card(s, move - s.rules.edition.load)


def load_card(s: "State", card: "i64") -> None:
    """The same, by the card."""
    bit: i64 = ALONE[card]
    hand: i64 = s.hands[s.actor]
    s.hands[s.actor] = hand ^ bit
    known: i64 = s.open[s.actor]
    s.open[s.actor] = known & ~bit
    s.card = card
    s.phase = LOADING


def lay(s: "State", move: "i64") -> None:
    """`fc.load`: a piece covers the first open cell. The last one completes the car, at the right end of the train."""
    lay_piece(s, move - s.rules.edition.lay)


def lay_piece(s: "State", number: "i64") -> None:
    """The same, by the number of the piece and its orientation."""
    packing = s.rules.packing
    unit: i64 = packing.units[number]
    shape = packing.shapes[s.card]
    s.filled |= shape.covered(s.filled, number)
    used: i64 = s.used + unit
    s.used = used
    free: i64 = s.free[s.actor]
    s.free[s.actor] = free - unit
    if s.filled == shape.full:
        s.trains[s.actor].append(used << CARD_BITS | s.card)
        s.card = NONE
        s.filled = 0
        s.used = 0
        end_turn(s)


def ship(s: "State", move: "i64") -> None:
    """`fc.ship`: one more loaded car joins the shipment."""
    ship_card(s, move - s.rules.edition.ship)


def ship_card(s: "State", card: "i64") -> None:
    """The same, by the card."""
    s.shipping |= ALONE[card]
    s.carried += s.rules.good[card]
    s.phase = SHIPPING


def claim(s: "State", move: int) -> None:
    """`fc.demand`: a city is claimed, and the cars that serve it serve no other."""
    city = move - s.rules.edition.claim
    s.claims |= 1 << city
    s.carried -= s.rules.demand[city]
    s.phase = CLAIMING


def done(s: "State", move: int) -> None:
    """`fc.ship`, `fc.demand`: the shipment leaves, earns its credits and those of its cities, and gives the pieces back."""
    seat = s.actor
    shipping: i64 = s.shipping
    free: i64 = s.free[seat]
    s.shipments[seat].append(shipping)
    s.spares[seat].append(pieces_in(free))
    earned: i64 = length_credits(s, size(shipping))
    kept: list[int] = []
    car: i64
    for car in s.trains[seat]:
        if shipping & ALONE[car & CARD]:
            free += car >> CARD_BITS
        else:
            kept.append(car)
    s.trains[seat] = kept
    s.free[seat] = free
    if s.claims:
        for place, city in enumerate(s.cities):
            if city != NONE and s.claims >> city & 1:
                earned += s.rules.city_credits[city]
                s.cities[place] = NONE
        s.claimed[seat] |= s.claims
    s.credits[seat] += earned
    restock = s.claims and s.city_deck and s.stage == IN_DECK  # fc.end: no new cities once the card is out
    s.shipping = 0
    s.claims = 0
    s.carried = 0
    if restock:
        s.phase = RESTOCKING
    else:
        end_turn(s)


def length_credits(s: "State", cars: "i64") -> "i64":
    """`fc.ship`: what a shipment earns by its length; one that is longer than the table earns its last entry."""
    table = s.rules.credits
    return table[cars - 1 if cars < len(table) else -1]


def decline(s: "State", move: int) -> None:
    """`fc.final-shipping`: nothing more is shipped."""
    end_turn(s)


def forfeit(s: "State", move: int) -> None:
    """`fc.forfeit`: nothing can be done in this turn."""
    end_turn(s)


def end_turn(s: "State") -> None:
    """`fc.end`, `fc.final-shipping`: the next seat is left of this one. The turn in which the End of Game card came up is
    followed by a final turn for all, then by a final shipping for all, each ending with the seat that revealed it."""
    s.turns += 1
    if s.stage == REVEALED:
        s.stage = FINAL_TURNS
    elif s.stage != IN_DECK and s.actor == s.revealer:
        if s.stage == FINAL_SHIPPING:
            s.actor = 0
            s.phase = UNMASKING
            return
        s.stage = FINAL_SHIPPING
    s.actor += 1
    if s.actor == s.rules.seats:
        s.actor = 0
    s.phase = LAST_SHIPPING if s.stage == FINAL_SHIPPING else TURN


def reveal_corporation(s: "State", move: int) -> None:
    """`fc.bonus`: the corporations are revealed, seat by seat; then their bonuses count and the game is over."""
    s.actor += 1
    if s.actor == s.rules.seats:
        s.actor = 0
        s.phase = OVER


PLAY: Final[tuple[Callable[["State", int], None], ...]] = (
    draw_deck,
    done,
    decline,
    forfeit,
    reveal_end,
    keep,
    discard,
    take,
    load,
    lay,
    ship,
    claim,
    deal,
    draw,
    reveal,
    reveal_city,
    reveal_corporation,
    first,
)


def play(s: "State", move: int) -> None:
    """Any move. The commonest are called by their names: where this is compiled, the way through the table costs more than
    the work."""
    verb = s.rules.verbs[move]
    if verb == REVEAL:
        reveal(s, move)
    elif verb == LAY:
        lay(s, move)
    elif verb == TAKE:
        take(s, move)
    elif verb == DRAW:
        draw(s, move)
    elif verb == DEAL:
        deal(s, move)
    elif verb == LOAD:
        load(s, move)
    elif verb == SHIP:
        ship(s, move)
    elif verb == DONE:
        done(s, move)
    else:
        PLAY[verb](s, move)
