"""A position as a picture: plain SVG of shapes and text, which any program shows, and which needs no browser to be drawn.

Each game draws its own board (`games/GAME/page/picture.py`, the part `picture` of its title); the frame around it, with the
players and their points, is the same for all. A game that draws none gets its position as text.
"""

from collections.abc import Sequence
from typing import Final, Protocol
from xml.sax.saxutils import escape

from freightyard.core.contract import View
from freightyard.core.title import PICTURE
from freightyard.games import find_title, part_of
from freightyard.page.boards import board_for
from freightyard.page.contract import Scene
from freightyard.page.players import SEAT_TINTS, names_of
from freightyard.page.sprites import sprite

WIDE: Final = 1200  # as large as programs want the picture beside a link to be
HIGH: Final = 630
NARROW: Final = 516  # for a phone
_EDGE: Final = 8
MARGIN: Final = 20
_TOP: Final = 116  # above it are the title and the players

PAPER: Final = "#eeebe3"  # the light theme of the pages
PANEL: Final = "#fbfaf6"
BED: Final = "#ece8dd"
INK: Final = "#1d272c"
SOFT: Final = "#515d65"
LINE: Final = "#d9d3c5"
EDGE: Final = "#8b8574"
STEEL: Final = "#8b8f8f"
GO: Final = "#0c6b58"
SIGNAL: Final = "#b5381f"
SEATS: Final = ("#0c6b58", "#7a4a9c", "#b06a10", "#1f66a8", "#a8324a", "#6b5238", "#4a5760", "#137783", "#6d6d1d")
_FONT: Final = "DejaVu Sans, Verdana, Liberation Sans, Arial, sans-serif"
# How wide letters are, of their height, at most: the programs that show the picture have fonts of their own.
_NARROW: Final = frozenset("fijlrtI.,:;'!|()[] ·")
_BROAD: Final = frozenset("mwMW@%&—…★")


class PictureRenderer(Protocol):
    """What a game draws: a module with this function."""

    def picture(self, canvas: "Canvas", scene: Scene, wide: float, high: float) -> None:
        """Draw the board into a box of this size, whose upper left corner is at 0, 0. A module with `narrow(canvas, scene, wide)`
        besides draws what matters to who acts, for a phone, and returns how high that is."""


class Canvas:
    """Shapes that are drawn one after the other. Numbers are pixels; text is plain, never markup."""

    def __init__(self) -> None:
        self._body: list[str] = []
        self._sprites: dict[str, str] = {}  # by their paths: drawn once, then only named

    def add(self, markup: str) -> None:
        """Markup of one's own: shapes with plain attributes, no classes."""
        self._body.append(markup)

    def rect(self, x: float, y: float, wide: float, high: float, fill: str = PANEL, *, round_: float = 0, edge: str = "") -> None:
        stroke = f' stroke="{edge}"' if edge else ""
        corner = f' rx="{n(round_)}"' if round_ else ""
        self.add(f'<rect x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(high)}" fill="{fill}"{corner}{stroke}/>')

    def panel(self, x: float, y: float, wide: float, high: float) -> None:
        """A box as on the pages."""
        self.rect(x, y, wide, high, PANEL, round_=12, edge=LINE)

    def circle(self, x: float, y: float, radius: float, fill: str, *, edge: str = "", thick: float = 1) -> None:
        stroke = f' stroke="{edge}" stroke-width="{n(thick)}"' if edge else ""
        self.add(f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" fill="{fill}"{stroke}/>')

    def line(self, x: float, y: float, to_x: float, to_y: float, stroke: str = STEEL, thick: float = 2) -> None:
        self.add(f'<path d="M{n(x)} {n(y)}L{n(to_x)} {n(to_y)}" stroke="{stroke}" stroke-width="{n(thick)}" fill="none"/>')

    def path(self, d: str, fill: str = "none", *, edge: str = "", thick: float = 1, more: str = "") -> None:
        stroke = f' stroke="{edge}" stroke-width="{n(thick)}"' if edge else ""
        self.add(f'<path d="{d}" fill="{fill}"{stroke}{more}/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 16,
        *,
        fill: str = INK,
        bold: bool = False,
        anchor: str = "start",
        wide: float | None = None,
    ) -> float:
        """Words on one line, cut where they would be wider than `wide`. About how wide they are."""
        shown, strong = words, 1.08 if bold else 1.0
        while wide is not None and len(shown) > 1 and _wide(shown) * size * strong > wide:
            shown = f"{shown[:-2].rstrip()}…"
        weight = ' font-weight="700"' if bold else ""
        place = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.add(f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" fill="{fill}"{weight}{place}>{escape(shown)}</text>')
        return _wide(shown) * size * strong

    def order(self, x: float, y: float, number: int, radius: float = 12) -> None:
        """A number on what a plan takes or puts: in which order."""
        self.circle(x, y, radius, GO, edge="#ffffff", thick=2)
        self.text(x, y + radius * 0.4, str(number), radius * 1.2, bold=True, anchor="middle", fill="#ffffff")

    def sprite(self, path: str, x: float, y: float, wide: float) -> None:
        """One of our small pictures, as wide as that."""
        inside, own_wide, _ = sprite(path)
        if path not in self._sprites:
            name = f"p{len(self._sprites) + 1}"
            self._sprites[path] = name
            self._body.insert(0, f'<defs><g id="{name}">{inside}</g></defs>')
        scale = wide / own_wide
        self.add(f'<use xlink:href="#{self._sprites[path]}" transform="translate({n(x)} {n(y)}) scale({n(scale)})"/>')

    def begin(self, x: float, y: float, scale: float = 1) -> None:
        """What follows is drawn from there on, until `end`."""
        turned = "" if scale == 1 else f" scale({n(scale)})"
        self.add(f'<g transform="translate({n(x)} {n(y)}){turned}">')

    def end(self) -> None:
        self.add("</g>")

    def markup(self) -> str:
        return "".join(self._body)


def _wide(words: str) -> float:
    """About how wide words are, of the height of their letters."""
    return sum([_letter(letter) for letter in words])


def _letter(letter: str) -> float:
    if letter in _NARROW:
        return 0.42
    if letter in _BROAD or ord(letter) > 0x2E00:  # the letters of East Asia are squares
        return 1.0
    return 0.74 if letter.isupper() else 0.64


def n(number: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{round(number, 2) + 0.0:g}"


def seat_colour(seat: int) -> str:
    """The colour of a seat, counted from 0."""
    return SEATS[seat % SEAT_TINTS]


def picture_of(scene: Scene, title: str = "") -> str:
    """The whole picture, as a file of its own. `title`: which moment it is, in a few words."""
    view = scene.view
    canvas = Canvas()
    canvas.rect(0, 0, WIDE, HIGH, PAPER)
    _head(canvas, view, title)
    _players(canvas, scene)
    canvas.begin(MARGIN, _TOP)
    part: PictureRenderer | None = part_of(view.edition.game, PICTURE)
    if part is None:
        _plain(canvas, view, WIDE - 2 * MARGIN, HIGH - _TOP - MARGIN)
    else:
        part.picture(canvas, scene, WIDE - 2 * MARGIN, HIGH - _TOP - MARGIN)
    canvas.end()
    label = escape(f"{_game_title(view)}. {title}".strip())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" font-family="{_FONT}"><title>{label}</title>'
        f"{canvas.markup()}</svg>"
    )


def narrow_picture_of(scene: Scene, title: str = "") -> str:
    """The board for a phone: what lies before all, and what belongs to who acts. As high as that is; a game that draws none has
    the usual picture."""
    part = part_of(scene.view.edition.game, PICTURE)
    if not hasattr(part, "narrow"):
        return picture_of(scene, title)
    canvas = Canvas()
    high = part.narrow(canvas, scene, NARROW - 2 * _EDGE) + 2 * _EDGE
    label = escape(f"{_game_title(scene.view)}. {title}".strip())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{NARROW}" height="{n(high)}" viewBox="0 0 {NARROW} {n(high)}" font-family="{_FONT}"><title>{label}</title>'
        f'<rect width="{NARROW}" height="{n(high)}" fill="{PAPER}"/>'
        f'<g transform="translate({_EDGE} {_EDGE})">{canvas.markup()}</g></svg>'
    )


def _game_title(view: View) -> str:
    found = find_title(view.edition.game)
    return view.edition.game if found is None else found.game.title


def _head(canvas: Canvas, view: View, title: str) -> None:
    """The sign of the house, the game, its edition, and which moment it is."""
    for number in range(4):
        canvas.rect(MARGIN + 9 * number, 18, 4, 22, INK)
    for y in (22, 33):
        canvas.rect(MARGIN - 2, y, 35, 3, SIGNAL)
    game = _game_title(view)
    end = 66 + canvas.text(66, 38, game, 26, bold=True) + 16
    canvas.text(end, 38, view.edition.title, 17, fill=SOFT, wide=420)
    if title:
        canvas.text(WIDE - MARGIN, 38, title, 17, fill=SOFT, anchor="end", wide=420)


def _players(canvas: Canvas, scene: Scene) -> None:
    """Everybody in a row: colour, name, points; who acts, or who won, is marked."""
    view = scene.view
    points = board_for(view.edition.game).scores(view)
    names = names_of(scene.players)
    winners = () if view.outcome is None else view.outcome.winners
    gap = 10.0
    wide = (WIDE - 2 * MARGIN - gap * (len(names) - 1)) / len(names)
    for seat, (name, score) in enumerate(zip(names, points, strict=True)):
        x, marked = MARGIN + seat * (wide + gap), seat in winners or seat == view.to_act
        canvas.rect(x, 58, wide, 44, PANEL, round_=10, edge=seat_colour(seat) if marked else LINE)
        if marked:
            canvas.rect(x, 58, wide, 44, "none", round_=10, edge=seat_colour(seat))
        canvas.circle(x + 20, 80, 8, seat_colour(seat))
        shown = f"{score}".replace("-", "−")
        size = 18 if wide > 220 else 15
        room = wide - 52 - len(shown) * 14
        canvas.text(x + 36, 86, f"★ {name}" if seat in winners else name, size, bold=marked, wide=room)
        canvas.text(x + wide - 14, 88, shown, 22, bold=True, anchor="end")


def _plain(canvas: Canvas, view: View, wide: float, high: float) -> None:
    """Values of the board as lines of text, as far as there is room."""
    canvas.panel(0, 0, wide, high)
    y = 34.0
    for words in _lines(view.board):
        if y > high - 16:
            break
        canvas.text(18, y, words, 15, wide=wide - 36)
        y += 22


def _lines(board: object) -> Sequence[str]:
    fields = getattr(board, "__struct_fields__", None)
    if fields is None:
        return [str(board)]
    return [f"{str(name).replace('_', ' ')}: {getattr(board, name)}" for name in fields]
