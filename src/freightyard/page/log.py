"""The log of a table: what happened, a line for each run of events of one seat."""

import re
from collections.abc import Sequence
from typing import Final

from freightyard.core.contract import CHANCE, Edition, Seat, View
from freightyard.page import sentences as say
from freightyard.page.contract import BoardRenderer, LogEntry, Scene
from freightyard.page.markup import esc
from freightyard.page.players import names_of

UNDO: Final = "undo"  # the text of an event that takes a move back
TAIL: Final = 5  # lines of the log of a new page; those before them are a part of their own
_SEAT: Final = re.compile(r"\bSeat ([1-9]\d*)\b")  # in what chance does: boards do not know who sits there


def runs(entries: Sequence[LogEntry]) -> list[list[LogEntry]]:
    """Consecutive events of one seat, taken back or not."""
    return last_runs(entries, len(entries))


def last_runs(entries: Sequence[LogEntry], most: int, since: int = 0) -> list[list[LogEntry]]:
    """The last runs only, and of those the ones that reach a ply, without looking at all the others."""
    found: list[list[LogEntry]] = []  # backwards
    seat: Seat | None = None
    undone = False
    for entry in reversed(entries):
        if entry.seat == seat and entry.undone == undone and entry.text != UNDO:
            found[-1].append(entry)
            continue
        if len(found) == most or entry.ply < since:
            break
        found.append([entry])
        seat = None if entry.text == UNDO else entry.seat  # that a move was taken back stands alone
        undone = entry.undone
    return [run[::-1] for run in reversed(found)]


def told(
    board: BoardRenderer, edition: Edition, names: Sequence[str], run: Sequence[LogEntry], view: View | None = None
) -> tuple[str, str]:
    """A run of events: who, and what they did. Plain text; places have their names if there is a `view` of the board."""
    first = run[0]
    story = _story(board, edition, names, run)
    return "" if first.seat == CHANCE else names[first.seat], story if view is None else name_places(board, view, story)


def name_places(board: BoardRenderer, view: View, words: str) -> str:
    """A sentence of the log with the names of places that a board may have besides their words in moves."""
    named: str = board.name_places(view, words) if hasattr(board, "name_places") else words
    return named


def _story(board: BoardRenderer, edition: Edition, names: Sequence[str], run: Sequence[LogEntry]) -> str:
    if run[0].text == UNDO:
        return say.UNDID
    story = board.story(edition, [entry.text for entry in run])
    if run[0].seat == CHANCE and "Seat " in story:
        return _SEAT.sub(lambda seat: names[int(seat[1]) - 1], story)
    return story


def log_lines(board: BoardRenderer, scene: Scene, log: Sequence[list[LogEntry]]) -> str:
    """Lines of the log, the newest first."""
    names = names_of(scene.players)
    lines = []
    for run in reversed(log):
        name = "" if run[0].seat == CHANCE else names[run[0].seat]
        story = name_places(board, scene.view, _story(board, scene.view.edition, names, run))
        lines.append(_line(scene.home, name, story, run))
    return "".join(lines)


def _line(home: str, name: str, story: str, run: Sequence[LogEntry]) -> str:
    """A line of the log."""
    if not story:
        return ""
    words = f"<strong>{esc(name)}</strong> {esc(story)}" if name else esc(story)
    undone = ' class="undone"' if run[0].undone else ""
    after = run[-1].ply + 1
    link = f'<a href="{esc(home)}/at/{after}" title="{say.SHOW_MOMENT}" aria-label="{say.SHOW_MOMENT}">↗</a>'
    return f'<li data-ply="{run[0].ply}"{undone}>{link}<span>{words}</span></li>'


def log_part(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry]) -> str:
    """The last lines of the log; what is older is a part of its own."""
    return _log(log_lines(board, scene, last_runs(log, TAIL)))


def news_part(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry], since: int) -> str | None:
    """The lines of the log in which something happened since a ply: the client keeps those before them. None if there are no such
    lines: a part without any would take the place of those that are there."""
    lines = log_lines(board, scene, last_runs(log, len(log), since))
    return _log(lines) if lines else None


def _log(lines: str) -> str:
    return f'<ol class="log" id="log" data-part aria-label="{say.LOG}">{lines}</ol>'


def older_part(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry]) -> str:
    """The lines before the last ones: drawn with the page, and for a client that has missed some."""
    lines = log_lines(board, scene, runs(log)[:-TAIL])
    if log and log[0].ply > 0:  # a page shows only so much of a long game
        lines += f'<li class="earlier"><a href="{esc(scene.home)}/at/0">{say.EARLIER_MOVES}</a></li>'
    return f'<ol class="log older" id="older" aria-label="{say.EARLIER_LOG}">{lines}</ol>'
