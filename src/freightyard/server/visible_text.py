"""What people write, without characters that hide in a text, turn it around or run over its neighbours."""

import unicodedata
from typing import Final

_JOINERS: Final = "\u200c\u200d"  # between letters of some scripts, and within pictures of people
_VARIANTS: Final = "\ufe0e\ufe0f"  # as a sign or as a picture
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")  # letters that show nothing
_MOST_MARKS: Final = 3  # above and below a letter: no script has more, and a pile of them covers the lines around it


def visible_text(text: str, *, joiners: bool = False) -> str:
    """One line of visible characters. Controls, overrides of the direction and the like become spaces; `joiners` may stay."""
    kept = _JOINERS + _VARIANTS if joiners else ""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if letter in kept:
            letters.append(letter)
        elif letter in _BLANK or category[0] in "CZ":
            letters.append(" ")
        elif marks <= _MOST_MARKS and not "\ufe00" <= letter <= "\ufe0f" and not "\U000e0100" <= letter <= "\U000e01ef":
            letters.append(letter)
    words = " ".join("".join(letters).split())
    return words if any(unicodedata.category(letter)[0] not in "CZM" for letter in words) else ""
