"""Short positions for tests: what a test does not write is as at the start of a game."""

from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.state import State
from tests.games.playing import drive as drive  # handed on
from tests.games.playing import field as field
from tests.games.playing import legal as legal
from tests.games.playing import part as part
from tests.games.playing import play as play
from tests.games.playing import refused as refused

DEFAULTS = {
    "day": "1 round 1 turns 0 first 1 seat 1",
    "phase": "turn",
    "leave": "20",
    "main": "-/-/-/-/-",
    "hand": "-",
}
SEAT = {"points": "5", "locomotives": "7", "yard": "-/-", "trains": "-", "mixed": "-"}


def at(text: str, *, edition: str = "mayfair-1996", seats: int = 2) -> State:
    """The state of a position text in which sections, and fields of seats, may be left out."""
    sections = [section.split() for section in text.split("|")] if text else []
    given = {words[0]: words[1:] for words in sections}
    parts = []
    if "options" in given:
        parts.append("options " + " ".join(given.pop("options")))
    day = ["day", *DEFAULTS["day"].split()]
    written = ["day", *given.pop("day", ["1"])]
    fields = dict(zip(day[::2], day[1::2], strict=True)) | dict(zip(written[::2], written[1::2], strict=True))
    parts.append(" ".join(f"{name} {value}" for name, value in fields.items()))
    for name in ("phase", "leave"):
        parts.append(f"{name} {' '.join(given.pop(name, DEFAULTS[name].split()))}")
    if "cabooses" in given:
        parts.append("cabooses " + " ".join(given.pop("cabooses")))
    for name in ("main", "hand"):
        parts.append(f"{name} {' '.join(given.pop(name, DEFAULTS[name].split()))}")
    for number in range(1, max([seats, *(int(name) for name in given if name.isdecimal())]) + 1):
        words = given.pop(str(number), [])
        called = " called" if words[-1:] == ["called"] else ""
        words = words[:-1] if called else words
        values = SEAT | dict(zip(words[::2], words[1::2], strict=True))
        parts.append(f"{number} " + " ".join(f"{name} {value}" for name, value in values.items()) + called)
    assert not given, f"unknown sections {given}"
    return GAME.position(GAME.edition(edition), " | ".join(parts))
