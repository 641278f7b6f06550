"""What a bot says to a player, told of that player: `Your train leads` becomes `Ann’s train leads`.

Bots give reasons to whoever asks for a hint, so they say `you`. A review tells all readers about all players. It changes the
sentences when they are shown, which serves reviews that were kept long ago, and games from packages.
"""

import re
from typing import Final

from freightyard.page.sentences import genitive

_YOU: Final = re.compile(
    r"(?P<before>\b(?:to|costs) )?\b(?P<word>yours|your|you)\b(?:(?P<also> also)? (?P<verb>[a-z]+))?", re.IGNORECASE
)
_SAME: Final = frozenset(("can", "could", "will", "would", "may", "might", "must", "should", "did", "had"))
_OTHER: Final = {"have": "has", "are": "is", "were": "was", "do": "does", "go": "goes"}


def third_person(name: str, words: str) -> str:
    """The first time by name, then as `they`."""
    known = False

    def told(found: re.Match[str]) -> str:
        nonlocal known
        word, before, also, verb = found["word"].lower(), found["before"] or "", found["also"] or "", found["verb"] or ""
        first, known = not known, True
        rest = f"{also} {verb}" if verb else ""
        if word != "you":
            said = genitive(name) if first else f"{'their' if word == 'your' else 'theirs'}"
        elif before:
            said = name if first else "them"
        else:
            said = name if first else "they"
            rest = f"{also} {_third(verb)}" if verb and first else rest
        return f"{before}{said if first or found['word'].islower() else said.capitalize()}{rest}"

    return _YOU.sub(told, words)


def _third(verb: str) -> str:
    """The form that goes with one name."""
    if verb in _SAME:
        return verb
    if verb in _OTHER:
        return _OTHER[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z")) else f"{verb}s"
