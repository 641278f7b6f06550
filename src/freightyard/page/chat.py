"""The chat of a table."""

from collections.abc import Iterable

from freightyard.page.contract import ChatEntry
from freightyard.page.markup import esc
from freightyard.page.players import disc


def chat_lines(chat: Iterable[ChatEntry]) -> str:
    """What was said, the oldest first."""
    return "".join(
        f'<li data-line="{line.number}">{"" if line.seat is None else disc(line.seat)}'
        f"<strong>{esc(line.name)}</strong> <span>{esc(line.text)}</span></li>"
        for line in chat
    )
