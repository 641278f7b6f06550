"""Which game is drawn how. A game without a drawing of its own is shown as its position text."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from freightyard.rules.contract import View
from freightyard.terminal import freight_train

Draw = Callable[[View, tuple[str, ...]], RenderableType]

BOARDS: Final[Mapping[str, Draw]] = {"freight-train": freight_train.draw}


def draw(view: View, names: tuple[str, ...]) -> RenderableType:
    """The board of a view."""
    if view.edition.game in BOARDS:
        return BOARDS[view.edition.game](view, names)
    return Text(view.json().decode(), overflow="fold")


def legal_words(legal: tuple[str, ...]) -> str:
    """Legal moves, those with the same beginning together: `take 1 2 4 · put tank train mixed · call`."""
    groups: dict[str, list[str]] = {}
    for text in legal:
        head, _, last = text.rpartition(" ")
        groups.setdefault(head, []).append(last)
    return " · ".join(" ".join([*head.split(), *last]) for head, last in groups.items())
