"""Lines of track from the network to a place of the map: the cheapest one, and others that somebody may like better.

Each line is played on a copy of the state, so what it costs and leaves is what the rules say.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, final

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.games.freight.page.line_search import FAR, FIRST, SECOND, Way, Weights, search
from freightyard.games.freight.rules.edition import LOAN
from freightyard.games.freight.rules.hexes import AXES, BRIDGE, CURVE, SHAPE_SORT, SHAPES, STRAIGHT, SWITCHES
from freightyard.games.freight.rules.network import TOWN, sites
from freightyard.games.freight.rules.phases import BUILDING, STARTING
from freightyard.games.freight.rules.planner import seen_by
from freightyard.games.freight.rules.state import State

MOST: Final = 6  # lines that one question is answered with
_FROM: Final = 3  # other places of the network that a line is looked for from
_DEARER: Final = 6  # what they may cost more than the cheapest: two tiles
_BY: Final = 2  # cities beside the way that are looked at, so near to its end
_NEAR: Final = 5

# Why there is no line.
MONEY: Final = "money"
TILES: Final = "tiles"
BLOCKADE: Final = "blockade"
BLOCKED: Final = "blocked"
# Why no city can be founded on a hex, wherever track leads.
TAKEN: Final = "taken"
BESIDE: Final = "beside"
OUTSIDE: Final = "outside"
NO_CITIES: Final = "no cities"


class Line(NamedTuple):
    """Track that can be built now. `moves`: all of them, loans first; `price`: of what is built; `cash` and `loans`: what the
    player has afterwards; `begins`: the hex of the network that it goes on from; `by`: the cities that it comes to on its way;
    `founds`: whether it ends with a new city; `starts`: the city that the locomotive is put on, if it is put on one."""

    moves: tuple[str, ...]
    price: int
    cash: int
    loans: int
    borrowed: int
    begins: str
    by: tuple[str, ...]
    founds: bool
    starts: str

    @property
    def laid(self) -> tuple[str, ...]:
        """The moves that lay track."""
        return tuple([move for move in self.moves if move.partition(" ")[0] in ("build", "upgrade", "bridge")])


class Found(NamedTuple):
    """The lines to a place, or why there are none. `price`: of the cheapest line, for who cannot pay it."""

    lines: tuple[Line, ...]
    why: str = ""
    price: int = 0


def lines_to(view: View, name: str) -> Found:
    """`fr.build-track`, `fr.connected`: lines to a city, or onto a hex, for whoever is building; the cheapest first."""
    return _builder(view, name).found()


def founding_lines(view: View, name: str) -> Found:
    """`fr.build-city`: lines that end with a new city on a hex, the cheapest first, or why none can stand there."""
    return _builder(view, name).founding()


def city_hexes(view: View) -> tuple[str, ...]:
    """`fr.build-city`: the hexes on which whoever is building can found a city, with the track to it."""
    state = _built_on(view)
    names = state.rules.edition.grid.names
    return tuple(
        [name for number, name in enumerate(names) if state.rules.inside[number] and _Builder(state, number).can_found()]
    )


def _built_on(view: View) -> State:
    seen = seen_by(view, None)
    if seen is None or seen[0].phase != BUILDING:
        raise BadSetup("lines can be asked for while somebody is building, to a hex of the map")
    return seen[0]


def _builder(view: View, name: str) -> "_Builder":
    state = _built_on(view)
    if name not in state.rules.edition.grid.index:
        raise BadSetup("lines can be asked for while somebody is building, to a hex of the map")
    goal = state.rules.edition.grid.index[name]
    if not state.rules.inside[goal]:
        raise BadSetup(f"{name} is not on this map")
    return _Builder(state, goal)


@final
class _Builder:
    """One question: the state it is about, and the place."""

    def __init__(self, state: State, goal: int) -> None:
        rules = state.rules
        seat = state.actor
        self.state = state
        self.seat = seat
        self.goal = goal
        self.loans = max(0, (rules.first_limit if state.round == 1 else rules.limit) - state.took[seat])
        self.most = state.cash[seat] + self.loans * rules.amount
        self.blockades = 0  # lines that another player would have no place after

    def found(self) -> Found:
        state, goal = self.state, self.goal
        town = state.cell[goal] >> TOWN
        found = self._kept(list(self._ways(as_city=bool(town))), founds=False)
        if not town and self._may_found():
            found += self._kept(list(self._ways(as_city=True))[:2], founds=True)
        if found:
            first, *others = _differing(found)
            others.sort(key=lambda line: (line.price, line.founds, len(line.laid)))
            return Found((first, *others[: MOST - 1]))
        return self._reason(as_city=bool(town))

    def founding(self) -> Found:
        """The lines that end with a new city, or why there are none."""
        state = self.state
        why = self._no_city()
        if why:
            return Found((), why)
        lines = self._kept(list(self._ways(as_city=True)), founds=True)
        if lines:
            lines = _differing(lines)
            lines.sort(key=lambda line: (line.price, len(line.laid)))
            return Found(tuple(lines[:MOST]))
        found = self._reason(as_city=True)
        price = found.price + state.rules.city_price
        dear = found.why == TILES and price > self.most  # the tiles may do, but not the money for the city besides
        return found._replace(why=MONEY if dear else found.why, price=price)

    def can_found(self) -> bool:
        """Whether a line that the player can pay ends with a new city here. What it is made of is asked for later."""
        if self.state.cell[self.goal] or not self._may_found():
            return False
        limit = self.most - self.state.rules.city_price + 1
        return limit > 0 and bool(search(self.state, self.goal, self._by_money(), limit * FIRST, as_city=True))

    def _no_city(self) -> str:
        """`fr.build-city`: why no city may stand here, wherever track leads."""
        state = self.state
        if len(state.cities) >= state.rules.tiles:
            return NO_CITIES
        if state.cell[self.goal]:
            return TAKEN
        if self._may_found():
            return ""
        sides = [state.rules.nb[self.goal * 6 + edge] for edge in range(6)]
        return BESIDE if any(there < state.rules.hexes and state.cell[there] >> TOWN for there in sides) else OUTSIDE

    def _may_found(self) -> bool:
        """`fr.build-city`: whether a city may stand there, once track points into it."""
        state = self.state
        return not state.cell[self.goal] and len(state.cities) < state.rules.tiles and bool(sites(state)[self.goal])

    # --- which ways are looked at ---

    def _ways(self, *, as_city: bool) -> Iterator[Way]:
        """The cheapest way first; then those with fewer tiles, from elsewhere, without bridges or switches, another way, and by
        other cities."""
        rules, goal = self.state.rules, self.goal
        weights = self._by_money()
        limit = (self.most + 1) * FIRST
        ways = search(self.state, goal, weights, limit, as_city=as_city)
        if not ways:
            return
        best = ways[0]
        yield best
        straight, curve, bridge = (FIRST + rules.price[kind] * SECOND for kind in (STRAIGHT, CURVE, BRIDGE))
        fewest = Weights(straight, curve, bridge, 1)
        yield from search(self.state, goal, fewest, len(best.moves) * FIRST, as_city=as_city)[:1]
        yield from [way for way in ways[1:] if way.begins != best.begins][:_FROM]
        if any(rules.bridging <= move < rules.city for move in best.moves):
            yield from search(self.state, goal, weights._replace(bridge=FAR), limit, as_city=as_city)[:1]
        if any(rules.upgrade <= move < rules.bridging for move in best.moves):
            yield from search(self.state, goal, weights._replace(upgrade=FAR), limit, as_city=as_city)[:1]
        over = frozenset([self._hex(move) for move in best.moves]) - {goal}
        if over:
            yield from search(self.state, goal, weights._replace(avoid=over, more=2 * FIRST), limit, as_city=as_city)[:1]
        yield from self._by_cities(weights, limit, best, as_city=as_city)

    def _by_money(self) -> Weights:
        """The price first, then the number of pieces, then the curves."""
        rules = self.state.rules
        return Weights(
            rules.price[STRAIGHT] * FIRST + SECOND,
            rules.price[CURVE] * FIRST + SECOND + 1,
            rules.price[BRIDGE] * FIRST + SECOND,
            rules.upgrade_price * FIRST + SECOND,
        )

    def _by_cities(self, weights: Weights, limit: int, best: Way, *, as_city: bool) -> Iterator[Way]:
        """Ways that connect another city first: to it, and from there on."""
        state = self.state
        if not state.own[self.seat]:
            return
        distance = state.rules.edition.grid.distance
        net = state.net[self.seat]
        others = [
            city
            for town, city in enumerate(state.cities)
            if not net >> town & 1 and city != self.goal and city not in best.by and distance(city, self.goal) <= _NEAR
        ]
        others.sort(key=lambda city: distance(city, self.goal))
        for city in others[:_BY]:
            there = search(self.state, city, weights, limit, as_city=True)
            on = search(self.state, self.goal, weights, limit, as_city=as_city, starts=city) if there else []
            if on:
                first, second = there[0], on[0]
                yield Way(first.weight + second.weight, first.begins, first.moves + second.moves, (*first.by, city, *second.by))

    def _hex(self, move: int) -> int:
        """The hex of a move that lays track."""
        rules = self.state.rules
        if move < rules.upgrade:
            return (move - rules.build) // SHAPES
        if move < rules.bridging:
            return (move - rules.upgrade) // SWITCHES
        return (move - rules.bridging) // AXES

    # --- what they come to ---

    def _kept(self, ways: list[Way], *, founds: bool) -> list[Line]:
        """Those of the ways that the rules let one build, each once."""
        lines: list[Line] = []
        known: set[frozenset[int]] = set()
        for way in ways:
            if frozenset(way.moves) in known:
                continue
            known.add(frozenset(way.moves))
            line = self._played(way, way.moves, founds=founds)
            if line is None:
                continue
            lines.append(line)
            if line.starts and len(lines) == 1 and len(way.moves) > 1 and self.state.cell[self.goal] >> TOWN:
                other = self._played(way, way.moves[::-1], founds=False)  # the same track, from the other end
                if other is not None and other.starts != line.starts:
                    lines.append(other)
        return lines

    def _played(self, way: Way, moves: Sequence[int], *, founds: bool) -> Line | None:
        """A way as moves that were all played on a copy of the state; None if the rules refuse one."""
        state = self.state.clone()
        rules, seat = state.rules, self.seat
        texts = rules.edition.vocabulary.texts
        price = sum([self._price(move) for move in moves]) + (rules.city_price if founds else 0)
        borrowed = max(0, -(-(price - state.cash[seat]) // rules.amount))
        if borrowed > self.loans:
            return None
        placed = state.locomotive[seat]
        said: list[str] = []
        waiting = [LOAN] * borrowed + list(moves) + ([rules.city + self.goal] if founds else [])
        while waiting:
            move = waiting.pop(0)
            if state.phase == STARTING:
                waiting.insert(0, move)
                move = rules.locomotive + (way.begins if moves == way.moves else self.goal)
            refusal = state.refuse(move)
            if refusal is not None:
                self.blockades += refusal.slug == "fr.no-blockade"
                return None
            said.append(texts[move])
            state.play(move)
        names = rules.edition.grid.names
        return Line(
            tuple(said),
            price,
            state.cash[seat],
            state.loans[seat],
            borrowed,
            names[way.begins if moves == way.moves else self.goal],
            tuple([names[city] for city in way.by]),
            founds,
            names[state.locomotive[seat]] if state.locomotive[seat] >= 0 and placed < 0 else "",
        )

    def _price(self, move: int) -> int:
        """What a move of building costs."""
        rules = self.state.rules
        if move < rules.upgrade:
            return rules.price[SHAPE_SORT[(move - rules.build) % SHAPES]]
        return rules.upgrade_price if move < rules.bridging else rules.price[BRIDGE]

    def _reason(self, *, as_city: bool) -> Found:
        """Why there is no line: the money, the tiles, the rule of the blockade, or nothing leads there."""
        if self.blockades:
            return Found((), BLOCKADE)
        for stock in ((), tuple(self.state.rules.start_stock)):
            ways = search(self.state, self.goal, self._by_money(), FAR, as_city=as_city, stock=stock)
            if ways:
                price = sum([self._price(move) for move in ways[0].moves])
                return Found((), TILES if stock or price <= self.most else MONEY, price)
        return Found((), BLOCKED)


def _differing(lines: list[Line]) -> list[Line]:
    """The lines, each once, without those that cost much more than the cheapest and connect no more."""
    most = min([line.price for line in lines]) + _DEARER
    kept: list[Line] = []
    for line in lines:
        known = any(set(line.moves) == set(other.moves) and line.starts == other.starts for other in kept)
        if not known and (line.price <= most or line.by or line.founds):
            kept.append(line)
    return kept
