"""Markup that every page is made of: escaped words, panels, numbers."""

from collections.abc import Mapping
from typing import Final

from markupsafe import escape

ARROW: Final = "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}"  # from something to where it went, in one line
TIMES: Final = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
# Of a link that leaves a table, which stays open behind it.
NEW_TAB: Final = ' target="_blank" rel="noopener"'
KEPT: Final = 4096  # pieces of markup of each sort in a cache: a move changes few of them, and most viewers share the rest


def esc(words: object) -> str:
    """Anybody's words as markup."""
    return str(escape(words))


def minus(number: int) -> str:
    """A number with a real minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def panel(
    part: str, title: str, body: str, *, sub: str = "", kind: str = "", attributes: str = " data-part", more: str = ""
) -> str:
    """A titled panel, a part unless `attributes` say otherwise. `title` and `sub` are markup."""
    aside = f'<span class="sub">{sub}</span>' if sub else ""
    return (
        f'<section class="panel{" " + kind if kind else ""}" id="{part}" aria-labelledby="h-{part}"{attributes}{more}>'
        f'<header><h2 id="h-{part}">{title}</h2>{aside}</header>{body}</section>'
    )


def group(name: str, title: str, parts: Mapping[str, str], beginning: str, *, sub: str, rows: str, kind: str = "") -> str:
    """A panel around all parts whose names begin so: it is drawn once, and what is in it changes. `rows` opens their list."""
    inside = "".join([markup for part, markup in parts.items() if part.startswith(beginning)])
    return panel(name, title, f"{rows}{inside}</ol>", sub=sub, kind=kind, attributes="")
