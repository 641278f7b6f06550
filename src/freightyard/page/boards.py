"""Which game is drawn by which board."""

from freightyard.core.contract import State, View
from freightyard.core.title import CHANCE_WORD, PAGE, POINTS, RECAP, TURN_LINES
from freightyard.games import find_title, part_of
from freightyard.page import plain
from freightyard.page.contract import BoardRenderer, RecapTeller, TurnLines


def board_for(game: str) -> BoardRenderer:
    """The board of a game; a plain one if it brings none."""
    board: BoardRenderer | None = part_of(game, PAGE)
    return plain if board is None else board


def turn_lines_for(game: str) -> TurnLines | None:
    """How a game tells a turn in one line; None if it leaves that to its sentences."""
    lines: TurnLines | None = part_of(game, TURN_LINES)
    return lines


def recap_for(game: str) -> RecapTeller | None:
    """How a game tells what changed; None if its points are all that is compared."""
    teller: RecapTeller | None = part_of(game, RECAP)
    return teller


def unit_of(game: str) -> tuple[str, str]:
    """What a game calls its points: one, and several."""
    title = find_title(game)
    return POINTS if title is None else title.unit


def chance_of(game: str) -> str:
    """What luck comes by in a game: `Cards`."""
    title = find_title(game)
    return CHANCE_WORD if title is None else title.chance


def view_of_all(state: State) -> View:
    """What all seats know together, for those from whom nothing is hidden any more: the spectator's view, with all cards open
    where the board can show them so (`together`, a function that a board may have)."""
    spectator = state.view(None)
    together = getattr(board_for(state.edition.game), "together", None)
    view: View = spectator if together is None else together(spectator, [state.view(seat) for seat in range(state.seats)])
    return view
