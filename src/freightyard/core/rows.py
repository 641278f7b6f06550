"""Observations and masks, written into buffers that somebody else owns: a trainer's arrays, memory that processes share.

Both remember what they wrote, and write only what has changed since: most of an observation stays as it was from one move to
the next. So their owner reads the buffer and leaves it alone, or calls clear() after having changed it.
"""

from typing import Any, Final, final

from freightyard.core.observation import MANY
from freightyard.core.vectors import i64, vec

_FEW: Final = 24  # moves that are cleared one by one; for more of them a whole mask is cleared at once


@final
class Row:
    """An observation: `begin`, then one call for each part, always in the same order and with the same sizes.

    What was written is remembered at the place where a part begins; 0 stands for a part that is all zeros.
    """

    __slots__ = ("_at", "_known", "_numbers", "filled")

    def __init__(self, numbers: memoryview) -> None:
        """`numbers`: 16-bit numbers, all 0, as many as the layout has."""
        self._numbers = numbers
        self._known: list[int] = [0] * len(numbers)
        self._at: i64 = 0
        self.filled: list[int] = []  # where the groups begin that are not all zeros

    def begin(self) -> None:
        """The next part is the first."""
        self._at = 0

    def written(self) -> int:
        """How many numbers the parts since begin() have together."""
        return self._at

    def clear(self) -> None:
        """All zeros, whatever the buffer holds."""
        for place in range(len(self._numbers)):
            self._numbers[place] = 0
            self._known[place] = 0
        self._at = 0
        self.filled = []

    def number(self, value: "i64") -> None:
        """A number. What is beyond an observation's bounds is cut."""
        at: i64 = self._at
        self._at = at + 1
        if value > MANY:
            value = MANY
        elif value < -MANY:
            value = -MANY
        old: i64 = self._known[at]
        if old != value:
            self._known[at] = value
            self._numbers[at] = value

    def numbers(self, values: list[int], first: "i64", count: "i64") -> None:
        """So many numbers of a list."""
        at: i64 = self._at
        self._at = at + count
        last: i64 = first + count
        while first < last:
            value: i64 = values[first]
            old: i64 = self._known[at]
            if old != value:
                value = max(-MANY, min(MANY, value))
                self._known[at] = value
                self._numbers[at] = value
            first += 1
            at += 1

    def flat(self, values: vec[i64], first: "i64", count: "i64") -> None:
        """The same of a row in flat memory."""
        at: i64 = self._at
        self._at = at + count
        last: i64 = first + count
        while first < last:
            value = values[first]
            old: i64 = self._known[at]
            if old != value:
                value = max(-MANY, min(MANY, value))
                self._known[at] = value
                self._numbers[at] = value
            first += 1
            at += 1

    def one_of(self, size: "i64", chosen: "i64") -> None:
        """All 0, and 1 at the chosen place; all 0 if it is none of them."""
        at: i64 = self._at
        self._at = at + size
        if not 0 <= chosen < size:
            chosen = -1
        old: i64 = self._known[at]
        if old != chosen + 1:
            self._known[at] = chosen + 1
            if old:
                self._numbers[at + old - 1] = 0
            if chosen >= 0:
                self._numbers[at + chosen] = 1

    def bits(self, mask: "i64", size: "i64") -> None:
        """A set of 62 at most, as zeros and ones."""
        at: i64 = self._at
        self._at = at + size
        old: i64 = self._known[at]
        if old == mask:
            return
        self._known[at] = mask
        differ: i64 = old ^ mask
        end: i64 = at + size
        while differ and at < end:
            if differ & 255 == 0:  # most sets change by a card or two
                differ >>= 8
                mask >>= 8
                at += 8
                continue
            if differ & 1:
                self._numbers[at] = mask & 1
            differ >>= 1
            mask >>= 1
            at += 1

    def digits(self, word: int, size: "i64", width: "i64", mask: "i64") -> None:
        """Numbers that lie in one: each is `width` bits, of which `mask` counts; the first has the lowest."""
        at: i64 = self._at
        self._at = at + size
        old = self._known[at]
        if old == word:
            return
        self._known[at] = word
        place: i64 = 0
        while place < size:
            digit: i64 = (word >> place * width) & mask
            before: i64 = (old >> place * width) & mask
            if digit != before:
                self._numbers[at + place] = digit
            place += 1

    def skip(self, size: "i64") -> "i64":
        """Where the next so many numbers begin, which a game writes itself: by put(), group by group."""
        at: i64 = self._at
        self._at = at + size
        return at

    def group(self, at: "i64", code: "i64") -> bool:
        """Whether a group of such numbers says something else than before. `code` is all that it says; 0 for zeros."""
        old: i64 = self._known[at]
        if old == code:
            return False
        self._known[at] = code
        if not old:
            self.filled.append(at)
        elif not code:
            self.filled.remove(at)
        return True

    def put(self, place: "i64", value: "i64") -> None:
        """A number of such a group."""
        self._numbers[place] = value


@final
class Mask:
    """Which moves are legal: for each move of the edition, 1 if it is."""

    __slots__ = ("_marks", "_size", "_zeros", "legal")

    def __init__(self, marks: memoryview) -> None:
        """`marks`: bytes, truths or 16-bit numbers, all 0, as many as the edition has moves."""
        self._marks: Any = marks
        self._size = len(marks)
        zeros: Any = memoryview(bytes(self._size * marks.itemsize))
        self._zeros = zeros.cast(marks.format)
        self.legal: list[Any] = []

    def show(self, legal: list[Any]) -> None:
        """These moves and no others."""
        marks = self._marks
        if len(self.legal) > _FEW:
            marks[0 : self._size] = self._zeros
        else:
            for move in self.legal:
                marks[move] = 0
        for move in legal:
            marks[move] = 1
        self.legal = legal

    def clear(self) -> None:
        """No move, whatever the buffer holds."""
        self._marks[0 : self._size] = self._zeros
        self.legal = []

    def has(self, move: int) -> bool:
        """Whether a move is legal. It asks the list, not the buffer, which its owner may have changed."""
        return move in self.legal
