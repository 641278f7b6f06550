"""Moves and positions as text, both ways.

A move is a few words with single spaces. A position is one line of sections separated by ` | `; a section is words, and
its first word is its name. Everything that a person, a record, a log, a page or the wire sees is written so.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, TypeVar, final

from freightyard.core.errors import AmbiguousMove, BadPosition, NotAMove

if TYPE_CHECKING:
    from freightyard.core.contract import Move, State

T = TypeVar("T")
_LONGEST: Final = 60  # characters: no move has more
_SHOWN: Final = 8  # moves that are named where several fit
_COMPARED: Final = 250  # legal moves with which words that are no move are compared: a moment's work, whatever was typed
MOST_IN_LINE: Final = 20  # moves that are typed at once: more than any turn has that a person would type


@final
class Vocabulary:
    """Every move of an edition: its number and its words."""

    __slots__ = ("_number", "_sorted", "texts")

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self._number = {text: number for number, text in enumerate(self.texts)}
        self._sorted: list[str] = []  # made when it is first asked for
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
        if not self._sorted:
            self._sorted = sorted(self.texts)
        found = [] if head not in self._number else [self._number[head]]
        longer = f"{head} "
        place = bisect_left(self._sorted, longer)
        while place < len(self._sorted) and self._sorted[place].startswith(longer):
            found.append(self._number[self._sorted[place]])
            place += 1
        return sorted(found)

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

    Raises NotAMove, AmbiguousMove or IllegalMove. Its cost is bounded whatever strangers type: what is similar is looked for
    among the legal moves, and not among all.
    """
    vocabulary = state.edition.vocabulary
    text = text.replace(" #", "-")  # `coal #3`, as pages call it, is `coal-3`
    said = vocabulary.find(text)  # whole words mean this move, though a longer one may begin so
    if said is not None:
        refusal = state.refuse(said)
        if refusal is None:
            return said
        raise refusal
    short = tidy(text)
    if len(short) > _LONGEST:
        raise NotAMove("this is too long to be a move")
    legal = state.legal()
    meant = vocabulary.starting_with(short)
    if not meant:
        meant = _abbreviated(short.split(), sorted(legal), vocabulary)
    if not meant:
        raise NotAMove(_unknown(short, [vocabulary.text(move) for move in legal]))
    possible = set(legal)
    fitting = [move for move in meant if move in possible]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        shown = ", ".join([vocabulary.text(move) for move in fitting[:_SHOWN]])
        more = f" and {len(fitting) - _SHOWN} more" if len(fitting) > _SHOWN else ""
        raise AmbiguousMove(f"{short!r} fits several moves: {shown}{more}")
    refusal = state.refuse(meant[0])
    if refusal is None:
        raise NotAMove(f"{text!r} is not a move")
    raise refusal


def read_moves(state: "State", line: str) -> list[str]:
    """The moves in a line, separated by `;`, each in full, for the seat to act. What comes after its turn is left as it was
    typed: the table says what is wrong with it. The state is not changed."""
    parts = line.split(";")
    if len(parts) > MOST_IN_LINE:
        raise NotAMove(f"type at most {MOST_IN_LINE} moves at once, not {len(parts)}")
    ahead, texts = state.clone(), list[str]()
    for number, part in enumerate(parts):
        move = read_move(ahead, part)
        texts.append(ahead.edition.vocabulary.text(move))
        ahead.play(move)
        if ahead.to_act() != state.to_act():
            return texts + [tidy(rest) for rest in parts[number + 1 :]]
    return texts


def _abbreviated(short: list[str], moves: Iterable["Move"], vocabulary: Vocabulary) -> list["Move"]:
    """The moves of which every word begins with what was typed for it, as in `ta 5` and `pu b y`."""
    if not short:
        return []
    found = []
    for move in moves:
        words = vocabulary.text(move).split()
        if len(short) <= len(words) and all(full.startswith(word) for word, full in zip(short, words, strict=False)):
            found.append(move)
    # `ta coal-1` means coal-1, though coal-10 begins so too.
    exact = [move for move in found if short[-1] in vocabulary.text(move).split()]
    return exact if len(exact) == 1 else found


def _unknown(short: str, legal: Sequence[str]) -> str:
    if not short:
        return "a move must not be empty"
    near = get_close_matches(short, legal[:_COMPARED], n=1)
    return f"{short!r} is not a move" + (f"; did you mean {near[0]!r}?" if near else "")


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
