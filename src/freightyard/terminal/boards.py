"""Boards at the terminal. A game without a drawing of its own is shown as its view's JSON."""

from typing import Final, Protocol

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from freightyard.core.contract import CHANCE, Sheet, State, View
from freightyard.core.title import TERMINAL
from freightyard.games import part_of

_MOST_LETTERS: Final = 700


class TerminalBoard(Protocol):
    """How a game is drawn at the terminal: a module with these functions."""

    def draw(self, view: View, names: tuple[str, ...]) -> RenderableType:
        """The board of a view."""

    def status(self, view: View) -> RenderableType | None:
        """What a player must keep in mind in the middle of a turn, in a line."""


def board_of(game: str) -> TerminalBoard | None:
    """The board of a game, if it brings one."""
    board: TerminalBoard | None = part_of(game, TERMINAL)
    return board


def draw(view: View, names: tuple[str, ...]) -> RenderableType:
    """The board of a view."""
    board = board_of(view.edition.game)
    return Text(view.json().decode(), overflow="fold") if board is None else board.draw(view, names)


def status(view: View) -> RenderableType | None:
    """What a player must keep in mind in the middle of a turn, in a line."""
    board = board_of(view.edition.game)
    return None if board is None else board.status(view)


def before(state: State, names: tuple[str, ...]) -> RenderableType | None:
    """What everybody should see before chance moves on: the score sheet, if points are being counted."""
    sheet = state.sheet() if state.to_act() == CHANCE else None
    return None if sheet is None else score_sheet(sheet, names)


def score_sheet(sheet: Sheet, names: tuple[str, ...]) -> RenderableType:
    """How every point of a day came about: the cars of each seat, and what they earned."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(sheet.title)
    for name in names:
        table.add_column(name, justify="right")
    for row in sheet.rows:
        cells = []
        for amount, points in zip(row.amounts, row.points, strict=True):
            earned = Text(f" {points:+d}", "bold green" if points > 0 else "bold red") if points else Text("   ")
            cells.append(Text(amount or "·", "" if amount else "dim") + earned)
        table.add_row(row.label[:1].upper() + row.label[1:], *cells)
    table.add_row(Text("Total", "bold"), *(Text(f"{total:+d}", "bold") for total in sheet.totals))
    return table


def legal_words(legal: tuple[str, ...]) -> str:
    """Legal moves, those with the same beginning together: `take 1 2 4 · put tank train mixed · call`.

    A list of more than a few lines is cut.
    """
    groups: dict[str, list[str]] = {}
    for text in legal:
        head, _, last = text.rpartition(" ")
        groups.setdefault(head, []).append(last)
    singles = groups.pop("", [])
    words = singles + [" ".join([head, *last]) for head, last in groups.items()]
    line = " · ".join(words)
    if len(line) <= _MOST_LETTERS:
        return line
    shown = line[:_MOST_LETTERS].rpartition(" · ")[0]
    return f"{shown} · … ({len(legal)} moves; type moves to list them all)"
