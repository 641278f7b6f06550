"""The Freight Cars board on a terminal."""

from io import StringIO

from rich.console import Console

from freightyard.games.freight_cars.rules.state import State
from freightyard.terminal.boards import draw, status
from tests.games.freight_cars.positions import at, play


def shown(state: State, seat: int | None) -> str:
    console = Console(width=120, record=True, file=StringIO())
    view = state.view(seat)
    console.print(draw(view, ("ann", "bob")))
    line = status(view)
    if line is not None:
        console.print(line)
    return console.export_text()


def test_the_board_shows_shapes_cities_and_the_own_hand_but_no_secrets() -> None:
    state = at("1 hand coal-1,oil-1 open lumber-1 train produce-1=T4+I2 | 2 hand coal-3")
    mine, theirs = shown(state, 0), shown(state, 1)
    assert "claim denver" in mine
    assert "4 credits for produce + steel" in mine
    assert "Anthracite Union, 2 credits for each coal car shipped" in mine
    assert "■ ■ ■ ■ ■ ■" in mine  # coal-1
    assert "i2 ×2" in mine
    assert "coal-1" not in theirs
    assert "Anthracite Union" not in theirs
    assert "3 cards (lumber-1 known to all)" in theirs
    assert "coal-3" not in shown(state, None)


def test_the_board_shows_what_is_being_loaded_and_shipped() -> None:
    state = play(at("1 hand coal-1 train oil-1=L3+L3"), "load coal-1", "lay i4 xxxx")
    assert "▣ ▣ ▣ ▣ ◎ □" in shown(state, 0)
    assert "your shipment: oil-1" in shown(play(at("1 train oil-1=L3+L3"), "ship oil-1"), 0)
    assert "the last turns (seat 2 turned up the End of Game card)" in shown(at("deck 3 above 0 end final-turns 2"), 0)
