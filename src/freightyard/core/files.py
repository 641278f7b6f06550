"""Text files that people hand in: read with a bound, and refused with a sentence."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from freightyard.core.errors import FreightyardError

MOST_BYTES: Final = 20_000_000  # of a file: hundreds of times the record of the longest game
MOST_OF_TOML: Final = 200_000  # characters: far above any edition, far below what would hurt
_SHOWN: Final = 80  # characters of a path in a sentence
_MOST_PARTS: Final = 16  # of a key
_LONG_KEY: Final = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{_MOST_PARTS}}}")
# Possessive, and never without a match, so that a hostile text is read once and not again from every quote.
_STRING_OR_COMMENT: Final = re.compile(
    "|".join(
        (
            r'"{3}(?:[^\\]|\\.)*?(?:"{3,5}|\Z)',
            r"'{3}.*?(?:'{3,5}|\Z)",
            r'"(?:[^"\\\n]|\\[^\n]?)*+"?',
            r"'[^'\n]*+'?",
            r"\#[^\n]*+",
        )
    ),
    re.DOTALL,
)


def read_text(path: str | Path, error: type[FreightyardError], most: int | None = None) -> str:
    """The text of a file, or a sentence about why it cannot be read. No more than the bound is read, however long the file is."""
    most = MOST_BYTES if most is None else most
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as reason:  # a path with a NUL in it is a ValueError
        why = (reason.strerror if isinstance(reason, OSError) else None) or str(reason)
        raise error(f"cannot read {_shown(str(path))}: {why.lower()}") from None
    if len(data) > most:
        bound = f"{most // 1_000_000} megabytes" if most >= 1_000_000 else f"{most // 1000} kilobytes"
        raise error(f"{path} is too large: the limit is {bound}")
    try:
        return data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise error(f"{path} is not a text file in UTF-8") from None


def read_toml(text: str, source: str, error: type[FreightyardError]) -> dict[str, Any]:
    """The plain data of a TOML text, or a sentence about what is wrong with it."""
    if len(text) > MOST_OF_TOML:
        raise error(f"{source} is too large: the limit is {MOST_OF_TOML // 1000} kilobytes")
    # The memory that a key needs grows with the square of its parts.
    if _LONG_KEY.search(_STRING_OR_COMMENT.sub("s", text)):
        raise error(f"{source} has a key of more than {_MOST_PARTS} parts; no field here has so many")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as reason:  # a number of thousands of digits is a ValueError that is not TOML's own
        raise error(f"{source} is not valid TOML: {reason}") from None


def _shown(path: str) -> str:
    if not path.isprintable():
        return f"{path[:_SHOWN]!r}…"
    return path if len(path) <= _SHOWN else f"…{path[-_SHOWN:]}"  # its end says more than its beginning
