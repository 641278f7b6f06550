"""The board at the terminal. Without it a player sees the view as JSON."""

from rich.console import RenderableType
from rich.text import Text

from freightyard.core.contract import View
from freightyard_shunting.rules.position import Board

_COLOURS = ("black on orange3", "white on blue", "white on green", "black on cyan", "white on red")


def draw(view: View, names: tuple[str, ...]) -> RenderableType:
    """The sidings, then a line a player."""
    board: Board = view.board
    text = Text("open end on the left\n", "dim")
    for number, siding in enumerate(board.yard, 1):
        text.append(f"siding {number}  ")
        for first in range(0, len(siding), 2):
            text.append_text(_car(view, siding[first : first + 2]))
        text.append("▐ braked\n" if board.braked == number else "▐\n", "red")
    for seat, at in enumerate(board.seats):
        text.append(f"{'▶' if view.to_act == seat else ' '} {seat + 1} {names[seat]}: {at.points} points, {at.coal} coal, train ")
        for number in range(at.train):
            text.append_text(_car(view, f"{_letters(view)[seat]}{number + 1}"))
        text.append("\n")
    text.right_crop(1)
    return text


def status(view: View) -> Text | None:
    """What a player must keep in mind in the middle of a turn."""
    done = view.board.done
    return Text(f"{done} done; pass to stop here", "dim") if done else None


def _car(view: View, word: str) -> Text:
    return Text(f" {word} ", _COLOURS[_letters(view).index(word[0]) % len(_COLOURS)]) + Text(" ")


def _letters(view: View) -> str:
    letters: str = view.edition.letters  # type: ignore[attr-defined]  # the platform draws a game's own views with this
    return letters
