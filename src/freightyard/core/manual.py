"""The rules in our words, a line a slug, as each game's README tells them."""

import re
from functools import cache
from typing import Final

from freightyard.core.title import Title

_ROW: Final = re.compile(r"^\| `(?P<slug>[a-z]+\.[a-z-]+)` \| (?P<words>[^|]+) \| [^|]+ \|$", re.MULTILINE)


@cache
def rule_lines(title: Title) -> dict[str, str]:
    """What each rule of a game says, by its slug; nothing if the game has no README."""
    readme = title.file("README.md")
    if not readme.is_file():
        return {}
    text = readme.read_text(encoding="utf-8")
    return {match["slug"]: match["words"].replace("`", "").strip() for match in _ROW.finditer(text)}
