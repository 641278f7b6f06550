"""Where a browser keeps things: texts under names, changed all at once or not at all."""

from collections.abc import Mapping
from typing import Any, Final, Protocol, final

import msgspec

_encode: Final = msgspec.json.Encoder().encode


def as_text(kept: Any) -> str:
    """A struct as the text under which it is kept."""
    return _encode(kept).decode()


class Keep(Protocol):
    """Names and texts that outlive the page. Several pages of one browser may have the same keep open."""

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """The names that begin so, in order, and their texts."""

    async def get(self, name: str) -> str | None:
        """The text under a name, if there is one."""

    async def write(self, expected: Mapping[str, str | None], changes: Mapping[str, str | None]) -> bool:
        """Keep these texts, and forget those that are None: all of them, and only if what is `expected` under some names is
        there (None: nothing is). Whether it was. Returns when everything is on the disk."""

    def tell(self, news: str) -> None:
        """Let the other pages of this browser hear something."""


@final
class MemoryKeep:
    """A keep that lasts as long as its process: for tests, and where a browser lets nothing be kept."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.texts = dict(texts or {})

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return sorted((name, text) for name, text in self.texts.items() if name.startswith(prefix))

    async def get(self, name: str) -> str | None:
        return self.texts.get(name)

    async def write(self, expected: Mapping[str, str | None], changes: Mapping[str, str | None]) -> bool:
        if any(self.texts.get(name) != text for name, text in expected.items()):
            return False
        for name, text in changes.items():
            if text is None:
                self.texts.pop(name, None)
            else:
                self.texts[name] = text
        return True

    def tell(self, news: str) -> None:
        """Nobody else is there."""
