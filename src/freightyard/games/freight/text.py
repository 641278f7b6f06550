"""The Freight board in words, for those who listen to it: cities with what they take and pay, who has what, and all track."""

from collections.abc import Mapping
from typing import Final

import msgspec

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.core.text_board import Section, counted, listed
from freightyard.games.freight.page.line_answers import answer as line_answer
from freightyard.games.freight.rules.city_names import called, names_on, with_names
from freightyard.games.freight.rules.edition import Edition, Rules, rules_for
from freightyard.games.freight.rules.hexes import EDGES, EDGES_OF, SHAPE_MASK, SHAPE_WORDS, Grid
from freightyard.games.freight.rules.planner import Route, lots, on_sale, routes
from freightyard.games.freight.rules.position import Board, City, SeatBoard

SIDES: Final = ("right", "lower right", "lower left", "left", "upper left", "upper right")  # the edges of a hex, by number
_WAYS: Final = 3  # lines that are told of a plan: the cheapest, and others that somebody may like better
_NEAREST: Final = 3  # cities whose way is told for each city
PHASES: Final = {
    "rolling": "restocking cities",
    "naming": "a new city gets its tile",
    "founding": "a new city gets its first marker",
    "restocking": "restocking cities",
    "bidding": "auction of the turn order",
    "building": "building",
    "starting": "placing the locomotive",
    "choosing": "choosing a city tile",
    "shipping": "shipping",
    "owing": "paying interest",
    "selling": "selling track to pay interest",
    "pairing": "selling track to pay interest",
    "buying": "auction of track",
    "supplying": "moving a marker from box 1 to a city",
    "shifting": "moving a marker from box 2 to box 1",
    "filling": "putting a marker into box 2",
    "repaying": "repaying loans before the scoring",
}


def sections(view: View, names: tuple[str, ...]) -> tuple[Section, ...]:
    """Where the game stands, what the seat has, the cities, the players, and what is built. Nothing in this game is hidden."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight has its edition
    rules = rules_for(edition, view.seats, view.options)
    found = [Section("round", "The round", (*_round(board, edition, names), *_auction(view, board, names)))]
    if view.seat is not None:
        found.append(Section("own", "Your company", _own(board.seats[view.seat], edition), own=True))
        found += _train(view, board)
    if board.cities:
        grid = edition.grid
        found.append(Section("cities", "Cities", tuple([_city(city, edition, rules) for city in board.cities])))
        found.append(Section("ways", "Ways between cities", tuple(_near(city.hex, board, grid) for city in board.cities)))
    found.append(_players(board, edition, view.seat, names))
    found.append(Section("track", "Track", _track(board, names) or ("No track is built yet.",)))
    towns = names_on(board)
    return (
        *[_named(section, towns) for section in found],
        Section("tiles", "Tiles and their turns", (_letters(edition), *_TILES)),
    )


def plan(view: View, words: str) -> tuple[str, ...]:
    """Lines of track to a city or a hex, while the seat builds; ways of its train, while it ships."""
    board: Board = view.board
    towns = names_on(board)
    if not words:
        raise BadSetup(f"name a city or a hex, such as: plan {board.cities[0].hex}")
    near = [hexagon for hexagon, name in towns.items() if words in (hexagon, name.lower(), called(towns, hexagon).lower())]
    near = near or [hexagon for hexagon, name in towns.items() if name.lower().startswith(words)]
    goal = near[0] if len(near) == 1 else words
    if board.phase == "shipping":
        found = [route for route in routes(view) if route.city == goal]
        if not found:
            return (f"Your train cannot reach {called(towns, goal)} now.",)
        return tuple([f"{_cost(route)}: type {'; '.join(route.moves)}." for route in found])
    if board.phase != "building":
        raise BadSetup("you can plan a line while you build, and a way while you ship")
    return _lines(view, goal)


def _cost(route: Route) -> str:
    return f"{counted(route.points, 'action point')}{f' and {route.money} money' if route.money else ''}"


def _lines(view: View, goal: str) -> tuple[str, ...]:
    answer = line_answer(view, "line", goal)
    if not isinstance(answer, dict):
        return ()
    if not answer["lines"]:
        return (answer["why"],)
    return tuple([f"{line['said']} Type {'; '.join(line['moves'])}." for line in answer["lines"][:_WAYS]])


def _named(section: Section, towns: Mapping[str, str]) -> Section:
    """With the names of cities before their hexes, but not in what is to be typed."""
    lines = []
    for line in section.lines:
        told, quoted, moves = line.partition("; type ")
        lines.append(f"{with_names(towns, told)}{quoted}{moves}")
    rows = tuple([(row[0], *[with_names(towns, cell) for cell in row[1:]]) for row in section.rows])
    return msgspec.structs.replace(section, lines=tuple(lines), rows=rows)


def _round(board: Board, edition: Edition, names: tuple[str, ...]) -> tuple[str, ...]:
    if board.phase == "over":
        return ("The game is over.",)
    if board.round == 0:
        return ("The map is being laid out.",)
    found = [f"Round {board.round}: {PHASES.get(board.phase, board.phase)}."]
    found.append(f"Turn order: {', '.join([names[seat - 1] for seat in board.order])}.")
    if any(board.boxes):
        found += [f"Box {box}: {_markers(board.boxes[box - 1], edition)}." for box in (1, 2)]
    return tuple(found)


def _auction(view: View, board: Board, names: tuple[str, ...]) -> tuple[str, ...]:
    """What is auctioned or owed now."""
    if board.auction is not None:
        what = _sale(view) if board.auction.sale else "the next place in the turn order"
        bidder = "the bank" if not board.auction.bidder else names[board.auction.bidder - 1]
        bid = "no bid yet" if board.auction.bid is None else f"the highest bid is {board.auction.bid}, by {bidder}"
        return (f"Auction of {what}: {bid}.",)
    if board.phase in ("selling", "pairing") and view.legal:
        offers = [f"{' or '.join(lot.moves)}: the bank bids {lot.bid}" for lot in lots(view)]
        return (f"Interest to pay: {board.owed}.", *[f"You can sell {offer}." for offer in offers])
    return (f"Interest to pay: {board.owed}.",) if board.owed else ()


def _sale(view: View) -> str:
    sold = on_sale(view)
    if sold is None or not sold.cities:
        return f"the track at {sold.hexes[0] if sold is not None else view.board.auction.sale}"
    return f"the track between {sold.cities[0]} and {sold.cities[1]}"


def _own(at: SeatBoard, edition: Edition) -> tuple[str, ...]:
    if at.out:
        return ("You are bankrupt and out of the game.",)
    return (
        f"You have {at.cash} money and {counted(at.loans, 'loan')}.",
        f"Your train has {counted(at.wagons, 'wagon')}, with {_cubes(at.cargo, edition) or 'nothing'} on board.",
        f"Your locomotive is at {at.locomotive}." if at.locomotive else "Your locomotive is not on the map yet.",
        f"Your track reaches {listed(at.cities)}." if at.cities else "Your track reaches no city yet.",
    )


def _train(view: View, board: Board) -> list[Section]:
    """Where the own train can go."""
    if board.phase != "shipping" or not view.legal:
        return []
    told = [f"{route.city}: {_cost(route)}; type {'; '.join(route.moves)}." for route in routes(view)]
    return [Section("reach", "Where your train can go", tuple(told) or ("It can reach no city.",), own=True)]


def _city(city: City, edition: Edition, rules: Rules) -> str:
    """`k16: take yellow, black; pays 5 for green, white; 1 for red`."""
    names = {colour.letter: colour.name for colour in edition.data.colours}
    if not city.tile:
        return f"{city.hex}: a new city."
    take = [names[marker] for marker in city.markers if marker.islower()]
    full = [names[marker.lower()] for marker in city.markers if marker.isupper()]
    wants = [names[letter] for letter in edition.letters if letter not in city.tile]
    low = [name for name in wants if name not in full]
    parts = [f"take {', '.join(take)}" if take else "nothing to take"]
    parts += [f"pays {rules.demanded} for {', '.join(full)}"] if full else []
    parts += [f"pays {rules.not_demanded} for {', '.join(low)}"] if low else []
    return f"{city.hex}: {'; '.join(parts)}."


def _near(name: str, board: Board, grid: Grid) -> str:
    """The nearest other cities: how many hexes away, and in which direction."""
    here = grid.index[name]
    others = sorted([(grid.distance(here, grid.index[city.hex]), city.hex) for city in board.cities if city.hex != name])
    told = []
    for steps, other in others[:_NEAREST]:
        told.append(f"{other} {'1 hex' if steps == 1 else f'{steps} hexes'} {_way(here, grid.index[other], grid)}")
    return f"{name}: {', '.join(told)}." if told else f"{name}: no other city."


def _way(one: int, other: int, grid: Grid) -> str:
    """The way from a hex to another: `2 right, 1 lower right`."""
    right: int = grid.column[other] - grid.column[one]
    down: int = grid.row[other] - grid.row[one]
    # Down and left at once is one step to the lower left, up and right at once one to the upper right.
    slant = min(abs(right), abs(down)) if right * down < 0 else 0
    steps = [0] * EDGES
    steps[2 if down > 0 else 5] = slant
    right += slant if right < 0 else -slant
    down += slant if down < 0 else -slant
    steps[0 if right > 0 else 3] += abs(right)
    steps[1 if down > 0 else 4] += abs(down)
    return "(" + ", ".join([f"{count} {SIDES[edge]}" for edge, count in enumerate(steps) if count]) + ")"


def _players(board: Board, edition: Edition, viewer: int | None, names: tuple[str, ...]) -> Section:
    rows = []
    for seat, at in enumerate(board.seats):
        name = f"{names[seat]} (you)" if seat == viewer else names[seat]
        acts = ", whose turn it is" if board.acts == seat + 1 and board.phase != "over" else ""
        if at.out:
            rows.append((name, "bankrupt", "–", "–", "–", "–", "–"))
            continue
        rows.append(
            (
                f"{name}{acts}",
                str(at.cash),
                str(at.loans),
                str(at.wagons),
                _cubes(at.cargo, edition) or "none",
                at.locomotive or "not placed",
                listed(at.cities) or "none",
            )
        )
    return Section(
        "players", "Players", columns=("player", "money", "loans", "wagons", "cargo", "locomotive", "cities"), rows=tuple(rows)
    )


def _track(board: Board, names: tuple[str, ...]) -> tuple[str, ...]:
    found = []
    for track in board.track:
        owner = "the bank" if track.owner is None else names[track.owner - 1]
        found.append(f"{track.hex}: {track.tile}, {_joins(SHAPE_MASK[SHAPE_WORDS.index(track.tile)])}; {owner}.")
    for bridge in board.bridges:
        owner = "the bank" if bridge.owner is None else names[bridge.owner - 1]
        found.append(f"{bridge.hex}: a bridge, {_joins(1 << bridge.axis | 1 << bridge.axis + 3)}; {owner}.")
    return tuple(found)


def _joins(mask: int) -> str:
    return f"joins {listed([SIDES[edge] for edge in EDGES_OF[mask]])}"


_TILES: Final = tuple([f"{words}: {_joins(mask)}." for words, mask in zip(SHAPE_WORDS, SHAPE_MASK, strict=True)])


def _letters(edition: Edition) -> str:
    """What the letters of city tiles mean, for those who type them."""
    told = [f"{colour.letter} is {colour.name}" for colour in edition.data.colours]
    return f"In tile moves colours are letters: {listed(told)}."


def _cubes(letters: str, edition: Edition) -> str:
    names = {colour.letter: colour.name for colour in edition.data.colours}
    return listed([names[letter] for letter in letters])


def _markers(markers: str, edition: Edition) -> str:
    """Cubes by their colour; disks, which are capitals in a position, as what they are."""
    names = {colour.letter: colour.name for colour in edition.data.colours}
    return listed([names[one.lower()] + (" disk" if one.isupper() else "") for one in markers]) or "empty"
