"""Short positions for tests: what a test does not write is as here."""

from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.state import State
from tests.games.playing import chance as chance  # handed on
from tests.games.playing import drive as drive
from tests.games.playing import field as field
from tests.games.playing import legal as legal
from tests.games.playing import part as part
from tests.games.playing import play as play
from tests.games.playing import refused as refused

EDITION = GAME.edition("quick-simple-fun-2021")
DEFAULTS = {
    "phase": "turn",
    "deck": "10 above 5 end in-deck",
    "city-deck": "10",
    "tableau": "steel-2,steel-3,steel-4,steel-5,steel-6,steel-7,steel-8,steel-9,steel-10",
    "cities": "denver,boston,miami",
}
SEAT = {"credits": "0", "corporation": "-", "offered": "-", "hand": "-", "open": "-", "train": "-", "shipped": "-", "cities": "-"}
CORPORATIONS = ("anthracite-union", "cascade-timber", "permian-crude", "valley-growers")
# A full train of five cars. Six pieces are left: I1, I1, I3, L3, O4, L4.
TRAIN = "coal-1=I4+I2,lumber-1=S4+I2,oil-1=L3+L3,produce-1=T4+I2,coal-3=L4+I3"
# One car more. I1, I1, L3 and O4 are left.
SIX = TRAIN + ",lumber-2=I3+L4"
# Before the first turn, when two seats have been dealt their freight cards.
DEALT = "tableau -,-,-,-,-,-,-,-,- | cities -,-,- | deck 24 above 16 end in-deck"


def at(text: str = "", *, seats: int = 2) -> State:
    """The state of a position text in which sections, and fields of seats, may be left out."""
    sections = [section.split() for section in text.split("|")] if text else []
    given = {words[0]: words[1:] for words in sections}
    parts = []
    if "options" in given:
        parts.append("options " + " ".join(given.pop("options")))
    parts.append("turns " + " ".join(given.pop("turns", ["0", "seat", "1"])))
    for name in ("phase", "deck", "city-deck", "tableau", "cities"):
        parts.append(f"{name} {' '.join(given.pop(name, DEFAULTS[name].split()))}")
    for name in ("loading", "shipping"):
        if name in given:
            parts.append(f"{name} {' '.join(given.pop(name))}")
    for number in range(1, max([seats, *(int(name) for name in given if name.isdecimal())]) + 1):
        words = given.pop(str(number), [])
        values = SEAT | {"corporation": CORPORATIONS[number - 1]} | dict(zip(words[::2], words[1::2], strict=True))
        parts.append(f"{number} " + " ".join(f"{name} {value}" for name, value in values.items()))
    assert not given, f"unknown sections {given}"
    return GAME.position(EDITION, " | ".join(parts))


def of(state: State, verb: str) -> list[str]:
    """What the legal moves with a verb are about, in alphabetical order."""
    return [text.split(" ", 1)[1] for text in legal(state) if text.split(" ")[0] == verb and " " in text]
