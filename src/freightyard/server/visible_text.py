"""What people write, without characters that hide in a text or turn it around."""

import unicodedata
from typing import Final

_JOINERS: Final = "\u200c\u200d"  # between letters of some scripts, and within pictures of people


def visible_text(text: str, *, joiners: bool = False) -> str:
    """One line of visible characters. Controls, overrides of the direction and the like become spaces; `joiners` may stay."""
    kept = _JOINERS if joiners else ""
    normal = unicodedata.normalize("NFC", text)
    visible = "".join(" " if unicodedata.category(letter)[0] in "CZ" and letter not in kept else letter for letter in normal)
    words = " ".join(visible.split())
    return words if words.strip(_JOINERS + " ") else ""
