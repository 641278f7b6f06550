"""What fits onto which train: `ft.train` and `ft.mixed`, and whether a handful of cars can be placed at all."""

from typing import TYPE_CHECKING

from freightyard.rules.freight_train.edition import TO_MIXED

if TYPE_CHECKING:
    from freightyard.rules.freight_train.state import State


def couplings(s: "State", seat: int, kind: int) -> list[int]:
    """Every place on the trains of a seat for a car of this kind: `ft.train`, `ft.mixed`, and closed trains `ft.caboose`."""
    edition = s.rules.edition
    kinds = edition.kinds
    base = seat * kinds
    own = s.trains[base + kind]
    closed = s.closed[seat]
    mixed = s.mixed[seat]
    free = s.free[seat]
    places = []
    if own:
        if not closed >> kind & 1:
            places.append(edition.to_train + kind)
    elif free:
        places.append(edition.to_train + kind)
    if mixed:
        # A mixed train of one car takes a second of its kind by turning into a train of that kind.
        if not closed >> kinds & 1 and (not mixed >> kind & 1 or (mixed == 1 << kind and not own)):
            places.append(TO_MIXED)
    else:
        if free:
            places.append(TO_MIXED)
        for other in range(kinds):
            # A train of one car turns mixed when a car of another kind is put on it.
            if s.trains[base + other] == 1 and other != kind and not closed >> other & 1:
                places.append(edition.to_train + other)
    return places


def couple(s: "State", seat: int, kind: int, place: int) -> None:
    """Put a car on a train, at one of its couplings()."""
    edition = s.rules.edition
    base = seat * edition.kinds
    if place == TO_MIXED:
        mixed = s.mixed[seat]
        if mixed == 1 << kind:
            s.mixed[seat] = 0
            s.trains[base + kind] = 2
        else:
            if not mixed:
                s.free[seat] -= 1
            s.mixed[seat] = mixed | 1 << kind
    else:
        other = place - edition.to_train
        if other == kind:
            if not s.trains[base + kind]:
                s.free[seat] -= 1
            s.trains[base + kind] += 1
        else:
            s.trains[base + other] = 0
            s.mixed[seat] = 1 << other | 1 << kind


def fits_train(s: "State", seat: int, kind: int) -> bool:
    """Whether a car has any place on the trains of a seat: couplings() is not empty."""
    kinds = s.rules.kinds
    base = seat * kinds
    closed = s.closed[seat]
    own = s.trains[base + kind]
    if own:
        if not closed >> kind & 1:
            return True
    elif s.free[seat]:
        return True
    mixed = s.mixed[seat]
    if mixed:
        return not closed >> kinds & 1 and (not mixed >> kind & 1 or (mixed == 1 << kind and not own))
    if s.free[seat]:
        return True
    for other in range(kinds):
        if s.trains[base + other] == 1 and other != kind and not closed >> other & 1:
            return True
    return False


def all_fit(s: "State", seat: int, cars: list[int], room: int) -> bool:
    """Whether all these cars can be placed in some order: on trains, and as many as there is room for in the yard."""
    if len(cars) <= room:
        return True
    if len(cars) == 1:
        return fits_train(s, seat, cars[0])
    base = seat * s.rules.kinds
    closed = s.closed[seat]
    # A car whose own train has two cars or more always finds its place there, and takes nothing from the others.
    hard = []
    starts = 0
    blocked = False
    for kind in cars:
        own = s.trains[base + kind]
        if closed >> kind & 1:
            blocked = True
            hard.append(kind)
        elif own < 2:
            if own == 0 and kind not in hard:
                starts += 1
            hard.append(kind)
    if len(hard) <= room or (starts <= s.free[seat] and not blocked):
        return True
    return _search(s, seat, hard, room)


def _search(s: "State", seat: int, cars: list[int], room: int) -> bool:
    """Try every car in every place, in every order, since a train that turns mixed or stops being so changes the rest."""
    if len(cars) <= room:
        return True
    base = seat * s.rules.kinds
    to_train = s.rules.edition.to_train
    tried = 0
    for index, kind in enumerate(cars):
        if tried >> kind & 1:
            continue
        tried |= 1 << kind
        rest = cars[:index] + cars[index + 1 :]
        if room and _search(s, seat, rest, room - 1):
            return True
        for place in couplings(s, seat, kind):
            other = place - to_train if place >= to_train else kind
            saved_kind = s.trains[base + kind]
            saved_other = s.trains[base + other]
            saved_mixed = s.mixed[seat]
            saved_free = s.free[seat]
            couple(s, seat, kind, place)
            found = _search(s, seat, rest, room)
            s.trains[base + other] = saved_other
            s.trains[base + kind] = saved_kind
            s.mixed[seat] = saved_mixed
            s.free[seat] = saved_free
            if found:
                return True
    return False
