"""Moves and positions as text, both ways.

A move is a few words with single spaces. A position is one line of sections separated by ` | `; a section is words, and
its first word is its name. Everything that a person, a record, a log, a page or the wire sees is written so.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, TypeVar, final

from freightyard.core.errors import AmbiguousMove, BadPosition, NotAMove

if TYPE_CHECKING:
    from freightyard.core.contract import Move, State

T = TypeVar("T")
_LONGEST: Final = 60  # characters: no move has more


@final
class Vocabulary:
    """Every move of an edition: its number and its words."""

    __slots__ = ("_number", "texts")

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self._number = {text: number for number, text in enumerate(self.texts)}
        if len(self._number) != len(self.texts):
            raise ValueError("two moves have the same words")

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, move: "Move") -> str:
        """The words of a move."""
        return self.texts[move]

    def parse(self, text: str) -> "Move":
        """The number of a move. Case and extra spaces do not matter. Words that are no move are refused with the most similar
        ones that are: it takes a moment to find them, so what comes from strangers is read by `parse_strictly`."""
        number = self.find(text)
        if number is None:
            raise NotAMove(self._unknown(tidy(text)))
        return number

    def parse_strictly(self, text: str) -> "Move":
        """As `parse`, but without a suggestion: words that are no move cost no more than those that are."""
        number = self.find(text)
        if number is None:
            raise NotAMove(f"{text[:_LONGEST]!r} is not a move")
        return number

    def find(self, text: str) -> "Move | None":
        """The number of a move, or None if this is none. Case and extra spaces do not matter."""
        number = self._number.get(text)
        return self._number.get(tidy(text)) if number is None else number

    def starting_with(self, text: str) -> list["Move"]:
        """All moves that begin with these words."""
        head = tidy(text)
        return [move for move, words in enumerate(self.texts) if words == head or words.startswith(head + " ")]

    def _unknown(self, text: str) -> str:
        if not text:
            return "a move must not be empty"
        if len(text) > _LONGEST:
            return "this is too long to be a move"
        near = get_close_matches(text, self.texts, n=1)
        return f"{text!r} is not a move" + (f"; did you mean {near[0]!r}?" if near else "")


def tidy(text: str) -> str:
    """Words in lower case with single spaces between them."""
    return " ".join(text.lower().split())


def is_text(text: str) -> bool:
    """Whether these are whole characters: half of one can be neither written nor kept."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_move(state: "State", text: str) -> "Move":
    """The legal move that a person means by these words: the whole move, or as much of it as leaves only one.

    Raises NotAMove, AmbiguousMove or IllegalMove.
    """
    vocabulary = state.edition.vocabulary
    legal = set(state.legal())
    said = vocabulary.find(text)  # whole words mean this move, though a longer one may begin so
    meant = vocabulary.starting_with(text) if said is None else [said]
    if not meant:
        meant = [move for move in sorted(legal) if _abbreviates(tidy(text), vocabulary.text(move))]
        # `ta coal-1` means coal-1, though coal-10 begins so too.
        exact = [move for move in meant if tidy(text).split()[-1] in vocabulary.text(move).split()]
        meant = exact if len(exact) == 1 else meant
    if not meant:
        return vocabulary.parse(text)  # raises, with a suggestion
    fitting = [move for move in meant if move in legal]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousMove(f"{tidy(text)!r} fits several moves: {', '.join(vocabulary.text(move) for move in fitting)}")
    refusal = state.refuse(meant[0])
    if refusal is None:
        raise NotAMove(f"{text!r} is not a move")
    raise refusal


def _abbreviates(short: str, whole_text: str) -> bool:
    """Whether every word is the beginning of its word in the move, as in `ta 5` and `pu b y`."""
    words, whole_words = short.split(), whole_text.split()
    if not words or len(words) > len(whole_words):
        return False
    return all(full.startswith(word) for word, full in zip(words, whole_words, strict=False))


@final
class Sections:
    """The sections of a position text, taken one after the other by name. What is left over at the end is an error."""

    __slots__ = ("_left",)

    def __init__(self, text: str) -> None:
        self._left: dict[str, list[str]] = {}
        if "\n" in text.strip():
            raise BadPosition("a position must be one line")
        for section in text.split("|"):
            words = section.split()
            if not words:
                raise BadPosition("the position has an empty section; there must be words between two |")
            if words[0] in self._left:
                raise BadPosition(f"the position has the section {words[0]!r} twice")
            self._left[words[0]] = words[1:]

    def has(self, name: str) -> bool:
        """Whether this section is still to be taken."""
        return name in self._left

    def take(self, name: str) -> list[str]:
        """The words of a section that must be there."""
        if name not in self._left:
            raise BadPosition(f"the position lacks the section {name!r}")
        return self._left.pop(name)

    def one(self, name: str) -> str:
        """The word of a section that must be there and has no other."""
        words = self.take(name)
        if len(words) != 1:
            raise BadPosition(f"the section {name!r} must have one word, not {len(words)}")
        return words[0]

    def seats(self, read: Callable[[int, list[str]], T]) -> tuple[T, ...]:
        """What `read` makes of the number and the words of each seat. They come last: nothing may be left over."""
        found: list[T] = []
        while self.has(str(len(found) + 1)):
            found.append(read(len(found) + 1, self.take(str(len(found) + 1))))
        self.finish()
        if not found:
            raise BadPosition("the position has no seats; their sections are called 1, 2 and so on")
        return tuple(found)

    def finish(self) -> None:
        """Say what is left over, if anything is."""
        for name in self._left:
            raise BadPosition(f"this game has no section {name!r}")


def whole(word: str, what: str, least: int, most: int) -> int:
    """A whole number within bounds; `what` names it in the error."""
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,11}", word) or not least <= int(word) <= most:
        raise BadPosition(f"{what} must be a whole number from {least} to {most}, not {word[:40]!r}")
    return int(word)


def pairs(words: Sequence[str], names: Iterable[str], where: str) -> dict[str, str]:
    """`day 1 round 4` as a mapping, for exactly these names in this order."""
    wanted = list(names)
    if list(words[::2]) != wanted or len(words) != 2 * len(wanted):
        raise BadPosition(f"{where} must read {' … '.join(wanted)} …, not {' '.join(words)!r}")
    return dict(zip(words[::2], words[1::2], strict=True))
