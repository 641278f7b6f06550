"""What was learnt for each game: numbers that `freightyard train` fitted to games between equal bots, in a file of its package.

Playing with them needs nothing but this file. A rule set that nothing was learnt for is played as its judge sees it.
"""

from functools import cache
from typing import Final

import msgspec

from freightyard.bots.search.value import Features, Learnt, Value
from freightyard.core.contract import Edition
from freightyard.core.editions import CHANGED
from freightyard.core.errors import FreightyardError
from freightyard.core.title import FEATURES
from freightyard.games import find_title, part_of

FILE: Final = ("bot", "learnt.json")  # in the package of a game


class BadValue(FreightyardError):
    """A file of learnt values that cannot be used."""


class Learning(msgspec.Struct, frozen=True, kw_only=True):
    """What was learnt for some editions with one number of seats."""

    editions: tuple[str, ...]  # their names
    seats: int  # how many
    games: int  # that it was fitted to
    rounds: int = 1  # of playing and fitting
    loss: float = 0.0  # of its shares at the start of turns, in games that nothing was fitted to
    names: tuple[str, ...]  # of the numbers that it looks at
    against: tuple[str, ...]  # of those that count as a lead, too
    weights: tuple[tuple[int, ...], ...]  # at each knot, of all columns
    depth: int = 0  # of the trees: questions from a root to a leaf
    asks: tuple[int, ...] = ()  # the columns that they ask for
    bounds: tuple[int, ...] = ()  # and whether these are above so much
    leaves: tuple[int, ...] = ()  # what they say then

    def value(self, features: Features) -> Value:
        """The same for the inner loops. Raises BadValue if it was fitted to other features than the game has now."""
        names = features.names
        if self.names != names or self.against != features.against:
            raise BadValue(
                f"the values learnt for {self.editions[0]} look at other numbers than this version knows; train them again"
            )
        against = [names.index(name) for name in self.against]
        weights = [weight for knot in self.weights for weight in knot]
        columns = len(names) + len(against) + 1
        inner = (1 << self.depth) - 1
        trees = len(self.asks) // inner if inner else 0
        whole = len(self.asks) == len(self.bounds) == trees * inner and len(self.leaves) == trees * (inner + 1)
        sizes = all(len(knot) == columns - 1 for knot in self.weights) and len(self.weights) > 1
        if not (whole and sizes and all(0 <= asked < columns for asked in self.asks)):
            raise BadValue(f"the values learnt for {self.editions[0]} are not whole; train them again")
        return Value(against, columns, weights, self.depth, list(self.asks), list(self.bounds), list(self.leaves))


class Learnings(msgspec.Struct, frozen=True, kw_only=True):
    """The file of a game."""

    game: str  # its name
    learnt: tuple[Learning, ...]  # for each rule set


def read_learnings(data: bytes, where: str) -> Learnings:
    """What lies in a file. Raises BadValue."""
    try:
        return msgspec.json.decode(data, type=Learnings)
    except msgspec.DecodeError as error:
        raise BadValue(f"{where} is no file of learnt values: {error}") from None


@cache
def learnings_of(game: str) -> tuple[Learning, ...]:
    """All that was learnt for a game; nothing if it brings no such file."""
    title = find_title(game)
    if title is None:
        return ()
    file = title.file(*FILE)
    return read_learnings(file.read_bytes(), f"{game}/{'/'.join(FILE)}").learnt if file.is_file() else ()


def features_of(game: str) -> Features | None:
    """The numbers in which a game tells of its positions; None if it does not."""
    features: Features | None = part_of(game, FEATURES)
    return features


def learnt_for(edition: Edition, seats: int) -> Learnt | None:
    """The same for a bot; None if nothing was learnt, so that the judge guesses. A changed copy of an edition plays much like
    it; an edition with a name of its own may not."""
    return _learnt(edition.game, edition.name.removesuffix(CHANGED), seats) if features_of(edition.game) is not None else None


@cache
def _learnt(game: str, edition: str, seats: int) -> Learnt | None:
    features = features_of(game)
    for one in learnings_of(game):
        if features is not None and edition in one.editions and one.seats == seats:
            return Learnt(features, one.value(features))
    return None
