"""A greedy player of Freight: it joins cities that trade with each other, ships what pays best, and repays its loans."""

from typing import Final, NamedTuple, final

from freightyard.bots.greedy.freight_track import Line, lines
from freightyard.rules.chance import Rng
from freightyard.rules.contract import View
from freightyard.rules.freight import GAME
from freightyard.rules.freight.data import COLOURS
from freightyard.rules.freight.edition import DONE, LOAN, PASS, REPAY, WAGON
from freightyard.rules.freight.network import TOWN, sections
from freightyard.rules.freight.phases import (
    BIDDING,
    BUILDING,
    FILLING,
    REPAYING,
    SELLING,
    SHIFTING,
    SHIPPING,
    SUPPLYING,
)
from freightyard.rules.freight.planner import routes_of
from freightyard.rules.freight.play import FINISHED
from freightyard.rules.freight.state import State

_STOPS: Final = 3  # how many cities ahead a trip is planned
_WAYS: Final = 5  # how many next cities are looked at
_CARRIED: Final = 0.7  # what a cube on board is worth of its price, when it must wait for the next turn
_LEAST: Final = 0.6  # a cube that promises less is left where it is
_NEXT: Final = 0.25  # what a cube that can be loaded next turn is worth of its price
_FIRST_TRADE: Final = 1.5  # what each colour that two cities exchange earns a turn on the first line
_MORE_TRADE: Final = 0.1  # and on a further one, when the train is busy already
_WORTH_A_WAGON: Final = 4  # turns left that may bring back its price
_SHORT: Final = 2  # tiles of a line that is not too long
_LONG: Final = 6.0  # what each further tile of the first line is feared to cost
_HORIZON: Final = 10  # turns that a connection is expected to serve where the number of rounds is open


class Trip(NamedTuple):
    """A plan for the shipping phase and what it is worth."""

    worth: float
    moves: tuple[int, ...]


@final
class GreedyFreight:
    """Plans a phase at a time and follows the plan while it is legal."""

    __slots__ = ("_plan", "_rng", "_when")

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._plan: list[int] = []
        self._when = (-1, -1)

    def decide(self, view: View) -> str:
        texts = view.edition.vocabulary.texts
        if len(view.legal) == 1:
            return view.legal[0]
        state = GAME.imagine(view, self._rng)
        when = (state.turns, state.phase)
        if when != self._when or not self._plan or texts[self._plan[0]] not in view.legal:
            self._when = when
            self._plan = plan(state)
        move = texts[self._plan.pop(0)] if self._plan else ""
        return move if move in view.legal else view.legal[0]


def plan(s: State) -> list[int]:
    """The next moves of the seat that acts: at least one."""
    rules = s.rules
    if s.phase == BUILDING:
        return plan_building(s)
    if s.phase == SHIPPING:
        return [*best_trip(s, _STOPS).moves, DONE]
    if s.phase == REPAYING:
        return [REPAY]
    if s.phase == SELLING:
        return [rules.sell + min(sections(s, s.actor), key=len)[0]]
    moves = [move for move in s.legal() if move != LOAN] or [LOAN]
    if s.phase == BIDDING:
        return [rules.open if rules.open in moves else PASS]
    if s.phase == SUPPLYING:
        return [max(moves, key=lambda move: put_worth(s, (move - rules.put) // COLOURS, (move - rules.put) % COLOURS))]
    if s.phase == SHIFTING:
        return [max(moves, key=lambda move: marker_worth(s, move - rules.shift))]
    if s.phase == FILLING:
        return [max(moves, key=lambda move: marker_worth(s, move - rules.fill))]
    return moves[:1]


# --- building ---


def turns_left(s: State) -> int:
    """Turns still to come after this one, this one included, as far as it makes sense to count on them."""
    return min(s.rules.rounds - s.round + 1, _HORIZON)


def plan_building(s: State) -> list[int]:
    """Lay the line that promises most, buy a wagon while it can still earn its price, repay what is to spare."""
    seat = s.actor
    rules = s.rules
    left = turns_left(s)
    may_borrow = LOAN in s.legal()
    credit = 0
    if may_borrow and s.round == 1:
        credit = rules.amount * (rules.first_limit - s.took[seat])
    elif may_borrow and not s.own[seat]:
        credit = rules.amount
    reserve = (s.loans[seat] + 1) * rules.interest if s.own[seat] else 2
    budget = s.cash[seat] + credit - reserve
    best: Line | None = None
    worth = 0.0
    for line in lines(s, budget) if budget > 0 else []:
        value = line_worth(s, line, left) - line.price
        if line.price + reserve > s.cash[seat] and s.round > 1:
            value -= left * rules.interest
        if value > worth:
            best, worth = line, value
    if best is not None:
        if best.price + reserve > s.cash[seat] and may_borrow:
            return [LOAN]
        return list(best.moves)
    spare = s.cash[seat] - reserve
    if (
        not s.loans[seat]
        and WAGON in s.legal()
        and s.wagons[seat] < 2
        and left >= _WORTH_A_WAGON
        and spare >= 3 * rules.wagon_price
    ):
        return [WAGON]  # the cities seldom have more cubes than one wagon takes, so it is bought from plenty only
    if REPAY in s.legal() and s.cash[seat] - rules.amount >= reserve - rules.interest:
        return [REPAY]
    return [DONE]


def line_worth(s: State, line: Line, left: int) -> float:
    """What a line is expected to bring until the end: the city itself, and the goods that it and the network exchange."""
    seat = s.actor
    score = s.rules.edition.data.score
    if not s.own[seat]:
        # The first line must feed the train every turn; a long one takes too many points.
        trade = exchange(s, line.begins, line.city)
        return 2 * score.city + left * trade * _FIRST_TRADE - _LONG * max(0, line.tiles - _SHORT)
    trade = 0.0
    for town in range(len(s.cities)):
        if s.net[seat] >> town & 1:
            trade = max(trade, exchange(s, town, line.city))
    return score.city + left * trade * _MORE_TRADE


def exchange(s: State, one: int, other: int) -> float:
    """How well two cities trade: colours that one supplies and the other demands, more if the markers are there now."""
    supplies = s.rules.supplies
    here, there = supplies[s.tiles[one]], supplies[s.tiles[other]]
    worth = 0.0
    for colour in range(COLOURS):
        if here[colour] != there[colour]:
            markers = min(1, s.marks[one * COLOURS + colour]) + min(1, s.marks[other * COLOURS + colour])
            worth += (0.6, 1.0, 2.0)[markers]
    return worth


# --- shipping ---


def best_trip(s: State, stops: int) -> Trip:
    """The best way to go on from here: stay, or serve this city and travel to another, and so on."""
    best = Trip(_standing(s), ())
    served = _served(s, None)
    if served.moves and served.worth > best.worth:
        best = served
    if stops == 0:
        return best
    routes = [route for route in routes_of(s) if route.money <= 4]
    routes.sort(key=lambda route: (route.money, route.points))
    index = s.edition.grid.index
    parse = s.edition.vocabulary.parse
    for route in routes[:_WAYS]:
        after = s.clone()
        target = (s.cell[index[route.city]] >> TOWN) - 1
        moves = _serve(after, target)
        going = [parse(words) for words in route.moves]
        if not _all_legal(after, going):
            continue
        trip = best_trip(after, stops - 1)
        if trip.worth > best.worth + 0.01:
            best = Trip(trip.worth, (*moves, *going, *trip.moves))
    return best


def _all_legal(s: State, moves: list[int]) -> bool:
    """Play the moves as far as they are legal; whether all were."""
    for move in moves:
        if move not in s.legal():
            return False
        s.play(move)
    return True


def _served(s: State, target: int | None) -> Trip:
    after = s.clone()
    moves = _serve(after, target)
    return Trip(_standing(after), tuple(moves))


def _serve(s: State, target: int | None) -> list[int]:
    """Deliver what pays, then load what the next city, or another one, will pay for. The moves that were played."""
    rules = s.rules
    seat = s.actor
    town = (s.cell[s.locomotive[seat]] >> TOWN) - 1
    played: list[int] = []
    paying = [colour for colour in range(COLOURS) if s.cargo[seat * COLOURS + colour] and _price(s, town, colour) > 0]
    if paying and (
        all(_outlook(s, colour, target) <= _price(s, town, colour) for colour in paying) or _pays_well(s, town, paying)
    ):
        for colour in paying:
            while rules.deliver + colour in s.legal():
                s.play(rules.deliver + colour)
                played.append(rules.deliver + colour)
    if s.loading != FINISHED:
        supplies = rules.supplies[s.tiles[town]]
        wanted = [colour for colour in range(COLOURS) if supplies[colour] and s.marks[town * COLOURS + colour]]
        wanted.sort(key=lambda colour: -_outlook(s, colour, target))
        for colour in wanted:
            while _outlook(s, colour, target) >= _LEAST and rules.load + colour in s.legal():
                s.play(rules.load + colour)
                played.append(rules.load + colour)
    return played


def _pays_well(s: State, town: int, colours: list[int]) -> bool:
    """Whether the city pays the full price for one of these."""
    for colour in colours:
        if _price(s, town, colour) == s.rules.demanded:
            return True
    return False


def _price(s: State, town: int, colour: int) -> int:
    """What a cube would be paid in a city; nothing where its colour is not shown as demand."""
    if s.rules.supplies[s.tiles[town]][colour]:
        return 0
    return s.rules.demanded if s.marks[town * COLOURS + colour] or s.paid >> colour & 1 else s.rules.not_demanded


def _outlook(s: State, colour: int, target: int | None) -> float:
    """What a cube is likely to earn: in the next city, or later in another of the network."""
    best = 0.0
    here = (s.cell[s.locomotive[s.actor]] >> TOWN) - 1
    net = s.net[s.actor]
    for town in range(len(s.cities)):
        if town != here and (net >> town & 1 or town == target):
            best = max(best, _price(s, town, colour) * (1.0 if town == target else 0.7))
    return best


def _standing(s: State) -> float:
    """Money, what the cubes on board promise, and what could be loaded here in the next turn."""
    seat = s.actor
    worth = float(s.cash[seat])
    if s.round >= s.rules.rounds:
        return worth
    slots = s.wagons[seat] * s.rules.slots
    town = (s.cell[s.locomotive[seat]] >> TOWN) - 1
    supplies = s.rules.supplies[s.tiles[town]]
    waiting: list[float] = []
    for colour in range(COLOURS):
        cubes = s.cargo[seat * COLOURS + colour]
        if cubes:
            worth += cubes * _outlook(s, colour, None) * _CARRIED
            slots -= cubes
        if supplies[colour]:
            waiting += [_outlook(s, colour, None)] * s.marks[town * COLOURS + colour]
    waiting.sort(reverse=True)
    return worth + _NEXT * sum(waiting[: max(0, slots)]) + (0.5 if s.net[seat] >> town & 1 else 0.0)


# --- supply ---


def put_worth(s: State, number: int, colour: int) -> float:
    """What a marker on this city does for the own network."""
    town = (s.cell[number] >> TOWN) - 1
    return _marker_at(s, town, colour)


def _marker_at(s: State, town: int, colour: int) -> float:
    """A disk is wanted where cubes of its colour wait in the network, a cube where a disk waits for it."""
    net = s.net[s.actor]
    supplied = s.rules.supplies[s.tiles[town]][colour]
    worth = 0.0
    for other in range(len(s.cities)):
        if other == town or not net >> other & 1 or s.rules.supplies[s.tiles[other]][colour] == supplied:
            continue
        met = min(2, s.marks[other * COLOURS + colour])
        worth = max(worth, 0.5 + (2.0 if met else 0.0) if supplied else 1.0 + 1.5 * met)
    if not supplied:
        worth += 2.0 * s.cargo[s.actor * COLOURS + colour]
        if s.marks[town * COLOURS + colour]:
            worth *= 0.3  # one disk pays any number of cubes
    elif s.marks[town * COLOURS + colour] > 1:
        worth *= 0.5
    if s.total[town] >= s.rules.most_marks:
        worth *= 0.2  # there is no room now
    return worth


def marker_worth(s: State, marker: int) -> float:
    """What a marker in the boxes may do for the own network one day."""
    colour, disk = divmod(marker, 2)
    net = s.net[s.actor]
    worth = 0.0
    for town in range(len(s.cities)):
        if net >> town & 1 and s.rules.supplies[s.tiles[town]][colour] != bool(disk):
            worth = max(worth, _marker_at(s, town, colour))
    return worth
