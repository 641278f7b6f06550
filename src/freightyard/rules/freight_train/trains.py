"""What fits onto which train: `ft.train` and `ft.mixed`, and whether a handful of cars can be placed at all.

Sets of kinds are bit masks, a bit a kind; in `closed` the bit after the last kind is the mixed train.
"""

from typing import TYPE_CHECKING

from freightyard.rules.freight_train.edition import TO_MIXED

if TYPE_CHECKING:
    from freightyard.rules.freight_train.state import State


def free_locomotives(s: "State", seat: int) -> int:
    """`ft.train`: the locomotives of a seat without a car; there are no more trains than locomotives."""
    used = s.running[seat].bit_count()
    return s.locomotives[seat] - used - 1 if s.mixed[seat] else s.locomotives[seat] - used


def couplings(s: "State", seat: int, kind: int) -> list[int]:
    """Every place on the trains of a seat for a car of this kind: `ft.train`, `ft.mixed`, and closed trains `ft.caboose`."""
    rules = s.rules
    to_train = rules.edition.to_train
    bit = 1 << kind
    own = s.running[seat] & bit
    closed = s.closed[seat]
    mixed = s.mixed[seat]
    free = free_locomotives(s, seat)
    places = []
    if (not closed & bit) if own else free:
        places.append(to_train + kind)
    if mixed:
        # A mixed train of one car takes a second of its kind by turning into a train of that kind.
        if not closed >> rules.kinds and (not mixed & bit or (mixed == bit and not own)):
            places.append(TO_MIXED)
    else:
        if free:
            places.append(TO_MIXED)
        # A train of one car turns mixed when a car of another kind is put on it.
        singles = s.single[seat] & ~closed & ~bit
        while singles:
            low = singles & -singles
            places.append(to_train + low.bit_length() - 1)
            singles ^= low
    return places


def couple(s: "State", seat: int, kind: int, place: int) -> None:
    """Put a car on a train, at one of its couplings()."""
    edition = s.rules.edition
    base = seat * edition.kinds
    bit = 1 << kind
    if place == TO_MIXED:
        mixed = s.mixed[seat]
        if mixed == bit:
            s.mixed[seat] = 0
            s.trains[base + kind] = 2
            s.running[seat] |= bit
        else:
            s.mixed[seat] = mixed | bit
    elif place == edition.to_train + kind:
        cars = s.trains[base + kind] + 1
        s.trains[base + kind] = cars
        if cars == 1:
            s.running[seat] |= bit
            s.single[seat] |= bit
        elif cars == 2:
            s.single[seat] ^= bit
    else:
        other = place - edition.to_train
        s.trains[base + other] = 0
        s.running[seat] ^= 1 << other
        s.single[seat] ^= 1 << other
        s.mixed[seat] = 1 << other | bit


def fitting(s: "State", seat: int) -> int:
    """The kinds that have any place on the trains of a seat, as a mask: those whose couplings() are not empty."""
    rules = s.rules
    free = free_locomotives(s, seat)
    return _fitting(rules.all_kinds, s.running[seat], s.single[seat], s.mixed[seat], s.closed[seat], free)


def all_fit(s: "State", seat: int, cars: list[int], room: int) -> bool:
    """Whether all these cars can be placed in some order: on trains, and as many as there is room for in the yard."""
    if len(cars) <= room:
        return True
    running = s.running[seat]
    single = s.single[seat]
    closed = s.closed[seat]
    # A car whose own train has two cars or more always finds its place there, and takes nothing from the others.
    easy = running & ~single & ~closed
    hard = []
    starts = 0
    for kind in cars:
        if not easy >> kind & 1:
            hard.append(kind)
            starts |= 1 << kind
    if len(hard) <= room:
        return True
    free = free_locomotives(s, seat)
    # Every kind without a train starts one, and a train of one car goes on: enough if there are locomotives for it.
    if not starts & closed and (starts & ~running).bit_count() <= free:
        return True
    return _search(hard, room, s.rules.all_kinds, running, single, s.mixed[seat], closed, free)


def _fitting(all_kinds: int, running: int, single: int, mixed: int, closed: int, free: int) -> int:
    fits = running & ~closed
    if free:
        fits |= all_kinds & ~running
    if mixed:
        if closed <= all_kinds:  # the mixed train is open
            fits |= all_kinds & ~mixed
            if not mixed & (mixed - 1) and not mixed & running:
                fits |= mixed
        return fits
    if free:
        return all_kinds
    open_singles = single & ~closed
    if open_singles:
        # A single car takes any other kind; two of them take each other's too.
        return all_kinds if open_singles & (open_singles - 1) else fits | all_kinds & ~open_singles
    return fits


def _search(cars: list[int], room: int, all_kinds: int, running: int, single: int, mixed: int, closed: int, free: int) -> bool:
    """Try every car in every place, in every order, since a train that turns mixed or stops being so changes the rest."""
    if len(cars) <= room:
        return True
    fits = _fitting(all_kinds, running, single, mixed, closed, free)
    tried = 0
    for index, kind in enumerate(cars):
        bit = 1 << kind
        # One car at least must go onto a train as they are now; whichever goes into the yard can do so last.
        if tried & bit or not fits & bit:
            continue
        tried |= bit
        rest = cars[:index] + cars[index + 1 :]
        if running & bit:
            if not closed & bit and _search(rest, room, all_kinds, running, single & ~bit, mixed, closed, free):
                return True
        elif free and _search(rest, room, all_kinds, running | bit, single | bit, mixed, closed, free - 1):
            return True
        if mixed:
            if closed <= all_kinds:
                if not mixed & bit:
                    if _search(rest, room, all_kinds, running, single, mixed | bit, closed, free):
                        return True
                elif (
                    mixed == bit and not running & bit and _search(rest, room, all_kinds, running | bit, single, 0, closed, free)
                ):
                    return True
            continue
        if free and _search(rest, room, all_kinds, running, single, bit, closed, free - 1):
            return True
        singles = single & ~closed & ~bit
        while singles:
            low = singles & -singles
            singles ^= low
            if _search(rest, room, all_kinds, running ^ low, single ^ low, low | bit, closed, free):
                return True
    return False
