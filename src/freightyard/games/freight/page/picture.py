"""A position of Freight as a picture: the map with its cities, track and trains, and what everybody has."""

from typing import Any, Final

from freightyard.games.freight.page.atlas import radius_of
from freightyard.games.freight.page.marks import in_order
from freightyard.games.freight.page.plan_drawing import plan_drawing
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import picture as say
from freightyard.games.freight.page.shapes import CORNERS, bridge, coast, ground, place, plate, tile
from freightyard.games.freight.rules.edition import Edition
from freightyard.games.freight.rules.position import City, SeatBoard
from freightyard.page.contract import Scene
from freightyard.page.picture import GO, INK, LINE, PANEL, SOFT, Canvas, n, seat_colour

_SIDE: Final = 330.0  # how wide the players are
_GAP: Final = 14.0
_LAND: Final = "#f4f1e7"
_SEA: Final = "#dfe6e4"
_GRID: Final = "#e2dccb"
_CASING: Final = "#ffffff"
_BANK: Final = "#6d7479"
_COLOURS: Final = ("#c5402f", "#2a68b0", "#2f7d43", "#f0c43a", "#24292d", "#fffdf7")
_WRITTEN: Final = ("#ffffff", "#ffffff", "#ffffff", "#1d272c", "#ffffff", "#1d272c")
# The pattern of each player's track besides its colour, as on the board; that of the first is plain.
_PATTERNS: Final = (
    "",
    'stroke-width="3.4"',
    'stroke-width="4" stroke-dasharray="8 6"',
    'stroke-width="6" stroke-dasharray=".1 8.7" stroke-linecap="round"',
    'stroke-width="10" stroke-dasharray="2 4.4"',
    'stroke-width="10" stroke-dasharray="7 8.5"',
)
_BANKS_PATTERN: Final = 'stroke-width="10" stroke-dasharray="3 14.5"'
_LOCOMOTIVE: Final = "M-12-3v-6h4v6zM-14-3h9v-6h15v3h3v14h-27z"


def picture(canvas: Canvas, scene: Scene, wide: float, high: float) -> None:
    """The map on the left, the players on the right."""
    reading = Reading(scene)
    _map(canvas, reading, scene, wide - _SIDE - _GAP, high)
    canvas.begin(wide - _SIDE, 0)
    _side(canvas, reading, high)
    canvas.end()


def narrow(canvas: Canvas, scene: Scene, wide: float) -> float:
    """The map, and below it who acts."""
    reading, high = Reading(scene), 480.0
    _map(canvas, reading, scene, wide, high)
    seat = scene.view.to_act
    if seat is None or seat < 0:
        return high
    canvas.begin(0, high + 8)
    _player(canvas, reading, reading.board.seats[seat], seat, 84)
    canvas.text(wide, 46, say.round_of(reading.board.round, reading.rules.rounds), 18, bold=True, anchor="end", wide=150)
    canvas.end()
    return high + 92


# --- the map ---


def _map(canvas: Canvas, reading: Reading, scene: Scene, wide: float, high: float) -> None:
    """As much of the map as something is on, as large as it fits."""
    edition, board = reading.edition, reading.board
    grid, radius = edition.grid, radius_of(edition, len(board.seats))
    planned = plan_drawing(scene.view, scene.plan) if scene.plan and scene.view.to_act == scene.view.seat else None
    used = [place(grid, city.hex) for city in board.cities] + [place(grid, piece.hex) for piece in board.track]
    used += [place(grid, piece["hex"]) for piece in planned["pieces"]] if planned else []
    used = used or [(-300, -300), (300, 300)]
    left, right = min(x for x, _ in used) - 75, max(x for x, _ in used) + 75
    top, bottom = min(y for _, y in used) - 75, max(y for _, y in used) + 75
    scale = min(wide / (right - left), high / (bottom - top), 1.2)
    canvas.add(f'<defs><clipPath id="frame"><rect width="{n(wide)}" height="{n(high)}" rx="12"/></clipPath></defs>')
    canvas.add('<g clip-path="url(#frame)">')
    canvas.rect(0, 0, wide, high, _SEA)
    canvas.begin((wide - scale * (left + right)) / 2, (high - scale * (top + bottom)) / 2, scale)
    canvas.path(coast(grid, radius), _LAND, edge=_GRID, thick=3)
    canvas.path(ground(grid, radius), edge=_GRID, thick=1.2)
    _track(canvas, reading)
    for city in board.cities:
        _city(canvas, edition, city, reading.cities.get(city.hex, city.hex), *place(grid, city.hex))
    if planned:
        _plan(canvas, planned)
    _trains(canvas, reading)
    canvas.end()
    canvas.add("</g>")
    canvas.rect(0, 0, wide, high, "none", round_=12, edge=LINE)


def _plan(canvas: Canvas, drawing: dict[str, Any]) -> None:
    """What a plan builds, dashed, and the way of its train."""
    for piece in drawing["pieces"]:
        canvas.path(piece["outline"], "#ffffff", edge=GO, thick=4, more=' fill-opacity="0.5" stroke-dasharray="9 6"')
        if piece["verb"] != "city":
            canvas.path(piece["d"], edge=_owner(drawing["owner"]), thick=8, more=' stroke-opacity="0.75"')
    if drawing["way"]:
        canvas.path(drawing["way"], edge="#ffffff", thick=12, more=' stroke-linejoin="round"')
        canvas.path(drawing["way"], edge=GO, thick=7, more=' stroke-linejoin="round" stroke-dasharray="16 7"')


def _track(canvas: Canvas, reading: Reading) -> None:
    grid = reading.edition.grid
    lines: dict[int, str] = {}
    for piece in reading.board.track:
        owner = piece.owner or 0
        lines[owner] = lines.get(owner, "") + tile(piece.tile, *place(grid, piece.hex))
    spans: dict[int, str] = {}
    for over in reading.board.bridges:
        owner = over.owner or 0
        spans[owner] = spans.get(owner, "") + bridge(over.axis, *place(grid, over.hex))
    for by_owner, under, thick in ((lines, _CASING, 13.0), (spans, _LAND, 21.0)):
        for d in by_owner.values():
            canvas.path(d, edge=under, thick=thick)
        for owner, d in sorted(by_owner.items()):
            canvas.path(d, edge=_owner(owner), thick=10)
            pattern = _PATTERNS[(owner - 1) % len(_PATTERNS)] if owner else _BANKS_PATTERN
            if pattern:
                canvas.add(f'<path d="{d}" fill="none" stroke="#ffffff" {pattern}/>')


def _owner(owner: int) -> str:
    return seat_colour(owner - 1) if owner else _BANK


def _city(canvas: Canvas, edition: Edition, city: City, name: str, x: float, y: float) -> None:
    canvas.path(plate(round(x), round(y)), "#fbf7ea", edge="#3c484e", thick=3)
    canvas.text(x, y - 21, name, 15, bold=True, anchor="middle", wide=86)
    if city.tile is None:
        return
    for letters, height in zip(in_order(edition, city.tile), (-3, 22), strict=True):
        for index, letter in enumerate(letters):
            _marker(canvas, edition, letter, city.markers.count(letter), x + 25 * (index - 1), y + height)


def _marker(canvas: Canvas, edition: Edition, letter: str, count: int, x: float, y: float) -> None:
    """A cube is square and a disk is round; where there is none, its place is dotted."""
    number = edition.letters.index(letter.lower()) % len(_COLOURS)
    fill, ink = (_COLOURS[number], _WRITTEN[number]) if count else ("none", SOFT)
    look = f'fill="{fill}" stroke="#5b5647" stroke-width="1.4"' + ("" if count else ' stroke-dasharray="2 2"')
    if letter.islower():
        canvas.add(f'<rect x="{n(x - 11)}" y="{n(y - 11)}" width="22" height="22" rx="3" {look}/>')
    else:
        canvas.add(f'<circle cx="{n(x)}" cy="{n(y)}" r="11.5" {look}/>')
    canvas.text(x, y + 5.5, letter.upper(), 15, bold=bool(count), anchor="middle", fill=ink)
    if count > 1:
        canvas.circle(x + 10, y - 9, 7.5, INK)
        canvas.text(x + 10, y - 5, str(count), 11, bold=True, anchor="middle", fill="#ffffff")


def _trains(canvas: Canvas, reading: Reading) -> None:
    grid = reading.edition.grid
    towns = {city.hex for city in reading.board.cities}
    for seat, at in enumerate(reading.board.seats, 1):
        if at.locomotive is None:
            continue
        x, y = place(grid, at.locomotive)
        if at.locomotive in towns:
            right, down = CORNERS[seat % 6]
            x, y = x + right * 8 // 5, y + down * 8 // 5
        canvas.circle(x, y, 18, PANEL, edge=seat_colour(seat - 1), thick=2.5)
        canvas.begin(x, y)
        canvas.path(_LOCOMOTIVE, seat_colour(seat - 1))
        canvas.circle(-8, 9, 4, INK)
        canvas.circle(6, 9, 4, INK)
        canvas.text(2, 6, str(seat), 12, bold=True, anchor="middle", fill="#ffffff")
        canvas.end()


# --- the players ---


def _side(canvas: Canvas, reading: Reading, high: float) -> None:
    board, boxes = reading.board, reading.board.boxes
    canvas.panel(0, 0, _SIDE, 52)
    canvas.text(16, 33, say.round_of(board.round, reading.rules.rounds), 18, bold=True)
    foot = 84.0 if any(boxes) else 0.0
    count = len(board.seats)
    each = min(104.0, (high - 60 - foot - 8 * (count - (not foot))) / count)
    for seat, at in enumerate(board.seats):
        canvas.begin(0, 60 + seat * (each + 8))
        _player(canvas, reading, at, seat, each)
        canvas.end()
    if foot:
        canvas.begin(0, high - foot)
        canvas.panel(0, 0, _SIDE, foot)
        for row, (words, box) in enumerate(zip(say.BOX, boxes, strict=True)):
            canvas.text(16, 29 + 36 * row, words, 15, fill=SOFT)
            for index, letter in enumerate(box):
                _marker(canvas, reading.edition, letter, 1, 96 + 32 * index, 24 + 36 * row)
        canvas.end()


def _player(canvas: Canvas, reading: Reading, at: SeatBoard, seat: int, high: float) -> None:
    """A piece of the player's track, name, money, loans, cities, and the cubes on the wagons."""
    canvas.panel(0, 0, _SIDE, high)
    y = min(34.0, high * 0.44)
    canvas.line(16, y - 6, 56, y - 6, seat_colour(seat), 11)
    pattern = _PATTERNS[seat % len(_PATTERNS)]
    if pattern:
        canvas.add(f'<path d="M16 {n(y - 6)}h40" fill="none" stroke="#ffffff" {pattern}/>')
    places = 0 if at.out else 2 * at.wagons
    canvas.text(66, y, reading.names[seat], 16, bold=True, wide=_SIDE - 80 - 26 * places)
    words = say.BANKRUPT if at.out else say.facts(at.cash, at.loans, len(at.cities))
    canvas.text(16, y + min(26.0, high * 0.4), words, 14, fill=SOFT, wide=_SIDE - 30)
    for index in range(places):
        x = _SIDE - 14 - 26 * (places - index)
        if index < len(at.cargo):
            _marker(canvas, reading.edition, at.cargo[index], 1, x + 13, y - 6)
        else:
            canvas.rect(x + 2, y - 17, 22, 22, "none", round_=3, edge=LINE)
