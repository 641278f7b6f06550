"""What the line builder answers: each line with its ghosts for the map, its price, and what it leaves, in words."""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.games.freight.page.lines import (
    BESIDE,
    BLOCKADE,
    MONEY,
    NO_CITIES,
    OUTSIDE,
    TAKEN,
    TILES,
    Found,
    Line,
    city_hexes,
    founding_lines,
    lines_to,
)
from freightyard.games.freight.page.money import comes_for_want_of_money
from freightyard.games.freight.page.sentences import lines as say
from freightyard.games.freight.page.shapes import bridge, hexagon, place, plate, tile
from freightyard.games.freight.rules.city_names import called, names_on
from freightyard.games.freight.rules.edition import Edition, Rules, rules_for
from freightyard.games.freight.rules.hexes import Grid
from freightyard.games.freight.rules.position import Board

_DRAWN: Final = ("build ", "upgrade ", "bridge ", "city ")
_NO_CITY: Final = {
    TAKEN: say.CITY_ON_FREE_HEX,
    BESIDE: say.CITY_BESIDE_CITY,
    OUTSIDE: say.CITY_BETWEEN_CITIES,
    NO_CITIES: say.NO_CITY_LEFT,
}


def answer(view: View, topic: str, words: str) -> object:
    """`line`: lines of track to the hex of this name; `city`: those that end with a new city there, `cities`: where there are."""
    if topic not in ("line", "city", "cities"):
        raise BadSetup("this board can be asked for lines of track only")
    if view.seat is None or view.to_act != view.seat:
        raise BadSetup("lines of track are for who is building")
    if topic == "cities":
        return {"hexes": city_hexes(view)}
    founds = topic == "city"
    found = founding_lines(view, words) if founds else lines_to(view, words)
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight has its edition
    rules = rules_for(edition, view.seats, view.options)
    city = any(city.hex == words for city in board.cities)
    names = names_on(board)
    goal = called(names, words) if city else say.THIS_HEX
    if not found.lines:
        slug, why = _why(found, rules, board, words, say.NEW_CITY_HERE if founds else goal)
        return {"goal": words, "lines": [], "why": why, "href": f"/manual/freight#{slug}"}
    notes = _notes(edition.grid, found.lines, names)
    count = len(found.lines)
    return {
        "goal": words,
        "title": say.FOUND_HERE if founds else say.title(goal, city=city, connected=words in board.seats[board.seat - 1].cities),
        "outline": (plate if city else hexagon)(*place(edition.grid, words)),
        "owner": board.seat,
        "lines": [
            _told(edition, rules, board, line, words, notes[number], (number + 1, count))
            for number, line in enumerate(found.lines)
        ],
    }


def ends_with(rules: Rules, board: Board, line: Line, goal: str) -> bool:
    """`fr.family-end`: whether the player comes by this line to the cities that end the game, as the first of all."""
    if board.last is not None:
        return False
    had = board.seats[board.seat - 1].cities
    towns = {city.hex for city in board.cities}
    new = ({goal, line.begins, line.starts, *line.by} & towns) - set(had)
    return bool(rules.end_at_cities) and len(had) < rules.end_at_cities <= len(had) + len(new) + line.founds


def _told(
    edition: Edition, rules: Rules, board: Board, line: Line, goal: str, note: str, number: tuple[int, int]
) -> dict[str, object]:
    at = board.seats[board.seat - 1]
    interest = line.loans * rules.interest
    facts = [say.pieces(_counts(line))]
    if line.borrowed:
        facts.append(say.loans(line.borrowed, rules.amount, edition.data.score.loan))
    facts.append(say.leaves(line.cash, interest))  # after the loan, of which it is left
    later = structs.replace(at, cash=line.cash, loans=line.loans, took=at.took + line.borrowed)
    comes = comes_for_want_of_money(rules, board, later, builds=True)
    ships = at.locomotive is not None or bool(line.laid)
    warnings = [say.last_city(rules.end_at_cities)] if ends_with(rules, board, line, goal) else []
    if comes:
        warnings.append(say.short(interest - line.cash, comes, ships=ships))
    warning = " ".join(warnings)
    return {
        "moves": line.moves,
        "price": line.price,
        "note": note,
        "facts": facts,
        "warning": warning,
        "go": say.build(line.price, line.cash, loans=line.borrowed, founds=line.founds),
        "said": say.said(*number, note, [*facts, warning] if warning else facts),
        "pieces": [
            ghost(edition, move) for move in line.moves if move.partition(" ")[0] in ("build", "upgrade", "bridge", "city")
        ],
    }


def ghost(edition: Edition, move: str) -> dict[str, str]:
    """What a move draws on the map."""
    verb, name, *tail = move.split(" ")
    x, y = place(edition.grid, name)
    if verb == "city":
        drawn = plate(x, y)
    elif verb == "bridge":
        drawn = bridge(int(tail[0]), x, y)
    else:
        drawn = tile(" ".join(tail), x, y)
    return {"verb": verb, "hex": name, "outline": hexagon(x, y), "d": drawn}


def _counts(line: Line) -> list[tuple[str, int]]:
    """What a line is made of."""
    sorts = [_sort(move) for move in line.moves]
    return [(sort, sorts.count(sort)) for sort in ("straight", "curve", "switch", "bridge", "new city")]


def _sort(move: str) -> str:
    verb, *rest = move.split(" ")
    if verb == "build":
        return rest[1]
    return {"city": "new city", "upgrade": "switch"}.get(verb, verb)


def _notes(grid: Grid, lines: tuple[Line, ...], names: Mapping[str, str]) -> list[str]:
    """What each line is chosen for, beside the first one."""
    first, index, distance = lines[0], grid.index, grid.distance
    notes: list[str] = []
    for line in lines:
        if line.founds and not first.founds:
            merits = [say.NEW_CITY]
        elif line is first:
            merits = [say.CHEAPEST] if len(lines) > 1 and any(other.price > line.price for other in lines) else []
        else:
            merits = _differs(line, first)
        starts = names[line.starts] if line.starts else ""
        start = first.begins if starts and _reversed(line, first) else line.begins
        begins = names.get(start) or say.begins_on_track(
            names[min(names, key=lambda city: (distance(index[city], index[start]), city))],
            ends=not any(move.startswith("upgrade ") for move in line.laid[:1]),
        )
        way = say.way(begins, [names[city] for city in line.by], starts)
        if say.note(way, merits) in notes:
            merits.append(say.ANOTHER_WAY)
        notes.append(say.note(way, merits))
    return notes


def _reversed(line: Line, first: Line) -> bool:
    """Whether a line is the first one, built from its other end."""
    return line is not first and set(line.moves) == set(first.moves)


def _differs(line: Line, first: Line) -> list[str]:
    """What a line has or saves beside the cheapest one."""
    words: list[str] = []
    for verb in ("bridge", "switch"):
        mine, other = [[_sort(move) for move in each.moves].count(verb) for each in (line, first)]
        if mine != other:
            words.append(say.with_a(verb) if mine > other else say.without(verb))
    if not words and len(line.laid) < len(first.laid):
        words.append(say.FEWER_TILES)
    if not words and line.begins == first.begins and line.by == first.by and line.starts == first.starts:
        words.append(say.ANOTHER_WAY)
    return words


def _why(found: Found, rules: Rules, board: Board, name: str, place_name: str) -> tuple[str, str]:
    """The slug of the rule, and the sentence."""
    at = board.seats[board.seat - 1]
    if found.why in _NO_CITY:
        return "fr.build-city", _NO_CITY[found.why]
    if found.why == MONEY:
        limit = rules.first_limit if board.round == 1 else rules.limit
        return "fr.build-track", say.too_dear(place_name, found.price, at.cash, max(0, limit - at.took), rules.amount)
    if found.why == TILES:
        return "fr.start", say.no_tiles(place_name)
    if found.why == BLOCKADE:
        return "fr.no-blockade", say.blockade(place_name)
    if name in at.cities:
        return "fr.connected", say.connected(place_name)
    if any(piece.hex == name and piece.owner == board.seat for piece in board.track):
        return "fr.build-track", say.own_track(place_name)
    return "fr.connected", say.blocked(place_name)
