"""A board in words: sections with a heading each, for those who listen to a board or read it at a terminal.

A section is lines, or a table; what a game says in them is its own business (`text` in its title). Nothing in it is a drawing: a
screen reader reads it aloud, and `find` finds words in it.
"""

from typing import Protocol

import msgspec

from freightyard.core.contract import View


class Section(msgspec.Struct, frozen=True):
    """A part of a board in words."""

    name: str  # what people type to have it read out
    title: str  # its heading
    lines: tuple[str, ...] = ()  # whole sentences
    columns: tuple[str, ...] = ()  # of a table: the first one says what a row is about
    rows: tuple[tuple[str, ...], ...] = ()  # of the table, below its lines
    own: bool = False  # whether it is what the seat that looks has itself

    def spoken(self) -> tuple[str, ...]:
        """Everything in it as lines: a row of a table is told as `Ann: points 5; yard empty`."""
        return (*self.lines, *[self._row(row) for row in self.rows])

    def _row(self, row: tuple[str, ...]) -> str:
        told = [f"{column} {cell}" for column, cell in zip(self.columns[1:], row[1:], strict=True)]
        return f"{row[0]}: {'; '.join(told)}"


class TextBoard(Protocol):
    """A game's board in words: a module with this function. Where several moves make one thing, such as a line of track, it has
    `plan(view, words)` too: ways to do it, each as a sentence with the moves to type."""

    def sections(self, view: View, names: tuple[str, ...]) -> tuple[Section, ...]:
        """The board of a view, what matters most first. `names` are those of the players, seat by seat."""


def listed(words: "list[str] | tuple[str, ...]") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def counted(number: int, noun: str) -> str:
    """`1 car`, `2 cars`, `2 cities`, `2 days`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{number} {noun}s"
