"""What may be done: one function a phase, in the order of play."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.games.freight_train.rules.edition import CALL, FILL, PASS, REARRANGE, TAKE, TO_YARD
from freightyard.games.freight_train.rules.play import odds
from freightyard.games.freight_train.rules.sidings import BITS, MASK, cars_in, packed
from freightyard.games.freight_train.rules.trains import add_couplings_with_rest, all_fit_packed, fitting

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.games.freight_train.rules.state import State


def legal_chance(s: "State") -> list[int]:
    """Whatever can be drawn."""
    return [move for move, _ in odds(s)]


def legal_turn(s: "State") -> list[int]:
    """Fill a siding, or do one action; `ft.stuck` says what happens when there is nothing to do."""
    moves = actions(s)
    if may_fill(s):
        moves.append(FILL)  # alone if nothing else is legal: who has no action but may fill must fill first
    elif not moves:
        moves.append(PASS)
    return moves


def legal_filled(s: "State") -> list[int]:
    """One action; a siding has been filled."""
    return actions(s) or [PASS]


def legal_taking(s: "State") -> list[int]:
    """The next of the cars that leave the main yard."""
    moves: list[int] = []
    takes(s, moves)
    return moves


def legal_placing(s: "State") -> list[int]:
    """`ft.take-three`: a car that was taken goes on a train or into the own yard, if the others can then still be placed."""
    moves: list[int] = []
    rules = s.rules
    seat: i64 = s.actor
    room = yard_room(s, seat)
    others: i64 = len(s.hand) - 1
    cars = packed(s.hand)
    before: i64 = 0  # the cars that come before this one, and how many bits they take
    shift: i64 = 0
    seen: i64 = 0
    while cars:
        car = cars & MASK
        cars >>= BITS
        rest = cars << shift | before
        before |= car << shift
        shift += BITS
        if seen >> car & 1:
            continue
        seen |= 1 << car
        first = rules.put + (car - 1) * rules.width
        add_couplings_with_rest(s, seat, car - 1, rest, others, room, first, moves)
        if room and (others < room or all_fit_packed(s, seat, rest, others, room - 1)):
            yard_entries(s, seat, first, moves)
    return moves


def legal_loading(s: "State") -> list[int]:
    """Another car of the own yard joins those that lie before the player, or the first of them goes onto a train."""
    moves: list[int] = []
    loads(s, moves)
    puts_on_trains(s, moves)
    return moves


def legal_coupling(s: "State") -> list[int]:
    """`ft.load`: a car that was loaded goes onto a train, if the others can then still be placed."""
    moves: list[int] = []
    puts_on_trains(s, moves)
    return moves


def puts_on_trains(s: "State", moves: list[int]) -> None:
    """`ft.load`: the cars that lie before the player can all go onto trains, in an order that leaves a place for each."""
    rules = s.rules
    others: i64 = len(s.hand) - 1
    cars = packed(s.hand)
    before: i64 = 0
    shift: i64 = 0
    seen: i64 = 0
    while cars:
        car = cars & MASK
        cars >>= BITS
        if not seen >> car & 1:
            seen |= 1 << car
            rest = cars << shift | before
            add_couplings_with_rest(s, s.actor, car - 1, rest, others, 0, rules.put + (car - 1) * rules.width, moves)
        before |= car << shift
        shift += BITS


def legal_rearranging(s: "State") -> list[int]:
    """`ft.rearrange`: the cars go back siding by siding, so that every order of the yard is reached in exactly one way."""
    rules = s.rules
    sidings: i64 = rules.yard_sidings
    spaces: i64 = rules.yard_spaces
    base = s.actor * sidings
    current = sidings - 1
    while current > 0 and not s.yards[base + current]:
        current -= 1
    cars: i64 = len(s.hand)
    later = spaces * (sidings - 1 - current)
    space = spaces - cars_in(s.yards[base + current])
    if not space or cars > space + later:
        current += 1  # the others would not find room
        later -= spaces
    # The moves of each kind once, in the order of the hand, on the first siding; the same on the others as far as there is room.
    moves: list[int] = []
    seen: i64 = 0
    place = rules.put + TO_YARD + current
    width: i64 = rules.width
    kind: i64
    for kind in s.hand:
        if not seen >> kind & 1:
            seen |= 1 << kind
            moves.append(place + kind * width)
    kinds: i64 = len(moves)
    while later >= cars:
        later -= spaces
        for _ in range(kinds):
            move: i64 = moves[len(moves) - kinds]
            moves.append(move + 1)
    return moves


def legal_over(s: "State") -> list[int]:
    """Nothing: the game is over."""
    return []


def may_fill(s: "State") -> bool:
    """`ft.fill`: enough sidings of the main yard are empty, and the deck has a card, be it only the Trains Leave card."""
    return s.main.count(0) >= s.rules.empty_to_fill and (s.deck_cars > 0 or s.leave >= 0)


def actions(s: "State") -> list[int]:
    """`ft.one-action`: everything that can be the one action of a turn."""
    moves: list[int] = []
    takes(s, moves)
    loads(s, moves)
    if may_rearrange(s):
        moves.append(REARRANGE)
    if may_call(s):
        moves.append(CALL)
    if s.cabooses:
        cabooses(s, moves)
    return moves


def takes(s: "State", moves: list[int]) -> None:
    """`ft.take-three`: the sidings from which the next car may be taken such that all can be taken and placed."""
    rules = s.rules
    count: i64 = len(s.hand)
    missing = rules.take_cars - count
    for siding in s.main:
        missing -= cars_in(siding)
        if missing <= 0:
            break
    else:
        return
    room = yard_room(s, s.actor)
    index: i64 = TAKE
    if room >= rules.take_cars:
        for siding in s.main:
            if siding:
                moves.append(index)
            index += 1
        return
    fit = fitting(s, s.actor)
    if not _something_fits(s, fit):
        return
    open_ends: i64 = 0
    bit: i64 = 1
    for siding in s.main:
        if siding:
            open_ends |= bit
        bit <<= 1
    found = _completing(s, 0, s.main[0], 0, 0, open_ends, packed(s.hand), count, room, fit)
    while found:
        if found & 1:
            moves.append(index)
        index += 1
        found >>= 1


def loads(s: "State", moves: list[int]) -> None:
    """`ft.load`: the sidings of the own yard whose first car can be placed together with those loaded before."""
    rules = s.rules
    seat: i64 = s.actor
    base = seat * rules.yard_sidings
    move = rules.load
    count: i64 = len(s.hand)
    cars = packed(s.hand) << BITS
    fit: i64 = 0 if count else fitting(s, seat)
    for index in range(base, base + rules.yard_sidings):
        siding: i64 = s.yards[index]
        if siding:
            car = siding & MASK
            if all_fit_packed(s, seat, cars | car, count + 1, 0) if count else fit >> car - 1 & 1:
                moves.append(move)
        move += 1


def may_rearrange(s: "State") -> bool:
    """`ft.rearrange`: the points are there, and the yard has a car where the edition asks for one."""
    rules = s.rules
    seat: i64 = s.actor
    if s.points[seat] < rules.rearrange_cost:
        return False
    if rules.rearrange_empty:
        return True
    for index in range(seat * rules.yard_sidings, (seat + 1) * rules.yard_sidings):
        if s.yards[index]:
            return True
    return False


def may_call(s: "State") -> bool:
    """`ft.call`: once a day, on the days that allow it."""
    return s.rules.calls[s.day] and not s.called[s.actor]


def cabooses(s: "State", moves: list[int]) -> None:
    """`ft.caboose`: the trains that can be closed."""
    rules = s.rules
    seat: i64 = s.actor
    closed: i64 = s.closed[seat]
    running: i64 = s.running[seat]
    can = running & ~closed
    for kind in range(rules.kinds):
        if can >> kind & 1:
            moves.append(rules.caboose + kind)
    if s.mixed[seat] and not closed >> rules.kinds & 1:
        moves.append(rules.caboose + rules.kinds)


def yard_room(s: "State", seat: "i64") -> "i64":
    """How many cars may still enter the yard of a seat."""
    sidings: i64 = s.rules.yard_sidings
    base = seat * sidings
    room = sidings * s.rules.yard_spaces
    for index in range(base, base + sidings):
        room -= cars_in(s.yards[index])
    return room


def _something_fits(s: "State", fit: "i64") -> bool:
    """Whether any car that could be taken now, or was, has a place on a train; else no three cars fit a yard nearly full."""
    kind: i64
    for kind in s.hand:
        if fit >> kind & 1:
            return True
    within: i64 = (1 << BITS * (s.rules.take_cars - len(s.hand))) - 1
    siding: i64
    for siding in s.main:
        siding &= within
        while siding:
            if fit >> (siding & MASK) - 1 & 1:
                return True
            siding >>= BITS
    return False


def _completing(
    s: "State",
    index: "i64",
    siding: "i64",
    picked: "i64",
    found: "i64",
    open_ends: "i64",
    cars: "i64",
    count: "i64",
    room: "i64",
    fit: "i64",
) -> "i64":
    """The sidings, as a mask, from which a car can be taken such that all can be taken and placed. The yard is nearly full.

    Sidings are tried in order, since the order of taking changes nothing: from this `index` on, of which `siding` is left.
    `cars`: those taken so far. What is `found` already need not be proved again. `fit`: the kinds that a train takes now.
    """
    if count == s.rules.take_cars:
        if not picked & ~found:
            return found
        if count - room == 1:
            # One car on a train is enough, and it is the first to go there.
            while cars:
                if fit >> (cars & MASK) - 1 & 1:
                    return found | picked
                cars >>= BITS
            return found
        return found | picked if all_fit_packed(s, s.actor, cars, count, room) else found
    last = s.rules.main_sidings - 1
    while (picked | open_ends >> index << index) & ~found:
        if siding:
            taken = cars << BITS | siding & MASK
            picked_too = picked | 1 << index
            found = _completing(s, index, siding >> BITS, picked_too, found, open_ends, taken, count + 1, room, fit)
        if index == last:
            break
        index += 1
        siding = s.main[index]
    return found


def yard_entries(s: "State", seat: "i64", first: "i64", moves: list[int]) -> None:
    """`ft.yard-entry`: the sidings of the own yard with a space."""
    rules = s.rules
    base = seat * rules.yard_sidings
    full: i64 = BITS * (rules.yard_spaces - 1)
    for siding in range(rules.yard_sidings):
        cars: i64 = s.yards[base + siding]
        if not cars >> full:
            moves.append(first + TO_YARD + siding)


LEGAL: Final[tuple[Callable[["State"], list[int]], ...]] = (
    legal_chance,  # first-seat
    legal_chance,  # laying
    legal_chance,  # dealing
    legal_chance,  # filling
    legal_chance,  # leaving
    legal_turn,
    legal_filled,
    legal_taking,
    legal_placing,
    legal_loading,
    legal_coupling,
    legal_rearranging,
    legal_over,
)
