"""A hint's plan as it is drawn on the map: the track and the cities that it would build, and the way of the train."""

from collections.abc import Sequence
from typing import Any

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.games.freight.page.line_answers import ghost
from freightyard.games.freight.page.shapes import place, way
from freightyard.games.freight.page.ways import hexes_of
from freightyard.games.freight.rules.planner import seen_by
from freightyard.games.freight.rules.position import board_of

_DRAWN = ("build", "upgrade", "bridge", "city")
_MOST = 200  # moves of a plan


def plan_drawing(view: View, moves: Sequence[str]) -> dict[str, Any]:
    """What moves that somebody could make now would draw, as far as the rules allow them. `pieces`: what is built; `way`: the
    line of the train, empty if it stands still."""
    seen = seen_by(view, None)
    if seen is None or view.to_act != view.seat or not 0 < len(moves) <= _MOST:
        raise BadSetup("a plan is drawn for who is to act, and it has some moves")
    state, owner = seen
    pieces: list[dict[str, str]] = []
    stops: list[str] = []
    for text in moves:
        move = view.edition.vocabulary.parse_strictly(text)
        if state.to_act() != owner or state.refuse(move) is not None:
            break
        verb, _, name = text.partition(" ")
        if verb in _DRAWN:
            pieces.append(ghost(state.rules.edition, text))
        elif verb == "go":
            here = board_of(state).seats[owner].locomotive
            stops += hexes_of(state, (here, name))[1 if stops else 0 :] if here else []
        state.play(move)
    points = [place(state.rules.edition.grid, name) for name in stops]
    return {"owner": owner + 1, "pieces": pieces, "way": way(points) if len(points) > 1 else ""}
