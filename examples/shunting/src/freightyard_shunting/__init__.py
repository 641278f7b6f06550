"""Shunting, a small game for Freightyard. README.md tells its rules and which function holds which."""

from typing import Final

from freightyard.core.title import Title

# Only the name and the package must be said. Whatever part is left out, the platform has a plain one of its own.
TITLE: Final = Title(
    "shunting",
    __name__,
    bot="bot:JUDGE",
    page="page.board",
    terminal="terminal",
    watch="watch:Watch",
    observation="observation",
)
