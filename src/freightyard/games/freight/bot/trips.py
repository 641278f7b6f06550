"""Freight: where the train might go in a turn, what it would load and deliver there, and what that is worth."""

from typing import Final, final

from freightyard.bots.plans import Plan
from freightyard.games.freight.bot.ways import Layout, Layouts
from freightyard.games.freight.bot.worth import is_last_turn
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import DONE
from freightyard.games.freight.rules.network import TOWN
from freightyard.games.freight.rules.play import FINISHED, NOT_YET
from freightyard.games.freight.rules.state import State

STOPS: Final = 3  # how many cities ahead a trip is planned
DEAR: Final = 4  # more than this is not paid for a way
CARRIED: Final = 0.7  # what a cube on board is worth of its price, when it must wait for the next turn
LEAST: Final = 0.6  # a cube that promises less is left where it is
NEXT: Final = 0.25  # what a cube that can be loaded next turn is worth of its price
ROLL: Final = 1.0  # what it is worth that a marker gives way to a new one, where every city is rolled up after the turn
SPARE: Final = 2  # slots that stay free of cubes that nobody pays for
LATER: Final = 0.7  # what a cube is worth of its price that goes to another city than the next


@final
class Trips:
    """The trips of the seat whose turn it is."""

    __slots__ = ("_last", "_layout", "_layouts", "_net", "_s", "_seat", "_slots", "found")

    def __init__(self, layouts: Layouts, s: State) -> None:
        self._s = s
        self._seat = s.actor
        self._layouts = layouts
        self._layout: Layout = layouts.of(s, s.actor)
        self._slots: int = s.wagons[s.actor] * s.rules.slots
        self._net: int = s.net[s.actor]
        self._last: bool = is_last_turn(s)
        self.found: list[Plan] = []

    def search(self) -> None:
        """Find every trip worth a look, from where the train stands."""
        s = self._s
        seat = self._seat
        town = (s.cell[s.locomotive[seat]] >> TOWN) - 1
        stops = STOPS if s.rules.points_move else s.rules.runs - s.used
        cargo = s.cargo[seat * COLOURS : seat * COLOURS + COLOURS]
        # In the middle of a visit what was begun may go on, but not what is over.
        self._stop(town, s.used, s.cash[seat], cargo, s.marks[:], stops, [], s.loading != NOT_YET or s.delivering != NOT_YET)

    def best(self) -> Plan:
        """The trip that is worth most."""
        best = self.found[0]
        for trip in self.found:
            if trip.worth > best.worth + 0.01:
                best = trip
        return best

    def _stop(
        self, town: int, used: int, cash: int, cargo: list[int], marks: list[int], stops: int, moves: list[int], begun: bool
    ) -> None:
        """At a city: stay, serve it and stay, or serve it and go on to the next one."""
        self.found.append(Plan(self._standing(town, cash, cargo, marks), [*moves, DONE]))
        self._serve(town, -1, used, cash, cargo, marks, 0, moves, begun, 0, 0, [])
        if stops <= 0:
            return
        s = self._s
        for way in self._layouts.ways(self._layout, s, self._seat, town):
            if way.tolls > DEAR:
                continue
            self._serve(town, way.town, used, cash, cargo, marks, stops, moves, begun, way.steps, way.tolls, way.moves)

    def _serve(
        self,
        town: int,
        target: int,
        used: int,
        cash: int,
        cargo: list[int],
        marks: list[int],
        stops: int,
        moves: list[int],
        begun: bool,
        steps: int,
        tolls: int,
        going: list[int],
    ) -> None:
        """Deliver what pays here, load what the target or another city will pay for, and go there."""
        s = self._s
        rules = s.rules
        free = rules.free_points
        supplies = rules.supplies[s.tiles[town]]
        cargo = cargo[:]
        marks = marks[:]
        moves = moves[:]
        base = town * COLOURS
        aboard = 0
        for cubes in cargo:
            aboard += cubes
        served = False
        points_move = rules.points_move
        may_deliver = not begun or s.delivering != FINISHED
        may_load = not begun or s.loading != FINISHED
        first = True
        if may_deliver and aboard:
            price_points = rules.deliver_points
            if begun:
                price_points = 0 if s.delivering else rules.second_deliver if s.loading else rules.deliver_points
            extra = _extra(used, price_points, free, rules.extra_point) if points_move else 0
            for colour in range(COLOURS):
                cubes = cargo[colour]
                if not cubes or supplies[colour]:
                    continue
                demanded = marks[base + colour] > 0 or (begun and s.paid >> colour & 1)
                if not demanded and self._outlook(town, target, colour, marks) > rules.not_demanded:
                    continue
                if first:
                    if cash < extra:
                        break
                    cash -= extra
                    used += price_points
                    first = False
                if demanded and marks[base + colour] and not (begun and s.paid >> colour & 1):
                    marks[base + colour] -= 1
                cash += cubes * (rules.demanded if demanded else rules.not_demanded)
                aboard -= cubes
                cargo[colour] = 0
                for _ in range(cubes):
                    moves.append(rules.deliver + colour)
                served = True
        if may_load and aboard < self._slots:
            price_points = rules.load_points if first else rules.second_load
            if begun and first:
                price_points = 0 if s.loading else rules.second_load if s.delivering else rules.load_points
            extra = _extra(used, price_points, free, rules.extra_point) if points_move else 0
            if cash >= extra and not (begun and s.loading == 1 and not first):
                loaded = False
                while aboard < self._slots:
                    best = LEAST
                    chosen = -1
                    for colour in range(COLOURS):
                        if supplies[colour] and marks[base + colour]:
                            value = self._outlook(town, target, colour, marks)
                            if value > best:
                                best = value
                                chosen = colour
                    if chosen < 0 and not points_move and aboard < self._slots - SPARE:
                        chosen = self._in_the_way(town, supplies, marks)
                    if chosen < 0:
                        break
                    if not loaded:
                        cash -= extra
                        used += price_points
                        loaded = True
                    marks[base + chosen] -= 1
                    cargo[chosen] += 1
                    aboard += 1
                    moves.append(rules.load + chosen)
                    served = True
        if target < 0:
            if served:
                self.found.append(Plan(self._standing(town, cash, cargo, marks), [*moves, DONE]))
            return
        if points_move:
            price = _extra(used, steps * rules.step, free, rules.extra_point) + tolls * rules.toll
            if price > cash or price > DEAR:
                return
            cash -= price
            used += steps * rules.step
        moves += going
        self._stop(target, used, cash, cargo, marks, stops - 1, moves, False)

    def _in_the_way(self, town: int, supplies: list[bool], marks: list[int]) -> int:
        """A cube that no city of the network pays for. On board it makes room for another marker; -1 if there is none."""
        if not self._last:
            for colour in range(COLOURS):
                if supplies[colour] and marks[town * COLOURS + colour] and self._outlook(town, -1, colour, marks) == 0.0:
                    return colour
        return -1

    def _outlook(self, here: int, target: int, colour: int, marks: list[int]) -> float:
        """What a cube is likely to earn: in the next city, or later in another of the network."""
        s = self._s
        rules = s.rules
        best = 0.0
        net = self._net
        for town in range(len(s.cities)):
            if town != here and (town == target or net >> town & 1) and not rules.supplies[s.tiles[town]][colour]:
                price = float(rules.demanded if marks[town * COLOURS + colour] else rules.not_demanded)
                if town != target:
                    price *= LATER
                if price > best:
                    best = price
        return best

    def _standing(self, town: int, cash: int, cargo: list[int], marks: list[int]) -> float:
        """Money, what the cubes on board promise, and what could be loaded here in the next turn."""
        worth = float(cash)
        if self._last:
            return worth
        s = self._s
        room = self._slots
        supplies = s.rules.supplies[s.tiles[town]]
        waiting: list[float] = []
        for colour in range(COLOURS):
            cubes = cargo[colour]
            if cubes:
                worth += cubes * self._outlook(town, -1, colour, marks) * CARRIED
                room -= cubes
            if supplies[colour] and marks[town * COLOURS + colour]:
                value = self._outlook(town, -1, colour, marks)
                for _ in range(marks[town * COLOURS + colour]):
                    waiting.append(value)
        waiting.sort(reverse=True)
        for value in waiting[: max(0, room)]:
            worth += NEXT * value
        if not s.rules.points_move:
            # What nobody wants would stand there for good; new markers may be better ones.
            left = 0
            for index in range(len(s.cities)):
                if self._net >> index & 1:
                    for marker in range(index * COLOURS, (index + 1) * COLOURS):
                        left += marks[marker]
            worth -= ROLL * left
        return worth + 0.5 if self._net >> town & 1 else worth


def _extra(used: int, points: int, free: int, price: int) -> int:
    """The money for so many more points."""
    beyond = used + points - free
    if beyond <= 0:
        return 0
    return min(points, beyond) * price
