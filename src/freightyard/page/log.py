"""The log of a table: what happened, a line for each turn, with its details behind it."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from freightyard.core.contract import CHANCE, Edition, Seat, View
from freightyard.page import sentences as say
from freightyard.page.boards import turn_lines_for, unit_of
from freightyard.page.contract import BoardRenderer, LogEntry, Scene, TurnLines
from freightyard.page.markup import esc
from freightyard.page.players import disc, names_of
from freightyard.page.sheet import winner_words

UNDO: Final = "undo"  # the text of an event that takes a move back
TAIL: Final = 5  # lines of the log of a new page; those before them are a part of their own
_NOBODY: Final = -3  # whose turn it is: a seat, CHANCE, several together, or nobody yet
_SHARED: Final = -2
_SEAT: Final = re.compile(r"\bSeat ([1-9]\d*)\b")  # in what chance does: boards do not know who sits there


def runs(entries: Sequence[LogEntry]) -> list[list[LogEntry]]:
    """Consecutive events of one seat in one turn, taken back or not. That moves were taken back stands alone."""
    found: list[list[LogEntry]] = []
    for entry in entries:
        last = found[-1][-1] if found else None
        if (
            last is not None
            and last.seat == entry.seat
            and last.turn == entry.turn
            and last.undone == entry.undone
            and (last.text == UNDO) == (entry.text == UNDO)
        ):
            found[-1].append(entry)
        else:
            found.append([entry])
    return found


def turns(shared: Callable[[str], bool], entries: Sequence[LogEntry], since: int = 0) -> list[list[LogEntry]]:
    """The events of a log turn by turn: what a seat did, and what chance did meanwhile. `shared` tells which events several seats
    make together. Only the turns that reach a ply, without looking at all the others."""
    found: list[list[LogEntry]] = []
    owner = _NOBODY  # of the last turn that was found
    for entry in entries[_start(entries, since) :]:
        mine = _SHARED if entry.text != UNDO and entry.seat != CHANCE and shared(entry.text) else entry.seat
        if entry.text == UNDO and owner == _SHARED:
            mine = owner
        if owner == _NOBODY or entry.turn != found[-1][-1].turn or not _goes_on(owner, mine, entry.turn):
            found.append([])
            owner = mine
        found[-1].append(entry)
    return [turn for turn in found if turn[-1].ply >= since]


def _goes_on(owner: int, mine: int, turn: int) -> bool:
    """Whether an event belongs to what happened before it in the same turn. Where turns are not known, what chance does stands
    alone."""
    return mine == owner or (mine == CHANCE and turn >= 0)


def _start(entries: Sequence[LogEntry], since: int) -> int:
    """Where the turn begins to which the events of a ply belong."""
    place = len(entries)
    while place and entries[place - 1].ply >= since:
        place -= 1
    if place == len(entries) or not place:
        return place
    turn = entries[place].turn
    while place and (turn < 0 or entries[place - 1].turn == turn):
        place -= 1
    return place


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


def name_seats(story: str, names: Sequence[str]) -> str:
    """What chance did, with the names of those who sit there."""
    return _SEAT.sub(lambda seat: names[int(seat[1]) - 1], story)


def _story(board: BoardRenderer, edition: Edition, names: Sequence[str], run: Sequence[LogEntry]) -> str:
    if run[0].text == UNDO:
        return say.undid(len(run))
    story = board.story(edition, [entry.text for entry in run])
    if run[0].seat == CHANCE and "Seat " in story:
        return name_seats(story, names)
    lines = turn_lines_for(edition.game)
    accounts = "" if lines is None or run[0].undone else lines.accounts(run)
    return f"{story}, {accounts}" if story and accounts else story or accounts


def log_lines(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry], since: int = 0) -> list[str]:
    """The log turn by turn, the newest first; only the turns that reach a ply."""
    lines = turn_lines_for(scene.view.edition.game)
    teller = _Teller(board, scene.view, names_of(scene.players), lines, scene.home)
    found = [teller.turn(turn) for turn in reversed(turns(_nothing if lines is None else lines.shared, log, since))]
    if found and scene.view.outcome is not None:
        found.insert(0, _end_line(scene, log))
    return [line for line in found if line]


def _end_line(scene: Scene, log: Sequence[LogEntry]) -> str:
    """How the game ended, above its last turn."""
    outcome, ply = scene.view.outcome, log[-1].ply + 1
    if outcome is None:
        return ""
    words = winner_words(outcome, names_of(scene.players), unit_of(scene.view.edition.game))
    link = f'<a href="{esc(scene.home)}/at/{ply}" title="{say.SHOW_MOMENT}" aria-label="{say.SHOW_MOMENT}">↗</a>'
    return f'<li data-ply="{ply}">{link}<span><strong>{esc(say.game_over(words))}</strong></span></li>'


def turn_summaries(board: BoardRenderer, scene: Scene, entries: Sequence[LogEntry]) -> list[tuple[int, int, str]]:
    """Turn by turn, the oldest first, what these events were: the ply before the turn and the one after it, and a line of markup.
    What was taken back is left out."""
    lines = turn_lines_for(scene.view.edition.game)
    teller = _Teller(board, scene.view, names_of(scene.players), lines, scene.home)
    found = []
    for turn in turns(_nothing if lines is None else lines.shared, entries):
        standing = [entry for entry in turn if not entry.undone and entry.text != UNDO]
        who, line, details = teller.told(standing) if standing else ("", "", [])
        if details:
            found.append((turn[0].ply, turn[-1].ply + 1, f"{who}{line or _joined(details)}"))
    return found


def _nothing(_: str) -> bool:
    return False


class _Teller:
    """Tells turns as lines of the log."""

    def __init__(self, board: BoardRenderer, view: View, names: Sequence[str], lines: TurnLines | None, home: str) -> None:
        self.board = board
        self.view = view
        self.names = names
        self.lines = lines
        self.home = home

    def told(self, turn: Sequence[LogEntry]) -> tuple[str, str, list[tuple[str, bool]]]:
        """Who, what they did in short (empty: the details tell it), and the details, each with whether it was taken back."""
        seat = turn[0].seat
        alone = seat == CHANCE or (self.lines is not None and self.lines.shared(turn[0].text))
        who = "" if alone else f"{disc(seat)}<strong>{esc(self.names[seat])}</strong> "
        details = [detail for run in runs(turn) if (detail := self._detail(run, seat, alone=alone))]
        standing = [entry for entry in turn if not entry.undone and entry.text != UNDO]
        line = self.lines.line(self.view, standing, self.names) if self.lines is not None and standing and details else ""
        return who, line, details

    def turn(self, turn: list[LogEntry]) -> str:
        """A line of the log: who, what they did in short, and the details behind it. Empty if there is nothing to tell."""
        who, line, details = self.told(turn)
        if not details:
            return ""
        undone = ' class="undone"' if all(entry.undone or entry.text == UNDO for entry in turn) else ""
        link = f'<a href="{esc(self.home)}/at/{turn[-1].ply + 1}" title="{say.SHOW_MOMENT}" aria-label="{say.SHOW_MOMENT}">↗</a>'
        if line and not (len(details) == 1 and details[0][0] in line):  # else the line says it all
            inside = "".join([f'<p class="undone">{words}</p>' if gone else f"<p>{words}</p>" for words, gone in details])
            words = f'<details data-keep="turn-{turn[0].ply}"><summary>{who}{line}</summary>{inside}</details>'
        else:
            words = f"<span>{who}{line or _joined(details)}</span>"
        return f'<li data-ply="{turn[0].ply}"{undone}>{link}{words}</li>'

    def _detail(self, run: Sequence[LogEntry], seat: Seat, *, alone: bool) -> tuple[str, bool] | None:
        """A run of events in words, and whether it was taken back."""
        name, story = told(self.board, self.view.edition, self.names, run, self.view)
        if not story:
            return None
        named = name and (alone or run[0].seat != seat)
        return f"{f'<strong>{esc(name)}</strong> ' if named else ''}{esc(story)}", run[0].undone


def _joined(details: Sequence[tuple[str, bool]]) -> str:
    """Sentences in one line, for a turn that no picture tells; what was taken back is crossed out."""
    line = ""
    for words, gone in details:
        joint = ". " if words[:1].isupper() else "; "  # a sentence of its own begins with a capital
        line += f"{joint if line else ''}{f'<s>{words}</s>' if gone else words}"
    return line


def log_part(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry]) -> str:
    """The last lines of the log; what is older is a part of its own."""
    return _log(log_lines(board, scene, log)[:TAIL])


def news_part(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry], since: int) -> str | None:
    """The lines of the log in which something happened since a ply: the client keeps those before them. None if there are no such
    lines: a part without any would take the place of those that are there."""
    lines = log_lines(board, scene, log, since)
    return _log(lines) if lines else None


def _log(lines: Sequence[str]) -> str:
    return f'<ol class="log" id="log" data-part aria-label="{say.LOG}">{"".join(lines)}</ol>'


def older_part(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry]) -> str:
    """The lines before the last ones: drawn with the page, and for a client that has missed some."""
    lines = "".join(log_lines(board, scene, log)[TAIL:])
    if log and log[0].ply > 0:  # a page shows only so much of a long game
        lines += f'<li class="earlier"><a href="{esc(scene.home)}/at/0">{say.EARLIER_MOVES}</a></li>'
    return f'<ol class="log older" id="older" aria-label="{say.EARLIER_LOG}">{lines}</ol>'
