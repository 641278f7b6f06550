"""Freight Train in numbers, for what bots have learnt: what each seat has, what it may earn, and how long the day lasts."""

from typing import Final, final

from freightyard.games.freight_train.bot.worth import LEFT_OVER, LOCOMOTIVE, REPEATED, Worth
from freightyard.games.freight_train.rules.edition import Rules
from freightyard.games.freight_train.rules.phases import LAYING, LEAVING, OUT, TURN
from freightyard.games.freight_train.rules.sidings import BITS, MASK, cars_in
from freightyard.games.freight_train.rules.state import State

PART: Final = 8  # of a point: worths are rounded to an eighth
LOOK_AHEAD: Final = 2  # turns of each seat in a playout
_FRONT: Final = 4  # cars of a siding that may soon be used
_SOON: Final = 3  # cars of the main yard that one takes
_NAMES: Final = (
    "points",
    "hope",  # points, and what trains and yard may earn today
    "now",  # what trains earn as they stand
    "trains",  # what they may earn when the day is over
    "yard",  # what its cars may earn
    "cars",  # on trains
    "engines",  # trains
    "ahead",  # of all others in so many categories
    "alone",  # without any other train
    "sure",  # ahead where no car is left that could change it
    "behind",
    "close",  # no longer than the best other by one
    "closed",
    "mixed",
    "standing",  # cars in the yard
    "pairs",  # of them another one of their kind
    "useful",  # what the cars at the open ends would earn on trains
    "wanted",  # what the best cars of the main yard would earn on trains
    "free",  # locomotives
    "called",
    "day",  # from the end
    "left",  # turns of the day
    "turn",  # how many seats are before it; 0: it is to act
)


@final
class FreightTrainFeatures:
    """What is to be known of a seat."""

    __slots__ = ()

    @property
    def names(self) -> tuple[str, ...]:
        return _NAMES

    @property
    def against(self) -> tuple[str, ...]:
        return ("points", "hope", "now", "cars", "standing", "ahead")

    @property
    def won(self) -> float:
        return 0.0

    def stage(self, s: State) -> int:
        """From 0 at the beginning to 256 at the end: every day is as long as the others."""
        rules = s.rules
        days = int(rules.days)
        if _new_day(s):
            return 256 * int(s.day) // days
        return (256 * int(s.day) + 256 - _left(s, 256)) // days

    def turns(self, s: State) -> int:
        """How many turns a playout goes on before the position is looked at."""
        return LOOK_AHEAD * int(s.rules.seats)

    def breaks(self, s: State) -> bool:
        """Playouts stop when a day is over."""
        return s.phase == LAYING and s.day > 0 and s.main.count(0) == len(s.main)

    def rows(self, s: State) -> list[list[int]]:
        """A row of whole numbers for each seat."""
        found: list[list[int]] = []
        for seat in range(s.rules.seats):
            found.append(row_of(s, seat))
        return found


def row_of(s: State, seat: int) -> list[int]:
    """What is to be known of one seat, in the order of the names."""
    rules = s.rules
    kinds = rules.kinds
    seats = rules.seats
    fresh = _new_day(s)
    worth = Worth(s, seat)
    earned = 0.0
    now = 0
    cars = 0
    engines = 0
    ahead = 0
    alone = 0
    sure = 0
    behind = 0
    close = 0
    closed = s.closed[seat]
    for kind in range(kinds + 1):
        length = s.mixed[seat].bit_count() if kind == kinds else s.trains[seat * kinds + kind]
        if length == 0:
            continue
        engines += 1
        cars += length
        most = 0
        second = 0
        for other in range(seats):
            if other != seat:
                their = s.mixed[other].bit_count() if kind == kinds else s.trains[other * kinds + kind]
                if their > most:
                    second = most
                    most = their
                elif their > second:
                    second = their
        factor = rules.caboose_factor if closed >> kind & 1 else 1
        if kind < kinds or rules.mixed_scores:
            now += factor * _award(rules, length, most, second)
            earned += factor * worth.worth(kind, length)
        if length > most:
            ahead += 1
            if most == 0:
                alone += 1
            if kind < kinds and length > most + worth.theirs[kind]:
                sure += 1
        else:
            behind += 1
            if most - length < 2:
                close += 1
    standing = 0
    pairs = 0
    seen = 0
    useful = 0.0
    held = 0.0
    free = s.free[seat]
    for index in range(seat * rules.yard_sidings, (seat + 1) * rules.yard_sidings):
        siding = s.yards[index]
        place = 0
        while siding:
            kind = (siding & MASK) - 1
            standing += 1
            if seen >> kind & 1:
                pairs += 1
            seen |= 1 << kind
            if fresh:
                pass
            else:
                held += worth.yard_worth(kind, free)
                if place < _FRONT:
                    useful += worth.train_gain(kind)
            place += 1
            siding >>= BITS
    if fresh:
        held = REPEATED * pairs
        if s.day + 1 == rules.days:
            held -= LEFT_OVER * standing
    points = s.points[seat]
    engine = LOCOMOTIVE * free if worth.horizon >= 1.5 else 0.0
    return [
        int(points) * PART,
        int((points + earned + held + engine) * PART),
        now,
        int(earned * PART),
        int(held * PART),
        cars,
        engines,
        ahead,
        alone,
        sure,
        behind,
        close,
        int(closed.bit_count()),
        int(s.mixed[seat].bit_count()),
        standing,
        pairs,
        int(useful * PART),
        0 if fresh else _wanted(s, worth),
        int(free),
        1 if s.called[seat] else 0,
        int(rules.days) - int(s.day),
        int(worth.horizon * PART),
        int((seat - s.actor) % seats),
    ]


def _award(rules: Rules, length: int, most: int, second: int) -> int:
    """`ft.award`: what a train of this length earns if the longest of the others have so many cars."""
    if length > most:
        return int(rules.awards[1])
    if length == most:
        return int(rules.awards[2 if second < most else 3])
    return int(rules.second) if most > second and length > second else 0


def _wanted(s: State, worth: Worth) -> int:
    """What the best cars that one could take would earn."""
    best: list[float] = [0.0] * _SOON
    for siding in s.main:
        for _ in range(_SOON):
            if not siding:
                break
            gain = worth.train_gain((siding & MASK) - 1)
            for place in range(_SOON):
                if gain > best[place]:
                    best[place], gain = gain, best[place]
            siding >>= BITS
    total = 0.0
    for gain in best:
        total += gain
    return int(total * PART)


def _new_day(s: State) -> bool:
    """Whether the trains have left, and the next day has not begun."""
    return s.phase < TURN and s.phase != LEAVING and s.leave == OUT


def _left(s: State, whole: int) -> int:
    """How much of the day is left, of so much."""
    if s.leave == OUT:
        return 0
    in_sight = 0
    for siding in s.main:
        in_sight += cars_in(siding)
    leave = int(s.leave)
    cars = 2 * (in_sight + leave) + int(s.deck_cars) - leave
    return min(whole, whole * cars // (2 * int(s.rules.cars) * int(s.rules.kinds)))


FEATURES: Final = FreightTrainFeatures()
