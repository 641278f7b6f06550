"""Live examples in the documentation: code that the reader can change and run, and positions that can be played on.

In a page `<!-- live -->` before a block of `pycon` makes it a cell, `<!-- play -->` offers the position that its code leaves in
`state`, and `<!-- live play -->` both. `<!-- lobby -->` is the way to a table. The site without a server runs them; its build is
copied beside the pages. Where that cannot be had, the pages have the code alone.
"""

import doctest
import re
import shutil
import tempfile
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from freightyard.offline.build import build_site
from freightyard.offline.fetch import CannotFetch, cache_folder
from freightyard.page.game_links import app_address, play_path

FOLDER: Final = "play"  # of the site without a server, beside the pages
_MARK: Final = re.compile(r"^<!-- (live|play|live play) -->\s*\Z", re.MULTILINE)
_LOBBY: Final = "<!-- lobby -->"
_PARSER: Final = doctest.DocTestParser()


class BadExample(Exception):
    """A mark with no code after it, or no position."""


@cache
def offline_site() -> tuple[Path, str] | str:
    """The site without a server and the name of its build, or why there is none."""
    folder = Path(tempfile.mkdtemp(prefix="freightyard-docs-")) / FOLDER
    try:
        return folder, build_site(folder, cache_folder())
    except CannotFetch as error:
        return str(error)


def marked(before: str, block: str, *, live: bool) -> str:
    """The text before a block of code, with its mark as an element; without one if nothing runs it."""
    found = _MARK.search(before)
    if found is None:
        return before
    code = code_of(block)
    if not code:
        raise BadExample(f"after {found[0].strip()} there is no block of pycon")
    address = position_of(code) if "play" in found[1] else ""
    shown = escape(code, quote=True).replace("\n", "&#10;") if "live" in found[1] else ""
    words = "".join(f' data-{name}="{value}"' for name, value in (("code", shown), ("play", escape(address))) if value)
    return f'{before[: found.start()]}<div class="live-example"{words}></div>\n\n' if live else before[: found.start()]


def with_lobby(text: str, up: str, *, live: bool) -> str:
    """The text with a way to the lobby where it has the mark of one; `up`: the way to the top of the site."""
    link = f'<p><a class="md-button md-button--primary" href="{up}{FOLDER}/index.html">Play here</a></p>'
    return text.replace(_LOBBY, link if live else "")


def code_of(block: str) -> str:
    """What is typed in a block of `pycon`, without its prompts and answers."""
    if not block.lstrip().startswith("```pycon"):
        return ""
    inside = "\n".join(block.strip().splitlines()[1:-1])
    return "".join(example.source for example in _PARSER.get_examples(inside)).rstrip()


def position_of(code: str) -> str:
    """The address at which the position is played on that some code leaves in `state`."""
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102  (of our own pages, where tests run it too)
    state: Any = names.get("state")
    if not hasattr(state, "text"):
        raise BadExample("the code before a position to play leaves no state")
    return app_address(play_path(state.edition.game, state.edition.name, position=state.text()))


def head(build: str, up: str) -> str:
    """What the head of a page with live examples needs; `up`: the way to the top of the site."""
    static = f"{up}{FOLDER}/s/{build}/offline/static"
    return f'<link rel="stylesheet" href="{static}/live.css"><script type="module" src="{static}/live.js"></script>'


def copy_site(folder: Path, to: Path) -> None:
    """Put the site without a server beside the pages."""
    shutil.copytree(folder, to / FOLDER, dirs_exist_ok=True)
