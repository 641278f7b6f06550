"""Positions and records as pages of their own, for notebooks and files: everything they need is inside, and nothing moves."""

import base64
import posixpath
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from freightyard.core.contract import CHANCE, Seat, State
from freightyard.core.record import Record, first_state
from freightyard.games import game_named
from freightyard.page.assets import COMMON, assets, board_files
from freightyard.page.boards import board_for, unit_of
from freightyard.page.chart import chart
from freightyard.page.contract import Player, Scene
from freightyard.page.history import followed, record_players
from freightyard.page.markup import esc
from freightyard.page.picture import narrow_picture_of, picture_of
from freightyard.page.players import without_stand_ins
from freightyard.page.sheet import result, sheet_part

_FRAME: Final = 640  # the height of a position in a notebook


def state_page(state: State, *, seat: Seat | None = None, players: tuple[Player, ...] = (), title: str = "") -> str:
    """A position as a whole document, as a seat may see it. Without a seat: as the one to act does, or a spectator at the end."""
    body = _board(state, seat, players)
    return document(title or f"{game_named(state.edition.game).title}: {state.edition.title}", body, state.edition.game)


def state_picture(
    state: State,
    *,
    seat: Seat | None = None,
    players: tuple[Player, ...] = (),
    title: str = "",
    plan: Sequence[str] = (),
    narrow: bool = False,
) -> str:
    """The same as a picture: SVG that any program shows. `plan`: moves of the seat to act that are drawn into it. `narrow`: for a
    phone, with what matters to the seat."""
    scene = msgspec.structs.replace(_scene(state, seat, players), plan=tuple(plan))
    return narrow_picture_of(scene, title) if narrow else picture_of(scene, title)


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
    return document(f"{game.title}: {history.last.edition.title}", body, record.game)


def html_of(thing: object) -> str:
    """A position or a record for a notebook: a frame, so that neither changes the looks of the other."""
    if isinstance(thing, Record):
        page, height, title = record_page(thing), 2 * _FRAME, "A record"
    else:
        page, height, title = state_page(thing), _FRAME, "A position"  # type: ignore[arg-type]  # only positions and records ask
    return f'<iframe srcdoc="{esc(page)}" title="{title}" width="100%" height="{height}" style="border: 0"></iframe>'


def _scene(state: State, seat: Seat | None, players: tuple[Player, ...]) -> Scene:
    actor = state.to_act()
    if seat is None and actor is not None and actor != CHANCE:
        seat = actor
    who = players or tuple([Player(number, f"seat {number + 1}") for number in range(state.seats)])
    return Scene(view=state.view(seat), players=who, replay=True)


def _board(state: State, seat: Seat | None, players: tuple[Player, ...]) -> str:
    scene = _scene(state, seat, players)
    board = board_for(state.edition.game)
    return (
        f'<main id="view" class="game-{esc(state.edition.game)} past still">'
        f"{board.arrange({**board.parts(scene), 'talk': ''})}</main>"
    )


def _head(title: str) -> str:
    return f'<header class="top"><h1><span class="mark"></span>{esc(title)}</h1></header>'


def document(title: str, body: str, game: str, style: str = "") -> str:
    """A page of its own, in the looks of a game's boards; `style`: rules of its own besides."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{esc(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">'
        f'<style>{_style(game)}{style}</style></head><body class="replaying">{_head(title)}{body}</body></html>'
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
    " div.ending { padding: 0 20px; margin-bottom: 12px; }"
)
