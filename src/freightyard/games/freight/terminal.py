"""The Freight board on a terminal: the map as rows of hexes, cities, purses, and where the train can go."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from freightyard.core.contract import View
from freightyard.games.freight.rules.city_names import called, names_on
from freightyard.games.freight.rules.edition import Edition
from freightyard.games.freight.rules.hexes import Grid, row_name
from freightyard.games.freight.rules.planner import lots, on_sale, routes
from freightyard.games.freight.rules.position import Board, City
from freightyard.games.freight.text import PHASES

# A colour a seat; the number of the owner is on every tile too.
SEATS = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_magenta", "bright_cyan")
LEGEND = (
    "Track reads owner (a seat, or B for the bank), shape (s straight, c curve, l r y switches), turn; * marks a bridge over it. "
    "Turns and edges: 0 is right, 1 lower right, and on clockwise. Capitals: cities. Small letters: you can build there."
)


def draw(view: View, names: tuple[str, ...]) -> RenderableType:
    """The whole board; nothing in this game is hidden."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # the terminal chose this module by the game's name
    parts: list[RenderableType] = [_heading(board, edition)]
    if board.cities:
        parts += [_map(board, edition.grid, _sites(view)), Text(LEGEND, "dim"), _cities(board, edition)]
    parts.append(_seats(board, edition, view.seat, names))
    return Group(*parts)


def status(view: View) -> RenderableType | None:
    """Where the train can go while it ships, or what stands at the auction."""
    board: Board = view.board
    if board.phase == "shipping" and view.legal:
        text = Text("your train can reach, for so many action points: ", "dim")
        for number, route in enumerate(routes(view)):
            text.append(" · " if number else "", "dim")
            text.append(called(names_on(board), route.city), "bold")
            text.append(f" {route.points}" + (f" and {route.money} money" if route.money else ""))
        return text
    if board.auction is not None:
        what = _sale(view) if board.auction.sale else "the next place in the turn order"
        bidder = "the bank" if board.auction.bidder == 0 else f"seat {board.auction.bidder}"
        bid = "no bid yet" if board.auction.bid is None else f"highest bid {board.auction.bid}, by {bidder}"
        return Text(f"auction of {what}; {bid}", "bold")
    if board.phase in ("selling", "pairing") and view.legal:
        text = Text(f"interest to pay: {board.owed}; you can sell ", "bold")
        text.append(", ".join(f"{' / '.join(lot.moves)} (the bank bids {lot.bid})" for lot in lots(view)), "dim")
        return text
    if board.owed:
        return Text(f"interest to pay: {board.owed}", "bold")
    return None


def _sale(view: View) -> str:
    """What is auctioned, in words."""
    sold = on_sale(view)
    if sold is None or not sold.cities:
        return f"the track at {sold.hexes[0] if sold is not None else view.board.auction.sale}"
    one, other = [called(names_on(view.board), city) for city in sold.cities]
    return f"the track between {one} and {other}"


def _heading(board: Board, edition: Edition) -> Text:
    if board.phase == "over":
        return Text("The game is over.", "bold")
    if board.round == 0:
        return Text("Setup: the map is being laid out.", "bold")
    boxes = "".join(f" · box {box}: {_markers(board.boxes[box - 1], edition)}" for box in (1, 2)) if any(board.boxes) else ""
    order = " ".join(str(seat) for seat in board.order)
    return Text(f"Round {board.round}, {PHASES.get(board.phase, board.phase)} · turn order: seats {order}{boxes}", "bold")


def _sites(view: View) -> set[str]:
    """The empty hexes where the seat may build now: on the map they show their names."""
    return {text.split()[1] for text in view.legal if text.startswith(("build ", "city "))}


def _map(board: Board, grid: Grid, sites: set[str]) -> Text:
    """Rows of hexes, each row half a hex further to the right, cut to what lies near the cities and the track."""
    cells: dict[tuple[int, int], tuple[str, str]] = {_place(grid, name): (name, "italic dim") for name in sites}
    for city in board.cities:
        cells[_place(grid, city.hex)] = (city.hex.upper(), "reverse bold")
    above = {bridge.hex for bridge in board.bridges}
    for track in board.track:
        shape, turn = track.tile.split()
        letter = shape.removeprefix("switch-")[0]
        style = "white" if track.owner is None else SEATS[track.owner - 1]
        owner = "B" if track.owner is None else str(track.owner)
        cells[_place(grid, track.hex)] = (f"{owner}{letter}{turn}{'*' if track.hex in above else ''}", style)
    rows = [row for row, _ in cells]
    shifts = [2 * column + row for row, column in cells]  # how far right a hex lies, in half hexes
    text = Text()
    for row in range(min(rows) - 1, max(rows) + 2):
        first = min(shifts) - 2
        first += (first + row) % 2
        text.append(f"{row_name(row + grid.radius) if abs(row) <= grid.radius else '':<4}", "dim")
        text.append("  " * (first - min(shifts) + 2))
        for shift in range(first, max(shifts) + 3, 2):
            word, style = cells.get((row, (shift - row) // 2), ("·", "dim"))
            text.append(f"{word:<4}", style)
        text.append("\n")
    text.rstrip()
    return text


def _place(grid: Grid, name: str) -> tuple[int, int]:
    """Row and column of a hex name, the middle of the map being 0, 0."""
    number = grid.index[name]
    return grid.row[number], grid.column[number]


def _cities(board: Board, edition: Edition) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("city", "supplies", "demands", "cubes", "disks") * 2:
        table.add_column(heading)
    names = names_on(board)
    rows = [_city(city, edition, called(names, city.hex)) for city in board.cities]
    half = (len(rows) + 1) // 2
    for index in range(half):
        table.add_row(*rows[index], *(rows[index + half] if index + half < len(rows) else ()))
    return table


def _city(city: City, edition: Edition, name: str) -> list[str | Text]:
    tile = city.tile or ""
    demands = "".join(letter for letter in edition.letters if letter not in tile) if tile else ""
    cubes = [marker for marker in city.markers if marker.islower()]
    disks = [marker.lower() for marker in city.markers if marker.isupper()]
    return [Text(name, "bold"), *(_words(letters, edition) for letters in (tile, demands, cubes, disks))]


def _words(letters: Iterable[str], edition: Edition) -> str:
    """Colours by name, since a letter alone would have to be learnt."""
    names = {colour.letter: colour.name for colour in edition.data.colours}
    return " ".join(names[letter] for letter in letters) or "–"


def _markers(markers: str, edition: Edition) -> str:
    """Cubes by their colour; disks, which are capitals in a position, as what they are."""
    names = {colour.letter: colour.name for colour in edition.data.colours}
    return ", ".join(names[one.lower()] + (" disk" if one.isupper() else "") for one in markers) or "empty"


def _seats(board: Board, edition: Edition, viewer: int | None, names: tuple[str, ...]) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("seat", "player", "money", "loans", "wagons", "cargo", "locomotive", "cities"):
        table.add_column(heading, justify="right" if heading in ("money", "loans", "wagons") else "left")
    towns = names_on(board)
    for seat, at in enumerate(board.seats):
        mark = "▶ " if board.acts == seat + 1 and board.phase != "over" else "  "
        style = f"{'bold ' if viewer == seat else ''}{SEATS[seat % len(SEATS)]}"
        who = (Text(f"{mark}{seat + 1}", style), Text(names[seat], style))
        if at.out:
            table.add_row(*who, "bankrupt")
            continue
        cargo = _words(at.cargo, edition)
        train = called(towns, at.locomotive) if at.locomotive else "–"
        cities = ", ".join([towns[city] for city in at.cities]) or "–"
        table.add_row(*who, str(at.cash), str(at.loans), str(at.wagons), cargo, train, cities)
    return table
