"""Moves in words, for the log."""

from collections.abc import Sequence

from freightyard.core.contract import Edition


def phrase(edition: Edition, text: str) -> str:
    """A move after the player's name; one of chance stands alone."""
    verb, *rest = text.split(" ")
    match verb:
        case "take":
            return f"takes a car from siding {rest[0]}"
        case "shunt":
            return f"shunts a car from siding {rest[0]} to siding {rest[1]}"
        case "pass":
            return "passes"
    return f"{rest[0]} is dealt."


def story(edition: Edition, texts: Sequence[str]) -> str:
    """Moves of one seat, or of chance, in one breath."""
    if texts[0].startswith("deal "):
        return "The cars are dealt."
    told = ", ".join(phrase(edition, text) for text in texts if text != "pass" or len(texts) == 1)
    return f"{told}, and stops" if texts[-1] == "pass" and len(texts) > 1 else told
