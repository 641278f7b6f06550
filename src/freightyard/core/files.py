"""Text files that people hand in: read with a bound, and refused with a sentence."""

from pathlib import Path
from typing import Final

from freightyard.core.errors import FreightyardError

MOST_BYTES: Final = 20_000_000  # of a file: hundreds of times the record of the longest game
_SHOWN: Final = 80  # characters of a path in a sentence


def read_text(path: str | Path, error: type[FreightyardError]) -> str:
    """The text of a file, or a sentence about why it cannot be read. No more than the bound is read, however long the file is."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode()
    except UnicodeDecodeError:
        raise error(f"{path} is not a text file") from None
    except (OSError, ValueError) as reason:  # a path with a NUL in it is a ValueError
        why = (reason.strerror if isinstance(reason, OSError) else None) or str(reason)
        raise error(f"{_shown(str(path))} cannot be read: {why.lower()}") from None
    if len(data) > MOST_BYTES:
        raise error(f"{path} is too large: more than {MOST_BYTES // 1_000_000} megabytes are not read")
    return text.replace("\r\n", "\n")


def _shown(path: str) -> str:
    return path if len(path) <= _SHOWN and path.isprintable() else f"{path[:_SHOWN]!r}…"
