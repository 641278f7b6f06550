"""Orders ahead: what a seat has said before it is asked, when it acts, and when it stops.

Pure: what orders do follows from them and from the table alone. So any process can act on them, and if two do, only one of two
moves at one ply is kept: an order acts exactly once.
"""

from typing import Final

import msgspec

from freightyard.core.contract import Seat, State, View
from freightyard.core.orders import Orders, Play
from freightyard.table.errors import TableError
from freightyard.table.table import Table

_MOST_FORCED: Final = 50  # moves in a row without a choice


class SeatOrders(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the person on a seat has said in advance. Secret: for nobody's eyes but theirs."""

    given: str = ""  # an order, in the game's own form
    choices: tuple[str, ...] = ()  # moves that were chosen while others choose too (`Orders.blind`)
    forced: bool = False  # whether moves are made for them where only one is legal
    stopped: str = ""  # why the last order stopped, until there is another one

    def __bool__(self) -> bool:
        return self != _NONE


_NONE: Final = SeatOrders()


class Decision(msgspec.Struct, frozen=True):
    """What orders do now: moves of their seat, or none; and the orders as they are then."""

    moves: tuple[str, ...]
    orders: SeatOrders


def decide(table: Table, seat: Seat, orders: SeatOrders, part: Orders) -> Decision:
    """What a seat's orders do at a table now."""
    asked = table.to_act() == seat
    if orders.choices:
        moves = _chosen(table, seat, orders) if asked else ()
        if moves:
            return Decision(moves, orders)
        if not table.is_now(part.blind):
            orders = msgspec.structs.replace(orders, choices=())
    if orders.given:
        answer = part.answer(table.view(seat), orders.given)
        if isinstance(answer, Play):
            if asked:
                return Decision((answer.move,), orders)
        elif answer is not None:
            orders = msgspec.structs.replace(orders, given="", stopped=answer.why)
    return Decision(_forced(table, seat) if asked and orders.forced else (), orders)


def stopped(orders: SeatOrders, why: str) -> SeatOrders:
    """Orders of which the game's own acts no more; whether forced moves are made is another matter."""
    return msgspec.structs.replace(orders, given="", stopped=why) if orders.given else orders


def state_ahead(table: Table, seat: Seat, orders: SeatOrders, part: Orders) -> State | None:
    """The state in which a seat is asked next while all choose at once, after the choices that it has made already. None if it is
    not so now, or if it has made them all."""
    ahead = table.ahead(seat, orders.choices, part.blind)
    return ahead.state if ahead is not None and ahead.asked else None


def view_ahead(table: Table, seat: Seat, orders: SeatOrders, part: Orders) -> View | None:
    """What a seat may know while all choose at once: with its own choices made, though they are not played yet, and with what it
    was shown after them. None if it is not so now."""
    ahead = table.ahead(seat, orders.choices, part.blind)
    if ahead is None:
        return None
    view = ahead.state.view(seat)
    return view if ahead.asked else msgspec.structs.replace(view, to_act=table.to_act(), legal=())


def with_choice(table: Table, seat: Seat, orders: SeatOrders, part: Orders, text: str) -> SeatOrders | None:
    """The orders with one more choice, made before the seat is asked. None if it is not asked ahead, a refusal raises."""
    state = state_ahead(table, seat, orders, part)
    if state is None:
        return None
    move = state.edition.vocabulary.parse_strictly(text)
    refusal = state.refuse(move)
    if refusal is not None:
        raise refusal
    return msgspec.structs.replace(orders, choices=(*orders.choices, text))


def can_change(table: Table, seat: Seat, orders: SeatOrders, part: Orders) -> bool:
    """Whether the last choice can be made anew: it was not played yet, and nothing was shown to the seat since it was made."""
    if not orders.choices or state_ahead(table, seat, orders, part) is not None:
        return False
    before = msgspec.structs.replace(orders, choices=orders.choices[:-1])
    return state_ahead(table, seat, before, part) is not None


def _chosen(table: Table, seat: Seat, orders: SeatOrders) -> tuple[str, ...]:
    """The first of the choices that is legal now: those before it were played."""
    legal = table.view(seat).legal
    return tuple([text for text in orders.choices if text in legal][:1])


def _forced(table: Table, seat: Seat) -> tuple[str, ...]:
    """The moves of a seat up to where it has a choice, or something is drawn. Who undid a move wants to look at it. After a
    move that the seat can still undo, no move is made that would take this from it."""
    if table.just_undone:
        return ()
    undoable = table.can_take_back(seat)
    moves: tuple[str, ...] = ()
    state = table.truth()
    while state.to_act() == seat and len(moves) < _MOST_FORCED:
        legal = state.words()
        if len(legal) != 1:
            break
        try:
            step = table.move(seat, table.ply, (*moves, legal[0]))
        except TableError:
            break
        if undoable and (not step.returns or step.state.to_act() != seat):
            break
        moves = (*moves, legal[0])
        if len(step.events) > len(moves):  # something was drawn
            break
        state = step.state
    return moves
