"""Random play to the end. It goes as a loop around legal(), draw() and play() would go, number by number, but the commonest
choices are made without listing what there is to choose from."""

from typing import TYPE_CHECKING

from freightyard.core.chance import Dice
from freightyard.games.freight_cars.rules.legal import LEGAL, legal_shipping, may_draw
from freightyard.games.freight_cars.rules.odds import drawn
from freightyard.games.freight_cars.rules.phases import KEEPING, LOADING, NONE, OVER, SHIPPING, TURN
from freightyard.games.freight_cars.rules.play import CARD, draw_deck, forfeit, lay_piece, load_card, play, ship_card, take_from
from freightyard.games.freight_cars.rules.sets import nth, size

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.games.freight_cars.rules.state import State


def playout(s: "State", dice: Dice) -> int:
    """Play to the end, and count the decisions."""
    decisions: i64 = 0
    while True:
        phase = s.phase
        if phase < KEEPING:
            play(s, drawn(s, dice))
            continue
        if phase == TURN:
            any_action(s, dice)
        elif phase == LOADING:
            lay_piece(s, s.rules.packing.shapes[s.card].ways(s.filled).any_lay(s.free[s.actor], dice))
        elif phase == OVER:
            return decisions
        else:
            moves = legal_shipping(s) if phase == SHIPPING else LEGAL[phase](s)
            play(s, moves[dice.below(len(moves))])
        decisions += 1


def any_action(s: "State", dice: Dice) -> None:
    """`fc.one-action`: a card of the tableau, the deck, a card to load or a car to ship, as legal_turn() lists them."""
    seat = s.actor
    train = s.trains[seat]
    loadable: i64 = s.rules.packing.loadable(s.hands[seat], s.free[seat])
    takes: i64 = 0
    card: i64
    for card in s.tableau:
        if card != NONE:
            takes += 1
    draws: i64 = 1 if may_draw(s) else 0
    loads: i64 = size(loadable)
    actions: i64 = takes + draws + loads + len(train)
    if actions == 0:
        dice.below(1)  # a loop around legal() draws a number for its only move, too
        forfeit(s, 0)
        return
    number: i64 = dice.below(actions)
    if number < takes:
        place: i64 = 0
        while True:
            if s.tableau[place] != NONE:
                if number == 0:
                    break
                number -= 1
            place += 1
        take_from(s, place)
        return
    number -= takes
    if number < draws:
        draw_deck(s, 0)
    elif number < draws + loads:
        load_card(s, nth(loadable, number - draws))
    else:
        car: i64 = train[number - draws - loads]
        ship_card(s, car & CARD)
