"""The editions of Freight Cars: their words, and every move as a number."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, final

from freightyard.core.contract import Option
from freightyard.core.editions import edition_pasteable, edition_word, extended, load_built_in, same_edition, typed
from freightyard.core.errors import BadEdition
from freightyard.core.notation import Vocabulary
from freightyard.games.freight_cars.rules.data import Data
from freightyard.games.freight_cars.rules.packing import Packing

PACKAGE: Final = "freightyard.games.freight_cars"
BUILT_IN: Final = ("quick-simple-fun-2021", "heavy-goods")

# The options.
CITIES: Final = "cities"
HEAD_START: Final = "head-start"

# The verbs, in the order of their numbers.
DRAW_DECK: Final = 0
DONE: Final = 1
DECLINE: Final = 2
FORFEIT: Final = 3
REVEAL_END: Final = 4
KEEP: Final = 5  # from here on a verb has several moves, and their first numbers depend on the edition
DISCARD: Final = 6
TAKE: Final = 7
LOAD: Final = 8
LAY: Final = 9
SHIP: Final = 10
CLAIM: Final = 11
DEAL: Final = 12
DRAW: Final = 13
REVEAL: Final = 14
REVEAL_CITY: Final = 15
REVEAL_CORPORATION: Final = 16
FIRST: Final = 17


def word_of(name: str) -> str:
    """A name as one word of a move: `new-orleans`."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "")))


@final
class Edition:
    """A Freight Cars edition: its data, and its moves as numbers and words."""

    __slots__ = (
        "built_in",
        "card_number",
        "cards",
        "cities",
        "city_number",
        "claim",
        "corporation_number",
        "corporations",
        "data",
        "deal",
        "discard",
        "draw",
        "first",
        "game",
        "keep",
        "kind_number",
        "lay",
        "load",
        "most_cells",
        "name",
        "options",
        "packing",
        "raw",
        "resource_of",
        "reveal",
        "reveal_city",
        "reveal_corporation",
        "revision",
        "seat_counts",
        "ship",
        "take",
        "title",
        "verbs",
        "vocabulary",
    )

    def __init__(self, data: Data, raw: Mapping[str, Any], built_in: bool) -> None:
        self.data = data
        self.raw = raw
        self.built_in = built_in
        self.game = "freight-cars"
        self.name = data.name
        self.title = data.title
        self.revision = data.revision
        self.seat_counts = tuple(seats.players for seats in data.seats)
        options: list[Option] = []
        if len(data.city_counts) > 1:
            counts = tuple(str(count) for count in data.city_counts)
            options.append(Option(CITIES, "number of city cards in the game", counts))
        if any(seats.head_start for seats in data.seats):
            options.append(Option(HEAD_START, "the later your first turn, the more credits you begin with"))
        self.options: tuple[Option, ...] = tuple(options)
        # The names of things as the words of moves, in the order of their numbers.
        self.cards = [card.name for card in data.freight]
        self.cities = [word_of(city.name) for city in data.cities]
        self.corporations = [word_of(corporation.name) for corporation in data.corporations]
        self.card_number = {word: number for number, word in enumerate(self.cards)}
        self.city_number = {word: number for number, word in enumerate(self.cities)}
        self.corporation_number = {word: number for number, word in enumerate(self.corporations)}
        self.kind_number = {piece.name: number for number, piece in enumerate(data.pieces)}
        self.resource_of = [data.resources.index(card.resource) for card in data.freight]
        self.most_cells = max(card.cells for card in data.freight)
        self.packing = Packing([(piece.shape, piece.count) for piece in data.pieces], [card.shape for card in data.freight])
        by_verb = self._words()
        sizes = [len(moves) for moves in by_verb]
        firsts = [sum(sizes[:verb]) for verb in range(len(sizes))]
        self.keep, self.discard, self.take, self.load, self.lay, self.ship = firsts[KEEP:CLAIM]
        self.claim, self.deal, self.draw, self.reveal, self.reveal_city = firsts[CLAIM:REVEAL_CORPORATION]
        self.reveal_corporation, self.first = firsts[REVEAL_CORPORATION:]
        self.verbs = [verb for verb, moves in enumerate(by_verb) for _ in moves]
        self.vocabulary = Vocabulary([text for moves in by_verb for text in moves])

    def _words(self) -> list[list[str]]:
        """The words of every move, verb by verb, in the order of the numbers."""
        names = [piece.name.lower() for piece in self.data.pieces]
        return [
            ["draw deck"],
            ["done"],
            ["decline"],
            ["forfeit"],
            ["reveal end-of-game"],
            [f"keep {word}" for word in self.corporations],
            [f"discard {word}" for word in self.cards],
            [f"take {word}" for word in self.cards],
            [f"load {word}" for word in self.cards],
            [f"lay {names[lay.kind]} {'/'.join(lay.picture)}" for lay in self.packing.lays],
            [f"ship {word}" for word in self.cards],
            [f"claim {word}" for word in self.cities],
            [f"deal {word}" for word in self.corporations],
            [f"draw {word}" for word in self.cards],
            [f"reveal {word}" for word in self.cards],
            [f"reveal {word}" for word in self.cities],
            [f"reveal {word}" for word in self.corporations],
            [f"first {number + 1}" for number in range(max(self.seat_counts))],
        ]

    def __repr__(self) -> str:
        return edition_pasteable(self)

    def __eq__(self, other: object) -> bool:
        return same_edition(self, other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.built_in:
            return built_in_edition, (edition_word(self),)
        return edition_from, (self.raw, self.name)


@lru_cache(maxsize=16)
def built_in_edition(name: str) -> Edition:
    """An edition that ships with the game; `NAME@REVISION`: as it was at that revision."""
    raw = load_built_in(PACKAGE, name)
    return Edition(_checked(raw, f"{name}.toml"), raw, True)


def edition_from(raw: Mapping[str, Any], source: str) -> Edition:
    """An edition from data that somebody wrote. It is never taken for a built-in one, whatever its name."""
    full = extended(raw, PACKAGE, BUILT_IN, source)
    return Edition(_checked(full, source), full, False)


def _checked(raw: Mapping[str, Any], source: str) -> Data:
    """The typed data, with everything refused that would make a game impossible."""
    from freightyard.games.freight_cars.rules.check import problems

    data = typed(raw, Data, source)
    found: Sequence[str] = problems(data)
    if found:
        raise BadEdition(f"{source}: {found[0]}")
    return data
