"""Where the train can go: the ways to every city, what they cost and what they would bring, before anybody commits to one."""

from itertools import pairwise
from typing import Final, NamedTuple

from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import map as on_map
from freightyard.games.freight.page.shapes import place, way
from freightyard.games.freight.rules.edition import Rules
from freightyard.games.freight.rules.hexes import EDGES_OF, OPPOSITE
from freightyard.games.freight.rules.network import TOWN
from freightyard.games.freight.rules.planner import Route, routes_of, seen_by, ways_of
from freightyard.games.freight.rules.shipping import IN_CITY, exits, open_to, owner_at
from freightyard.games.freight.rules.state import State

_PLENTY: Final = 999  # money that any way can be paid with
_SHOWN: Final = 4  # cities that are too dear


class Trip(NamedTuple):
    """A way to a city. `name`: the city, with a number if there are ways with fewer points or less money; `paid`: the tolls by
    the seats, counted from 1, that get them, 0 for the bank; `extra`: money for points beyond the free ones; `pays`: what the
    city pays for each cube of a colour that has a disk there, `little`: for each of the others that it takes."""

    name: str
    city: str
    points: int
    extra: int
    tolls: int
    moves: tuple[str, ...]
    pays: tuple[int, ...]
    little: tuple[int, ...]
    deliveries: tuple[str, ...]  # the moves that deliver the cubes of `pays`, if they can be paid for
    giveaways: tuple[str, ...]  # and those of `little`
    deliver_points: int
    deliver_extra: int
    steps: tuple[str, ...]  # the hexes on the way, the first included
    paid: tuple[tuple[int, int], ...]
    undelivered: int  # what delivering would cost, if there is no money left for it

    @property
    def money(self) -> int:
        """What is paid on the way, and for delivering at its end."""
        return self.extra + self.tolls + self.deliver_extra

    @property
    def gains(self) -> bool:
        """Whether delivering there in full brings more than the trip costs."""
        return sum(self.pays) > self.money

    @property
    def brings(self) -> tuple[int, ...]:
        """What delivering is worth it for: the full prices; or what little there is."""
        return self.pays or self.little


def trips(reading: Reading) -> list[Trip]:
    """Every city that the train of the seat to act can reach now: first those that pay in full for a cube, then the nearest."""
    seen = seen_by(reading.scene.view, None) if "go" in reading.verbs else None
    if seen is None:
        return []
    state = seen[0]
    found: dict[str, list[Trip]] = {}
    for route in ways_of(state):
        ways = found.setdefault(route.city, [])
        ways.append(_trip(reading, state, route, len(ways)))
    best = sorted(found.values(), key=lambda ways: (not any(trip.pays for trip in ways), ways[0].points, ways[0].city))
    return [trip for ways in best for trip in ways]


def _trip(reading: Reading, state: State, route: Route, number: int) -> Trip:
    rules = reading.rules
    board = reading.board
    at = reading.actor
    used = board.trip.used if board.trip else 0
    extra = price_of(rules, used, route.points)
    town = next(city for city in board.cities if city.hex == route.city)
    wanted = [letter for letter in at.cargo if town.tile and letter not in town.tile]
    points = rules.deliver_points if wanted else 0
    more = price_of(rules, used + route.points, points)
    undelivered = more if at.cash < route.money + more else 0
    if undelivered:
        wanted = []
    full = [letter for letter in wanted if letter.upper() in town.markers]
    rest = [letter for letter in wanted if letter.upper() not in town.markers]
    names = {colour.letter: colour.name for colour in reading.edition.data.colours}
    here = at.locomotive or route.city
    steps = hexes_of(state, (here, *[move.partition(" ")[2] for move in route.moves]))
    return Trip(
        f"{route.city}-{number + 1}" if number else route.city,
        route.city,
        route.points,
        extra,
        route.money - extra,
        route.moves,
        (rules.demanded,) * len(full),
        (rules.not_demanded,) * len(rest),
        tuple([f"deliver {names[letter]}" for letter in full]),
        tuple([f"deliver {names[letter]}" for letter in rest]),
        points if wanted else 0,
        more if wanted else 0,
        steps,
        _paid(state, steps),
        undelivered,
    )


class Dear(NamedTuple):
    """A city that the train cannot reach now, though track leads there: what the cheapest way takes."""

    city: str
    points: int
    extra: int
    tolls: int


def too_dear(reading: Reading, found: list[Trip]) -> list[Dear]:
    """The nearest cities that the money, or one run more, is missing for."""
    seen = seen_by(reading.scene.view, None) if reading.acting else None
    if seen is None:
        return []
    state, rules = seen[0], reading.rules
    used = state.used
    if not rules.points_move and used >= rules.runs:
        return []  # no run is left: nothing is told by how many there would have to be
    state.cash[state.actor] = _PLENTY
    if not rules.points_move:
        state.used -= 1
    known = {trip.city for trip in found} | {reading.actor.locomotive}
    dear: dict[str, Dear] = {}
    for route in routes_of(state):
        if route.city not in known:
            extra = price_of(rules, used, route.points)
            dear[route.city] = Dear(route.city, route.points, extra, route.money - extra)
    return sorted(dear.values(), key=lambda each: (each.extra + each.tolls, each.points, each.city))[:_SHOWN]


def cities_in_this_turn(reading: Reading, before: int) -> frozenset[str]:
    """The cities in which the train of the player to act can still deliver in this turn. `before`: points that are spent
    first."""
    seen = seen_by(reading.scene.view, None)
    if seen is None:
        return frozenset()
    state, rules = seen[0], reading.rules
    cash = state.cash[state.actor] = state.cash[state.actor] - price_of(rules, state.used, before)
    state.used += before
    return frozenset(
        [
            route.city
            for route in ways_of(state)
            if route.money + price_of(rules, state.used + route.points, rules.deliver_points) <= cash
        ]
    )


def cities_by_track(reading: Reading) -> frozenset[str]:
    """The cities to which track leads for the train of the player to act, however far they are."""
    seen = seen_by(reading.scene.view, None) if reading.rules.points_move else None
    if seen is None:
        return frozenset(reading.actor.cities)  # runs are over own track
    state = seen[0]
    state.cash[state.actor] = _PLENTY
    return frozenset([route.city for route in routes_of(state)])


def dear_words(reading: Reading, dear: Dear) -> str:
    """Why the train cannot go there. Not escaped."""
    if not reading.rules.points_move:
        return on_map.too_far(dear.points, reading.rules.runs - (reading.board.trip.used if reading.board.trip else 0))
    return on_map.too_dear(dear.points // reading.rules.step, dear.extra, dear.tolls, reading.actor.cash)


def _paid(state: State, steps: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """`fr.toll`: who is paid how much on a way."""
    rules = state.rules
    if not rules.points_move:
        return ()
    index = rules.edition.grid.index
    paid: dict[int, int] = {}
    for here, there in pairwise([index[name] for name in steps]):
        cell = state.cell[there]
        edge = OPPOSITE[[rules.nb[here * 6 + side] for side in range(6)].index(there)]
        if cell >> TOWN or (owner := owner_at(cell, edge)) == state.actor:
            continue
        seat = owner + 1 if owner < state.seats else 0
        paid[seat] = paid.get(seat, 0) + rules.toll
    return tuple(sorted(paid.items()))


def hexes_of(state: State, stops: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes of a way. Where trains make runs the moves name only cities: the track between them is looked up."""
    if state.rules.points_move:
        return stops
    names = state.rules.edition.grid.names
    index = state.rules.edition.grid.index
    hexes = [index[stops[0]]]
    for stop in stops[1:]:
        hexes += _run(state, hexes[-1], index[stop])
    return tuple([names[number] for number in hexes])


def _run(state: State, home: int, goal: int) -> list[int]:
    """`fr.family-run`: the hexes of the shortest way over own track from city to city, the first left out."""
    neighbours, cells = state.rules.nb, state.cell
    before: dict[tuple[int, int], tuple[int, int] | None] = {(home, IN_CITY): None}
    waiting = [(home, IN_CITY)]
    for here, entry in waiting:
        for edge in EDGES_OF[exits(state, here, entry)]:
            there, back = neighbours[here * 6 + edge], OPPOSITE[edge]
            if there == goal:
                way = [goal]
                place: tuple[int, int] | None = (here, entry)
                while place is not None and place[0] != home:
                    way.append(place[0])
                    place = before[place]
                return way[::-1]
            cell = cells[there]
            track = there < state.rules.hexes and not cell >> TOWN and open_to(cell, back)
            if track and owner_at(cell, back) == state.actor and (there, back) not in before:
                before[there, back] = (here, entry)
                waiting.append((there, back))
    return [goal]


def price_of(rules: Rules, used: int, points: int) -> int:
    """`fr.move`: the money for so many more points."""
    if not rules.points_move:
        return 0
    return max(0, min(points, used + points - rules.free_points)) * rules.extra_point


def cost_words(reading: Reading, trip: Trip) -> str:
    """`6 steps, toll 2 to Bob`. Not escaped."""
    if not reading.rules.points_move:
        return on_map.runs(trip.points)
    tolls = [(reading.seat_name(seat) if seat else "", toll) for seat, toll in trip.paid]
    return on_map.steps(len(trip.steps) - 1, trip.extra, tolls, trip.deliver_extra)


def step_words(reading: Reading, name: str) -> str:
    """`go one step: 1 for the extra action point, toll 1 to Bob`: what a single step to a hex costs. Not escaped."""
    rules, board, here = reading.rules, reading.board, reading.actor.locomotive
    seen = seen_by(reading.scene.view, None)
    if not rules.points_move or seen is None or here is None:
        return on_map.step(0, ())
    extra = price_of(rules, board.trip.used if board.trip else 0, rules.step)
    tolls = [(reading.seat_name(seat) if seat else "", toll) for seat, toll in _paid(seen[0], (here, name))]
    return on_map.step(extra, tolls)


def ways_on_map(reading: Reading, found: list[Trip]) -> str:
    """The ways as lines, shown when they are pointed at, and a badge on every city: the steps, what is paid, what is brought."""
    grid = reading.edition.grid
    lines, flags = [], []
    for trip in found:
        line = way([place(grid, name) for name in trip.steps])
        lines += [f'<path class="{kind}" data-way="{trip.name}" d="{line}"/>' for kind in ("way under", "way")]
        if trip.name != trip.city:
            continue  # one flag is enough
        x, y = place(grid, trip.city)
        far = len(trip.steps) - 1 if reading.rules.points_move else trip.points
        words = f"{far}" + (f" −{trip.money}" if trip.money else "") + (f" +{sum(trip.brings)}" if trip.brings else "")
        wide = 14 + 8 * len(words)
        flags.append(
            f'<g class="flag{" pays" if trip.gains else ""}" data-way="{trip.city}">'
            f'<rect x="{x - wide // 2}" y="{y - 74}" width="{wide}" height="20" rx="10"/>'
            f'<text x="{x}" y="{y - 59}">{words}</text></g>'
        )
    return "".join(lines + flags)
