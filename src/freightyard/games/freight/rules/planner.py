"""A planner for people, pages and bots: where the train can go at what cost, and where track can go at what price.

    routes(view)        for every city that the train can reach: the cheapest way, and the moves that make it
    ways_of(state)      the same with the ways that take fewer points for more money
    sites(view)         the empty hexes where a tile may go, with the prices
    sites(view, "k7")   only those that the own track, or the city, on k7 points into
    lots(view)          the sections of track that can be sold, and the moves that sell them
    on_sale(view)       the section that is auctioned

All look at a view, so they know no more than its seat does.
"""

from typing import Final

import msgspec

from freightyard.core.contract import Seat, View
from freightyard.core.errors import BadPosition
from freightyard.games.freight.rules.edition import ALL_SORTS, Edition
from freightyard.games.freight.rules.from_board import state_of
from freightyard.games.freight.rules.hexes import EDGES_OF, OPPOSITE, SHAPE_SORT, SHAPE_WORDS, SHAPES
from freightyard.games.freight.rules.legal import blocks
from freightyard.games.freight.rules.network import OWNER, OWNER_ABOVE, TOWN, front_of, last_place
from freightyard.games.freight.rules.phases import BUYING, NOBODY, SHIPPING
from freightyard.games.freight.rules.position import Board
from freightyard.games.freight.rules.sections import PAIR, first_town, for_sale, lot, second_town
from freightyard.games.freight.rules.shipping import IN_CITY, exits, open_to, owner_at, run_ends
from freightyard.games.freight.rules.state import State

_CITY: Final = 6  # instead of an entry edge, in the keys of places on the way


class Route(msgspec.Struct, frozen=True):
    """The cheapest way to a city: least money first, then fewest points (where trains make runs: fewest runs)."""

    city: str
    points: int
    money: int
    moves: tuple[str, ...]


class Choice(msgspec.Struct, frozen=True):
    """A tile that fits, with its price and the move that lays it."""

    tile: str
    price: int
    move: str


class Site(msgspec.Struct, frozen=True):
    """An empty hex where a tile may go. `price`: of the cheapest tile that fits."""

    hex: str
    price: int
    choices: tuple[Choice, ...]


class Lot(msgspec.Struct, frozen=True):
    """A section of track. `cities`: the two that it connects, or none. `hexes`: where its tiles and bridges lie. `bid`: what the
    bank opens at. `moves`: those that put it up for auction."""

    cities: tuple[str, ...]
    hexes: tuple[str, ...]
    bid: int
    moves: tuple[str, ...]


def seen_by(view: View, seat: Seat | None) -> tuple[State, Seat] | None:
    """The state that a view shows, and the seat that is planned for: the one named, the viewer, or whoever acts."""
    if not isinstance(view.board, Board) or not isinstance(view.edition, Edition):
        raise BadPosition("this is not a view of a Freight game")
    state = state_of(view.edition, view.board)
    for who in (seat, view.seat, view.to_act):
        if who is not None and 0 <= who < state.seats:
            return state, who
    return None


def routes(view: View, seat: Seat | None = None) -> tuple[Route, ...]:
    """`fr.move`, `fr.family-run`: every city that the train can reach with the cash at hand, in the order of the hexes.

    In the own shipping phase with the points or runs that are left, at any other time with those of a whole turn.
    """
    found = seen_by(view, seat)
    if found is None:
        return ()
    s, who = found
    if s.locomotive[who] == NOBODY or s.out[who]:
        return ()
    if s.phase != SHIPPING or s.actor != who:
        s.actor = who
        s.used = 0
        s.entry = IN_CITY
    return routes_of(s)


def routes_of(s: State) -> tuple[Route, ...]:
    """The same for a state that somebody imagines: the train of the seat whose turn it is."""
    return _by_points(s, cheapest=True) if s.rules.points_move else _by_runs(s)


def ways_of(s: State) -> tuple[Route, ...]:
    """Every way that no other to the same city beats in both points and money: for each city the one with fewest points first,
    the cheapest last."""
    return _by_points(s, cheapest=False) if s.rules.points_move else _by_runs(s)


def _by_points(s: State, *, cheapest: bool) -> tuple[Route, ...]:
    """Step by step; a way that is longer and pays no less toll than another to the same place is dropped."""
    rules = s.rules
    seat = s.actor
    start = s.locomotive[seat] * 7 + (_CITY if s.entry == IN_CITY else s.entry)
    least = {start: 0}  # toll paid so far
    before: list[dict[int, int]] = [{start: start}]  # for each number of steps: where a place was reached from
    tolls = {start: 0}
    best: dict[int, list[tuple[int, int, int]]] = {}  # for each city: money, points, steps; less money for more points
    while tolls:
        points = len(before) * rules.step
        beyond = s.used + points - rules.free_points
        extra = max(0, min(beyond, points)) * rules.extra_point
        following: dict[int, int] = {}
        came: dict[int, int] = {}
        for key, paid in tolls.items():
            here, entry = divmod(key, 7)
            for edge in EDGES_OF[exits(s, here, IN_CITY if entry == _CITY else entry)]:
                there = rules.nb[here * 6 + edge]
                cell = s.cell[there]
                back = OPPOSITE[edge]
                if there == rules.hexes or not (cell >> TOWN or open_to(cell, back)):
                    continue
                toll = 0 if cell >> TOWN or owner_at(cell, back) == seat else rules.toll
                place = there * 7 + (_CITY if cell >> TOWN else back)
                price = paid + toll
                if price + extra > s.cash[seat] or price >= min(least.get(place, price + 1), following.get(place, price + 1)):
                    continue
                following[place] = price
                came[place] = key
                if cell >> TOWN:
                    found = best.setdefault(there, [])
                    if found and found[-1][2] == len(before):
                        found.pop()  # so many steps, and dearer
                    if not found or price + extra < found[-1][0]:
                        found.append((price + extra, points, len(before)))
        least.update(following)
        before.append(came)
        tolls = following
    names = rules.edition.grid.names
    plans = []
    for city in sorted(best):
        if city == s.locomotive[seat] and s.entry == IN_CITY:
            continue
        for money, points, steps in best[city][-1:] if cheapest else best[city]:
            plans.append(Route(names[city], points, money, _moves(s, before, city * 7 + _CITY, steps)))
    return tuple(plans)


def _moves(s: State, before: list[dict[int, int]], place: int, steps: int) -> tuple[str, ...]:
    names = s.rules.edition.grid.names
    moves: list[str] = []
    for step in range(steps, 0, -1):
        moves.append(f"go {names[place // 7]}")
        place = before[step][place]
    return tuple(reversed(moves))


def _by_runs(s: State) -> tuple[Route, ...]:
    """Run by run, up to those that are left."""
    names = s.rules.edition.grid.names
    home = s.locomotive[s.actor]
    found: dict[int, tuple[int, ...]] = {}
    ways: list[tuple[int, ...]] = [()]
    for _ in range(s.used, s.rules.runs):
        longer: list[tuple[int, ...]] = []
        for way in ways:
            s.locomotive[s.actor] = way[-1] if way else home
            for city in run_ends(s):
                if city != home and city not in found:
                    found[city] = (*way, city)
                    longer.append((*way, city))
        ways = longer
    s.locomotive[s.actor] = home
    plans = [Route(names[city], len(way), 0, tuple(f"go {names[stop]}" for stop in way)) for city, way in sorted(found.items())]
    return tuple(plans)


def lots(view: View) -> tuple[Lot, ...]:
    """`fr.section`: everything that the seat whose turn it is could sell, each section once."""
    found = seen_by(view, None)
    return () if found is None else tuple([_lot(found[0], sale) for sale in for_sale(found[0], found[0].actor)])


def on_sale(view: View) -> Lot | None:
    """`fr.section`: what is auctioned now."""
    found = seen_by(view, None)
    return None if found is None or found[0].phase != BUYING else _lot(found[0], found[0].sale)


def _lot(s: State, sale: int) -> Lot:
    names = s.rules.edition.grid.names
    pieces = lot(s, s.actor, sale)
    if sale < PAIR:
        cities: tuple[str, ...] = ()
        moves: tuple[str, ...] = (f"sell {names[sale >> 1]}{' bridge' if sale & 1 else ''}",)
    else:
        cities = (names[s.cities[first_town(sale)]], names[s.cities[second_town(sale)]])
        moves = (f"sell {cities[0]}", f"to {cities[1]}")
    return Lot(cities, tuple([names[piece >> 1] for piece in pieces]), len(pieces) * s.rules.bank_bid, moves)


def sites(view: View, end: str | None = None, seat: Seat | None = None) -> tuple[Site, ...]:
    """`fr.build-track`, `fr.connected`: the empty hexes that the network faces, with every tile of the supply that may lie there.

    Money is not asked for: a person wants to see what the next loan would buy. `end`: only hexes next to this one.
    """
    found = seen_by(view, seat)
    if found is None or found[0].out[found[1]]:
        return ()
    s, who = found
    rules = s.rules
    texts = rules.edition.vocabulary.texts
    sorts = sum([1 << sort for sort in range(3) if s.stock[who * 4 + sort]]) & ALL_SORTS
    ahead = s.clone()
    ahead.actor = who
    near = [other for other in s.order if other != who and last_place(s, other) >= 0]  # who could be blocked
    plans: list[Site] = []
    for code in front_of(s, who):
        want = code & 63
        if end is not None:
            want &= _faced_from(s, who, code >> 6, end)
        choices = []
        for move in rules.builds_at(sorts, code & ~63 | want) if want else []:
            if any(blocks(ahead, move, other) for other in near):
                continue
            shape = (move - rules.build) % SHAPES
            choices.append(Choice(SHAPE_WORDS[shape], rules.price[SHAPE_SORT[shape]], texts[move]))
        if choices:
            price = min(choice.price for choice in choices)
            plans.append(Site(rules.edition.grid.names[code >> 6], price, tuple(choices)))
    return tuple(plans)


def _faced_from(s: State, seat: int, number: int, end: str) -> int:
    """The edges of a hex that face the hex named `end`, if own track or a city lies there."""
    rules = s.rules
    there = rules.edition.grid.index.get(end)
    if there is None:
        raise BadPosition(f"{end[:20]!r} is not a hex")
    cell = s.cell[there]
    own = cell >> TOWN or (cell & 63 and cell >> OWNER & 7 == seat) or (cell >> 6 & 63 and cell >> OWNER_ABOVE & 7 == seat)
    if not own:
        return 0
    return sum([1 << edge for edge in range(6) if rules.nb[number * 6 + edge] == there])
