"""A position of Freight Train as a picture: the main yard, and everybody's trains and yard."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight_train.page import picture_sentences as say
from freightyard.games.freight_train.page.cars import picture_name
from freightyard.games.freight_train.page.longest_trains import rules_of
from freightyard.games.freight_train.rules.edition import Rules
from freightyard.games.freight_train.rules.position import Board, SeatBoard
from freightyard.page.contract import Scene
from freightyard.page.picture import GO, INK, LINE, SIGNAL, SOFT, STEEL, Canvas, n, seat_colour
from freightyard.page.players import SEAT_TINTS, names_of

_CARS: Final = "games/freight_train/page/static/cars"
_LOCOMOTIVES: Final = "page/static/locomotives"
_LEFT: Final = 500.0  # how wide the main yard is
_GAP: Final = 14.0
_TRAINS: Final = 7  # in a row
_ROW: Final = 16  # cars of a yard in a row
_TALL: Final = 2 / 3  # how high a car is, of its width

_FILLED: Final = f'fill="none" stroke="{GO}" stroke-width="4" stroke-dasharray="10 6"'

Orders = dict[tuple[str, str, int], int]
_Siding = list[tuple[str, int | None] | None]


def picture(canvas: Canvas, scene: Scene, wide: float, high: float) -> None:
    """The main yard on the left, the players on the right."""
    board: Board = scene.view.board
    rules = rules_of(scene.view)
    orders = _orders(scene.plan)
    _main_yard(canvas, rules, board, high, orders)
    names = names_of(scene.players)
    each = (high - 8 * (len(names) - 1)) / len(names)
    for seat, at in enumerate(board.seats):
        canvas.begin(_LEFT + _GAP, seat * (each + 8))
        own = orders if seat == scene.view.to_act else {}
        _player(canvas, rules, at, seat, names[seat], wide - _LEFT - _GAP, each, own)
        canvas.end()


def narrow(canvas: Canvas, scene: Scene, wide: float) -> float:
    """The main yard, and below it the trains and the yard of who acts."""
    board: Board = scene.view.board
    rules, orders = rules_of(scene.view), _orders(scene.plan)
    yard = 64.0 * len(board.main) + (156 if board.hand else 88)
    _main_yard(canvas, rules, board, yard, orders)
    seat = scene.view.to_act
    if seat is None or seat < 0:
        return yard
    each = 210.0
    canvas.begin(0, yard + 8)
    _player(canvas, rules, board.seats[seat], seat, names_of(scene.players)[seat], wide, each, orders)
    canvas.end()
    return yard + 8 + each


def _orders(plan: Sequence[str]) -> Orders:
    """In which order a plan takes and loads cars: by the verb, the siding, and the place of the car from its open end; and which
    siding it fills."""
    found: Orders = {}
    gone: dict[tuple[str, str], int] = {}
    for text in plan:
        verb, _, siding = text.partition(" ")
        if verb == "fill":
            found[verb, siding, 0] = 0
        elif verb in ("take", "load"):
            place = gone.get((verb, siding), 0)
            gone[verb, siding] = place + 1
            found[verb, siding, place] = sum(gone.values())
    return found


def _main_yard(canvas: Canvas, rules: Rules, board: Board, high: float, orders: Orders) -> None:
    canvas.panel(0, 0, _LEFT, high)
    canvas.text(18, 32, say.MAIN_YARD, 19, bold=True)
    canvas.text(_LEFT - 18, 32, say.day(board.day, rules.days), 15, fill=SOFT, anchor="end")
    foot = 112.0 if board.hand else 44.0
    rows = len(board.main)
    row = (high - 44 - foot) / rows
    most = max([len(siding) for siding in board.main] + [6])
    car = min(62.0, (_LEFT - 84) / most, (row - 8) / _TALL)
    for number, siding in enumerate(board.main):
        y = 44 + row * number + row - 8
        if ("fill", str(number + 1), 0) in orders:
            canvas.add(f'<rect x="48" y="{n(y - row + 10)}" width="{n(_LEFT - 76)}" height="{n(row - 8)}" rx="8" {_FILLED}/>')
        canvas.circle(30, y, 12, "none", edge=STEEL, thick=2)
        canvas.text(30, y + 5, str(number + 1), 14, anchor="middle", bold=True, fill=SOFT)
        canvas.line(42, y, _LEFT - 22, y, STEEL, 3)
        canvas.rect(_LEFT - 24, y - 18, 5, 20, SIGNAL)
        for place, letter in enumerate(siding):
            left = _LEFT - 30 - car * (len(siding) - place)
            _car(canvas, rules, letter, left, y - car * _TALL + 2, car)
            _order(canvas, orders.get(("take", str(number + 1), place)), left, y - car * _TALL + 2, car)
    deck = say.deck(sum(board.deck.values()))
    if board.hand:
        canvas.text(18, high - 58, say.TAKEN, 15, fill=SOFT)
        for place, letter in enumerate(board.hand[:8]):
            _car(canvas, rules, letter, 90 + 50 * place, high - 80, 48)
    canvas.text(18, high - 16, deck, 15, fill=SOFT)


def _player(canvas: Canvas, rules: Rules, at: SeatBoard, seat: int, name: str, wide: float, high: float, orders: Orders) -> None:
    """Trains as a car of their kind and how many there are, then the cars in the yard."""
    canvas.panel(0, 0, wide, high)
    canvas.circle(20, 21, 7, seat_colour(seat))
    canvas.text(34, 27, name, 16, bold=True, wide=wide - 250)
    facts = say.locomotives(at.locomotives, at.free)
    canvas.text(wide - 14, 26, facts, 13, fill=SOFT, anchor="end")
    canvas.sprite(f"{_LOCOMOTIVES}/{seat % SEAT_TINTS + 1}.svg", wide - 66 - len(facts) * 7.6, 8, 40)
    trains = [(train.kind, train.cars, train.closed) for train in at.trains if train.cars]
    if at.mixed:
        trains.append((at.mixed[0], len(at.mixed), at.mixed_closed))
    # Each car with its order in the plan; None between the sidings.
    sidings: list[_Siding] = [
        [(letter, orders.get(("load", str(number), place))) for place, letter in enumerate(siding)]
        for number, siding in enumerate(at.yard, 1)
        if siding
    ]
    beside = high < 140 and sum(map(len, sidings)) <= _ROW  # where there is little room the sidings stand in one row
    yard_rows = sidings
    if beside and sidings:
        yard_rows = [[standing for siding in sidings for standing in (*siding, None, None)][:-2]]
    train_rows = -(-len(trains) // _TRAINS)
    line = min(52.0, (high - 44) / max(1, train_rows + 0.8 * len(yard_rows)))
    step = (wide - 24) / _TRAINS
    car = min(60.0, line / _TALL * 0.95, step - 28)
    for number, (letter, count, closed) in enumerate(trains):
        x, y = 12 + step * (number % _TRAINS), 36 + line * (number // _TRAINS)
        mixed = bool(at.mixed) and number == len(trains) - 1
        _car(canvas, rules, letter, x, y, car)
        words = f"×{count}{'■' if closed else ''}"
        canvas.text(x + car + 3, y + car * _TALL * 0.62, words, 16, bold=True, fill=SIGNAL if mixed else INK)
        if mixed:
            canvas.text(x + car + 3, y + car * _TALL * 0.62 + 13, say.MIXED, 11, fill=SOFT)
    if yard_rows:
        _yard(canvas, rules, yard_rows, 36 + line * train_rows, line * 0.8, wide)


def _yard(canvas: Canvas, rules: Rules, rows: Sequence[_Siding], y: float, line: float, wide: float) -> None:
    """The cars that wait in the yard, a row a siding."""
    canvas.line(12, y + 1, wide - 12, y + 1, LINE, 1)
    car = min(46.0, (line - 4) / _TALL, (wide - 80) / max(map(len, rows)))
    for number, siding in enumerate(rows):
        top = y + 5 + line * number
        if number == 0:
            canvas.text(12, top + car * _TALL * 0.7, say.YARD, 13, fill=SOFT)
        for place, standing in enumerate(siding):
            if standing is not None:
                letter, order = standing
                _car(canvas, rules, letter, 62 + car * place, top, car)
                _order(canvas, order, 62 + car * place, top, car)


def _order(canvas: Canvas, order: int | None, x: float, y: float, car: float) -> None:
    """The number of a car in the plan, on its roof."""
    if order is not None:
        canvas.order(x + car / 2, y + car * 0.16, order, max(8.0, car * 0.2))


def _car(canvas: Canvas, rules: Rules, letter: str, x: float, y: float, wide: float) -> None:
    """A car with its letter, as on the board."""
    word = next((kind.word for kind in rules.edition.data.kinds if kind.letter == letter), "")
    canvas.sprite(f"{_CARS}/{picture_name(word)}.svg", x, y, wide)
    size = wide * 0.2
    middle, foot = x + wide / 2, y + wide * _TALL * 0.86
    canvas.rect(middle - size * 0.62, foot - size * 0.95, size * 1.24, size * 1.25, "#ffffff", round_=size * 0.25, edge=INK)
    canvas.text(middle, foot + size * 0.05, letter, size, bold=True, anchor="middle")
