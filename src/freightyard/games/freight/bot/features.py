"""Freight in numbers, for what bots have learnt: what each seat has, what its network can trade, and how long the game lasts."""

from typing import Final, final

from freightyard.core.flat import count_of
from freightyard.games.freight.bot.worth import is_last_turn, standing, stuck
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.phases import BIDDING, NOBODY
from freightyard.games.freight.rules.scoring import points
from freightyard.games.freight.rules.state import State

LOOK_AHEAD: Final = 2  # rounds of a playout
FAMILY_LOOK_AHEAD: Final = 1  # and with family rules
WON: Final = 0.8  # of an end that is reached: nothing is left to luck in the last turns
FAMILY_ROUNDS: Final = 10  # after which a family game is late, if nobody has many cities
_OUT: Final = -100  # points of a seat that is bankrupt
_NAMES: Final = (
    "points",  # as if what can be repaid were repaid
    "score",  # as the rules count
    "cash",
    "loans",
    "cities",
    "missing",  # cities until the end, with family rules
    "track",
    "wagons",
    "cubes",  # on board
    "sold",  # of them, those of a colour that a city of the network demands with a marker
    "waiting",  # cubes in cities of the network
    "wanted",  # markers there that ask for cubes
    "pairs",  # of both in one colour, colour by colour
    "traded",  # colours that some of its cities supply and others demand
    "met",  # of them, those with a cube and a marker now
    "partners",  # pairs of its cities that trade in both directions
    "full",  # cubes that fit on board, of those that could be sold
    "stuck",
    "short",  # of the interest
    "turn",  # how many seats are before it; 0: it is to act
    "last",  # whether it has had its last turn, or this is it
)


@final
class FreightFeatures:
    """What is to be known of a seat."""

    __slots__ = ()

    @property
    def names(self) -> tuple[str, ...]:
        return _NAMES

    @property
    def against(self) -> tuple[str, ...]:
        return ("points", "score", "cities", "pairs", "full", "wagons")

    @property
    def won(self) -> float:
        return WON

    def stage(self, s: State) -> int:
        """From 0 at the beginning to 256 at the end: by rounds, with family rules by cities too."""
        rules = s.rules
        if s.phase < BIDDING and not s.order:
            return 0
        gone = max(0, s.round - 1)
        if not rules.end_at_cities:
            return min(256, 256 * gone // rules.rounds)
        if s.last != NOBODY:
            return 256
        most = 0
        for seat in range(rules.seats):
            most = max(most, count_of(s.net[seat]))
        return min(240, max(240 * gone // FAMILY_ROUNDS, 240 * most // rules.end_at_cities))

    def turns(self, s: State) -> int:
        """How many turns a playout goes on before the position is looked at."""
        return (LOOK_AHEAD if s.rules.points_move else FAMILY_LOOK_AHEAD) * s.rules.seats

    def breaks(self, s: State) -> bool:
        """Playouts go on to the start of a turn."""
        return False

    def rows(self, s: State) -> list[list[int]]:
        """A row of whole numbers for each seat."""
        found: list[list[int]] = []
        for seat in range(s.rules.seats):
            found.append(row_of(s, seat))
        return found


def row_of(s: State, seat: int) -> list[int]:
    """What is to be known of one seat, in the order of the names."""
    rules = s.rules
    if s.out[seat]:
        return [_OUT, _OUT] + [0] * (len(_NAMES) - 2)
    net = s.net[seat]
    supplies = rules.supplies
    cubes = 0
    sold = 0
    waiting = 0
    wanted = 0
    pairs = 0
    traded = 0
    met = 0
    able = 0
    for colour in range(COLOURS):
        aboard = s.cargo[seat * COLOURS + colour]
        here = 0
        asked = 0
        supplied = 0
        demanded = 0
        for town in range(len(s.cities)):
            if net >> town & 1 and s.tiles[town] >= 0:
                marks = s.marks[town * COLOURS + colour]
                if supplies[s.tiles[town]][colour]:
                    here += marks
                    supplied += 1
                else:
                    asked += marks
                    demanded += 1
        cubes += aboard
        sold += min(aboard, asked)
        waiting += here
        wanted += asked
        pairs += min(here + aboard, asked)
        if demanded:
            able += here
            if supplied:
                traded += 1
                if here and asked:
                    met += 1
    partners = 0
    for one in range(len(s.cities)):
        if net >> one & 1 and s.tiles[one] >= 0:
            for other in range(one):
                if net >> other & 1 and s.tiles[other] >= 0 and _both_ways(s, one, other):
                    partners += 1
    cities = count_of(net)
    end = rules.end_at_cities
    return [
        int(standing(s, seat)),
        points(s, seat),
        s.cash[seat],
        s.loans[seat],
        cities,
        max(0, end - cities) if end else 0,
        len(s.own[seat]),
        s.wagons[seat],
        cubes,
        sold,
        waiting,
        wanted,
        pairs,
        traded,
        met,
        partners,
        min(able, s.wagons[seat] * rules.slots - cubes),
        1 if net and stuck(s, seat) else 0,
        max(0, s.loans[seat] * rules.interest - s.cash[seat]),
        _before(s, seat),
        1 if is_last_turn(s) else 0,
    ]


def _both_ways(s: State, one: int, other: int) -> bool:
    """Whether each of two cities supplies a colour that the other one demands."""
    here = s.rules.supplies[s.tiles[one]]
    there = s.rules.supplies[s.tiles[other]]
    out = False
    back = False
    for colour in range(COLOURS):
        if here[colour] and not there[colour]:
            out = True
        elif there[colour] and not here[colour]:
            back = True
    return out and back


def _before(s: State, seat: int) -> int:
    """How many seats have their turns before this one; those that have had theirs in this round come after it."""
    order = s.order
    count = len(order)
    first = 0
    place = 0
    for index in range(count):
        if order[index] == s.actor:
            first = index
        if order[index] == seat:
            place = index
    return (place - first) % count if count else 0


FEATURES: Final = FreightFeatures()
