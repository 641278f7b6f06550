"""What the line builder says: what a line is made of, what it costs and leaves, and why there is none."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight.page.sentences.words import listed, loan_counts, ordinal, plural

ALTERNATIVES: Final = "Other lines"
CANCEL: Final = "Cancel"
NEXT: Final = "Next"
NEXT_LINE: Final = "Next line"

CHEAPEST: Final = "cheapest"
FEWER_TILES: Final = "fewer tiles"
ANOTHER_WAY: Final = "another way"
NEW_CITY: Final = "with a new city"
# The map shows no coordinates: a hex without a city is the one that was chosen, or an end of a line that is drawn.
THIS_HEX: Final = "this hex"
_WITH: Final = {"bridge": "with a bridge", "switch": "with a switch"}
_WITHOUT: Final = {"bridge": "without a bridge", "switch": "without a switch"}

# A city that is founded at the end of a line (`fr.build-city`).
FOUND_HERE: Final = "Found a city on this hex"
NEW_CITY_HERE: Final = "a new city here"
CITY_ON_FREE_HEX: Final = "A new city needs a free hex."
CITY_BESIDE_CITY: Final = "No new city here: it would stand beside another city."
CITY_BETWEEN_CITIES: Final = "No new city here: it must lie inside a triangle of three cities."
NO_CITY_LEFT: Final = "All cities of this game are on the map already."


def begins_on_track(city: str, *, ends: bool) -> str:
    """Where a line begins that begins in no city; `city`: the nearest one; `ends`: where the track ends, or else on a switch."""
    return f"{'the end of ' if ends else ''}your track near {city}"


def title(place: str, *, city: bool, connected: bool) -> str:
    if connected:
        return f"Second line to {place}"
    return f"Line to {place}" if city else f"Track to {place}"


def with_a(what: str) -> str:
    return _WITH[what]


def without(what: str) -> str:
    return _WITHOUT[what]


def way(begins: str, by: Sequence[str], starts: str) -> str:
    """`from Ember via Vinery`; `starts`: the city where the locomotive is put, if this line puts it on the map."""
    via = f" via {listed(by)}" if by else ""
    train = f", train starts {'there' if starts == begins else f'in {starts}'}" if starts else ""
    return f"from {begins}{via}{train}"


def note(way: str, merits: Sequence[str]) -> str:
    """`cheapest: from Ember via Vinery`: after its price, what a line is chosen for, and where it goes."""
    return f"{', '.join(merits)}: {way}" if merits else way


def pieces(counts: Sequence[tuple[str, int]]) -> str:
    """`2 straights, 1 curve, 1 bridge, 1 new city`."""
    words = [
        plural(count, noun if noun != "switch" else "switche") if count != 1 else f"1 {noun}" for noun, count in counts if count
    ]
    return ", ".join(words)


def loans(count: int, amount: int, worth: int) -> str:
    """What borrowing for it means."""
    taken = "Takes a loan" if count == 1 else f"Takes {count} loans"
    return f"{taken}: +{count * amount}; {loan_counts(amount, -worth, count)}"


def leaves(cash: int, interest: int) -> str:
    if not interest:
        return f"Leaves {cash}"
    return (
        f"Leaves {cash}, and {cash - interest} after you pay {interest} interest"
        if cash >= interest
        else f"Leaves {cash}, and you owe {interest} interest"
    )


def last_city(number: int) -> str:
    """`fr.family-end`: a warning before a line with which the player has as many cities as end the game."""
    return f"Your {ordinal(number)} city ends the game: after this turn all others have one last turn."


# What comes when the interest cannot be paid (`fr.interest`).
_COMES: Final = {
    "loan": "you will have to take a loan",
    "sale": "you will have to auction a section of your track",
    "bankrupt": "you will be bankrupt",
}


def short(missing: int, comes: str, *, ships: bool) -> str:
    """A warning before money is spent that the interest needs."""
    unless = f" unless your train earns {missing}" if ships else ""
    return f"{missing} too little for the interest: {_COMES[comes]}{unless}."


def build(price: int, cash: int, *, loans: int, founds: bool) -> str:
    """The button."""
    what = "build and found a city" if founds else "build"
    borrow = f"Take {'a loan' if loans == 1 else f'{loans} loans'}, " if loans else ""
    words = f"{borrow}{what} for {price}, leaves {cash}"
    return words[0].upper() + words[1:]


def said(number: int, count: int, note: str, facts: Sequence[str]) -> str:
    """What a screen reader hears of a line."""
    place = f"Line {number} of {count}, " if count > 1 else ""
    words = f"{place}{note}: {'. '.join(facts)}"
    return words[0].upper() + words[1:]


# --- why there is no line ---


def too_dear(place: str, price: int, cash: int, loans: int, amount: int) -> str:
    """`loans`: those that could still be taken."""
    if loans:
        more = "a loan" if loans == 1 else f"{loans} loans"
        return f"The cheapest line to {place} costs {price}; you have {cash}, and {cash + loans * amount} with {more}."
    return f"The cheapest line to {place} costs {price}, and you have {cash}."


def no_tiles(place: str) -> str:
    return f"You have too few tiles left for a line to {place}."


def blockade(place: str) -> str:
    return f"A line to {place} would leave another player no place for new track."


def blocked(place: str) -> str:
    return f"No line leads to {place}: track, cities or the edge of the map are in the way."


def own_track(place: str) -> str:
    return f"You have track on {place} already."


def connected(place: str) -> str:
    return f"{place} is in your network already, and no second line leads there."
