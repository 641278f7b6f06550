"""The small things of the game as pictures: cubes, disks, locomotives, and the lines of each player's track.

A cube is a square and a disk is round, each with the letter of its colour; a player's track has a pattern besides its colour, and
a number: nothing is told by colour alone.
"""

from functools import lru_cache
from typing import Final

from freightyard.games.freight.rules.edition import Edition

CUBE: Final = "cube"
DISK: Final = "disk"


def owner_class(owner: int | None) -> str:
    """The class of an owner's track, for the style sheet: seats are counted from 1, None is the bank."""
    return "ob" if owner is None else f"o{owner}"


@lru_cache(maxsize=64)
def _colours(edition: Edition) -> dict[str, str]:
    return {colour.letter: colour.name for colour in edition.data.colours}


def colour_name(edition: Edition, letter: str) -> str:
    """The name of a colour by its letter, small for a cube and capital for a disk."""
    return _colours(edition)[letter.lower()]


def marker_name(edition: Edition, letter: str) -> str:
    """`red cube`, `red disk`."""
    return f"{colour_name(edition, letter)} {CUBE if letter.islower() else DISK}"


@lru_cache(maxsize=1024)
def marker(edition: Edition, letter: str, count: int = 1) -> str:
    """A cube (small letter) or a disk (capital) in a line of text; 0 of them: an empty place for one."""
    number = _number(edition, letter)
    form = CUBE if letter.islower() else DISK
    empty = "" if count else " empty"
    many = f'<sub aria-hidden="true">{count}</sub>' if count > 1 else ""
    said = f"{count} {marker_name(edition, letter)}{'s' if count != 1 else ''}"
    shown = f'<b aria-hidden="true">{letter.upper()}</b>{many}<span class="vh">{said} </span>'
    told = f' data-mk="{letter}" data-called="{marker_name(edition, letter).capitalize()}"' if count else ""
    return f'<i class="mk {form} k{number}{empty}"{told}>{shown}</i>'


@lru_cache(maxsize=4096)
def marker_on_map(edition: Edition, letter: str, count: int, x: int, y: int) -> str:
    """The same on the map, with its middle at x, y."""
    number = _number(edition, letter)
    kind = f"k{number}" if count else f"k{number} empty"
    if letter.islower():
        form = f'<rect class="{kind}" x="{x - 11}" y="{y - 11}"/>'
    else:
        form = f'<circle class="{kind}" cx="{x}" cy="{y}"/>'
    word = f'<text class="{kind}" x="{x}" y="{y + 6}">{letter.upper()}</text>'
    if count > 1:
        word += f'<circle class="n" cx="{x + 10}" cy="{y + 9}"/><text class="nt" x="{x + 10}" y="{y + 13}">{count}</text>'
    return form + word


def _number(edition: Edition, letter: str) -> int:
    """The colours are numbered from 1 for the style sheet, whatever an edition calls them."""
    return edition.letters.index(letter.lower()) + 1


def in_order(edition: Edition, tile: str) -> tuple[str, str]:
    """The letters that a city tile supplies, and those that it demands (in capitals)."""
    return tile, "".join([letter.upper() for letter in edition.letters if letter not in tile])


@lru_cache(maxsize=16)
def swatch(owner: int | None) -> str:
    """A piece of an owner's track in a line of text."""
    kind = owner_class(owner)
    return (
        '<svg class="swatch" viewBox="0 0 36 14" aria-hidden="true"><path class="bed" d="M0 7h36"/>'
        f'<path class="rail {kind}" d="M0 7h36"/><path class="tick {kind}" d="M0 7h36"/></svg>'
    )


_BODY: Final = "M-14-3h9v-6h15v3h3v14h-27z"  # a small locomotive that looks to the left
_CHIMNEY: Final = "M-12-3v-6h4v6z"


def locomotive(owner: int, at: str, x: int, y: int, title: str) -> str:
    """A player's locomotive on the map, on the hex `at`; `title` is plain text without markup."""
    kind = owner_class(owner)
    return (
        f'<g class="loco {kind}" data-loco="{owner}" data-at="{at}" transform="translate({x} {y})" '
        f'role="img" aria-label="{title}">'
        f'<circle class="halo" r="17"/><path class="body {kind}" d="{_CHIMNEY}{_BODY}"/>'
        '<circle class="wheel" cx="-8" cy="9" r="4"/><circle class="wheel" cx="6" cy="9" r="4"/>'
        f'<text x="2" y="6">{owner}</text></g>'
    )
