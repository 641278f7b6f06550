"""Which game is drawn how. A game without a drawing of its own is shown as its position text."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from freightyard.rules.contract import Move, State, View
from freightyard.rules.freight_train.state import State as FreightTrainState
from freightyard.terminal import freight, freight_cars, freight_train

_MOST_LETTERS: Final = 700

Draw = Callable[[View, tuple[str, ...]], RenderableType]

BOARDS: Final[Mapping[str, Draw]] = {
    "freight": freight.draw,
    "freight-cars": freight_cars.draw,
    "freight-train": freight_train.draw,
}
STATUS: Final[Mapping[str, Callable[[View], RenderableType | None]]] = {
    "freight": freight.status,
    "freight-cars": freight_cars.status,
    "freight-train": freight_train.status,
}


def draw(view: View, names: tuple[str, ...]) -> RenderableType:
    """The board of a view."""
    if view.edition.game in BOARDS:
        return BOARDS[view.edition.game](view, names)
    return Text(view.json().decode(), overflow="fold")


def status(view: View) -> RenderableType | None:
    """What a player must keep in mind in the middle of a turn, in a line."""
    return STATUS[view.edition.game](view) if view.edition.game in STATUS else None


def before(state: State, move: Move, names: tuple[str, ...]) -> RenderableType | None:
    """What everybody should see before a move is played, such as a score sheet."""
    if state.edition.game == "freight-train" and isinstance(state, FreightTrainState):
        return freight_train.before(state, move, names)
    return None


def legal_words(legal: tuple[str, ...]) -> str:
    """Legal moves, those with the same beginning together: `take 1 2 4 · put tank train mixed · call`.

    More than a few lines of them are cut; `moves` lists them all.
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
    return f"{shown} · … ({len(legal)} in all: moves lists them)"
