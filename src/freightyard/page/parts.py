"""What every board is made of: panels, things to click, players, the log, the chat.

A thing that can be clicked carries `data-word`: the beginnings of legal moves that it stands for, separated by `|`. The client
keeps the words said so far and lights whatever continues them. A thing that cannot be clicked now, but whose reason can be
asked for, carries `data-why`, a whole move, or `data-place`, the last word of one. Where several things stand for the same words,
`data-at` tells which of them was clicked. `data-held` is what a client calls a thing when it asks before the turn ends.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from markupsafe import escape

from freightyard.core.contract import CHANCE, Edition, Seat, View
from freightyard.core.errors import BadSetup
from freightyard.core.title import BOT
from freightyard.games import part_of
from freightyard.page.contract import BoardRenderer, ChatEntry, LogEntry, Player, Scene

UNDO: Final = "undo"  # the text of an event that takes a move back
TAIL: Final = 5  # lines of the log of a new page; those before them are a part of their own
SEAT_TINTS: Final = 9  # colours of players in the style sheet
_SEAT: Final = re.compile(r"\bSeat ([1-9]\d*)\b")  # in what chance does: boards do not know who sits there
_FEW: Final = 64  # legal moves of which all beginnings are gathered
KEPT: Final = 4096  # pieces of markup of each sort: a move changes few of them, and most watchers share the rest


def esc(words: object) -> str:
    """Anybody's words as markup."""
    return str(escape(words))


def panel(
    part: str, title: str, body: str, *, sub: str = "", kind: str = "", attributes: str = " data-part", more: str = ""
) -> str:
    """A titled panel, a part unless `attributes` say otherwise. `title` and `sub` are markup."""
    aside = f'<span class="sub">{sub}</span>' if sub else ""
    return (
        f'<section class="panel{" " + kind if kind else ""}" id="{part}" aria-labelledby="h-{part}"{attributes}{more}>'
        f'<header><h2 id="h-{part}">{title}</h2>{aside}</header>{body}</section>'
    )


def group(name: str, title: str, parts: Mapping[str, str], beginning: str, *, sub: str, rows: str, kind: str = "") -> str:
    """A panel around all parts whose names begin so: it is drawn once, and what is in it changes. `rows` opens their list."""
    inside = "".join([markup for part, markup in parts.items() if part.startswith(beginning)])
    return panel(name, title, f"{rows}{inside}</ol>", sub=sub, kind=kind, attributes="")


class Clicks:
    """What can be clicked in a scene: the legal moves of the seat to act, if it is the seat that looks."""

    __slots__ = ("_beginnings", "acting", "legal")

    def __init__(self, scene: Scene) -> None:
        self.legal = () if scene.replay else scene.view.legal
        self.acting = bool(self.legal)
        self._beginnings = _beginnings(self.legal) if len(self.legal) <= _FEW else frozenset(self.legal)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clicks) and self.legal == other.legal

    def __hash__(self) -> int:
        return hash(self.legal)

    def word(self, *beginnings: str, why: str = "") -> str:
        """The attribute of a thing that stands for beginnings of moves. What is not legal asks `why`, if that can be asked."""
        if self.acting:
            known = self._beginnings
            if len(self.legal) <= _FEW:
                live = [words for words in beginnings if words in known]
            else:
                live = [words for words in beginnings if words in known or self._begins(words)]
            if live:
                return f' data-word="{"|".join(live)}"'
        return f' data-why="{why}"' if why and self.acting else ""

    def _begins(self, words: str) -> bool:
        # A set of all beginnings would cost more than it saves: a player may have 900 moves and few things to ask for.
        beginning = f"{words} "
        for move in self.legal:
            if move.startswith(beginning):
                return True
        return False


def _beginnings(moves: Sequence[str]) -> frozenset[str]:
    """Every beginning of some moves, and the moves themselves."""
    found = set(moves)
    for move in moves:
        end = move.rfind(" ")
        while end > 0:
            beginning = move[:end]
            if beginning in found:
                break  # and so are all that are shorter
            found.add(beginning)
            end = move.rfind(" ", 0, end)
    return frozenset(found)


def no_answer(view: View, topic: str, words: str) -> object:
    """The answer of a board whose client asks nothing."""
    raise BadSetup("nothing can be asked at this board")


def action(clicks: Clicks, move: str, label: str, note: str = "", *, kind: str = "") -> str:
    """A button that is a whole move, or that says why it is not; `note` tells what it costs or brings."""
    attribute = clicks.word(move, why=move)
    small = f"<small>{note}</small>" if note else ""
    return f'<button class="action{" " + kind if kind else ""}" type="button"{attribute}><span>{label}</span>{small}</button>'


# --- players ---


def disc(seat: Seat) -> str:
    """The colour of a seat. The name is always beside it."""
    return f'<i class="disc d{seat % SEAT_TINTS + 1}"></i>'


def locomotive(seat: Seat) -> str:
    """The locomotive of a seat, in its colour: a picture as wide as the style sheet says."""
    return f'<i class="pic loco p-loco{seat % SEAT_TINTS + 1}" aria-hidden="true"></i>'


@lru_cache(maxsize=KEPT)
def names_of(players: tuple[Player, ...]) -> tuple[str, ...]:
    """What the players are called, with those told apart who share a name. Not escaped."""
    names = [player.name for player in players]
    return tuple([f"{name} {seat + 1}" if names.count(name) > 1 else name for seat, name in enumerate(names)])


def who(player: Player, name: str, *, acting: bool, extra: str = "", attributes: str = "") -> str:
    """A player's line: colour, name, who it is, whether here, and `extra` markup at its end. `name` is plain text. It is the same
    for everybody: the style sheet shows \"you\" to those whose seat it is."""
    tags = f'<span class="tag you y{player.seat + 1}">you</span>' if player.person else ""
    if player.bot is not None and player.person:
        words = f"{esc(player.bot)} stands in"
        tags += f'<span class="tag stand" title="{words}">{words}</span>'
    tags += same_screen(player)
    if acting:
        tags += '<span class="vh">to act</span>'
    here = "" if player.bot is not None and not player.person else _presence(player)
    return f'<div class="who"{attributes}>{disc(player.seat)}<strong>{esc(name)}</strong>{here}{tags}{extra}</div>'


def same_screen(player: Player) -> str:
    """The mark of a seat whose person has an earlier one too, under whatever name: everybody shall know that one plays both."""
    if player.beside is None:
        return ""
    return f'<span class="tag" title="plays at the same screen as {esc(player.beside)}">same screen</span>'


def _presence(player: Player) -> str:
    state = "here" if player.here else "away"
    return f'<span class="here" data-here="{player.seat + 1}" data-is="{state}"><span class="vh">{state}</span></span>'


def chip(points: int, *, leads: bool) -> str:
    noun = "point" if points in (1, -1) else "points"
    return f'<b class="chip{" lead" if leads else ""}">{minus(points)}<span class="vh"> {noun}</span></b>'


def minus(number: int) -> str:
    """A number with a real minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def scores_part(scene: Scene, scores: Sequence[int]) -> str:
    """The points of all in one line, for small screens."""
    return scores_line(scene.players, tuple(scores), scene.view.to_act)


@lru_cache(maxsize=KEPT)
def scores_line(players: tuple[Player, ...], scores: tuple[int, ...], actor: Seat | None) -> str:
    """The same, where there is no scene."""
    names = names_of(players)
    items = [
        f'<li class="y{player.seat + 1}"{" data-acts" if player.seat == actor else ""}>'
        f"{disc(player.seat)}<span>{esc(names[player.seat])}</span><b>{minus(points)}</b></li>"
        for player, points in zip(players, scores, strict=True)
    ]
    return f'<ul class="scores" id="scores" data-part aria-label="Points">{"".join(items)}</ul>'


# --- the prompt ---


def prompt_part(
    scene: Scene,
    clicks: Clicks,
    ask: str,
    *,
    tray: str = "",
    actions: str = "",
    ends: Sequence[str] = (),
    chosen: str = "",
    phase: str = "",
) -> str:
    """What is to be done now: a sentence, what lies before the player, and buttons. `ask` and `chosen` are markup: `chosen` is
    asked when a first word is said, `ends` are the beginnings of moves that end the turn, `phase` is for the style sheet."""
    back = '<button class="quiet" type="button" data-undo>Take back</button>' if scene.can_take_back and not scene.replay else ""
    back += _coming_back(scene)
    if clicks.acting and may_ask(scene):
        back += '<button class="quiet" type="button" data-ask-hint title="What a bot would do, and why">Hint</button>'
    if clicks.acting and scene.view.to_act is not None and len(scene.own_seats) > 1:  # people who share a screen
        ask = f"{esc(names_of(scene.players)[scene.view.to_act])}: {ask}"
    follow = f' data-chosen="{chosen}"' if chosen else ""
    live = f' data-live data-ends="{"|".join(ends)}" data-phase="{phase}"' if clicks.acting else ""
    return _prompt(ask, back, follow, live, tray, actions or _afterwards(scene))


def quiet_prompt(ask: str, *, tray: str = "") -> str:
    """What others are doing: a sentence, and what lies before them."""
    return _prompt(ask, "", "", "", tray, "")


def _prompt(ask: str, back: str, follow: str, live: str, tray: str, actions: str) -> str:
    return (
        f'<section class="prompt" id="prompt" data-part aria-label="What to do"{live}>'
        f'<div class="ask"><span class="signal" aria-hidden="true"></span><p id="ask"{follow}>{ask}</p>{back}'
        '<button class="quiet" type="button" data-back hidden>Back <kbd>Esc</kbd></button></div>'
        f'{tray}<div class="actions">{actions}</div></section>'
    )


def has_left(scene: Scene) -> bool:
    """Whether a bot stands in for the one who looks."""
    for seat in scene.own_seats:
        if scene.players[seat].bot is not None:
            return True
    return False


def may_ask(scene: Scene) -> bool:
    """Whether the one who looks may be given hints: at a table with other people that would not be fair, and where no bot knows
    the game there are none."""
    people = 0
    for player in scene.players:
        people += player.person
    alone = people == 1 and len(scene.own_seats) == 1 and not scene.replay
    return alone and part_of(scene.view.edition.game, BOT) is not None


def _coming_back(scene: Scene) -> str:
    """What there is to do for somebody who left."""
    if scene.view.outcome is not None or scene.replay:
        return ""
    left = [scene.players[seat] for seat in scene.own_seats if scene.players[seat].bot is not None]
    return "".join(
        f'<form method="post" action="{esc(scene.home)}/back"><input type="hidden" name="seat" value="{player.seat + 1}">'
        f'<button class="go" type="submit">Take {"my seat" if len(left) == 1 else esc(player.name)} back</button></form>'
        for player in left
    )


def _afterwards(scene: Scene) -> str:
    """What there is to do when a game is over."""
    if scene.view.outcome is None or scene.replay:
        return ""
    home = esc(scene.home)
    again = f'<form method="post" action="{home}/rematch"><button class="go" type="submit">Play again</button></form>'
    return (
        f'{again if scene.own_seats else ""}<button class="quiet" type="button" data-sheets>Score sheets</button>'
        f'<a class="quiet" href="{home}/end">The whole story</a><a class="quiet" href="{home}/at/0">Replay</a>'
    )


# --- the log ---


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


def told(board: BoardRenderer, edition: Edition, names: Sequence[str], run: Sequence[LogEntry]) -> tuple[str, str]:
    """A run of events: who, and what they did. Plain text."""
    first = run[0]
    return "" if first.seat == CHANCE else names[first.seat], _story(board, edition, names, run)


def _story(board: BoardRenderer, edition: Edition, names: Sequence[str], run: Sequence[LogEntry]) -> str:
    if run[0].text == UNDO:
        return "takes the last move back"
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
        lines.append(_line(scene.home, name, _story(board, scene.view.edition, names, run), run))
    return "".join(lines)


def _line(home: str, name: str, story: str, run: Sequence[LogEntry]) -> str:
    """A line of the log."""
    if not story:
        return ""
    words = f"<strong>{esc(name)}</strong> {esc(story)}" if name else esc(story)
    undone = ' class="undone"' if run[0].undone else ""
    after = run[-1].ply + 1
    link = f'<a href="{esc(home)}/at/{after}" title="Look at this moment">{after}</a>'
    return f'<li data-ply="{run[0].ply}"{undone}>{link}<span>{words}</span></li>'


def log_part(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry]) -> str:
    """The last lines of the log; what is older is a part of its own."""
    return _log(log_lines(board, scene, last_runs(log, TAIL)))


def news_part(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry], since: int) -> str:
    """The lines of the log in which something happened since a ply: the client keeps those before them."""
    return _log(log_lines(board, scene, last_runs(log, len(log), since)))


def _log(lines: str) -> str:
    return f'<ol class="log" id="log" data-part aria-label="Log">{lines}</ol>'


def older_part(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry]) -> str:
    """The lines before the last ones: drawn with the page, and for a client that has missed some."""
    lines = log_lines(board, scene, runs(log)[:-TAIL])
    return f'<ol class="log older" id="older" aria-label="Log, earlier">{lines}</ol>'


# --- the chat ---


def chat_lines(chat: Iterable[ChatEntry]) -> str:
    """What was said, the oldest first."""
    return "".join(
        f'<li data-line="{line.number}">{"" if line.seat is None else disc(line.seat)}'
        f"<strong>{esc(line.name)}</strong> <span>{esc(line.text)}</span></li>"
        for line in chat
    )
