"""What may be done: one function a phase, in the order of play."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.rules.freight_train.edition import CALL, FILL, PASS, REARRANGE, TAKE, TO_YARD
from freightyard.rules.freight_train.play import odds
from freightyard.rules.freight_train.sidings import BITS, MASK, cars_in
from freightyard.rules.freight_train.trains import all_fit, couple, couplings, fitting, free_locomotives

if TYPE_CHECKING:
    from freightyard.rules.freight_train.state import State


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
    seat = s.actor
    room = yard_room(s, seat)
    put = s.rules.edition.put
    width = s.rules.edition.width
    seen = 0
    for index, kind in enumerate(s.hand):
        if seen >> kind & 1:
            continue
        seen |= 1 << kind
        first = put + kind * width
        rest = s.hand[:index] + s.hand[index + 1 :]
        if len(rest) <= room:
            for place in couplings(s, seat, kind):
                moves.append(first + place)
        else:
            _couplings_with_rest(s, seat, kind, rest, room, moves)
        if room and (len(rest) < room or all_fit(s, seat, rest, room - 1)):
            yard_entries(s, seat, first, moves)
    return moves


def legal_loading(s: "State") -> list[int]:
    """Another car of the own yard joins those that lie before the player, or the first of them goes onto a train."""
    moves: list[int] = []
    loads(s, moves)
    return moves + legal_coupling(s)


def legal_coupling(s: "State") -> list[int]:
    """`ft.load`: a car that was loaded goes onto a train, if the others can then still be placed."""
    moves: list[int] = []
    seat = s.actor
    put = s.rules.edition.put
    width = s.rules.edition.width
    if len(s.hand) == 1:
        kind = s.hand[0]
        first = put + kind * width
        return [first + place for place in couplings(s, seat, kind)]
    seen = 0
    for index, kind in enumerate(s.hand):
        if seen >> kind & 1:
            continue
        seen |= 1 << kind
        _couplings_with_rest(s, seat, kind, s.hand[:index] + s.hand[index + 1 :], 0, moves)
    return moves


def legal_rearranging(s: "State") -> list[int]:
    """`ft.rearrange`: the cars go back siding by siding, so that every order of the yard is reached in exactly one way."""
    rules = s.rules
    edition = rules.edition
    sidings = rules.yard_sidings
    base = s.actor * sidings
    current = sidings - 1
    while current > 0 and not s.yards[base + current]:
        current -= 1
    moves: list[int] = []
    later = rules.yard_spaces * (sidings - 1 - current)
    cars = len(s.hand)
    kinds = list(dict.fromkeys(s.hand))  # each once, in the order of the hand
    for siding in range(current, sidings):
        space = rules.yard_spaces - cars_in(s.yards[base + siding])
        if space and cars <= space + later:
            place = edition.put + TO_YARD + siding
            width = edition.width
            moves += [place + kind * width for kind in kinds]
        later -= rules.yard_spaces
    return moves


def legal_over(s: "State") -> list[int]:  # noqa: ARG001  (every phase has the same signature)
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
    missing = s.rules.take_cars - len(s.hand)
    for siding in s.main:
        missing -= (siding.bit_length() + BITS - 1) // BITS
        if missing <= 0:
            break
    else:
        return
    move = TAKE
    room = yard_room(s, s.actor)
    if room >= s.rules.take_cars:
        for siding in s.main:
            if siding:
                moves.append(move)
            move += 1
    else:
        fits = fitting(s, s.actor)
        if not _something_fits(s, fits):
            return
        open_ends = 0
        for index in range(s.rules.main_sidings):
            if s.main[index]:
                open_ends |= 1 << index
        found = _completing(s, 0, 0, 0, open_ends, room, fits)
        for index in range(s.rules.main_sidings):
            if found >> index & 1:
                moves.append(move + index)


def loads(s: "State", moves: list[int]) -> None:
    """`ft.load`: the sidings of the own yard whose first car can be placed together with those loaded before."""
    rules = s.rules
    seat = s.actor
    base = seat * rules.yard_sidings
    move = rules.edition.load
    fits = 0 if s.hand else fitting(s, seat)
    for index in range(base, base + rules.yard_sidings):
        siding = s.yards[index]
        if siding:
            kind = (siding & MASK) - 1
            if all_fit(s, seat, [*s.hand, kind], 0) if s.hand else fits >> kind & 1:
                moves.append(move)
        move += 1


def may_rearrange(s: "State") -> bool:
    """`ft.rearrange`: the points are there, and the yard has a car where the edition asks for one."""
    rules = s.rules
    seat = s.actor
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
    kinds = s.rules.kinds
    seat = s.actor
    base = seat * kinds
    closed = s.closed[seat]
    first = s.rules.edition.caboose
    for kind in range(kinds):
        if s.trains[base + kind] and not closed >> kind & 1:
            moves.append(first + kind)
    if s.mixed[seat] and not closed >> kinds & 1:
        moves.append(first + kinds)


def yard_room(s: "State", seat: int) -> int:
    """How many cars may still enter the yard of a seat."""
    sidings = s.rules.yard_sidings
    base = seat * sidings
    room = sidings * s.rules.yard_spaces
    for index in range(base, base + sidings):
        room -= (s.yards[index].bit_length() + BITS - 1) // BITS
    return room


def _something_fits(s: "State", fits: int) -> bool:
    """Whether any car that could be taken now, or was, has a place on a train; else no three cars fit a yard nearly full."""
    for kind in s.hand:
        if fits >> kind & 1:
            return True
    for siding in s.main:
        for _ in range(s.rules.take_cars - len(s.hand)):
            if not siding:
                break
            if fits >> (siding & MASK) - 1 & 1:
                return True
            siding >>= BITS
    return False


def _completing(s: "State", first: int, picked: int, found: int, open_ends: int, room: int, fits: int) -> int:
    """The sidings, as a mask, from which a car can be taken such that all can be taken and placed. The yard is nearly full.

    Sidings are tried in order, from `first` on, since the order of taking changes nothing; what is `found` already need not
    be proved again. `fits`: the kinds that have a place on a train now.
    """
    if len(s.hand) == s.rules.take_cars:
        if not picked & ~found:
            return found
        if len(s.hand) - room == 1:
            # One car on a train is enough, and it is the first to go there.
            for kind in s.hand:
                if fits >> kind & 1:
                    return found | picked
            return found
        return found | picked if all_fit(s, s.actor, s.hand, room) else found
    for index in range(first, s.rules.main_sidings):
        if not (picked | open_ends >> index << index) & ~found:
            break
        siding = s.main[index]
        if siding:
            s.main[index] = siding >> BITS
            s.hand.append((siding & MASK) - 1)
            found = _completing(s, index, picked | 1 << index, found, open_ends, room, fits)
            s.hand.pop()
            s.main[index] = siding
    return found


def _couplings_with_rest(s: "State", seat: int, kind: int, rest: list[int], room: int, moves: list[int]) -> None:
    """The places of a car on trains after which the rest can still be placed."""
    edition = s.rules.edition
    base = seat * edition.kinds
    first = edition.put + kind * edition.width
    if not s.closed[seat] and free_locomotives(s, seat) > len(rest):
        # There is a locomotive for every car, so none can be left over.
        for place in couplings(s, seat, kind):
            moves.append(first + place)
        return
    for place in couplings(s, seat, kind):
        other = place - edition.to_train if place >= edition.to_train else kind
        saved_kind = s.trains[base + kind]
        saved_other = s.trains[base + other]
        saved_mixed = s.mixed[seat]
        saved_running = s.running[seat]
        saved_single = s.single[seat]
        couple(s, seat, kind, place)
        if all_fit(s, seat, rest, room):
            moves.append(first + place)
        s.trains[base + other] = saved_other
        s.trains[base + kind] = saved_kind
        s.mixed[seat] = saved_mixed
        s.running[seat] = saved_running
        s.single[seat] = saved_single


def yard_entries(s: "State", seat: int, first: int, moves: list[int]) -> None:
    """`ft.yard-entry`: the sidings of the own yard with a space."""
    rules = s.rules
    base = seat * rules.yard_sidings
    full = BITS * (rules.yard_spaces - 1)
    for siding in range(rules.yard_sidings):
        if not s.yards[base + siding] >> full:
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
