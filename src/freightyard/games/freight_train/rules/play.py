"""What moves do: one function a verb, in the order of the verbs' numbers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.core.chance import below
from freightyard.games.freight_train.rules.edition import (
    CLOCKWISE,
    DRAW_LEAVE,
    LEAVE,
    MARKER,
    TAKE,
    TO_YARD,
)
from freightyard.games.freight_train.rules.phases import (
    COUPLING,
    DEALING,
    FILLED,
    FILLING,
    FIRST_SEAT,
    LAYING,
    LEAVING,
    LOADING,
    OUT,
    OVER,
    PLACING,
    REARRANGING,
    TAKING,
    TURN,
)
from freightyard.games.freight_train.rules.scoring import score_day
from freightyard.games.freight_train.rules.sidings import BITS, MASK, kinds_on, pushed
from freightyard.games.freight_train.rules.trains import couple

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.core.chance import Rng
    from freightyard.games.freight_train.rules.state import State


# --- chance ---


def odds(s: "State") -> list[tuple[int, int]]:
    """What can be drawn, each with its weight."""
    edition = s.rules.edition
    if s.phase == FIRST_SEAT:
        return [(edition.first + seat, 1) for seat in range(s.rules.seats)]
    if s.phase == LEAVING:
        return [(LEAVE, 1)]
    moves = [(edition.draw + kind, cars) for kind, cars in enumerate(s.deck) if cars]
    if s.leave == 0:
        moves.append((DRAW_LEAVE, 1))
    return moves


def drawn(s: "State", rng: "Rng") -> "i64":
    """`ft.day-end-card`: one of odds(). The cars above the Trains Leave card's part come first; in it, every card that is
    left is equally likely to be the next, so nobody has to know where the card lies."""
    rules = s.rules
    if s.phase == FIRST_SEAT:
        return rules.edition.first + below(rng, rules.seats)
    if s.phase == LEAVING:
        return LEAVE
    number = below(rng, s.deck_cars + 1 if s.leave == 0 else s.deck_cars)
    move = rules.draw
    cars: i64
    for cars in s.deck:
        number -= cars
        if number < 0:
            return move
        move += 1
    return DRAW_LEAVE


def first(s: "State", move: int) -> None:
    """`ft.marker`, `ft.clockwise`: the seat that begins the game is drawn; then the main yard is laid out."""
    s.first = move - s.rules.edition.first
    s.actor = s.first
    s.phase = LAYING


def draw(s: "State", move: "i64") -> None:
    """A car comes up: for the main yard or a player's yard (`ft.setup`), or for a siding that is filled (`ft.fill`)."""
    rules = s.rules
    kind = move - rules.draw
    left: i64 = s.deck[kind]
    s.deck[kind] = left - 1
    s.deck_cars -= 1
    if s.phase == DEALING:
        deal(s, kind)
        return
    siding = pushed(s.main[s.filling], kind)
    s.main[s.filling] = siding
    full = siding >> BITS * (rules.main_spaces - 1)
    if s.phase == LAYING:
        if full:
            s.filling += 1
            if s.filling == rules.main_sidings:
                s.filling = 0
                if s.day == 0 and rules.dealt:
                    s.phase = DEALING
                else:
                    place_day_end_card(s)
        return
    if s.leave > 0:
        s.leave -= 1
    if full or (s.deck_cars == 0 and s.leave == OUT):
        end_fill(s)


def deal(s: "State", kind: "i64") -> None:
    """`ft.setup`: cars for the players' yards, siding by siding."""
    siding = pushed(s.yards[s.filling], kind)
    s.yards[s.filling] = siding
    if siding >> BITS * (s.rules.dealt - 1):
        s.filling += 1
        if s.filling == len(s.yards):
            s.filling = 0
            place_day_end_card(s)


def place_day_end_card(s: "State") -> None:
    """`ft.day-end-card`: into the bottom half, third, quarter of the deck. The day begins.

    The bottom part is rounded down, so that at least half of the cars come up on day 1; by the files of revision 1 it is
    rounded up.
    """
    parts: i64 = s.rules.leave_parts[s.day]
    bottom = (s.deck_cars + parts - 1 if s.rules.leave_rounds_up else s.deck_cars) // parts
    s.leave = s.deck_cars - bottom
    s.actor = s.first
    s.idle = True
    s.phase = TURN


def draw_leave(s: "State", move: int) -> None:
    """`ft.trains-leave`: the card is set aside and the next card takes its place, if there is one."""
    s.leave = OUT
    if s.deck_cars == 0:
        end_fill(s)


# --- a turn ---


def fill(s: "State", move: int) -> None:
    """`ft.fill`: cards come up for the first empty siding. Which of the empty ones it is makes no difference."""
    s.filling = s.main.index(0)
    s.idle = False
    s.phase = FILLING


def end_fill(s: "State") -> None:
    """The cards for a siding are up; the action follows."""
    s.filling = 0
    s.phase = FILLED


def take(s: "State", move: "i64") -> None:
    """`ft.take-three`: the first car of a siding of the main yard comes to lie before the player."""
    index = move - TAKE
    siding: i64 = s.main[index]
    s.main[index] = siding >> BITS
    s.hand.append((siding & MASK) - 1)
    s.idle = False
    s.phase = PLACING if len(s.hand) == s.rules.take_cars else TAKING


def load(s: "State", move: "i64") -> None:
    """`ft.load`: the first car of a siding of the own yard comes to lie before the player."""
    index = s.actor * s.rules.yard_sidings + move - s.rules.load
    siding: i64 = s.yards[index]
    s.yards[index] = siding >> BITS
    s.hand.append((siding & MASK) - 1)
    s.idle = False
    s.phase = COUPLING if len(s.hand) == s.rules.load_most else LOADING


def put(s: "State", move: "i64") -> None:
    """A car that lies before the player goes onto a train or into the own yard. The last one ends the turn."""
    rules = s.rules
    number = move - rules.put
    kind = number // rules.width
    place = number - kind * rules.width
    s.hand.remove(kind)
    if TO_YARD <= place < rules.to_train:
        index = s.actor * rules.yard_sidings + place - TO_YARD
        s.yards[index] = pushed(s.yards[index], kind)
    else:
        couple(s, s.actor, kind, place)
    if not s.hand:
        end_turn(s)
    elif s.phase == LOADING:
        s.phase = COUPLING


def rearrange(s: "State", move: int) -> None:
    """`ft.rearrange`: pay, and take up the whole yard."""
    seat: i64 = s.actor
    points: i64 = s.points[seat]
    s.points[seat] = points - s.rules.rearrange_cost
    s.idle = False
    for index in range(seat * s.rules.yard_sidings, (seat + 1) * s.rules.yard_sidings):
        siding: i64 = s.yards[index]
        while siding:
            s.hand.append((siding & MASK) - 1)
            siding >>= BITS
        s.yards[index] = 0
    if s.hand:
        s.phase = REARRANGING
    else:
        end_turn(s)


def call(s: "State", move: int) -> None:
    """`ft.call`: one more locomotive, for the next turn."""
    seat: i64 = s.actor
    s.called[seat] = True
    s.locomotives[seat] += 1
    s.free[seat] += 1
    s.idle = False
    end_turn(s)


def caboose(s: "State", move: int) -> None:
    """`ft.caboose`: a train is closed."""
    s.cabooses -= 1
    s.closed[s.actor] |= 1 << move - s.rules.caboose
    s.idle = False
    end_turn(s)


def pass_(s: "State", move: int) -> None:
    """`ft.stuck`: nothing can be done."""
    end_turn(s)


# --- rounds and days ---


def end_turn(s: "State") -> None:
    """Turns go clockwise (`ft.clockwise`: without end); a round ends before its first seat would come again."""
    s.turns += 1
    seat = s.actor + 1
    if seat == s.rules.seats:
        seat = 0
    s.actor = seat
    s.phase = TURN
    if seat == s.first:
        end_round(s)


def end_round(s: "State") -> None:
    """The day ends with this round if the Trains Leave card is out (`ft.trains-leave`) or everybody was stuck (`ft.stuck`).

    Else the next round begins: with the same seat by `ft.marker-by-day` and `ft.clockwise`, with the next one by `ft.marker`.
    """
    if s.leave == OUT or s.idle:
        s.phase = LEAVING
        return
    s.round += 1
    s.idle = True
    if s.rules.sequence == MARKER:
        pass_marker(s)


def pass_marker(s: "State") -> None:
    """`ft.marker`: the marker goes to the left."""
    s.first = (s.first + 1) % s.rules.seats
    s.actor = s.first


def leave(s: "State", move: int) -> None:
    """`ft.trains-leave`: the trains score, the yards score, and a new day begins or the game is over."""
    for seat, points in enumerate(score_day(s)):
        s.points[seat] += points
    s.leave = OUT
    if s.day + 1 == s.rules.days:
        s.phase = OVER
    else:
        new_day(s)


def new_day(s: "State") -> None:
    """`ft.new-day`: trains and main yard go back into the deck, the marker passes, everybody has the same locomotives."""
    rules = s.rules
    for index, siding in enumerate(s.main):
        for kind in kinds_on(siding):
            s.deck[kind] += 1
        s.main[index] = 0
    for index, cars in enumerate(s.trains):
        s.deck[index % rules.kinds] += cars
        s.trains[index] = 0
    for seat in range(rules.seats):
        for kind in range(rules.kinds):
            s.deck[kind] += s.mixed[seat] >> kind & 1
        s.mixed[seat] = 0
        s.running[seat] = 0
        s.single[seat] = 0
        s.closed[seat] = 0
        if rules.calls[s.day] and not s.called[seat]:
            s.locomotives[seat] += 1
        s.free[seat] = s.locomotives[seat]
        s.called[seat] = False
    s.deck_cars = sum(s.deck)
    s.cabooses = rules.caboose_cards
    if rules.sequence != CLOCKWISE:
        pass_marker(s)
    s.day += 1
    s.round = 1
    s.phase = LAYING


PLAY: Final[tuple[Callable[["State", int], None], ...]] = (
    fill,
    rearrange,
    call,
    pass_,
    leave,
    draw_leave,
    take,
    load,
    put,
    caboose,
    draw,
    first,
)
