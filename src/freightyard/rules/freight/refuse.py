"""Why a move is not legal."""

from typing import TYPE_CHECKING

from freightyard.rules.errors import IllegalMove

if TYPE_CHECKING:
    from freightyard.rules.freight.state import State


def refuse(s: "State", move: int) -> IllegalMove | None:
    """Why the move is not legal now, or None if it is."""
    if move in s.legal():
        return None
    return IllegalMove(s.rules.edition.vocabulary.text(move), "fr.turn", "not now")
