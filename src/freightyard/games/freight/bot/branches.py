"""Freight: lines that branch off the own track, where a plain tile is made a switch. Only who thinks longer looks at them."""

from freightyard.games.freight.bot.track import Line, search_lines
from freightyard.games.freight.rules.hexes import (
    AXIS_MASK,
    EDGES_OF,
    FIRST_SWITCH,
    OPPOSITE,
    SHAPE_MASK,
    SHAPES,
    SWITCH,
    SWITCHES,
)
from freightyard.games.freight.rules.network import ABOVE, TOWN
from freightyard.games.freight.rules.state import State


def branches(s: State, plain: list[Line], most: int) -> list[Line]:
    """The cheapest line from a switch to each city that no plain line reaches for as little."""
    seat = s.actor
    rules = s.rules
    price = rules.upgrade_price
    if not s.stock[seat * 4 + SWITCH] or most < price:
        return []
    found: list[Line] = []
    known: dict[int, int] = {}  # the cheapest price to each city so far
    for line in plain:
        if line.city >= 0:
            known[line.city] = min(line.price, known.get(line.city, line.price))
    switch_at: dict[int, int] = {}  # the upgrade that leads to a hex over an edge
    starts: list[tuple[int, int]] = []
    for code in s.simple[seat]:
        number = code >> 6
        for move in rules.upgrades_at(code << 6 | s.cell[number] >> ABOVE & 63):
            leg = SHAPE_MASK[FIRST_SWITCH + (move - rules.upgrade) % SWITCHES] & ~code & 63
            edge = EDGES_OF[leg][0]
            there = rules.nb[number * 6 + edge]
            if there == rules.hexes:
                continue
            town = (s.cell[there] >> TOWN) - 1
            if town < 0:
                if there * 6 + OPPOSITE[edge] not in switch_at:
                    switch_at[there * 6 + OPPOSITE[edge]] = move
                    starts.append((there, OPPOSITE[edge]))
            elif not s.net[seat] >> town & 1 and price < known.get(town, most + 1):
                known[town] = price
                found.append(Line(price, 1, town, -1, (move,)))
    for line in search_lines(s, seat, starts, most - price):
        if line.price + price < known.get(line.city, most + 1):
            switch = _switch_of(s, line.moves[0], switch_at)
            if switch >= 0:
                found.append(Line(line.price + price, line.tiles + 1, line.city, -1, (switch, *line.moves)))
    return found


def _switch_of(s: State, move: int, switch_at: dict[int, int]) -> int:
    """The upgrade that a line begins at, by its first move."""
    rules = s.rules
    if move < rules.upgrade:
        number, shape = divmod(move - rules.build, SHAPES)
        edges = SHAPE_MASK[shape]
    else:
        number, axis = divmod(move - rules.bridging, 3)
        edges = AXIS_MASK[axis]
    for edge in EDGES_OF[edges]:
        if number * 6 + edge in switch_at:
            return switch_at[number * 6 + edge]
    return -1
