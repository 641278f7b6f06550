"""Freight: where the train might go in a turn, what it would load and deliver there, and what that is worth."""

from typing import Final, final

from freightyard.bots.plans import Plan
from freightyard.core.flat import words
from freightyard.games.freight.bot.ways import Layout, Layouts, Way
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
NEARER: Final = 1.0  # what it is worth that an empty train stands next to a city with cubes to deliver; half as much two away
BETTER: Final = 0.01  # a trip must be worth so much more than one that was found before
BROKE: Final = 1000.0  # what it costs to end with less than the interest: a loan in need or a section sold for a song


@final
class Visit:
    """The train in a city of a trip: what is in the purse, on board and on the cities then, and the moves that led there.

    `begun`: the visit goes on that the state is in the middle of, in which some loading or delivering may be over.
    """

    __slots__ = ("aboard", "begun", "cargo", "cash", "delivered", "hopes", "loaded", "marks", "moves", "town", "used")

    def __init__(
        self,
        town: int,
        used: int,
        cash: int,
        cargo: list[int],
        marks: list[int],
        moves: list[int],
        aboard: int,
        begun: bool,
        hopes: list[float],
    ) -> None:
        self.town = town
        self.used = used  # points
        self.cash = cash
        self.cargo = cargo
        self.marks = marks
        self.moves = moves
        self.aboard = aboard  # cubes
        self.begun = begun
        self.delivered = False
        self.loaded = False
        # What a cube of each colour may earn later in another city of the network; below 0: not worked out. Whatever is done
        # in this city changes nothing of it.
        self.hopes = hopes

    def again(self) -> "Visit":
        """The same visit, to be gone on with in another way."""
        return Visit(
            self.town, self.used, self.cash, self.cargo[:], self.marks[:], self.moves[:], self.aboard, self.begun, self.hopes
        )

    def arrive(self, way: Way) -> None:
        """The visit is over, and the next one begins where the way leads."""
        self.town = way.town
        self.moves += way.moves
        self.begun = False
        self.hopes = [-1.0] * COLOURS
        self.delivered = False
        self.loaded = False


@final
class Trips:
    """The trips of the seat whose turn it is."""

    __slots__ = (
        "_asked",
        "_colours",
        "_every",
        "_interest",
        "_last",
        "_later",
        "_later_unasked",
        "_layout",
        "_layouts",
        "_most_later",
        "_net",
        "_s",
        "_seat",
        "_slots",
        "_supplies",
        "_towns",
        "_unasked",
        "_without",
        "best",
        "found",
    )

    def __init__(self, layouts: Layouts, s: State, *, every: bool) -> None:
        """`every`: keep all trips that are found, not only the best one."""
        self._s = s
        self._seat = s.actor
        self._layouts = layouts
        self._layout: Layout = layouts.of(s, s.actor)
        self._slots: int = s.wagons[s.actor] * s.rules.slots
        self._net: int = s.net[s.actor]
        self._towns = [town for town in range(len(s.cities)) if self._net >> town & 1]
        self._last: bool = is_last_turn(s)
        self._interest: int = s.loans[s.actor] * s.rules.interest
        self._supplies = [s.rules.supplies[tile] for tile in s.tiles]  # of each city, by colour
        self._colours = layouts.colours  # that a city supplies, by its tile
        # For each colour the cities of the network that do not supply it, so that cubes of it might go there.
        self._without = [[town for town in self._towns if not self._supplies[town][colour]] for colour in range(COLOURS)]
        # What a cube brings in the next city, with a marker that asks for it and without one, and in a later one.
        self._asked = float(s.rules.demanded)
        self._unasked = float(s.rules.not_demanded)
        self._later = LATER * self._asked
        self._later_unasked = LATER * self._unasked
        self._most_later = max(self._later, self._later_unasked)
        self._every = every
        self.found: list[Plan] = []
        self.best = Plan(0.0, [])  # that is worth most; of those that are worth about as much the first one

    def search(self) -> None:
        """Find every trip worth a look, from where the train stands."""
        s = self._s
        seat = self._seat
        town = (s.cell[s.locomotive[seat]] >> TOWN) - 1
        stops = STOPS if s.rules.points_move else s.rules.runs - s.used
        cargo = words(s.cargo[seat * COLOURS : seat * COLOURS + COLOURS])
        # In the middle of a visit what was begun may go on, but not what is over.
        begun = s.loading != NOT_YET or s.delivering != NOT_YET
        here = Visit(town, s.used, s.cash[seat], cargo, words(s.marks), [], sum(cargo), begun, [-1.0] * COLOURS)
        self._stop(here.again(), stops)
        idle = len(self.best.moves) == 1 and not s.rules.points_move and not self._last
        if idle and here.aboard and (here.aboard >= self._slots or here.cash < self._interest):
            self._towards_buyer(here, stops)

    def _towards_buyer(self, here: Visit, stops: int) -> None:
        """The train would stay where it is, since nobody within a turn pays for what it carries, though it has no room or its
        owner no money for the interest. It goes where somebody pays, as near as it comes; else it would stand there for good."""
        reached = 1 << here.town
        border = [here]
        while border:
            beyond: list[Visit] = []
            for visit in border:
                for way in self._layouts.ways(self._layout, self._s, self._seat, visit.town):
                    if reached >> way.town & 1:
                        continue
                    reached |= 1 << way.town
                    on = visit.again()
                    if stops > 0:
                        on.arrive(way)
                    on.town = way.town
                    if self._buys(way.town, here.cargo):
                        if on.moves:
                            self.best = Plan(self.best.worth, [*on.moves, DONE])
                            if self._every:
                                self.found.append(self.best)
                        return
                    beyond.append(on)
            border = beyond
            stops -= 1

    def _buys(self, town: int, cargo: list[int]) -> bool:
        """Whether a city pays for one of these cubes."""
        supplies = self._supplies[town]
        for colour in range(COLOURS):
            if cargo[colour] and not supplies[colour]:
                return True
        return False

    def _stop(self, here: Visit, stops: int) -> None:
        """At a city: stay, serve it and stay, or serve it and go on to the next one."""
        self._stay(here)
        served = here.again()
        self._serve(served, -1)
        if served.delivered or served.loaded:
            self._stay(served)
        if here.aboard and (self._last or here.cash < self._interest):
            # Whoever cannot pay the interest sells what is on board at any price; so does who has no other turn.
            served = here.again()
            self._deliver(served, -1, True)
            self._stay(served)
        if stops <= 0:
            return
        for way in self._layouts.ways(self._layout, self._s, self._seat, here.town):
            if way.tolls > DEAR:
                continue
            served = here.again()
            self._serve(served, way.town)
            self._go(served, way, stops)

    def _stay(self, here: Visit) -> None:
        """A trip that ends here."""
        worth = self._standing(here)
        better = not self.best.moves or worth > self.best.worth + BETTER
        if better or self._every:
            trip = Plan(worth, [*(self._without_idle_loads(here) if self._last else here.moves), DONE])
            if better:
                self.best = trip
            if self._every:
                self.found.append(trip)

    def _without_idle_loads(self, here: Visit) -> list[int]:
        """The moves of a trip of the last turn, without the cubes that would still be on board in the end: they earn nothing."""
        first = self._s.rules.load
        idle = here.cargo[:]
        kept: list[int] = []
        for move in reversed(here.moves):
            if first <= move < first + COLOURS and idle[move - first]:
                idle[move - first] -= 1
            else:
                kept.append(move)
        kept.reverse()
        return kept

    def _go(self, here: Visit, way: Way, stops: int) -> None:
        """Go on to the next city, if that is not too dear."""
        rules = self._s.rules
        if rules.points_move:
            points = way.steps * rules.step
            price = self._price(here.used, points) + way.tolls * rules.toll
            if price > here.cash or price > DEAR:
                return
            here.cash -= price
            here.used += points
        here.arrive(way)
        self._stop(here, stops - 1)

    def _serve(self, here: Visit, target: int) -> None:
        """Deliver what pays here, and load what the target or another city will pay for."""
        s = self._s
        if here.aboard:
            self._deliver(here, target, False)
        # What was loaded before something was delivered is all that is loaded.
        over = here.begun and (s.loading == FINISHED or (here.delivered and s.loading != NOT_YET))
        if here.aboard < self._slots and not over:
            self._load(here, target)

    def _deliver(self, here: Visit, target: int, everything: bool) -> None:
        """`fr.deliver`: cubes that are demanded, and those that no other city will pay more for; or everything."""
        s = self._s
        rules = s.rules
        if here.begun and s.delivering == FINISHED:
            return
        supplies = self._supplies[here.town]
        cargo = here.cargo
        marks = here.marks
        for colour in range(COLOURS):
            cubes = cargo[colour]
            if not cubes or supplies[colour]:
                continue
            paid = here.begun and s.paid >> colour & 1 != 0
            marker = here.town * COLOURS + colour
            demanded = marks[marker] > 0 or paid
            if not demanded and not everything and self._outlook(here, target, colour) > self._unasked:
                continue
            if not here.delivered:
                points = self._points_to_deliver(here)
                price = self._price(here.used, points)
                if here.cash < price:
                    return
                here.cash -= price
                here.used += points
                here.delivered = True
            if demanded and not paid:
                marks[marker] -= 1
            here.cash += cubes * (rules.demanded if demanded else rules.not_demanded)
            here.aboard -= cubes
            cargo[colour] = 0
            for _ in range(cubes):
                here.moves.append(rules.deliver + colour)

    def _load(self, here: Visit, target: int) -> None:
        """`fr.load`: the cubes that promise most, as long as there is room."""
        # What is taken from this city changes nothing of what its other cubes promise.
        marks = here.marks
        for colour in self._promising(here, target):
            self._load_all(here, colour, self._slots)
        if not self._s.rules.points_move and not self._last and here.aboard < self._slots - SPARE:
            # Cubes that no city of the network pays for: on board they make room for other markers.
            supplies = self._supplies[here.town]
            for colour in range(COLOURS):
                if supplies[colour] and marks[here.town * COLOURS + colour] and self._outlook(here, -1, colour) == 0.0:
                    self._load_all(here, colour, self._slots - SPARE)

    def _load_all(self, here: Visit, colour: int, most: int) -> None:
        """Load the cubes of a colour until so many cubes are on board."""
        marks = here.marks
        marker = here.town * COLOURS + colour
        while marks[marker] and here.aboard < most:
            if not here.loaded:
                points = self._points_to_load(here)
                price = self._price(here.used, points)
                if here.cash < price:
                    return
                here.cash -= price
                here.used += points
                here.loaded = True
            marks[marker] -= 1
            here.cargo[colour] += 1
            here.aboard += 1
            here.moves.append(self._s.rules.load + colour)

    def _points_to_deliver(self, here: Visit) -> int:
        """Nothing more, if delivering has begun already; less, if something was loaded before."""
        s = self._s
        if not here.begun:
            return s.rules.deliver_points
        return s.rules.second_deliver if s.delivering == NOT_YET else 0

    def _points_to_load(self, here: Visit) -> int:
        """Nothing more, if loading has begun already; less, if something was delivered before."""
        s = self._s
        if here.begun and not here.delivered and s.loading != NOT_YET:
            return 0
        if here.delivered or (here.begun and s.delivering != NOT_YET):
            return s.rules.second_load
        return s.rules.load_points

    def _price(self, used: int, points: int) -> int:
        """The money for so many more points, where a train moves by points."""
        rules = self._s.rules
        beyond = used + points - rules.free_points
        if beyond <= 0 or not rules.points_move:
            return 0
        return min(points, beyond) * rules.extra_point

    def _promising(self, here: Visit, target: int) -> list[int]:
        """The colours that this city supplies and that are worth loading, the best first."""
        marks = here.marks
        first = here.town * COLOURS
        colours: list[int] = []
        values: list[float] = []
        for colour in self._colours[self._s.tiles[here.town]]:
            if marks[first + colour]:
                value = self._outlook(here, target, colour)
                if value > LEAST:
                    place = len(values)
                    while place and values[place - 1] < value:
                        place -= 1
                    colours.insert(place, colour)
                    values.insert(place, value)
        return colours

    def _outlook(self, here: Visit, target: int, colour: int) -> float:
        """What a cube is likely to earn: in the next city, or later in another of the network."""
        hope = here.hopes[colour]
        if hope < 0.0:
            hope = self._hope(here.town, colour, here.marks)
            here.hopes[colour] = hope
        if target >= 0 and target != here.town and not self._supplies[target][colour]:
            return max(hope, self._asked if here.marks[target * COLOURS + colour] else self._unasked)
        return hope

    def _hope(self, here: int, colour: int, marks: list[int]) -> float:
        """What a cube may earn later in another city of the network."""
        best = 0.0
        for town in self._without[colour]:
            if town != here:
                price = self._later if marks[town * COLOURS + colour] else self._later_unasked
                if price > best:
                    best = price
                    if best >= self._most_later:
                        break
        return best

    def _wanted(self, town: int, marks: list[int]) -> bool:
        """Whether a city has a cube that is worth loading."""
        for colour in self._colours[self._s.tiles[town]]:
            if marks[town * COLOURS + colour] and self._hope(town, colour, marks) > LEAST:
                return True
        return False

    def _nearness(self, town: int, marks: list[int]) -> float:
        """How near an empty train stands to cubes that a city of the network pays for. Nothing, if there are none."""
        reached = 1 << town
        border = [town]
        distance = 1
        while border:
            beyond: list[int] = []
            for here in border:
                for way in self._layouts.ways(self._layout, self._s, self._seat, here):
                    if reached >> way.town & 1:
                        continue
                    reached |= 1 << way.town
                    beyond.append(way.town)
                    if self._wanted(way.town, marks):
                        return NEARER / distance
            border = beyond
            distance += 1
        return 0.0

    def _standing(self, here: Visit) -> float:
        """Money, what the cubes on board promise, and what could be loaded here in the next turn."""
        worth = float(here.cash)
        if here.cash < self._interest:
            worth -= BROKE
        if self._last:
            return worth
        town = here.town
        cargo = here.cargo
        marks = here.marks
        room = self._slots
        first = town * COLOURS
        waiting: list[float] = []
        if here.aboard:
            for colour in range(COLOURS):
                cubes = cargo[colour]
                if cubes:
                    worth += cubes * self._outlook(here, -1, colour) * CARRIED
            room -= here.aboard
        for colour in self._colours[self._s.tiles[town]]:
            if marks[first + colour]:
                value = self._outlook(here, -1, colour)
                for _ in range(marks[first + colour]):
                    waiting.append(value)
        if room == self._slots and (not waiting or max(waiting) <= LEAST):
            worth += self._nearness(town, marks)
        waiting.sort(reverse=True)
        for value in waiting:
            if room <= 0:
                break
            worth += NEXT * value
            room -= 1
        if not self._s.rules.points_move:
            # What nobody wants would stand there for good; new markers may be better ones.
            left = 0
            for index in self._towns:
                for marker in range(index * COLOURS, (index + 1) * COLOURS):
                    left += marks[marker]
            worth -= ROLL * left
        return worth + 0.5 if self._net >> town & 1 else worth
