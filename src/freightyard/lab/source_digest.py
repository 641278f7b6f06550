"""Which rules and bots played: a digest of their source, because a version number alone does not tell two of them apart.

Results depend on the rules and on how the bots decide. Both change between releases, so a run says which ones it used, and games
that others played are never mixed into it.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from freightyard.bots.digest import own_digests
from freightyard.core.title import BOT, PARTS, RULES
from freightyard.games import title_named

_ROOMS: Final = ("bots", "core")
# What a game brings to be looked at. It may change, and its games stay the same.
_SHOWN: Final = tuple(part for part in PARTS if part not in (RULES, BOT))
_SOURCES: Final = (".py", ".toml")
_LETTERS: Final = 12


@cache
def code_digest(game: str) -> str:
    """The same wherever the source that decides how this game goes is the same, compiled or not.

    That is `core`, `bots`, and the game's own package, built in or installed, without its page and its other views.
    """
    sources = [source for room in _ROOMS for source in _sources(files(f"freightyard.{room}"), room)]
    for entry in title_named(game).file().iterdir():
        if entry.name.partition(".")[0] not in _SHOWN:
            sources += _sources(entry, f"game/{entry.name}")
    digest = sha256()
    for name, source in sorted(sources, key=lambda one: one[0]):
        content = source.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:_LETTERS]


def digest_with(game: str, bots: Iterable[str]) -> str:
    """The same, and for bots of somebody's own that they are the same, too."""
    own = own_digests(bots)
    if not own:
        return code_digest(game)
    told = "".join([f"\n{name} {one}" for name, one in own.items()])
    return sha256(f"{code_digest(game)}{told}".encode()).hexdigest()[:_LETTERS]


def _sources(entry: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    """A file of source, or all that are in a folder, with their names."""
    if entry.is_dir():
        for inner in entry.iterdir():
            yield from _sources(inner, f"{name}/{inner.name}")
    elif name.endswith(_SOURCES):
        yield name, entry
