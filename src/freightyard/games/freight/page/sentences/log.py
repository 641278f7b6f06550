"""What the log says: an event in words, events of one player, or of chance, in one breath, and the same as advice."""

from collections.abc import Callable, Sequence
from typing import Final

from freightyard.core.contract import Edition as AnyEdition
from freightyard.games.freight.page.sentences.words import a, cubes, listed, plural
from freightyard.games.freight.rules.edition import Edition
from freightyard.page.voice import advised, told

_TILES: Final = {
    "straight": "straight track",
    "curve": "a curve",
    "switch-left": "a switch",
    "switch-right": "a switch",
    "switch-wye": "a switch",
}
_PLAIN: Final = {
    "done": "[finishes|finish]",
    "loan": "[takes|take] a loan",
    "repay": "[repays|repay] a loan",
    "wagon": "[buys|buy] a wagon",
    "random": "[draws|draw] a tile for the new city",
    "raise": "[raises|raise] the bid by 1",
    "pass": "[passes|pass]",
}
FIRST_MARKERS: Final = "The cities get their first cubes and disks."
_OF_CHANCE: Final = frozenset(("place", "roll", "leave", "order"))  # verbs; `tile` is a player's or the draw's


def phrase(edition: AnyEdition, text: str) -> str:
    """An event in words, after the player's name; events of chance stand alone."""
    return told(_phrase(edition, text))


def story(edition: AnyEdition, texts: Sequence[str]) -> str:
    """Events of one seat, or of chance, in one breath."""
    return told(_story(edition, texts))


def advise(edition: AnyEdition, texts: Sequence[str]) -> str:
    """The same moves, as one advises them."""
    return advised(_story(edition, texts))


def _phrase(edition: AnyEdition, text: str) -> str:
    if text in _PLAIN:
        return _PLAIN[text]
    verb, *rest = text.split(" ")
    match verb, rest:
        case "open", [bid]:
            return f"[opens|open] the bidding at {bid}"
        case "build", [name, tile, _]:
            return f"[builds|build] {_TILES.get(tile, 'track')} on {name}"
        case "upgrade", [name, *_]:
            return f"[upgrades|upgrade] {name} to a switch"
        case "bridge", [name, _]:
            return f"[builds|build] a bridge over {name}"
        case "city", [name]:
            return f"[founds|found] a city on {name}"
        case "city", [name, tile]:  # both moves at once
            return f"[founds|found] a city on {name}, supplying {colours(edition, tile)}"
        case "locomotive", [name]:
            return f"[places|place] the locomotive in {name}"
        case "go", [name]:
            return f"[goes|go] to {name}"
        case "load", [colour]:
            return f"[loads|load] {cubes([colour])}"
        case "deliver", [colour]:
            return f"[delivers|deliver] {cubes([colour])}"
        case (("sell" | "to"), _):
            return _sale(verb, rest)
        case "put", [colour, name]:
            return f"[puts|put] {colour} on {name}"
        case "shift", [colour, form]:
            return f"[moves|move] {a(colour)} {form} from box 2 to box 1"
        case "fill", [colour, form]:
            return f"[puts|put] {a(colour)} {form} into box 2"
        case "tile", [tile]:
            return f"[lets|let] the new city supply {colours(edition, tile)}"
    return _of_chance(verb, rest[0]) if verb in _OF_CHANCE else text


def _of_chance(verb: str, what: str) -> str:
    match verb:
        case "place":
            return f"A city is placed on {what}."
        case "roll":
            return f"The colour die brings {what}."
        case "leave":
            return f"A city starts without cubes or disks of its colours number {what}."
    return f"Seat {what} is next in the turn order."


def colours(edition: AnyEdition, tile: str) -> str:
    """The colours that a city tile supplies: `blue, green and black`."""
    names = {colour.letter: colour.name for colour in edition.data.colours} if isinstance(edition, Edition) else {}
    return listed([names.get(letter, letter) for letter in tile])


def _story(edition: AnyEdition, texts: Sequence[str]) -> str:
    groups: list[list[str]] = []
    if len(texts) > 1 and all(text == "done" for text in texts):
        return "[ends|end] the turn"
    texts = [text for text in texts if text != "done"] or texts[:1]  # what follows tells that a phase is over
    by_chance = any(text.partition(" ")[0] in _OF_CHANCE for text in texts)
    for text in _pairs(texts):
        verb = text.partition(" ")[0]
        if groups and groups[-1][-1].partition(" ")[0] == verb:
            groups[-1].append(text)
        else:
            groups.append([text])
    said = [_group(edition, group, by_chance=by_chance) for group in groups]
    return (" ".join(filter(None, said)) or FIRST_MARKERS) if by_chance else "; ".join(said)


def _sale(verb: str, rest: Sequence[str]) -> str:
    """A section that is put up for auction: both moves at once, or one of them."""
    if verb == "to":
        return f"[auctions|auction] the track to {rest[0]}"
    if len(rest) == 3:
        return f"[has to auction|auction] the track between {rest[0]} and {rest[2]}"
    return f"[has to auction|auction] the track at {rest[0]}"


def _pairs(texts: Sequence[str]) -> list[str]:
    """The texts, with two moves that are one thing as one: what sells the track between two cities, what founds a city."""
    found: list[str] = []
    for text in texts:
        verb, _, rest = text.partition(" ")
        before = found[-1] if found else ""
        if verb == "to" and before.startswith("sell "):
            found[-1] += f" to {rest}"
        elif verb == "tile" and before.startswith("city ") and before.count(" ") == 1:
            found[-1] += f" {rest}"
        else:
            found.append(text)
    return found


def _group(edition: AnyEdition, texts: Sequence[str], *, by_chance: bool) -> str:
    verb = texts[0].partition(" ")[0]
    rests = [text.partition(" ")[2] for text in texts]
    if verb == "tile" and by_chance:
        return f"The new city supplies {colours(edition, rests[0])}." if len(rests) == 1 else ""
    if len(texts) == 1:
        return _phrase(edition, texts[0])
    if verb == "go":
        return _way(edition, rests)
    tell = _MANY.get(verb)
    if tell is None:
        return ", ".join([_phrase(edition, text) for text in texts])
    return tell(rests)


def _way(edition: AnyEdition, stops: Sequence[str]) -> str:
    """`fr.move` step by step, `fr.family-run` from city to city."""
    if isinstance(edition, Edition) and edition.data.flow.movement == "runs":
        return f"[runs|run] to {listed(stops, 'and then to')}"
    return f"[goes|go] {len(stops)} steps to {stops[-1]}"


def _hexes(rests: Sequence[str]) -> str:
    return listed([rest.partition(" ")[0] for rest in rests])


_MANY: Final[dict[str, Callable[[Sequence[str]], str]]] = {
    "loan": lambda rests: f"[takes|take] {plural(len(rests), 'loan')}",
    "repay": lambda rests: f"[repays|repay] {plural(len(rests), 'loan')}",
    "wagon": lambda rests: f"[buys|buy] {plural(len(rests), 'wagon')}",
    "build": lambda rests: f"[builds|build] track on {_hexes(rests)}",
    "upgrade": lambda rests: f"[upgrades|upgrade] {_hexes(rests)} to switches",
    "bridge": lambda rests: f"[builds|build] bridges over {_hexes(rests)}",
    "load": lambda rests: f"[loads|load] {cubes(rests)}",
    "deliver": lambda rests: f"[delivers|deliver] {cubes(rests)}",
    "pass": lambda _: "[passes|pass]",
    "place": lambda _: "The cities are on the map, with their first cubes and disks.",
    "leave": lambda _: "",  # `place` tells it in the same breath
    "roll": lambda rests: f"The colour die brings {listed(rests)}.",
    "order": lambda rests: f"Turn order: {', '.join([f'Seat {rest}' for rest in rests])}.",
}
