"""Positions for the tests of Freight: a small map for two, and the parts of a position text that a test does not care about.

j14
   .                       n14 rbg (middle)    n18 ykw, three empty hexes to the right
n8 . . . . . n14 . . . n18 j14 rbk, above      r14 gyk, r10 rby, below
            .   .          n8 bgw, five empty hexes to the left
        r10      r14
"""

from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.state import State
from tests.games import playing
from tests.games.playing import play as play  # handed on

CITIES = "n14/rbg/rbY n18/ykw/ykRB r10/rby/rbGK j14/rbk/bkGY r14/gyk/gyRB n8/bgw/bgRY"
LINE = "n15/s0/1 n16/s0/1 n17/s0/1"  # seat 1's track from n14 to n18
STANDARD = GAME.edition("standard")
FAMILY = GAME.edition("family")


def seat(cash: int = 0, loans: int = 0, took: int = 0, wagons: int = 1, cargo: str = "-", at: str = "-", out: int = 0) -> str:
    """What one player has."""
    text = f"cash {cash} loans {loans} took {took} wagons {wagons} cargo {cargo} at {at}"
    return text + (f" out {out}" if out else "")


def text(
    phase: str = "building",
    *players: str,
    at: int = 1,
    acts: int | None = None,
    round: int = 2,  # noqa: A002
    turns: int = 2,
    order: str | None = None,
    extra: str = "",
    cities: str = CITIES,
    track: str = "-",
    bridges: str = "-",
    boxes: str | None = None,
    options: str = "",
) -> str:
    """A position text."""
    count = len(players)
    sections = [
        f"round {round} turns {turns} seat {at} acts {acts or at}",
        f"phase {phase}",
        f"order {order or ' '.join(str(number + 1) for number in range(count))}",
        *([extra] if extra else []),
        f"cities {cities}",
        f"track {track}",
        f"bridges {bridges}",
        f"boxes {boxes or '/'.join(['r' * count] * 2)}",
        *(f"{number} {player}" for number, player in enumerate(players, 1)),
    ]
    if options:
        sections.insert(0, f"options {options}")
    return " | ".join(sections)


def standard(position: str) -> State:
    """The state of a standard game."""
    return GAME.position(STANDARD, position)


def family(position: str) -> State:
    """The state of a family game."""
    return GAME.position(FAMILY, position)


def building(one: str, two: str = seat(), track: str = "-", bridges: str = "-", cities: str = CITIES) -> State:
    """Seat 1 of two builds, in round 2 of a standard game."""
    return standard(text("building", one, two, track=track, bridges=bridges, cities=cities))


def shipping(
    one: str,
    two: str = seat(),
    track: str = LINE,
    bridges: str = "-",
    cities: str = CITIES,
    used: int = 0,
    loading: str = "no",
    delivering: str = "no",
    paid: str = "-",
) -> State:
    """Seat 1 of two ships, in round 2 of a standard game."""
    trip = f"trip used {used} loading {loading} delivering {delivering} paid {paid}"
    return standard(text("shipping", one, two, extra=trip, track=track, bridges=bridges, cities=cities))


def family_text(phase: str, *players: str, **rest: object) -> str:
    """A position text of a family game, which has no boxes."""
    return text(phase, *players, boxes="-/-", **rest)  # type: ignore[arg-type]


def family_shipping(one: str, two: str = seat(), track: str = LINE, used: int = 0, cities: str = CITIES) -> State:
    """Seat 1 of two ships, in round 2 of a family game."""
    trip = f"trip used {used} loading no delivering no paid -"
    return family(family_text("shipping", one, two, extra=trip, track=track, cities=cities))


def legal(state: State, start: str = "") -> set[str]:
    """The words of the legal moves that begin so."""
    return {words for words in playing.legal(state) if words.startswith(start)}


def refused(state: State, words: str) -> str:
    """The slug and the sentence with which a move is refused."""
    return ": ".join(playing.refused(state, words))
