"""What a puzzle of Freight is about."""

from collections.abc import Mapping
from typing import Final

from freightyard.games.freight.bot.worth import exchange
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import BRIDGING, DONE, LOAN, REPAY, UPGRADE, WAGON
from freightyard.games.freight.rules.phases import (
    BIDDING,
    BUILDING,
    BUYING,
    CHOOSING,
    FILLING,
    PAIRING,
    SELLING,
    SHIFTING,
    SHIPPING,
    STARTING,
    SUPPLYING,
)
from freightyard.games.freight.rules.state import State

_BUILD: Final = "You are building: what do you do with your money?"
_SHIP: Final = "Your train may go: where to, with what, and how far?"

# Theme and goal for people: neither tells the answer.
THEMES: Final[Mapping[str, tuple[str, str]]] = {
    "loan": ("Loans and interest", _BUILD),
    "wagon": ("Build, buy or save", _BUILD),
    "city": ("A new city", _BUILD),
    "switch": ("A switch", _BUILD),
    "bridge": ("A bridge", _BUILD),
    "nothing": ("Build, buy or save", _BUILD),
    "both-ways": ("A line that trades both ways", _BUILD),
    "line": ("The right line", _BUILD),
    "toll": ("Tolls", _SHIP),
    "trip": ("A trip with several deliveries", _SHIP),
    "deliver": ("One delivery", _SHIP),
    "ahead": ("The next trip", _SHIP),
    "tile": ("The tile of a new city", "Which tile does the new city get?"),
    "start": ("Where to begin", "On which city does your locomotive begin?"),
    "supply": ("Goods for the cities", "You supply the map. What helps you most?"),
    "track": ("Track for sale", "Track changes hands. What is it worth to you?"),
    "order": ("The turn order", "A place in the turn order is for sale. What is it worth to you?"),
    "other": ("The best plan", "It is your turn, and one plan is clearly the best. Find it."),
}
_PHASES: Final[Mapping[int, str]] = {
    CHOOSING: "tile",
    STARTING: "start",
    SUPPLYING: "supply",
    SHIFTING: "supply",
    FILLING: "supply",
    SELLING: "track",
    PAIRING: "track",
    BUYING: "track",
    BIDDING: "order",
}


def theme_of(s: State, moves: list[int]) -> tuple[str, str, str]:
    """The kind of a puzzle with this answer, its theme, and what its solver is asked."""
    key = (
        _built(s, moves) if s.phase == BUILDING else _shipped(s, moves) if s.phase == SHIPPING else _PHASES.get(s.phase, "other")
    )
    return key, *THEMES[key]


def _built(s: State, moves: list[int]) -> str:
    seat = s.actor
    verbs = [s.rules.verbs[move] for move in moves]
    after = s.clone()
    for move in moves:
        after.play(move)
    if moves[0] in (LOAN, REPAY) or LOAN in moves:
        return "loan"
    if moves[0] in (WAGON, DONE):
        return "wagon" if moves[0] == WAGON else "nothing"
    if len(after.cities) > len(s.cities):
        return "city"
    if UPGRADE in verbs or BRIDGING in verbs:
        return "switch" if UPGRADE in verbs else "bridge"
    towns = [town for town in range(len(after.cities)) if after.net[seat] >> town & 1]
    new = [town for town in towns if not s.net[seat] >> town & 1]
    both = any(
        exchange(after, one, other) > 0 and exchange(after, other, one) > 0 for one in new for other in towns if one != other
    )
    return "both-ways" if both else "line"


def _shipped(s: State, moves: list[int]) -> str:
    rules, seat = s.rules, s.actor
    delivered = sum(1 for move in moves if rules.deliver <= move < rules.deliver + COLOURS)
    after = s.clone()
    for move in moves:
        after.play(move)
    if any(after.cash[other] > s.cash[other] for other in range(int(rules.seats)) if other != seat):
        return "toll"
    return "trip" if delivered > 1 else "deliver" if delivered else "ahead"
