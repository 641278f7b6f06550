"""Shunting, a small game for Freightyard. README.md tells its rules and where they live."""

from typing import Final

from freightyard.core.title import Title

# Only the name and the package must be said. For a part that is left out there is a plain one.
TITLE: Final = Title(
    "shunting",
    __name__,
    bot="bot:JUDGE",
    page="page.board",
    terminal="terminal",
    watch="watch:Watch",
    observation="observation",
)
