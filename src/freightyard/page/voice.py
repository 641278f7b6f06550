"""Sentences in two voices. A sentence says both forms of its verbs, `[takes|take] a car`: as the log tells what somebody did, and
as one advises it."""

import re
from typing import Final

_VERB: Final = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


def told(words: str) -> str:
    """`takes a car`."""
    return _VERB.sub(r"\1", words)


def advised(words: str) -> str:
    """`Take a car.`"""
    said = _VERB.sub(r"\2", words).removesuffix(".")
    return f"{said[:1].upper()}{said[1:]}."
