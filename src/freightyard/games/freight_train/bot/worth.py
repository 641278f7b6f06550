"""What Freight Train's positions are worth: what a car is worth where, and what the day has left.

For every category it guesses what a train of a length will earn when the trains leave: the longer the day still lasts, the
less a lead of a car is worth. All of it is arithmetic on the numbers of an imagined state, because playouts ask for it at every
turn.
"""

from math import exp
from typing import Final

from freightyard.games.freight_train.rules.phases import LEAVING, OUT, TURN
from freightyard.games.freight_train.rules.sidings import BITS, MASK, cars_in
from freightyard.games.freight_train.rules.state import State

# What the guesses rest on, tuned against each other by simulation.
LOCOMOTIVE: Final = 0.55  # what a free locomotive is worth early in the day
LAST_LOCOMOTIVE: Final = 0.5  # more, when it is the last one
KEEP: Final = 0.3  # how much of its worth on a train a car keeps in the yard
CALL_WORTH: Final = 0.7
FILL_BELOW: Final = 2.6  # fill if nothing better can be done
# A paid pass late in the day: the same question comes back for another point. If that were its whole price, two who do not want
# what is left in the main yard would pay in turn until neither had any.
PAID_PASS: Final = -3.0
NOT_YET: Final = 0.8  # cars of a lead over whoever has no such train: he may still begin one
CARRIED: Final = 0.3  # what a car in the yard is worth for the next day, while the day before lasts
SOON: Final = 0.9  # turns that are left when a car in the yard stays there
TODAY: Final = 0.25  # of what the yard award gives for a car is counted on before that
IN_THE_WAY: Final = 0.9  # of what a car in the yard costs when the last trains leave is feared before that
REPEATED: Final = 0.65  # what a car in the yard is worth when a day begins, if there is another of its kind
LEFT_OVER: Final = 0.5  # what a car in the yard costs when the last day begins
BURIED: Final = 0.12  # what it costs to put a car before one that a train could use
DENIED: Final = 0.5  # what a car is worth that the next seat's train does not get, of what it would earn there, with two seats
A_TURN: Final = 2.2  # cars that leave the main yard in a turn, in the mean

A_CAR: Final = 1.5  # steps of the tables for a car of the kind that is still to be had: with none left a lead is sure

_STEPS: Final = 4  # a turn of the horizon is so many steps of the tables
_BUCKETS: Final = 80
_MOST_LEAD: Final = 40
_ROW: Final = 2 * _MOST_LEAD + 1
_LONGEST: Final = 40  # lengths that the table of a category has room for


def _odds_table(offset: float) -> list[float]:
    """For every horizon and lead the chance to be longer when the trains leave."""
    table: list[float] = []
    for bucket in range(_BUCKETS):
        spread = 0.25 + 0.55 * (bucket / _STEPS) ** 0.5
        for lead in range(-_MOST_LEAD, _MOST_LEAD + 1):
            table.append(1 / (1 + exp(-max(-30.0, min(30.0, (lead + offset) / spread)))))
    return table


_AHEAD: Final = _odds_table(0.0)
_AHEAD_OF_NOBODY: Final = _odds_table(NOT_YET)


class Worth:
    """What things are worth to one seat. Trains and yards are read from the state as it is."""

    __slots__ = ("bucket", "horizon", "last_day", "own", "s", "seat", "sure", "theirs", "worths")

    def __init__(self, s: State, seat: int) -> None:
        rules = s.rules
        self.s = s
        self.seat = seat
        self.horizon = horizon(s)
        self.bucket = min(int(self.horizon * _STEPS), _BUCKETS - 1)
        self.own: list[int] = s.deck[:]  # cars of each kind that could still come onto trains of this seat
        self.theirs: list[int] = self.own  # and onto those of the others
        self._count_cars()
        self.sure: float = rules.yard_points[s.day] / rules.yard_cars[s.day]
        self.last_day: bool = s.day + 1 == rules.days
        self.worths: list[float] = [-1.0] * ((rules.kinds + 1) * _LONGEST)

    def _count_cars(self) -> None:
        """How many cars of each kind are still to be had: in the deck, in the main yard, in the yards."""
        s = self.s
        own = self.own
        for siding in s.main:
            while siding:
                own[(siding & MASK) - 1] += 1
                siding >>= BITS
        theirs = own[:]
        sidings = s.rules.yard_sidings
        mine = self.seat * sidings
        for index in range(len(s.yards)):
            siding = s.yards[index]
            counts = own if mine <= index < mine + sidings else theirs
            while siding:
                counts[(siding & MASK) - 1] += 1
                siding >>= BITS
        self.theirs = theirs

    # --- what things are worth ---

    def worth(self, category: int, length: int) -> float:
        """What a train of this length will earn when the trains leave; the category after the last kind is the mixed train."""
        s = self.s
        rules = s.rules
        kinds = rules.kinds
        if length == 0 or (category == kinds and not rules.mixed_scores):
            return 0.0
        if length >= _LONGEST:
            length = _LONGEST - 1
        known = self.worths[category * _LONGEST + length]
        if known >= 0:
            return known
        first = 1.0
        second = 0.0
        for other in range(rules.seats):
            if other == self.seat:
                continue
            cars = s.mixed[other].bit_count() if category == kinds else s.trains[other * kinds + category]
            lead = length - cars
            bucket = self.bucket
            if category < kinds:
                left = self.theirs[category] if lead >= 0 else self.own[category]
                bucket = min(bucket, int(A_CAR * left))
            row = bucket * _ROW + _MOST_LEAD
            if cars:
                chance = _AHEAD[row + max(-_MOST_LEAD, min(_MOST_LEAD, lead))]
            else:
                chance = _AHEAD_OF_NOBODY[row + min(_MOST_LEAD, lead)]
            # Ahead of all so far but one, or of all so far.
            second = second * chance + first * (1 - chance)
            first *= chance
        value = int(rules.awards[1]) * first + int(rules.second) * second
        self.worths[category * _LONGEST + length] = value
        return value

    def length(self, kind: int) -> int:
        return self.s.trains[self.seat * self.s.rules.kinds + kind]

    def locomotive_cost(self, free: int) -> float:
        """What it costs to use up a free locomotive: nothing when the day is nearly over."""
        if self.horizon < 1.5:
            return 0.0
        return LOCOMOTIVE + LAST_LOCOMOTIVE if free == 1 else LOCOMOTIVE

    def train_gain(self, kind: int) -> float:
        """What one more car earns its own train."""
        if self.s.closed[self.seat] >> kind & 1:
            return 0.0
        length = self.length(kind)
        return self.worth(kind, length + 1) - self.worth(kind, length)

    def yard_worth(self, kind: int, free: int) -> float:
        """What a car is worth in the yard: the day's yard award, and what it may do on a train later."""
        later = self.train_gain(kind) if free or self.length(kind) else 0.0
        if self.last_day:
            # What is not on a train when the last trains leave costs its points.
            return self.sure * (1.0 if self.horizon < SOON else IN_THE_WAY) + KEEP * later
        if self.horizon < SOON:
            return max(self.sure, CARRIED)  # a full yard is a good start into the next day
        return TODAY * self.sure + KEEP * later

    def place(self, cars: list[int], room: int) -> float:
        """What a handful of cars earns, each in turn where it earns most, with so much room in the yard."""
        s = self.s
        closed = s.closed[self.seat]
        kinds = s.rules.kinds
        free = s.free[self.seat]
        mixed = s.mixed[self.seat]
        mixed_length = mixed.bit_count()
        mixed_open = not closed >> kinds & 1
        placed: list[int] = []
        total = 0.0
        for index in range(len(cars)):
            kind = cars[index]
            length = self.length(kind) + placed.count(kind)
            best = -99.0
            how = 0
            if room:
                best = self.yard_worth(kind, free)
                how = 1
            if length:
                if not closed >> kind & 1:
                    gain = self.worth(kind, length + 1) - self.worth(kind, length)
                    if gain > best:
                        best = gain
                        how = 2
            elif free:
                # A train may be worth starting only because several cars go onto it.
                same = 1
                for later in range(index + 1, len(cars)):
                    if cars[later] == kind:
                        same += 1
                gain = (self.worth(kind, same) - self.locomotive_cost(free)) / same
                if gain > best:
                    best = gain
                    how = 3
            if mixed_open and not mixed >> kind & 1 and (mixed or free):
                gain = self.worth(kinds, mixed_length + 1) - self.worth(kinds, mixed_length)
                if not mixed:
                    gain -= self.locomotive_cost(free)
                if gain > best:
                    best = gain
                    how = 4
            if how == 1:
                room -= 1
            elif how == 4:
                if not mixed:
                    free -= 1
                mixed |= 1 << kind
                mixed_length += 1
            elif how > 1:
                if how == 3:
                    free -= 1
                    best = self.worth(kind, 1) - self.locomotive_cost(free + 1)
                placed.append(kind)
            total += best
        return total


def horizon(s: State) -> float:
    """About how many turns each seat has left today."""
    if s.leave == OUT:
        return 0.0
    in_sight = 0
    for siding in s.main:
        in_sight += cars_in(siding)
    leave = int(s.leave)
    return (in_sight + leave + (int(s.deck_cars) - leave) / 2) / (A_TURN * int(s.rules.seats))


def expected_points(s: State) -> list[float]:
    """What each seat may have when today's trains have left, and what its yard is worth for the days after."""
    points: list[float] = []
    rules = s.rules
    kinds = rules.kinds
    last: bool = s.day + 1 == rules.days
    for seat in range(rules.seats):
        total = float(s.points[seat])
        if s.phase < TURN and s.phase != LEAVING and s.leave == OUT:
            # A new day: nothing is on the rails, and the yards are what was kept.
            # Cars of one kind make a train together; single ones lie in the way, and cost points when the last day ends.
            kinds_seen = 0
            for index in range(seat * rules.yard_sidings, (seat + 1) * rules.yard_sidings):
                siding = s.yards[index]
                while siding:
                    kind = (siding & MASK) - 1
                    if kinds_seen >> kind & 1:
                        total += REPEATED
                    if last:
                        total -= LEFT_OVER
                    kinds_seen |= 1 << kind
                    siding >>= BITS
        else:
            worth = Worth(s, seat)
            for kind in range(kinds + 1):
                cars = s.mixed[seat].bit_count() if kind == kinds else s.trains[seat * kinds + kind]
                if cars:
                    earns = worth.worth(kind, cars)
                    total += earns * int(rules.caboose_factor) if s.closed[seat] >> kind & 1 else earns
            free = s.free[seat]
            for index in range(seat * rules.yard_sidings, (seat + 1) * rules.yard_sidings):
                siding = s.yards[index]
                weight = 1.0
                while siding:
                    total += weight * worth.yard_worth((siding & MASK) - 1, free)
                    siding >>= BITS
                    weight *= 0.95
            if worth.horizon >= 1.5:
                total += LOCOMOTIVE * free
        points.append(total)
    return points
