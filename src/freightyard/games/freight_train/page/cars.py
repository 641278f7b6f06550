"""Cars as pictures: a cached file a kind as the background, the letter as text.

A car carries its kind (`data-car`) and its place counted from the end where nothing moves (`data-at`): the bumper of a
siding, the locomotive of a train. So a car that stays keeps its place's name, and the client can tell which ones moved.
"""

from functools import lru_cache
from typing import Final, NamedTuple, final

from freightyard.games.freight_train.page.sentences import CLOSED, EMPTY
from freightyard.games.freight_train.rules.edition import Edition
from freightyard.page.markup import esc

# Kinds that an edition calls otherwise but that look the same. A kind without a picture gets the plain one.
_SAME: Final = {"auto-carrier": "auto-rack", "reefer": "refrigerator", "box-car": "box"}
PICTURES: Final = frozenset(
    (
        *("auto-rack", "box", "coal", "coil-steel", "container", "flat", "gondola"),
        *("hopper", "ore", "piggyback", "refrigerator", "stock", "tank"),
    )
)


class Kind(NamedTuple):
    """A kind of car on the page."""

    letter: str
    name: str  # markup
    word: str  # in moves
    picture: str  # markup


@final
class Kinds(dict[str, Kind]):
    """The kinds of an edition by their letters. There is one for each edition, so what is drawn with it can be kept."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__


@lru_cache(maxsize=64)
def kinds_of(edition: Edition) -> Kinds:
    """The kinds of an edition."""
    kinds = [Kind(kind.letter, esc(kind.name), kind.word, _picture(kind.word, kind.letter)) for kind in edition.data.kinds]
    return Kinds({kind.letter: kind for kind in kinds})


def picture_name(word: str) -> str:
    """The file that shows a kind of car."""
    name = _SAME.get(word, word)
    return name if name in PICTURES else "other"


def _picture(word: str, letter: str) -> str:
    return f'<i class="pic p-{picture_name(word)}" aria-hidden="true"><b>{letter}</b></i>'


def car(kind: Kind, at: str, click: str = "", label: str = "") -> str:
    """A car; with `click`, the attributes of something that can be clicked, it is a button."""
    if click:
        return (
            f'<button class="car" type="button" data-car="{kind.letter}" data-at="{at}"{click} title="{label}" '
            f'aria-label="{label}">{kind.picture}</button>'
        )
    return f'<span class="car" data-car="{kind.letter}" data-at="{at}">{kind.picture}</span>'


def small(kind: Kind, at: str) -> str:
    """A car in a row of another player, where nothing can be clicked."""
    return f'<i data-car="{kind.letter}" data-at="{at}" {kind.picture[3:]}'


def row(kinds: Kinds, letters: str, at: str) -> str:
    """Small cars of a siding from the open end to the bumper."""
    last = len(letters) - 1
    return "".join([small(kinds[letter], f"{at}.{last - index}") for index, letter in enumerate(letters)])


def names(kinds: Kinds, letters: str) -> str:
    """The cars in words, for those who cannot see them."""
    return ", ".join([kinds[letter].name for letter in letters]) or EMPTY


CABOOSE: Final = f'<i class="pic p-caboose" title="{CLOSED}"></i>'
