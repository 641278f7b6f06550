"""Moves in words, for the log and for hints: `[takes|take]` has both forms of a verb."""

from collections.abc import Sequence

from freightyard.core.contract import Edition
from freightyard.page.voice import advised, told


def phrase(edition: Edition, text: str) -> str:
    """A move after the player's name; one of chance stands alone."""
    return told(_phrase(text))


def story(edition: Edition, texts: Sequence[str]) -> str:
    """Moves of one seat, or of chance, in one breath."""
    return told(_story(texts))


def advise(edition: Edition, texts: Sequence[str]) -> str:
    """Moves as a hint says them."""
    return advised(_story(texts))


def _phrase(text: str) -> str:
    verb, *rest = text.split(" ")
    match verb:
        case "take":
            return f"[takes|take] a car from siding {rest[0]}"
        case "shunt":
            return f"[shunts|shunt] a car from siding {rest[0]} to siding {rest[1]}"
        case "pass":
            return "[passes|pass]"
    return f"{rest[0]} is dealt."


def _story(texts: Sequence[str]) -> str:
    if texts[0].startswith("deal "):
        return "The cars are dealt."
    said = ", ".join(_phrase(text) for text in texts if text != "pass" or len(texts) == 1)
    return f"{said}, and [stops|stop]" if texts[-1] == "pass" and len(texts) > 1 else said
