"""The board in words: a game's own, or a plain one for a game that brings none."""

from typing import Any

import msgspec

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.core.text_board import Section, TextBoard
from freightyard.core.title import TEXT
from freightyard.games import part_of
from freightyard.typed import sentences as say


def sections_of(view: View, names: tuple[str, ...]) -> tuple[Section, ...]:
    """The board of a view in words."""
    board: TextBoard | None = part_of(view.edition.game, TEXT)
    return plain_sections(view, names) if board is None else board.sections(view, names)


def plans_of(view: View, words: str) -> tuple[str, ...]:
    """Ways to do something that takes several moves, with the moves to type."""
    board = part_of(view.edition.game, TEXT)
    if board is None or not hasattr(board, "plan"):
        raise BadSetup(say.NO_PLANS)
    if not view.legal:
        raise BadSetup(say.PLAN_IN_TURN)
    found: tuple[str, ...] = board.plan(view, words)
    return found


def plain_sections(view: View, names: tuple[str, ...]) -> tuple[Section, ...]:
    """The facts of any board: what lies on the table, and what each seat has."""
    board = msgspec.to_builtins(view.board)
    if not isinstance(board, dict):
        return (Section("table", "On the table", (_value(board),)),)
    seats = board.pop("seats", [])
    found = [Section("table", "On the table", _facts(board))]
    for seat, at in enumerate(seats if isinstance(seats, list) else []):
        if isinstance(at, dict) and seat < len(names):
            found.append(Section(f"seat-{seat + 1}", names[seat], _facts(at), own=seat == view.seat))
    return tuple(found)


def _facts(values: dict[str, Any]) -> tuple[str, ...]:
    told = [
        f"{name.replace('_', ' ')}: {_value(value)}." for name, value in values.items() if value not in (None, "", [], {}, ())
    ]
    return tuple([line[:1].upper() + line[1:] for line in told]) or ("Nothing.",)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join([f"{name} {_value(inner)}" for name, inner in value.items() if inner not in (None, "", [], {})])
    if isinstance(value, (list, tuple)):
        return ", ".join([_value(inner) for inner in value]) or "nothing"
    if value is None:
        return "nothing"
    return "yes" if value is True else "no" if value is False else str(value)
