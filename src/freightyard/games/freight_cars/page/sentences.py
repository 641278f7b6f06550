"""Freight Cars in words: what the log says."""

from collections.abc import Mapping, Sequence
from typing import Final

from freightyard.core.contract import Edition as AnyEdition
from freightyard.games.freight_cars.page.pictures import corporation_of, spoken
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.position import HIDDEN

_PLAIN = {
    "draw deck": "draws from the deck",
    "done": "lets the shipment go",
    "decline": "ships nothing more",
    "forfeit": "can do nothing",
    "reveal end-of-game": "The End of Game card comes up.",
}
# What the client says, by name: `{value}` stands for a value.
CLIENT: Final[Mapping[str, str]] = {
    "tip goal": "Your goal: the most credits. Fill cars with your pieces and ship them: long shipments, cities and your"
    " corporation pay.",
    "tip workshop": "Drag your pieces onto the car until no cell is open: R turns a piece, F flips it. Or let it be packed"
    " for you."
    " You can plan while others play.",
    "tip keep": "Keep one of these corporations. Nobody else sees it; it pays at the end for what it says.",
    "tip discard": "A freight card shows how many cells of a car you fill with your pieces. Discard the card that suits you"
    " least.",
    "tip ship": "Your loaded cars can go. Click some: long shipments earn far more than short ones, cities pay extra, and"
    " your pieces come back.",
    "tip load": "A turn is one action: take a card, load one, or ship. Click a card of your hand to try it in the workshop.",
    "tip take": "A turn is one action. Take one of these cards, or the top card of the deck; ✓ marks those that your free"
    " pieces can fill.",
    "tip end": "That was a turn! Load several cars and ship them together, to cities that pay for them. The rules are in the"
    " menu.",
}


def phrase(edition: AnyEdition, text: str) -> str:
    """An event in words, after the player's name; events of chance stand alone."""
    return story(edition, [text])


def story(edition: AnyEdition, texts: Sequence[str]) -> str:
    """Events of one seat, or of chance, in one breath."""
    if len(texts) > 1:  # that a shipment goes is told by what went
        texts = [text for text in texts if text != "done"] or texts
    groups: list[tuple[str, list[str]]] = []
    for text in texts:
        verb, _, rest = text.partition(" ")
        if text in _PLAIN:
            groups.append(("", [text]))
        elif groups and groups[-1][0] == verb:
            groups[-1][1].append(rest)
        else:
            groups.append((verb, [rest]))
    told = [_group(edition, verb, rests) for verb, rests in groups]  # type: ignore[arg-type]  # a Freight Cars game has its edition
    stands_alone = [sentence.endswith(".") for sentence in told]
    return (" " if any(stands_alone) else ", ").join(told).replace(", with ", " with ")


def _group(edition: Edition, verb: str, rests: list[str]) -> str:
    known = [name_of(edition, rest) for rest in rests if rest != HIDDEN]
    hidden = len(rests) - len(known)
    match verb:
        case "":
            return _PLAIN[rests[0]]
        case "keep":
            return f"keeps {listed(known)}" if known else "keeps a corporation"
        case "discard":
            return f"puts {listed(known)} aside" if known else f"puts {_cards(hidden)} aside"
        case "take":
            return f"takes {listed(known)}"
        case "load":
            return f"loads {listed(known)}"
        case "lay":
            return f"with {listed([rest.partition(' ')[0].upper() for rest in rests])}"
        case "ship":
            return f"ships {listed(known)}"
        case "claim":
            return f"serves {listed(known)}"
        case "deal":
            return _dealt(known, hidden, "corporation")
        case "draw":
            return _dealt(known, hidden, "card")
        case "reveal":
            return f"{_capital(listed(known))} {'comes' if len(known) == 1 else 'come'} up."
        case "first":
            return f"Seat {rests[0]} begins."
    return " ".join([verb, *rests])


def _dealt(known: list[str], hidden: int, noun: str) -> str:
    """Cards that go face down into hands, those that may be known by their names."""
    unseen = [f"{hidden} {noun}{'' if hidden == 1 else 's'}, unseen"] if hidden else []
    return f"Dealt: {listed([*known, *unseen])}."


def name_of(edition: Edition, word: str) -> str:
    """A card, a city or a corporation as people call it."""
    if word in edition.card_number:
        return spoken(word)
    if word in edition.city_number:
        return edition.data.cities[edition.city_number[word]].name
    if word in edition.corporation_number:
        return corporation_of(edition, word).name
    return word


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def listed(words: Sequence[str]) -> str:
    """`coal 1`, `coal 1 and oil 2`, `coal 1, coal 1 and oil 2`."""
    if not words:
        return ""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
