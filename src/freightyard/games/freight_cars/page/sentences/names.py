"""How cards, cities, corporations and players are called, and how several of something are said."""

from collections.abc import Sequence

from freightyard.games.freight_cars.rules.data import Corporation
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.names import spoken


def name_of(edition: Edition, word: str) -> str:
    """A card, a city or a corporation as people call it, by the word of its moves."""
    if word in edition.card_number:
        return spoken(word)
    if word in edition.city_number:
        return edition.data.cities[edition.city_number[word]].name
    if word in edition.corporation_number:
        return corporation_of(edition, word).name
    return word


def corporation_of(edition: Edition, word: str) -> Corporation:
    """A corporation by the word of its moves."""
    return edition.data.corporations[edition.corporation_number[word]]


def listed(words: Sequence[str], last: str = "and") -> str:
    """`coal #1`, `coal #1 and oil #2`, `coal #1, coal #2 and oil #2`."""
    if not words:
        return ""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def goods(wants: Sequence[str]) -> str:
    """What a city wants: `coal and oil`, `2 lumber`."""
    counted = [(good, wants.count(good)) for good in dict.fromkeys(wants)]
    return listed([good if count == 1 else f"{count} {good}" for good, count in counted])


def plural(count: int, noun: str) -> str:
    """`1 city`, `2 cities`."""
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun[:-1]}ies" if noun.endswith("y") else f"{count} {noun}s"


def possessive(name: str) -> str:
    """`Ann’s`, `Boris’`."""
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def capital(words: str) -> str:
    """With a capital, to begin a sentence."""
    return words[:1].upper() + words[1:]
