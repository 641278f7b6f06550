"""What a puzzle of Freight Train is about."""

from collections.abc import Mapping
from typing import Final

from freightyard.games.freight_train.rules.edition import CALL, FILL, REARRANGE, TAKE, TO_MIXED, TO_YARD
from freightyard.games.freight_train.rules.phases import OUT
from freightyard.games.freight_train.rules.state import State

_ALL: Final = "Your turn: the main yard, your own, or something else first?"

# Theme and goal for people: neither tells the answer.
THEMES: Final[Mapping[str, tuple[str, str]]] = {
    "end": ("The end of a day", "The trains leave soon: this may be your last turn today. What do you do with it?"),
    "mixed": ("The mixed train", "Your turn: which cars do you want, and which trains do they join?"),
    "fill": ("Not only cars", _ALL),
    "rearrange": ("Not only cars", _ALL),
    "call": ("Not only cars", _ALL),
    "caboose": ("A caboose", "Your turn: where does a caboose earn most?"),
    "load": ("Cars from your own yard", "Your turn: the main yard, or your own?"),
    "keep": ("Cars for later", "Your turn: which cars do you take, and which of them does a train not need yet?"),
    "grow": ("Longer trains", "Your turn: which cars do you take, and where do they go?"),
}


def theme_of(s: State, moves: list[int]) -> tuple[str, str, str]:
    """The kind of a puzzle with this answer, its theme, and what its solver is asked."""
    edition = s.rules.edition
    first = moves[0]
    places = [int(move - edition.put) % int(edition.width) for move in moves if edition.put <= move < edition.caboose]
    if s.leave == OUT:
        key = "end"
    elif first in (FILL, REARRANGE, CALL):
        key = {FILL: "fill", REARRANGE: "rearrange", CALL: "call"}[first]
    elif any(move >= edition.caboose for move in moves):
        key = "caboose"
    elif TO_MIXED in places:
        key = "mixed"
    elif not TAKE <= first < edition.load:
        key = "load"
    elif any(TO_YARD <= place < edition.to_train for place in places):
        key = "keep"
    else:
        key = "grow"
    return key, *THEMES["mixed" if key == "end" and TO_MIXED in places else key]
