"""What fits onto which train: `ft.train` and `ft.mixed`, and whether a handful of cars can be placed at all.

Sets of kinds are bit masks, a bit a kind; in `closed` the bit after the last kind is the mixed train. A handful of cars is one
number (sidings.py), so that the search for places makes no lists.
"""

from typing import TYPE_CHECKING

from freightyard.games.freight_train.rules.edition import TO_MIXED
from freightyard.games.freight_train.rules.sidings import BITS, MASK

if TYPE_CHECKING:
    from mypy_extensions import i64

    from freightyard.games.freight_train.rules.state import State


def couplings(s: "State", seat: int, kind: int) -> list[int]:
    """Every place on the trains of a seat for a car of this kind: `ft.train`, `ft.mixed`, and closed trains `ft.caboose`."""
    places: list[int] = []
    add_couplings(s, seat, kind, 0, places)
    return places


def add_couplings(s: "State", seat: "i64", kind: "i64", first: "i64", moves: list[int]) -> None:
    """`ft.train`, `ft.mixed`, `ft.caboose`: a move for every place on the trains of a seat, counted from the first."""
    rules = s.rules
    to_train = first + rules.to_train
    bit: i64 = 1 << kind
    running: i64 = s.running[seat]
    own = running & bit
    closed: i64 = s.closed[seat]
    mixed: i64 = s.mixed[seat]
    free: i64 = s.free[seat]
    if (not closed & bit) if own else free > 0:
        moves.append(to_train + kind)
    if mixed:
        # A mixed train of one car takes a second of its kind by turning into a train of that kind.
        if not closed >> rules.kinds and (not mixed & bit or (mixed == bit and not own)):
            moves.append(first + TO_MIXED)
    else:
        if free:
            moves.append(first + TO_MIXED)
        # A train of one car turns mixed when a car of another kind is put on it.
        single: i64 = s.single[seat]
        singles = single & ~closed & ~bit
        while singles:
            low: int = singles & -singles
            moves.append(to_train + low.bit_length() - 1)
            singles ^= low


def add_couplings_with_rest(
    s: "State", seat: "i64", kind: "i64", rest: "i64", others: "i64", room: "i64", first: "i64", moves: list[int]
) -> None:
    """The same, but only the places after which the rest, so many other cars, can still be placed."""
    closed: i64 = s.closed[seat]
    free: i64 = s.free[seat]
    if others <= room or (not closed and free > others):
        # The yard takes the others, or there is a locomotive for every one of them.
        add_couplings(s, seat, kind, first, moves)
        return
    rules = s.rules
    kinds: i64 = rules.all_kinds
    to_train = first + rules.to_train
    bit: i64 = 1 << kind
    running: i64 = s.running[seat]
    single: i64 = s.single[seat]
    mixed: i64 = s.mixed[seat]
    if running & bit:
        if not closed & bit and fits(rest, others, room, kinds, running, single & ~bit, mixed, closed, free):
            moves.append(to_train + kind)
    elif free and fits(rest, others, room, kinds, running | bit, single | bit, mixed, closed, free - 1):
        moves.append(to_train + kind)
    if mixed:
        if closed > kinds:  # the mixed train is closed
            return
        if not mixed & bit:
            if fits(rest, others, room, kinds, running, single, mixed | bit, closed, free):
                moves.append(first + TO_MIXED)
        elif mixed == bit and not running & bit and fits(rest, others, room, kinds, running | bit, single, 0, closed, free):
            moves.append(first + TO_MIXED)
        return
    if free and fits(rest, others, room, kinds, running, single, bit, closed, free - 1):
        moves.append(first + TO_MIXED)
    singles = single & ~closed & ~bit
    while singles:
        low: int = singles & -singles
        if fits(rest, others, room, kinds, running ^ low, single ^ low, low | bit, closed, free):
            moves.append(to_train + low.bit_length() - 1)
        singles ^= low


def couple(s: "State", seat: "i64", kind: "i64", place: "i64") -> None:
    """Put a car on a train, at one of its couplings(). No more trains run than there are locomotives (`ft.train`)."""
    rules = s.rules
    index = seat * rules.kinds + kind
    bit: i64 = 1 << kind
    running: i64 = s.running[seat]
    single: i64 = s.single[seat]
    if place == TO_MIXED:
        mixed: i64 = s.mixed[seat]
        if mixed == bit:
            s.mixed[seat] = 0
            s.trains[index] = 2
            s.running[seat] = running | bit
        else:
            s.mixed[seat] = mixed | bit
            if not mixed:
                use_locomotive(s, seat)
    elif place == rules.to_train + kind:
        cars: i64 = s.trains[index]
        s.trains[index] = cars + 1
        if cars == 0:
            s.running[seat] = running | bit
            s.single[seat] = single | bit
            use_locomotive(s, seat)
        elif cars == 1:
            s.single[seat] = single ^ bit
    else:
        other = place - rules.to_train
        other_bit: i64 = 1 << other
        s.trains[seat * rules.kinds + other] = 0
        s.running[seat] = running ^ other_bit
        s.single[seat] = single ^ other_bit
        s.mixed[seat] = other_bit | bit


def use_locomotive(s: "State", seat: "i64") -> None:
    """`ft.train`: a train starts."""
    free: i64 = s.free[seat]
    s.free[seat] = free - 1


def fitting(s: "State", seat: "i64") -> "i64":
    """The kinds that have any place on the trains of a seat, as a mask: those whose couplings() are not empty."""
    return _fitting(s.rules.all_kinds, s.running[seat], s.single[seat], s.mixed[seat], s.closed[seat], s.free[seat])


def all_fit_packed(s: "State", seat: "i64", cars: "i64", count: "i64", room: "i64") -> bool:
    """Whether all cars of a handful can be placed in some order: on trains, and in the yard if there is room."""
    kinds: i64 = s.rules.all_kinds
    return fits(cars, count, room, kinds, s.running[seat], s.single[seat], s.mixed[seat], s.closed[seat], s.free[seat])


def fits(
    cars: "i64",
    count: "i64",
    room: "i64",
    kinds: "i64",
    running: "i64",
    single: "i64",
    mixed: "i64",
    closed: "i64",
    free: "i64",
) -> bool:
    """Whether so many cars can be placed on these trains, and as many as there is room for in the yard."""
    if count <= room:
        return True
    # A car whose own train has two cars or more always finds its place there, and takes nothing from the others.
    easy = running & ~single & ~closed
    hard: i64 = 0
    starts: i64 = 0
    while cars:
        kind = (cars & MASK) - 1
        if easy >> kind & 1:
            count -= 1
        else:
            hard = hard << BITS | kind + 1
            starts |= 1 << kind
        cars >>= BITS
    if count <= room:
        return True
    # Every kind without a train starts one, and a train of one car goes on: enough if there are locomotives for it.
    if not starts & closed:
        new = starts & ~running
        left = free
        while new and left >= 0:
            new &= new - 1
            left -= 1
        if left >= 0:
            return True
    return _search(hard, count, room, kinds, running, single, mixed, closed, free)


def _fitting(kinds: "i64", running: "i64", single: "i64", mixed: "i64", closed: "i64", free: "i64") -> "i64":
    fit = running & ~closed
    if free:
        fit |= kinds & ~running
    if mixed:
        if closed <= kinds:  # the mixed train is open
            fit |= kinds & ~mixed
            if not mixed & (mixed - 1) and not mixed & running:
                fit |= mixed
        return fit
    if free:
        return kinds
    open_singles = single & ~closed
    if open_singles:
        # A single car takes any other kind; two of them take each other's too.
        return kinds if open_singles & (open_singles - 1) else fit | kinds & ~open_singles
    return fit


def _search(
    cars: "i64",
    count: "i64",
    room: "i64",
    kinds: "i64",
    running: "i64",
    single: "i64",
    mixed: "i64",
    closed: "i64",
    free: "i64",
) -> bool:
    """Try every car in every place, in every order, since a train that turns mixed or stops being so changes the rest."""
    if count <= room:
        return True
    fit = _fitting(kinds, running, single, mixed, closed, free)
    tried: i64 = 0
    before: i64 = 0  # the cars that come before this one, and how many bits they take
    shift: i64 = 0
    left = count - 1
    while cars:
        car = cars & MASK
        cars >>= BITS
        rest = cars << shift | before
        before |= car << shift
        shift += BITS
        bit: i64 = 1 << car - 1
        # One car at least must go onto a train as they are now; whichever goes into the yard can do so last.
        if tried & bit or not fit & bit:
            continue
        tried |= bit
        if running & bit:
            if not closed & bit and _search(rest, left, room, kinds, running, single & ~bit, mixed, closed, free):
                return True
        elif free and _search(rest, left, room, kinds, running | bit, single | bit, mixed, closed, free - 1):
            return True
        if mixed:
            if closed <= kinds:
                if not mixed & bit:
                    if _search(rest, left, room, kinds, running, single, mixed | bit, closed, free):
                        return True
                elif (
                    mixed == bit
                    and not running & bit
                    and _search(rest, left, room, kinds, running | bit, single, 0, closed, free)
                ):
                    return True
            continue
        if free and _search(rest, left, room, kinds, running, single, bit, closed, free - 1):
            return True
        singles = single & ~closed & ~bit
        while singles:
            low = singles & -singles
            singles ^= low
            if _search(rest, left, room, kinds, running ^ low, single ^ low, low | bit, closed, free):
                return True
    return False
