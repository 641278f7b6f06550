"""Which rules and bots played: a digest of their source, because a version number alone does not tell two of them apart.

Results depend on the rules and on how the bots decide. Both change between releases, so a run says which ones it used, and games
that others played are never mixed into it.
"""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

_ROOMS: Final = ("bots", "core", "games")
_SOURCES: Final = (".py", ".toml")
_LETTERS: Final = 12


@cache
def code_digest() -> str:
    """The same wherever the source of rules and bots is the same, compiled or not."""
    package = files("freightyard")
    digest = sha256()
    for room in _ROOMS:
        for name, source in sorted(_sources(package / room, room)):
            content = source.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:_LETTERS]


def _sources(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            found += _sources(entry, name)
        elif entry.name.endswith(_SOURCES):
            found.append((name, entry))
    return found
