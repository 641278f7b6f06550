"""The names of the cities: words for people. Moves, positions and records name a hex and nothing else.

A name follows from the map alone: from where the first city lies, from the city's own hex, and from the cities that were there
before it. So a record shows the same names whenever it is read, and nothing that is founded later changes one. All cities of a
map begin with different letters, as long as there are letters.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from zlib import crc32

if TYPE_CHECKING:
    from freightyard.games.freight.rules.position import Board
    from freightyard.games.freight.rules.state import State

NAMES: Final = (
    "Alder", "Arnby", "Ashmead", "Avonley", "Beckton", "Birch", "Bramley", "Burrow", "Calder", "Cobble", "Corwick", "Cress",
    "Dalby", "Dovey", "Drayton", "Dunmore", "Easton", "Eddle", "Elmford", "Ember", "Fallow", "Fenwick", "Firth", "Foxley",
    "Gable", "Garth", "Glenby", "Gorse", "Harrow", "Hatton", "Hazel", "Holm", "Ickley", "Inby", "Isel", "Ivyton",
    "Jarrow", "Jessop", "Joyford", "Juniper", "Kelby", "Kilnsea", "Kirkby", "Knoll", "Larch", "Linden", "Lowick", "Ludwell",
    "Marlow", "Medlar", "Milby", "Mossley", "Neston", "Nettle", "Norby", "Nutley", "Oakley", "Orton", "Osier", "Otter",
    "Pelham", "Penrow", "Pickard", "Poplar", "Quarry", "Quill", "Quince", "Quorn", "Redmill", "Ripley", "Rowan", "Rushby",
    "Sedge", "Selby", "Sorrel", "Stow", "Tarn", "Teasel", "Thornby", "Tilford", "Ulmer", "Umber", "Upton", "Usk",
    "Vale", "Verrow", "Vetch", "Vinery", "Weir", "Wexby", "Willow", "Winmore", "Yardley", "Yarrow", "Yelden", "Yewby",
)  # fmt: skip
# Hexes in a sentence, but not where it quotes a move.
_HEX: Final = re.compile(r"(?<!: sell )(?<!, then to )\b(a city on )?([a-z]{1,2}\d{1,2})\b")


@lru_cache(maxsize=1024)
def city_names(hexes: tuple[str, ...]) -> Mapping[str, str]:
    """The name of each city, by its hex; `hexes` in the order in which the cities came on the map."""
    found: dict[str, str] = {}
    left = list(NAMES)
    for number, name in enumerate(hexes):
        initials = {taken[0] for taken in found.values()}
        fresh = [word for word in left if word[0] not in initials] or left
        if not fresh:  # more cities than an edition of today can have
            found[name] = f"{NAMES[number % len(NAMES)]} {number // len(NAMES) + 1}"
            continue
        found[name] = fresh[crc32(f"{hexes[0]} {name}".encode()) % len(fresh)]
        left.remove(found[name])
    return found


def called(names: Mapping[str, str], name: str) -> str:
    """A hex as people read it: `Elmford k16` where a city is, else `k16`."""
    return f"{names[name]} {name}" if name in names else name


def with_names(names: Mapping[str, str], words: str) -> str:
    """A sentence about hexes, with the name of each city before its hex."""
    return _HEX.sub(lambda found: called(names, found[2]) if found[2] in names else found[0], words)


def names_at(s: "State") -> Mapping[str, str]:
    """The name of each city of a state, by its hex."""
    names = s.rules.edition.grid.names
    return city_names(tuple([names[number] for number in s.cities]))


def names_on(board: "Board") -> Mapping[str, str]:
    """The name of each city of a board, by its hex."""
    return city_names(tuple([city.hex for city in board.cities]))
