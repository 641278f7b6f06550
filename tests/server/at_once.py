"""Moves that all seats choose at once."""

from typing import Final

_AT_ONCE: Final = ("keep", "discard")  # what all choose at once at the start of Freight Cars, and nobody later


def at_once(text: str) -> bool:
    """Whether a move is one that all choose at once: which ply it gets depends on when the others choose."""
    return text.split()[0] in _AT_ONCE
