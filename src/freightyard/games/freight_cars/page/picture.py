"""A position of Freight Cars as a picture: cities, the cards to take, and everybody's train with what is loaded on it."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight_cars.page.packer import laid
from freightyard.games.freight_cars.page.pictures import cells_path, letters_of, pictures_of
from freightyard.games.freight_cars.page.reading import Reading
from freightyard.games.freight_cars.page.sentences import picture as say
from freightyard.games.freight_cars.page.sentences.names import name_of
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.names import spoken
from freightyard.games.freight_cars.rules.packing import cells_of, supply_of
from freightyard.games.freight_cars.rules.position import HIDDEN, Car, SeatBoard
from freightyard.page.contract import Scene
from freightyard.page.picture import BED, EDGE, GO, INK, LINE, PANEL, SOFT, STEEL, Canvas, n, seat_colour
from freightyard.page.players import SEAT_TINTS
from freightyard.page.sprites import mixed

_LEFT: Final = 470.0
_GAP: Final = 14.0
_RESOURCES: Final = ("#454b54", "#8a5a2b", "#1f6f78", "#4a7726", "#96383a", "#5b4a8a", "#946312")
_GOLD: Final = "#f0c64a"
_LOCOMOTIVES: Final = "page/static/locomotives"


def picture(canvas: Canvas, scene: Scene, wide: float, high: float) -> None:
    """What lies on the table on the left, the players on the right."""
    reading, plan = Reading(scene), Plan(scene.plan)
    _cities(canvas, reading, plan)
    _tableau(canvas, reading, high, plan)
    seats = reading.board.seats
    each = (high - 8 * (len(seats) - 1)) / len(seats)
    for seat, at in enumerate(seats):
        canvas.begin(_LEFT + _GAP, seat * (each + 8))
        own = plan if seat == scene.view.to_act else Plan(())
        _player(canvas, reading, at, seat, wide - _LEFT - _GAP, each, own)
        canvas.end()


def narrow(canvas: Canvas, scene: Scene, wide: float) -> float:
    """The cities and the cards to take, and below them the train of who acts."""
    reading, plan, high = Reading(scene), Plan(scene.plan), 470.0
    canvas.begin(0, 0, wide / _LEFT)
    _cities(canvas, reading, plan)
    _tableau(canvas, reading, high, plan)
    seat = scene.view.to_act
    if seat is not None and seat >= 0:
        canvas.begin(0, high + 8)
        _player(canvas, reading, reading.board.seats[seat], seat, _LEFT, 210, plan)
        canvas.end()
        high += 218
    canvas.end()
    return high * wide / _LEFT


class Plan:
    """What a plan does with which card or city."""

    def __init__(self, moves: Sequence[str]) -> None:
        self.pieces: list[Sequence[str]] = []  # as they are laid, each row by row
        self.card = ""  # that is taken or loaded
        self.orders: dict[str, int] = {}  # of what is taken, loaded, shipped and claimed
        for text in moves:
            verb, _, rest = text.partition(" ")
            if verb in ("take", "load", "ship", "claim", "discard"):
                self.orders.setdefault(rest, len(self.orders) + 1)
            if verb == "load":
                self.card = rest
            elif verb == "lay":
                self.pieces.append(rest.rpartition(" ")[2].split("/"))


def _cities(canvas: Canvas, reading: Reading, plan: Plan) -> None:
    edition, board = reading.edition, reading.board
    wide = (_LEFT - 16) / max(1, len(board.cities))
    for number, word in enumerate(board.cities):
        x = number * (wide + 8)
        if word is None:
            canvas.rect(x, 0, wide, 84, "none", round_=10, edge=LINE)
            continue
        city = edition.data.cities[edition.city_number[word]]
        canvas.panel(x, 0, wide, 84)
        canvas.text(x + 12, 26, city.name, 16, bold=True, wide=wide - 20)
        for place, good in enumerate(city.wants):
            _badge(canvas, edition, good, x + 24 + 27 * place, 56, 11)
        canvas.circle(x + wide - 24, 58, 15, _GOLD, edge="#b8902a")
        canvas.text(x + wide - 24, 64, str(city.credits), 16, bold=True, anchor="middle")
        _planned(canvas, plan, word, x, 0, wide, 84)


def _planned(canvas: Canvas, plan: Plan, word: str | None, x: float, y: float, wide: float, high: float) -> None:
    """A frame around what the plan uses, with its number."""
    if word in plan.orders:
        edge = f'fill="none" stroke="{GO}" stroke-width="4"'
        canvas.add(f'<rect x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(high)}" rx="10" {edge}/>')
        canvas.order(x + 4, y + 6, plan.orders[word], 13)


def _tableau(canvas: Canvas, reading: Reading, high: float, plan: Plan) -> None:
    board, top = reading.board, 92.0
    canvas.panel(0, top, _LEFT, high - top)
    canvas.text(16, top + 26, say.TABLEAU, 17, bold=True)
    canvas.text(_LEFT - 16, top + 26, say.deck(board.deck), 14, fill=SOFT, anchor="end")
    columns = 3
    rows = -(-len(board.tableau) // columns)
    wide, tall = (_LEFT - 16 - 16) / columns, (high - top - 46) / max(1, rows)
    for number, word in enumerate(board.tableau):
        x, y = 16 + wide * (number % columns), top + 38 + tall * (number // columns)
        _card(canvas, reading.edition, word, x, y, wide - 8, tall - 8)
        _planned(canvas, plan, word, x, y, wide - 8, tall - 8)


def _card(
    canvas: Canvas,
    edition: Edition,
    word: str | None,
    x: float,
    y: float,
    wide: float,
    high: float,
    pieces: Sequence[Sequence[str]] = (),
) -> None:
    """A freight card: its resource, its name, and the shape to fill, with the pieces that are laid on it in their order."""
    if word is None or word == HIDDEN:
        fill = "#30485a" if word == HIDDEN else "none"
        canvas.rect(x, y, wide, high, fill, round_=8, edge=LINE if word is None else INK)
        return
    data = edition.data.freight[edition.card_number[word]]
    colour = _colour(edition, data.resource)
    canvas.rect(x, y, wide, high, "#fffefa", round_=8, edge=LINE)
    canvas.line(x, y + 27, x + wide, y + 27, colour, 2)
    _badge(canvas, edition, data.resource, x + 15, y + 14, 9)
    canvas.text(x + 29, y + 19, spoken(word), 13, bold=True, wide=wide - 34)
    frame_wide, frame_high = pictures_of(edition).frame
    cell = min((wide - 20) / frame_wide, (high - 40) / frame_high)
    left = x + (wide - cell * max(map(len, data.shape))) / 2
    above = y + 27 + (high - 27 - cell * len(data.shape)) / 2
    _cells(canvas, data.shape, left, above, cell, mixed(colour, "#ffffff", 0.22), colour)
    for number, cells in enumerate(placed(data.shape, pieces), 1):
        canvas.begin(left, above, cell)
        d = "".join([f"M{column} {row}h1v1h-1z" for row, column in cells])
        canvas.path(d, mixed(colour, "#ffffff", (0.45, 0.8)[number % 2]), edge=GO, thick=1.6 / cell)
        canvas.end()
        row, column = cells[0]
        canvas.order(left + cell * (column + 0.5), above + cell * (row + 0.5), number, max(6.0, cell * 0.4))


def placed(shape: Sequence[str], pieces: Sequence[Sequence[str]]) -> list[list[tuple[int, int]]]:
    """Where pieces lie that are laid one after the other: the first cell of each on the first open cell of the shape."""
    open_cells, found = cells_of(shape), []
    for rows in pieces:
        cells = cells_of(rows)
        if not open_cells or not cells:
            break
        (row, column), (first, left) = open_cells[0], cells[0]
        lies = [(row + down - first, column + right - left) for down, right in cells]
        found.append(lies)
        open_cells = [cell for cell in open_cells if cell not in lies]
    return found


def _cells(canvas: Canvas, rows: Sequence[str], x: float, y: float, cell: float, fill: str, edge: str) -> None:
    canvas.begin(x, y, cell)
    canvas.path(cells_path(rows), fill, edge=edge, thick=1.3 / cell)
    canvas.end()


def _player(canvas: Canvas, reading: Reading, at: SeatBoard, seat: int, wide: float, high: float, plan: Plan) -> None:
    canvas.panel(0, 0, wide, high)
    canvas.circle(20, 21, 7, seat_colour(seat))
    canvas.text(34, 27, reading.names[seat], 16, bold=True, wide=wide * 0.42)
    shipped = sum([len(shipment.cards) for shipment in at.shipments])
    facts = say.facts(len(at.hand) + len(at.open), sum(at.free.values()), shipped, len(at.cities))
    canvas.text(wide - 14, 26, facts, 13, fill=SOFT, anchor="end")
    known = [word for word in (*at.hand, *at.open) if word != HIDDEN]
    known.sort(key=lambda word: word not in plan.orders)  # there may be more than there is room for
    top = 38.0
    if at.shipments:
        _shipments(canvas, reading, at, top, wide)
        top += 26
    tall = min(150.0, high - top - 4)
    cards = min(len(known), 3)
    card = min(112.0, tall * 1.15)
    room = wide - 28 - cards * (card + 6)
    base = high - 10
    canvas.line(14, base, 14 + room - 8, base, STEEL, 3)
    canvas.sprite(f"{_LOCOMOTIVES}/{seat % SEAT_TINTS + 1}.svg", 14, base - 42, 80)
    if not at.train:
        canvas.text(108, base - 12, say.NO_CARS, 14, fill=SOFT)
    step = min(112.0, (room - 100) / max(1, len(at.train)))
    for number, car in enumerate(at.train):
        room_of_car = min(104.0, step - 6)
        _car(canvas, reading.edition, car, 100 + step * number, base, room_of_car, tall)
        _planned(canvas, plan, car.card, 100 + step * number, base - tall + 20, room_of_car, tall - 16)
    for number, word in enumerate(known[:cards]):
        x = wide - 14 - (cards - number) * (card + 6) + 6
        _card(canvas, reading.edition, word, x, top, card, tall - 4, plan.pieces if word == plan.card else ())
        _planned(canvas, plan, word, x, top, card, tall - 4)


def _shipments(canvas: Canvas, reading: Reading, at: SeatBoard, y: float, wide: float) -> None:
    """What was shipped, each shipment by the resources of its cars, and the cities that were served."""
    edition, x = reading.edition, 14.0
    for shipment in at.shipments:
        room = 20.0 * len(shipment.cards) + 6
        canvas.rect(x, y, room, 22, BED, round_=6)
        for number, word in enumerate(shipment.cards):
            _badge(canvas, edition, edition.data.freight[edition.card_number[word]].resource, x + 13 + 20 * number, y + 11, 8)
        x += room + 6
    names = ", ".join([name_of(edition, word) for word in at.cities])
    if names and wide - x > 120:
        canvas.text(x + 4, y + 16, names, 13, fill=SOFT, wide=wide - x - 18)


def _car(canvas: Canvas, edition: Edition, car: Car, x: float, base: float, wide: float, high: float) -> None:
    """A loaded car: its pieces, each with its outline, on a bed with wheels."""
    data = edition.data.freight[edition.card_number[car.card]]
    colour = _colour(edition, data.resource)
    frame_wide, frame_high = pictures_of(edition).frame
    cell = min(wide / frame_wide, (high - 24) / frame_high)
    rows = data.shape
    left, top = x + (wide - cell * max(map(len, rows))) / 2, base - 22 - cell * len(rows)
    canvas.begin(left, top, cell)
    canvas.path(cells_path(rows), mixed(colour, "#ffffff", 0.72))
    canvas.path(_seams(edition, car), edge=PANEL, thick=2.2 / cell)
    canvas.path("".join([f"M{column} {row}h1v1h-1z" for row, column in cells_of(rows)]), edge=colour, thick=0.5 / cell)
    canvas.end()
    canvas.rect(x, base - 20, wide, 9, "#5a5f63", round_=3)
    for wheel in (x + wide * 0.2, x + wide * 0.8):
        canvas.circle(wheel, base - 6, 6, INK)
    _badge(canvas, edition, data.resource, x + wide / 2, base - 13, 10)


def _seams(edition: Edition, car: Car) -> str:
    """Where one piece ends and another begins, in one way to fill the car."""
    kinds = [piece.name for piece in edition.data.pieces]
    shape = edition.packing.shapes[edition.card_number[car.card]]
    of: dict[tuple[int, int], int] = {}
    for number, mask in enumerate(laid(edition, shape, 0, supply_of([car.pieces.count(kind) for kind in kinds]))):
        of |= {cell: number for place, cell in enumerate(shape.cells) if mask[1] >> place & 1}
    seams = ""
    for (row, column), number in of.items():
        if of.get((row, column - 1), number) != number:
            seams += f"M{column} {row}v1"
        if of.get((row - 1, column), number) != number:
            seams += f"M{column} {row}h1"
    return seams


def _colour(edition: Edition, resource: str) -> str:
    return _RESOURCES[edition.data.resources.index(resource) % len(_RESOURCES)]


def _badge(canvas: Canvas, edition: Edition, resource: str, x: float, y: float, radius: float) -> None:
    """A resource: its letter in a form of its own, so that it is not told by colour alone."""
    number = edition.data.resources.index(resource)
    letter = letters_of(edition.data.resources)[number]
    colour, r = _colour(edition, resource), radius
    forms = (
        f"M{n(x - r)} {n(y - r)}h{n(2 * r)}v{n(2 * r)}h{n(-2 * r)}z",
        f"M{n(x - r)} {n(y)}a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0 {n(-2 * r)} 0z",
        f"M{n(x - r)} {n(y + r)}v{n(-r)}a{n(r)} {n(r)} 0 1 1 {n(r)} {n(r)}z",
        f"M{n(x)} {n(y - r)}h{n(r)}v{n(r)}a{n(r)} {n(r)} 0 0 1 {n(-r)} {n(r)}h{n(-r)}v{n(-r)}"
        f"a{n(r)} {n(r)} 0 0 1 {n(r)} {n(-r)}z",
        f"M{n(x - r / 2)} {n(y - r)}h{n(r)}l{n(r / 2)} {n(r)}l{n(-r / 2)} {n(r)}h{n(-r)}l{n(-r / 2)} {n(-r)}z",
    )
    canvas.path(forms[number % len(forms)], colour, edge=EDGE if number >= len(forms) else "")
    canvas.text(x, y + radius * 0.45, letter, radius * 1.25, bold=True, anchor="middle", fill="#ffffff")
