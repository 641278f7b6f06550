"""A plain board for games without one of their own: the facts as lists, the legal moves as buttons, grouped by their verb."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from freightyard.core.contract import CHANCE, Edition, View
from freightyard.page.clicks import Clicks, no_answer
from freightyard.page.contract import Scene
from freightyard.page.markup import esc, panel
from freightyard.page.players import chip, names_of, scores_part, who
from freightyard.page.prompt import prompt_part
from freightyard.page.sheet import winner_words

answer = no_answer

_SEATS: Final = "seats"
_POINTS: Final = ("points", "credits", "cash", "score")  # what a seat's board may call what it has


def files() -> tuple[str, ...]:
    """None of its own."""
    return ()


def client_sentences() -> Mapping[str, str]:
    """None of its own."""
    return {}


def parts(scene: Scene) -> Mapping[str, str]:
    """The parts of the board: the table's facts, every player's, and the moves."""
    view = scene.view
    board = msgspec.to_builtins(view.board)
    clicks = Clicks(scene)
    seats: list[dict[str, Any]] = board.pop(_SEATS, [{} for _ in scene.players])
    scores = view.outcome.scores if view.outcome else [_points(at) for at in seats]
    return {
        "scores": scores_part(scene, list(scores)),
        "facts": panel("facts", "On the table", _facts(board)),
        "moves": panel("moves", "Moves", _moves(clicks), sub=f"{len(clicks.legal)} legal" if clicks.acting else ""),
        "prompt": prompt_part(scene, clicks, _ask(scene, clicks)),
        "players": _players(scene, seats, list(scores)),
    }


def changes(scene: Scene, before: Scene) -> Mapping[str, str]:
    """All parts."""
    return parts(scene)


def arrange(parts: Mapping[str, str]) -> str:
    """Three columns: moves, facts, players and talk."""
    return (
        f'{parts["scores"]}<div class="col c1 plain">{parts["moves"]}{parts["prompt"]}</div>'
        f'<div class="col c2">{parts["facts"]}</div><div class="col c3">{parts["players"]}{parts["talk"]}</div>'
    )


def scores(view: View) -> Sequence[int]:
    """What everybody has, by the names that points go by."""
    if view.outcome is not None:
        return view.outcome.scores
    board = msgspec.to_builtins(view.board)
    return [_points(at) for at in board[_SEATS]] if _SEATS in board else [0] * view.seats


def ends(view: View) -> tuple[str, ...]:
    """Not known here: moves are sent at once, and taken back if they can be."""
    return ()


def phrase(edition: Edition, text: str) -> str:
    """The words of the move itself."""
    return text


def story(edition: Edition, texts: Sequence[str]) -> str:
    """The words of the moves, those of a long deal left out."""
    shown = [phrase(edition, text) for text in texts[-6:]]
    return ("… " if len(texts) > len(shown) else "") + ", ".join(shown)


def _points(at: Mapping[str, Any]) -> int:
    return next((int(at[name]) for name in _POINTS if name in at), 0)


def _ask(scene: Scene, clicks: Clicks) -> str:
    view = scene.view
    names = names_of(scene.players)
    if view.outcome is not None:
        return f"The game is over: {esc(winner_words(view.outcome, names))}."
    if view.to_act is None or view.to_act == CHANCE:
        return "Cards are being drawn."
    return "Your turn: choose a move." if clicks.acting else f"{esc(names[view.to_act])} is to act."


def _moves(clicks: Clicks) -> str:
    """Legal moves as buttons; those with the same first word together."""
    groups: dict[str, list[str]] = {}
    for move in clicks.legal:
        groups.setdefault(move.partition(" ")[0], []).append(move)
    rows = []
    for verb, moves in groups.items():
        buttons = "".join(
            f'<button class="move" type="button" data-word="{esc(move)}">{esc(move.partition(" ")[2] or move)}</button>'
            for move in moves
        )
        rows.append(f'<div class="moves" role="group" aria-label="{esc(verb)}"><h3>{esc(verb)}</h3>{buttons}</div>')
    return "".join(rows) or '<p class="sub">Nothing to choose now.</p>'


def _players(scene: Scene, seats: Sequence[Mapping[str, Any]], scores: Sequence[int]) -> str:
    best = max(scores)
    names = names_of(scene.players)
    entries = []
    for player, at, points in zip(scene.players, seats, scores, strict=True):
        acts = scene.view.to_act == player.seat
        line = who(player, names[player.seat], acting=acts, extra=chip(points, leads=points == best))
        opened = " open" if player.seat in scene.own_seats else ""
        facts = f'<details data-keep="seat-{player.seat + 1}"{opened}><summary>what they have</summary>{_facts(at)}</details>'
        entries.append(f'<li class="player"{" data-acts" if acts else ""}>{line}{facts if at else ""}</li>')
    return panel("players", "Players", f'<ul class="players">{"".join(entries)}</ul>')


def _facts(values: Mapping[str, Any]) -> str:
    """Readable values as a list of names and values; what is empty is left out."""
    items = [
        f"<dt>{esc(name.replace('_', ' '))}</dt><dd>{_value(value)}</dd>"
        for name, value in values.items()
        if value not in (None, "", [], {}, ())
    ]
    return f'<dl class="facts">{"".join(items)}</dl>' if items else '<p class="sub">nothing</p>'


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{esc(name)} {_value(inner)}" for name, inner in value.items() if inner not in (None, "", [], {}))
    if isinstance(value, (list, tuple)):
        return " · ".join(_value(inner) for inner in value)
    if value is None:
        return "–"
    return esc("yes" if value is True else "no" if value is False else value)
