"""The rules in our words, a line a slug, as each game's README tells them."""

import re
from functools import cache
from importlib.resources import files
from typing import Final

from freightyard.rules.contract import Game

_ROW: Final = re.compile(r"^\| `(?P<slug>[a-z]+\.[a-z-]+)` \| (?P<words>[^|]+) \| [^|]+ \|$", re.MULTILINE)


def rule_lines(game: Game) -> dict[str, str]:
    """What each rule of a game says, by its slug."""
    return _lines(type(game).__module__)


@cache
def _lines(package: str) -> dict[str, str]:
    readme = files(package).joinpath("README.md").read_text(encoding="utf-8")
    return {match["slug"]: match["words"].replace("`", "").strip() for match in _ROW.finditer(readme)}
