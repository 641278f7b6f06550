"""Which version of a bot of somebody's own played: a digest of its file, so that games of two versions are never mixed."""

import shutil
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from freightyard.bots.own import file_of, installed_names
from freightyard.core.bot_names import class_of, command_words, program_of

_LARGE: Final = 4 << 20  # bytes: an interpreter is told by its size, a bot is not so large
_LETTERS: Final = 12


def own_digests(names: Iterable[str]) -> dict[str, str]:
    """The digests of those among these bots that are somebody's own: of the file of a class, without what it imports; of a
    program, and of the files among its arguments."""
    found = {}
    for name in sorted(set(names)):
        files = _files(name)
        if files:
            digest = sha256()
            for file in files:
                digest.update(_content(file))
            found[name] = digest.hexdigest()[:_LETTERS]
    return found


def _files(name: str) -> list[Path]:
    program = program_of(name)
    if program is not None:
        words = command_words(program[0])
        places = [shutil.which(words[0]) or words[0], *words[1:]]
        return [path for path in map(Path, places) if path.is_file()]
    if class_of(name) is not None or name in installed_names():
        path = file_of(name)
        return [] if path is None else [path]
    return []


def _content(file: Path) -> bytes:
    size = file.stat().st_size
    return f"{file.name} {size}".encode() if size > _LARGE else file.read_bytes().replace(b"\r\n", b"\n")
