"""Notices as text that nobody can make into something else: names and titles are what people type."""

import re
from typing import Final

import msgspec

from freightyard.server.notices.contract import Notice
from freightyard.server.visible_text import visible_text

_BREAK: Final = "\u200b"  # shows nothing, and ends what a program would take for a link or a mention
_LINKS: Final = re.compile(r"@|:(?=//|[^\W\d])|[.。．｡](?=\S)")
_TITLE: Final = 150  # characters
_MARKDOWN: Final = re.compile(r"[\\*_~|`>#\-+\[\]()<:!]")


class Words(msgspec.Struct, frozen=True):
    """What a message says: visible characters alone, without links and mentions."""

    title: str
    text: str
    table_title: str  # empty if the title has it already
    who: str  # is to act

    @property
    def paragraphs(self) -> tuple[str, ...]:
        return tuple(line for line in (self.table_title, *self.text.split("\n")) if line)


def words_of(notice: Notice, longest: int = 1500) -> Words:
    """A notice as a message tells it, of at most so many characters."""
    lines = [one_line(line) for line in (*notice.text.splitlines(), *notice.lines)]
    title, table_title = shortened(one_line(notice.title), _TITLE), shortened(one_line(notice.table_title), _TITLE)
    text = shortened("\n".join(line for line in lines if line), longest)
    return Words(unlinked(title), unlinked(text), "" if table_title in title else unlinked(table_title), one_line(notice.mention))


def one_line(text: str) -> str:
    """Visible characters on one line: no controls, nothing that turns the direction of writing around."""
    return visible_text(text, joiners=True)


def unlinked(text: str) -> str:
    """A text in which no program finds an address, a link or somebody to call."""
    return _LINKS.sub(lambda found: found[0] + _BREAK, text)


def without_markdown(text: str) -> str:
    """A text for readers of Markdown: every sign stands for itself."""
    return _MARKDOWN.sub(lambda found: "\\" + found[0], text)


def shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
