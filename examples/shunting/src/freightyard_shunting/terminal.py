"""The board at the terminal. Without it a player sees the view as JSON."""

from rich.console import RenderableType
from rich.text import Text

from freightyard.core.contract import View
from freightyard_shunting.rules.position import Board

_COLOURS = {"B": "black on orange3", "T": "white on blue", "H": "white on green"}


def draw(view: View, names: tuple[str, ...]) -> RenderableType:
    """The sidings, then a line a player."""
    board: Board = view.board
    text = Text("open end on the left", "dim")
    for number, siding in enumerate(board.yard, 1):
        text.append(f"\nsiding {number} ")
        for first in range(0, len(siding), 2):
            car = siding[first : first + 2]
            text.append(" ").append(f" {car} ", _COLOURS.get(car[0], "reverse"))
        text.append(" ▐ braked" if board.braked == number else " ▐", "red")
    for seat, at in enumerate(board.seats):
        mark = "▶" if view.to_act == seat else " "
        text.append(f"\n{mark} {seat + 1} {names[seat]}: {at.points} points, ")
        text.append(f"{at.train} on the train, {at.coal} coal")
    return text


def status(view: View) -> Text | None:
    """What a player must keep in mind in the middle of a turn."""
    done = view.board.done
    return Text(f"{done} done; pass to stop here", "dim") if done else None
