"""Values as a column holds them."""

from collections.abc import Iterable
from typing import Any

import msgspec

from freightyard.core.notation import is_text
from freightyard.store.errors import NotKept


def to_json(values: Iterable[int | str]) -> str:
    """A list as it is kept: JSON in a text."""
    return msgspec.json.encode(tuple(values)).decode()


def from_json(text: str, kind: type) -> tuple[Any, ...]:
    """A list as it was kept."""
    return msgspec.json.decode(text, type=tuple[kind, ...])  # type: ignore[valid-type]


def check_texts(*texts: str | None) -> None:
    """Refuse what a database cannot keep as text."""
    for text in texts:
        if text is not None and ("\x00" in text or not is_text(text)):
            raise NotKept("there is a character in it that cannot be kept")


def padded(keys: list[str]) -> list[str]:
    """The keys, the last one repeated up to a round number of them, so that a statement has few forms to be prepared in."""
    size = 1
    while size < len(keys):
        size *= 2
    return keys + keys[-1:] * (size - len(keys))
