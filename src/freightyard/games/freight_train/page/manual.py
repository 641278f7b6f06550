"""What the pictures and examples of the manual show: cars and scores, from the editions' data and the rules themselves."""

from collections.abc import Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from freightyard.games.freight_train.page.cars import kinds_of
from freightyard.games.freight_train.rules.edition import Edition, Rules, built_in_edition
from freightyard.games.freight_train.rules.scoring import award

_SHOWN: Final = "mayfair-1996"  # the edition whose cars the examples show


class Car(msgspec.Struct, frozen=True):
    """A car in a picture."""

    name: str
    picture: Markup


def all_cars(edition: Edition) -> list[Car]:
    """A car of every kind."""
    return cars(edition.letters, edition)


def cars(letters: str, edition: Edition | None = None) -> list[Car]:
    """Cars by their letters, drawn as on the board."""
    edition = edition or built_in_edition(_SHOWN)
    names = {kind.letter: kind.name for kind in edition.data.kinds}
    kinds = kinds_of(edition)
    return [Car(names[letter], Markup(kinds[letter].picture)) for letter in letters]  # noqa: S704  (the board escapes it)


def awarded(edition: Edition, lengths: Sequence[int]) -> list[int]:
    """What the rules give for trains of one category."""
    return award(Rules(edition, len(lengths), ()), list(lengths))
