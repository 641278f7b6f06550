"""A sheet with pictures of all cards of a Freight Cars edition: one SVG that needs nothing else."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from freightyard.games.freight_cars.rules.bonuses import words_of
from freightyard.games.freight_cars.rules.data import City, Corporation
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.names import spoken

_PAPER: Final = "#f4f1ea"
_INK: Final = "#22262b"
_FAINT: Final = "#6b7078"
_COLOURS: Final = ("#4a4f57", "#8a5a2b", "#1f6f78", "#4d7c2a", "#9a3b3b", "#5b4a8a", "#a8731a")  # a resource each, in order
_FONT: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"

_MARGIN: Final = 24
_GAP: Final = 10
_WIDTH: Final = 1260
_CELL: Final = 15
_FREIGHT: Final = (112, 126)  # width and height of a card
_CORPORATION: Final = (164, 92)
_CITY: Final = (164, 84)


def sheet(edition: Edition) -> str:
    """All cards as one picture."""
    parts: list[str] = []
    top = _MARGIN + 26
    parts.append(_text(_MARGIN, top, f"Freight Cars: {edition.title}", 24, bold=True))
    top += 20
    data = edition.data
    pieces = sum(piece.count for piece in data.pieces)
    said = f"{len(data.freight)} freight cards, {len(data.corporations)} corporations, {len(data.cities)} cities, {pieces} pieces"
    parts.append(_text(_MARGIN, top, said, 13, colour=_FAINT))
    top = _section(parts, top, "Pieces of each player")
    top = _pieces(parts, edition, top)
    for number, resource in enumerate(data.resources):
        cards = [index for index, card in enumerate(data.freight) if card.resource == resource]
        top = _section(parts, top, f"Freight cards: {resource}")
        top = _grid(parts, top, _FREIGHT, [_freight(edition, index, _colour(number)) for index in cards])
    top = _section(parts, top, "Corporations")
    top = _grid(parts, top, _CORPORATION, [_corporation(edition, by) for by in data.corporations])
    for region in dict.fromkeys(city.region for city in data.cities):
        top = _section(parts, top, f"Cities: {region.title()}")
        top = _grid(parts, top, _CITY, [_city(edition, city) for city in data.cities if city.region == region])
    height = top + _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'font-family="{_FONT}" role="img" aria-label="All cards of {escape(edition.title)}">\n'
        f'<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _section(parts: list[str], top: int, title: str) -> int:
    parts.append(_text(_MARGIN, top + 36, title, 16, bold=True))
    return top + 46


def _grid(parts: list[str], top: int, size: tuple[int, int], cards: Sequence[str]) -> int:
    """Cards side by side, row after row; the top of what comes below."""
    width, height = size
    columns = (_WIDTH - 2 * _MARGIN + _GAP) // (width + _GAP)
    for number, card in enumerate(cards):
        left = _MARGIN + number % columns * (width + _GAP)
        down = top + number // columns * (height + _GAP)
        parts.append(f'<g transform="translate({left} {down})">{card}</g>')
    return top + -(-len(cards) // columns) * (height + _GAP) - _GAP


def _pieces(parts: list[str], edition: Edition, top: int) -> int:
    left = _MARGIN
    tallest = max(2, *(len(piece.shape) for piece in edition.data.pieces)) * _CELL
    for piece in edition.data.pieces:
        width = max(len(piece.shape[0]) * _CELL, 46)
        parts.extend(_cells(piece.shape, left, top, _INK))
        parts.append(_text(left, top + tallest + 18, f"{piece.name} × {piece.count}", 12, colour=_FAINT))
        left += width + 34
    return top + tallest + 24


def _freight(edition: Edition, index: int, colour: str) -> str:
    card = edition.data.freight[index]
    width, height = _FREIGHT
    columns, rows = max(len(row) for row in card.shape), len(card.shape)
    cell = min(_CELL, (width - 16) // columns, (height - 54) // rows)
    left = (width - columns * cell) // 2
    top = 28 + (height - 54 - rows * cell) // 2
    sets = len(edition.packing.shapes[index].fillings())
    return "".join(
        [
            _frame(_FREIGHT),
            f'<path d="M0 22V6a6 6 0 0 1 6-6h{width - 12}a6 6 0 0 1 6 6v16z" fill="{colour}"/>',
            _text(8, 15, spoken(card.name), 12, bold=True, colour="#fff"),
            _badge(edition, card.resource, width - 13, 11),
            *_cells(card.shape, left, top, colour, cell),
            _text(width // 2, height - 8, f"{card.cells} cells · {sets} packings", 10, colour=_FAINT, middle=True),
        ]
    )


def _corporation(edition: Edition, by: Corporation) -> str:
    width, _ = _CORPORATION
    lines = _wrapped(words_of(by), 24)
    named = [*([by.resource] if by.resource else []), *(by.resources or ())]
    return "".join(
        [
            _frame(_CORPORATION),
            f'<path d="M0 24V6a6 6 0 0 1 6-6h{width - 12}a6 6 0 0 1 6 6v18z" fill="#2f3e55"/>',
            _text(8, 16, by.name, 11, bold=True, colour="#fff"),
            *[_text(10, 41 + 14 * number, line, 11) for number, line in enumerate(lines)],
            *[_badge(edition, resource, width - 14 - 20 * number, 78) for number, resource in enumerate(reversed(named))],
        ]
    )


def _city(edition: Edition, city: City) -> str:
    width, _ = _CITY
    return "".join(
        [
            _frame(_CITY),
            _text(10, 20, city.name, 14, bold=True),
            *[_badge(edition, resource, 20 + 26 * number, 42, 11) for number, resource in enumerate(city.wants)],
            f'<circle cx="{width - 24}" cy="34" r="16" fill="#d9a521"/>',
            _text(width - 24, 40, str(city.credits), 17, bold=True, middle=True),
            _text(10, 74, ", ".join(city.wants), 11, colour=_FAINT),
        ]
    )


def _frame(size: tuple[int, int]) -> str:
    width, height = size
    return f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="6" fill="#fff" stroke="#b9b4a8"/>'


def _cells(rows: Sequence[str], left: int, top: int, colour: str, cell: int = _CELL) -> Iterator[str]:
    for row, line in enumerate(rows):
        for column, mark in enumerate(line):
            if mark == "x":
                at = f'x="{left + column * cell}" y="{top + row * cell}" width="{cell}" height="{cell}"'
                yield f'<rect {at} fill="{colour}" fill-opacity=".28" stroke="{colour}"/>'


def _badge(edition: Edition, resource: str, x: int, y: int, radius: int = 8) -> str:
    """A resource: its colour and its first letter."""
    colour = _colour(edition.data.resources.index(resource))
    letter = _text(x, y + radius // 2, resource[0].upper(), radius + 3, bold=True, colour="#fff", middle=True)
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}" stroke="#fff"/>{letter}'


def _colour(resource: int) -> str:
    return _COLOURS[resource % len(_COLOURS)]


def _text(x: int, y: int, words: str, size: int, *, bold: bool = False, colour: str = _INK, middle: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{weight}{anchor}>{escape(words)}</text>'


def _wrapped(words: str, most: int) -> list[str]:
    """Words in lines of so many letters at the most."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
