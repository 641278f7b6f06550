"""What can be clicked on a board, and the buttons that are whole moves.

A thing that can be clicked carries `data-word`: the beginnings of legal moves that it stands for, separated by `|`. The client
keeps the words said so far and lights whatever continues them. A thing that cannot be clicked now, but whose reason can be
asked for, carries `data-why`, a whole move, or `data-place`, the last word of one. Where several things stand for the same words,
`data-at` tells which of them was clicked. When a client asks before the turn ends, `data-held` is what it calls a thing, and
`data-to` where it is put: `tank car`, `on the tank train`; `data-to-place` is said instead where the move ends with the place's
own word. Where several things could go to a place, `data-own` is the move that a click on the place means before one is chosen:
a tank car goes to the tank train. The client tells the style sheet in `data-means` what a click on a lit place would say.
"""

from collections.abc import Sequence
from typing import Final

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.page.contract import Scene

_FEW: Final = 64  # legal moves of which all beginnings are gathered


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


def action(
    clicks: Clicks, move: str, label: str, note: str = "", *, kind: str = "", question: tuple[str, str] | None = None
) -> str:
    """A button that is a whole move, or that says why it is not; `note` tells what it costs or brings. `question`: what the
    client asks before a move that ends the turn, and the button that goes on; both are markup."""
    attribute = clicks.word(move, why=move)
    if question is not None:
        attribute += f' data-ask="{question[0]}" data-go="{question[1]}"'
    small = f"<small>{note}</small>" if note else ""
    return f'<button class="action{" " + kind if kind else ""}" type="button"{attribute}><span>{label}</span>{small}</button>'


def no_answer(view: View, topic: str, words: str) -> object:
    """The answer of a board whose client asks nothing."""
    raise BadSetup("nothing can be asked at this board")
