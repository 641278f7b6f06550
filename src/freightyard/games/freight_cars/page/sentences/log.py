"""What the log says, and the same as advice (`freightyard.page.voice`)."""

from collections.abc import Sequence
from typing import Final

from freightyard.core.contract import Edition as AnyEdition
from freightyard.games.freight_cars.page.sentences.names import capital, listed, name_of, plural
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.position import HIDDEN
from freightyard.page.voice import advised, told

_MOST_NAMED: Final = 5  # cards and cities that are turned up together
_PLAIN: Final = {
    "draw deck": "[draws|draw] from the deck",
    "done": "[sends|send] the shipment off",
    "decline": "[finishes|finish] without shipping",
    "forfeit": "[cannot take or draw a card, load or ship|skip your turn]",
    "reveal end-of-game": "End of Game is turned up: everybody has one more turn. After it you can only ship once more.",
}


def phrase(edition: AnyEdition, text: str) -> str:
    """An event in words, after the player's name; events of chance stand alone."""
    verb, _, rest = text.partition(" ")
    if verb == "reveal":  # alone it does not tell whose corporation it is
        return _turned_up([name_of(edition, rest)])  # type: ignore[arg-type]  # a Freight Cars game has its edition
    return story(edition, [text]) or "A card is drawn."


def story(edition: AnyEdition, texts: Sequence[str]) -> str:
    """Events of one seat, or of chance, in one breath. Empty if there is nothing to tell that the line before did not."""
    return told(_story(edition, texts))


def advise(edition: AnyEdition, texts: Sequence[str]) -> str:
    """The same moves, as one advises them."""
    return advised(_story(edition, texts))


def _story(edition: AnyEdition, texts: Sequence[str]) -> str:
    groups: list[tuple[str, list[str]]] = []
    for text in texts:
        verb, _, rest = text.partition(" ")
        if text in _PLAIN:
            groups.append(("", [text]))
        elif groups and groups[-1][0] == verb:
            groups[-1][1].append(rest)
        else:
            groups.append((verb, [rest]))
    said: list[str] = []
    for verb, rests in groups:
        words = _group(edition, verb, rests)  # type: ignore[arg-type]  # a Freight Cars game has its edition
        if verb == "lay":  # after the card that is loaded, or alone if that was told before
            said.append(f"[lays|lay] {words.removeprefix('with ')}") if not said else said.append(f"{said.pop()} {words}")
        elif words and not (said and words == _PLAIN["done"]):  # that a shipment goes is told by what went
            said.append(words)
    return (" " if any(words.endswith(".") for words in said) else " and ").join(said)


def _group(edition: Edition, verb: str, rests: list[str]) -> str:
    """Events with the same verb."""
    known = [name_of(edition, rest) for rest in rests if rest != HIDDEN]
    hidden = len(rests) - len(known)
    match verb:
        case "":
            return _PLAIN[rests[0]]
        case "keep":
            return f"[keeps|keep] {listed(known)}" if known else "[keeps|keep] a corporation"
        case "discard":
            return f"[discards|discard] {listed(known or ['a card' if hidden == 1 else plural(hidden, 'card')])}"
        case "take":
            return f"[takes|take] {listed(known)}"
        case "load":
            return f"[loads|load] {listed(known)}"
        case "lay":
            return f"with {plural(len(rests), 'piece')}"
        case "ship":
            return f"[ships|ship] {listed(known)}"
        case "claim":
            return f"[serves|serve] {listed(known)}"
        case "deal":
            return _dealt(known, hidden, "corporation")
        case "draw" if len(rests) == 1:  # during the game, after `draws from the deck`
            return f"Drawn: {known[0]}." if known else ""
        case "draw":
            return _dealt(known, hidden, "card")
        case "reveal" if rests[0] in edition.corporation_number:  # all of them at the end, in the order of the seats
            return f"Corporations: {listed([f'Seat {seat} has {name}' for seat, name in enumerate(known, 1)])}."
        case "reveal":
            return _turned_up(known if len(known) <= _MOST_NAMED else _counted(edition, rests))
        case "first":
            return f"Seat {rests[0]} goes first."
    return " ".join([verb, *rests])


def _turned_up(known: list[str]) -> str:
    one = len(known) == 1 and not known[0][0].isdigit()
    return f"{capital(listed(known))} {'is' if one else 'are'} turned up."


def _counted(edition: Edition, rests: Sequence[str]) -> list[str]:
    """So many cards and cities that nobody reads their names: they lie on the table."""
    cities = sum([rest in edition.city_number for rest in rests])
    return [plural(count, noun) for count, noun in ((len(rests) - cities, "card"), (cities, "city")) if count]


def _dealt(known: list[str], hidden: int, noun: str) -> str:
    """Cards that go face down into hands, those that may be known by their names."""
    unseen = [plural(hidden, f"face-down {noun}")] if hidden else []
    return f"Dealt: {listed([*known, *unseen])}."
