"""What comes when the interest cannot be paid (`fr.interest`), for the pages that warn before."""

from freightyard.games.freight.rules.edition import Rules
from freightyard.games.freight.rules.position import Board, SeatBoard


def comes_for_want_of_money(rules: Rules, board: Board, at: SeatBoard, *, builds: bool = False) -> str:
    """What happens to a player who ends the turn with what he has: a `loan`, a `sale`, `bankrupt`; "" if the money is there.

    `builds`: whether he builds track before that, which he could sell.
    """
    if at.cash >= at.loans * rules.interest:
        return ""
    if rules.loan_sells and at.took >= (rules.first_limit if board.round == 1 else rules.limit):
        return "sale" if builds or has_track(board) else "bankrupt"
    return "loan"


def has_track(board: Board) -> bool:
    """Whether the player whose turn it is owns track."""
    return any(tile.owner == board.seat for tile in board.track) or any(over.owner == board.seat for over in board.bridges)
