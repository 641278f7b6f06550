"""How one text becomes another: what a browser is sent of a part that it has already, because a move changes little of it.

Edits are numbers and words in a row: how long the old text is, then as often as need be how many characters of it are kept,
how many left out, and what stands there instead. Whatever follows is kept. Characters are those of Unicode. Whoever has another
text than the one from which they were made can tell so by its length, and asks for the whole.

They are found by looking for places at which both texts go on alike, the next tags first. It is not the least that would do, but
it takes microseconds, which matters more: every move of every table is sent so.
"""

from typing import TYPE_CHECKING, Final, TypeAlias, final

if TYPE_CHECKING:
    from mypy_extensions import i64

_SHORT: Final = 260  # characters of a text that is sent as it is
_PROBE: Final = 24  # characters that must be alike for two places to be taken for the same
_TAGS: Final = 8  # after a difference, this many tags of either text are looked for in the other
_FEW: Final = 32  # characters that are compared one by one

Edits: TypeAlias = tuple[int | str, ...]


@final
class Differences:
    """What is sent of texts that changed: worked out once for all who see the same."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], str | Edits] = {}

    def between(self, old: str | None, new: str) -> str | Edits:
        """What is sent to those who have an old text (None: not all of them the same), so that they have the new one: edits, or
        all of it where they would not be much shorter."""
        if old is None or len(new) < _SHORT:
            return new
        made = self._made.get((old, new))
        if made is None:
            found = edits(old, new)
            inserted = 0
            for place in range(3, len(found), 3):
                inserted += len(str(found[place]))
            made = self._made[old, new] = found if inserted + 3 * len(found) < len(new) else new
        return made


def edits(old: str, new: str) -> Edits:
    """What makes the new text out of the old one."""
    tail = _alike_before(old, new, len(old), len(new), min(len(old), len(new)))
    old_end, new_end = len(old) - tail, len(new) - tail
    found: list[int | str] = [len(old)]
    here = there = kept = 0  # so far the old text was read, the new one made, and so much was kept since the last difference
    while True:
        same = _alike_after(old, new, here, there, min(old_end - here, new_end - there))
        here, there, kept = here + same, there + same, kept + same
        if here == old_end and there == new_end:
            return tuple(found)
        next_here, next_there = _meeting(old, new, here, there, old_end, new_end)
        back = _alike_before(old, new, next_here, next_there, min(next_here - here, next_there - there))
        next_here, next_there = next_here - back, next_there - back
        found += (kept, next_here - here, new[there:next_there])
        here, there, kept = next_here, next_there, 0


def edited(old: str, made: Edits) -> str:
    """The new text. An error if the edits were made from another text."""
    if made[0] != len(old):
        raise ValueError(f"edits of a text of {made[0]} characters, not of {len(old)}")
    at = 0
    pieces: list[str] = []
    for place in range(1, len(made), 3):
        kept, dropped, words = made[place : place + 3]
        if not isinstance(kept, int) or not isinstance(dropped, int) or not isinstance(words, str):
            raise TypeError("edits are two numbers and words, again and again")
        pieces += (old[at : at + kept], words)
        at += kept + dropped
    return "".join((*pieces, old[at:]))


def _meeting(old: str, new: str, here: int, there: int, old_end: int, new_end: int) -> tuple[int, int]:
    """Where both texts go on alike after a difference: the place that leaves out least of both. Their ends, if there is none."""
    least, found = old_end - here + new_end - there, (old_end, new_end)
    old_tag, new_tag = here, there
    for _ in range(_TAGS):
        new_tag = new.find("<", new_tag + 1, new_end)
        if new_tag >= 0 and new_tag - there < least:
            at = old.find(new[new_tag : new_tag + _PROBE], here, min(old_end, here + least - (new_tag - there)))
            if at >= 0 and at - here + new_tag - there < least:
                least, found = at - here + new_tag - there, (at, new_tag)
        old_tag = old.find("<", old_tag + 1, old_end)
        if old_tag >= 0 and old_tag - here < least:
            at = new.find(old[old_tag : old_tag + _PROBE], there, min(new_end, there + least - (old_tag - here)))
            if at >= 0 and old_tag - here + at - there < least:
                least, found = old_tag - here + at - there, (old_tag, at)
        if new_tag < 0 or old_tag < 0:
            break
    return found


def _alike_after(old: str, new: str, here: "i64", there: "i64", most: "i64") -> "i64":
    """How many characters are the same from these places on, at most so many."""
    at, end = here, here + most
    while end - at > _FEW:  # by halves, in which many characters are compared at once
        half = (end - at) // 2
        if old[at : at + half] == new[there + at - here : there + at - here + half]:
            at += half
        else:
            end = at + half
    while at < end and ord(old[at]) == ord(new[there + at - here]):
        at += 1
    return at - here


def _alike_before(old: str, new: str, here: "i64", there: "i64", most: "i64") -> "i64":
    """How many characters are the same before these places, at most so many."""
    at, end = here, here - most
    while at - end > _FEW:
        half = (at - end) // 2
        if old[at - half : at] == new[there + at - here - half : there + at - here]:
            at -= half
        else:
            end = at - half
    while at > end and ord(old[at - 1]) == ord(new[there + at - here - 1]):
        at -= 1
    return here - at
