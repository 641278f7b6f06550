"""The chat of a table."""

from collections.abc import Iterable

from freightyard.page import table_sentences as say
from freightyard.page.contract import ChatEntry
from freightyard.page.markup import esc
from freightyard.page.players import disc

NOTE = "note"  # the audience of what the table itself tells


def chat_lines(chat: Iterable[ChatEntry]) -> str:
    """What was said, the oldest first, and what the table told meanwhile."""
    return "".join([_line(line) for line in chat])


def _line(line: ChatEntry) -> str:
    if line.audience == NOTE:
        return f'<li data-line="{line.number}" class="note-line"><span>{esc(line.text)}</span></li>'
    among = "" if line.audience is None else f' <i class="tag">{say.AMONG_SPECTATORS}</i>'
    return (
        f'<li data-line="{line.number}">{"" if line.seat is None else disc(line.seat)}'
        f"<strong>{esc(line.name)}</strong>{among} <span>{esc(line.text)}</span></li>"
    )
