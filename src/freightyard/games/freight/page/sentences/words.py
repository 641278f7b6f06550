"""Small words that every sentence is made of: counts, lists, articles, sums."""

from collections.abc import Sequence
from typing import Final

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
BANK: Final = "the bank"


def plural(count: int, noun: str) -> str:
    """`1 city`, `2 cities`."""
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun[:-1]}ies" if noun.endswith("y") else f"{count} {noun}s"


def ordinal(place: int) -> str:
    """`first` for 1."""
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else f"{place}th"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`red`, `red and blue`, `red, red and blue`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def a(words: str) -> str:
    """`a red cube`, `an orange cube`."""
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"


def loan_counts(amount: int, worth: int, count: int = 1) -> str:
    """What loans count, the same wherever it is said: so much until they are repaid, be there the money for it or not."""
    return f"−{count * worth} points until you repay {count * amount}"


def cubes(colours: Sequence[str]) -> str:
    """`a red cube`, `2 red cubes and a blue cube`."""
    counts = [(colours.count(colour), colour) for colour in dict.fromkeys(colours)]
    return listed([a(f"{colour} cube") if count == 1 else f"{count} {colour} cubes" for count, colour in counts])
