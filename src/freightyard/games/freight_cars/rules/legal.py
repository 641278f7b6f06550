"""What may be done: one function a phase, in the order of play."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.games.freight_cars.rules.edition import DECLINE, DONE, DRAW_DECK, FORFEIT, REVEAL_END
from freightyard.games.freight_cars.rules.odds import end_is_near, first_move, odds
from freightyard.games.freight_cars.rules.phases import DEALING, DRAWING, IN_DECK, NONE, REPLACING, REVEALING
from freightyard.games.freight_cars.rules.play import CARD, is_full
from freightyard.games.freight_cars.rules.sets import ALONE, add_moves

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.games.freight_cars.rules.state import State


def legal_chance(s: "State") -> list[int]:
    """Whatever can be drawn."""
    phase = s.phase
    if phase in (DEALING, DRAWING, REPLACING, REVEALING):
        first = first_move(s)
        moves: list[int] = []
        if s.deck or not end_is_near(s):
            add_moves(s.pool, first, moves)
        if end_is_near(s):
            moves.append(REVEAL_END)
        return moves
    return [move for move, _ in odds(s)]


def legal_keeping(s: "State") -> list[int]:
    """`fc.choose`: one of the corporations that were dealt."""
    moves: list[int] = []
    add_moves(s.dealt[s.actor], s.rules.edition.keep, moves)
    return moves


def legal_discarding(s: "State") -> list[int]:
    """`fc.choose`: one of the freight cards that were dealt."""
    moves: list[int] = []
    add_moves(s.hands[s.actor], s.rules.edition.discard, moves)
    return moves


def legal_turn(s: "State") -> list[int]:
    """`fc.one-action`: draw, load or ship; `fc.forfeit` says what happens when none of them is possible."""
    moves = takes(s)
    if may_draw(s):
        moves.append(DRAW_DECK)
    loads(s, moves)
    ships(s, moves)
    if not moves:
        moves.append(FORFEIT)
    return moves


def legal_loading(s: "State") -> list[int]:
    """`fc.load`: what can cover the first open cell such that the rest can be filled."""
    return s.rules.packing.shapes[s.card].ways(s.filled).lays(s.free[s.actor], s.rules.edition.lay)


def legal_shipping(s: "State") -> list[int]:
    """`fc.ship`: one more car, in the order of the train, so that every shipment is made in one way; or a claim; or go."""
    moves: list[int] = []
    ship: i64 = s.rules.edition.ship
    train = s.trains[s.actor]
    place: i64 = after_shipped(s)
    while place < len(train):
        car: i64 = train[place]
        moves.append(ship + (car & CARD))
        place += 1
    claims(s, moves)
    moves.append(DONE)
    return moves


def after_shipped(s: "State") -> "i64":
    """The place in the train behind the last car that is in the shipment."""
    train = s.trains[s.actor]
    shipping: i64 = s.shipping
    place: i64 = len(train)
    while place > 0:
        car: i64 = train[place - 1]
        if shipping & ALONE[car & CARD]:
            break
        place -= 1
    return place


def legal_claiming(s: "State") -> list[int]:
    """`fc.demand`: one more city, in the order of the row, or go."""
    moves: list[int] = []
    claims(s, moves)
    moves.append(DONE)
    return moves


def legal_instead(s: "State") -> list[int]:
    """`fc.end`: a card of the tableau, because the deck had none but the End of Game card."""
    return takes(s)


def legal_last_shipping(s: "State") -> list[int]:
    """`fc.final-shipping`: ship once more, or decline."""
    moves: list[int] = []
    ships(s, moves)
    moves.append(DECLINE)
    return moves


def legal_over(s: "State") -> list[int]:
    """Nothing: the game is over."""
    return []


def takes(s: "State") -> list[int]:
    """`fc.draw`: the face-up cards."""
    take: i64 = s.rules.edition.take
    if is_full(s.tableau):  # as it is until the deck runs out
        return [take + card for card in s.tableau]
    return [take + card for card in s.tableau if card != NONE]


def may_draw(s: "State") -> bool:
    """`fc.draw`: the deck has a card, be it only the End of Game card."""
    return s.deck > 0 or s.stage == IN_DECK


def loads(s: "State", moves: list[int]) -> None:
    """`fc.load`: the cards of the hand that can be filled with the free pieces."""
    seat = s.actor
    add_moves(s.rules.packing.loadable(s.hands[seat], s.free[seat]), s.rules.edition.load, moves)


def ships(s: "State", moves: list[int]) -> None:
    """`fc.ship`: any loaded car can be the first of a shipment."""
    ship: i64 = s.rules.edition.ship
    car: i64
    for car in s.trains[s.actor]:
        moves.append(ship + (car & CARD))


def claims(s: "State", moves: list[int]) -> None:
    """`fc.demand`: the cities whose resources are carried by cars that serve no city yet. The order in which cities are
    claimed makes no difference, so they are claimed in the order of the row."""
    rules = s.rules
    carried = s.carried | rules.guard
    first = len(moves)
    for city in s.cities:
        if city == NONE:
            continue
        if s.claims >> city & 1:
            del moves[first:]  # what stands before a claimed city was passed over
        elif (carried - rules.demand[city]) & rules.guard == rules.guard:
            moves.append(rules.edition.claim + city)


LEGAL: Final[tuple[Callable[["State"], list[int]], ...]] = (
    legal_chance,  # offering
    legal_chance,  # dealing
    legal_chance,  # uncovering
    legal_chance,  # revealing
    legal_chance,  # cities
    legal_chance,  # first-seat
    legal_chance,  # drawing
    legal_chance,  # replacing
    legal_chance,  # restocking
    legal_chance,  # unmasking
    legal_keeping,
    legal_discarding,
    legal_turn,
    legal_loading,
    legal_shipping,
    legal_claiming,
    legal_instead,
    legal_last_shipping,
    legal_over,
)
