"""Positions and records as pages of their own, for notebooks and files: everything they need is inside, and nothing moves."""

import base64
import posixpath
import re
from functools import lru_cache
from html.parser import HTMLParser
from typing import Final

from freightyard.core.contract import CHANCE, Seat, State
from freightyard.core.record import Record, first_state
from freightyard.games import game_named
from freightyard.page.assets import COMMON, assets, board_files
from freightyard.page.boards import board_for, unit_of
from freightyard.page.chart import chart
from freightyard.page.contract import Player, Scene
from freightyard.page.history import followed, record_players
from freightyard.page.markup import esc
from freightyard.page.players import without_stand_ins
from freightyard.page.sheet import result, sheet_part

_WIDTH: Final = 1400
_HEIGHT: Final = 900
_FRAME: Final = 640  # the height of a position in a notebook
_VOID: Final = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta"))
# What XML wants as it was written; an HTML parser forgets it.
_CAMEL: Final = {
    name.lower(): name for name in ("viewBox", "preserveAspectRatio", "gradientTransform", "patternUnits", "pathLength")
}


def state_page(state: State, *, seat: Seat | None = None, players: tuple[Player, ...] = (), title: str = "") -> str:
    """A position as a whole document, as a seat may see it. Without a seat: as the one to act does, or a spectator at the end."""
    body = _board(state, seat, players)
    return _document(title or f"{game_named(state.edition.game).title}: {state.edition.title}", body, state.edition.game)


def state_picture(state: State, *, seat: Seat | None = None, players: tuple[Player, ...] = (), title: str = "") -> str:
    """The same as an SVG picture. What is on it is HTML, so browsers show it; other programs may not."""
    body = (
        f'<div class="replaying picture">{_head(title)}{_board(state, seat, players)}</div>'
        if title
        else (f'<div class="replaying picture">{_board(state, seat, players)}</div>')
    )
    style = _style(state.edition.game).replace("]]>", "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
        f'<title>{esc(title)}</title><foreignObject width="{_WIDTH}" height="{_HEIGHT}">'
        f'<html xmlns="http://www.w3.org/1999/xhtml"><head><style><![CDATA[{style}]]></style></head>'
        f'<body class="replaying">{well_formed(body)}</body></html></foreignObject></svg>'
    )


def record_page(record: Record) -> str:
    """A whole game as a document: who won, how every point came about, the points over time, and the last position."""
    game = game_named(record.game)
    history = followed(first_state(record, game), list(enumerate(record.moves, 1)))
    players = record_players(record)
    outcome, unit = history.last.outcome(), unit_of(record.game)
    told = result(outcome, players, unit) if outcome is not None else f"<h3>Unfinished after {len(record.moves)} moves</h3>"
    sheets = "".join([sheet_part(sheet, players, outcome=outcome) for sheet in reversed(history.sheets)])
    lines = re.sub(r"</?a\b[^>]*>", "", chart(history.standings, players, "", unit))  # moments have no address here
    counted = f'<section class="panel">{sheets}</section>' if sheets else ""
    body = (
        f'<div class="ending"><section class="panel">{told}</section><section class="panel">{lines}</section>{counted}</div>'
        f"{_board(history.last, None, without_stand_ins(players))}"
    )
    return _document(f"{game.title}: {history.last.edition.title}", body, record.game)


def html_of(thing: object) -> str:
    """A position or a record for a notebook: a frame, so that neither changes the looks of the other."""
    if isinstance(thing, Record):
        page, height, title = record_page(thing), 2 * _FRAME, "A record"
    else:
        page, height, title = state_page(thing), _FRAME, "A position"  # type: ignore[arg-type]  # only positions and records ask
    return f'<iframe srcdoc="{esc(page)}" title="{title}" width="100%" height="{height}" style="border: 0"></iframe>'


def _board(state: State, seat: Seat | None, players: tuple[Player, ...]) -> str:
    actor = state.to_act()
    if seat is None and actor is not None and actor != CHANCE:
        seat = actor
    who = players or tuple([Player(number, f"seat {number + 1}") for number in range(state.seats)])
    scene = Scene(view=state.view(seat), players=who, replay=True)
    board = board_for(state.edition.game)
    return (
        f'<main id="view" class="game-{esc(state.edition.game)} past still">'
        f"{board.arrange({**board.parts(scene), 'talk': ''})}</main>"
    )


def _head(title: str) -> str:
    return f'<header class="top"><h1><span class="mark"></span>{esc(title)}</h1></header>'


def _document(title: str, body: str, game: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{esc(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">'
        f'<style>{_style(game)}</style></head><body class="replaying">{_head(title)}{body}</body></html>'
    )


@lru_cache(maxsize=8)
def _style(game: str) -> str:
    """The style sheets of a game's board, with their pictures inside. In a frame the page scrolls, not its columns."""
    paths = [
        f"{COMMON}/colours.css",
        f"{COMMON}/style.css",
        f"{COMMON}/layout.css",
        *[path for path in board_files(game) if path.endswith(".css")],
    ]
    return "\n".join([_with_pictures(path) for path in paths]) + _STILL


def _with_pictures(path: str) -> str:
    """A style sheet with the pictures that it refers to inside."""
    folder = posixpath.dirname(path)

    def inside(found: re.Match[str]) -> str:
        picture = assets()[posixpath.normpath(f"{folder}/{found[1]}")]
        return f"url(data:image/svg+xml;base64,{base64.b64encode(picture.read_bytes()).decode('ascii')})"

    return re.sub(r"url\(([^\s\"':()]+\.svg)\)", inside, assets()[path].read_text(encoding="utf-8"))


# A board in a file has the class `still`: its game's sheet leaves out what would move, stick or ask to be clicked.
_STILL: Final = (
    ".replaying, .replaying #view { height: auto; } .col { overflow: visible; }"
    " .replaying .prompt { position: static !important; }"
    " div.ending { padding: 0 20px; margin-bottom: 12px; } .picture { display: flex; flex-direction: column; }"
)


class _Xml(HTMLParser):
    """Our own markup, written as XML wants it: every attribute with a value, every element closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.depth = 0  # within pictures

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        closed = tag in _VOID or (self.get_starttag_text() or "").endswith("/>")
        values = "".join([f' {_CAMEL.get(name, name)}="{esc(value or "")}"' for name, value in attrs])
        space = ""
        if tag == "svg" and not self.depth:
            space = ' xmlns="http://www.w3.org/2000/svg"'
        if tag == "svg" and not closed:
            self.depth += 1
        self.out.append(f"<{tag}{space}{values}{'/' if closed else ''}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        if tag == "svg":
            self.depth -= 1
        self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.out.append(esc(data))


def well_formed(markup: str) -> str:
    """Markup of our boards as XML."""
    parser = _Xml()
    parser.feed(markup)
    parser.close()
    return "".join(parser.out)
