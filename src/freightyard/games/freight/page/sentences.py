"""Freight in words: what the log says."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from freightyard.core.contract import Edition
from freightyard.games.freight.page.reading import plural

_TILES: Final = {
    "straight": "straight track",
    "curve": "a curve",
    "switch-left": "a switch",
    "switch-right": "a switch",
    "switch-wye": "a switch",
}
# What the client says, by name: `{value}` stands for a value.
CLIENT: Final[Mapping[str, str]] = {
    "tip goal": "Your goal: the most points at the end. Build track and carry cubes to cities that want them: that pays"
    " money, and money and"
    " cities count.",
    "tip bench": "Pick a tile, turn it with R or by clicking the hex again, and build it. The price is on the button.",
    "tip auction": "The places in the turn order are auctioned before each round. Bid, raise, or pass.",
    "tip locomotive": "Choose the city where your locomotive starts: one that has what a city near it wants.",
    "tip build": "Lit hexes can get track: click one, choose a tile, build. Start at a city. Squares in a city are what it"
    " has, discs what it wants.",
    "tip ship": "Now ship: load a cube, run to a city that wants its colour, deliver. You see what a run costs and brings"
    " before you go.",
    "tip action": "What you can do now is here, with its cost. Click a grey button to see why it is not possible now.",
    "tip end": "That was a turn! Loans cost interest every round; the cities of your network count at the end. The rules are"
    " in the menu.",
}
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
_PLAIN: Final = {
    "done": "is done",
    "loan": "takes a loan",
    "repay": "repays a loan",
    "wagon": "buys a wagon",
    "random": "lets the tile be drawn",
    "raise": "raises",
    "pass": "passes",
}


def ordinal(place: int) -> str:
    """`first` for 1."""
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else f"{place}th"


def phrase(edition: Edition, text: str) -> str:
    """An event in words, after the player's name; events of chance stand alone."""
    if text in _PLAIN:
        return _PLAIN[text]
    verb, *rest = text.split(" ")
    match verb, rest:
        case "open", [bid]:
            return f"opens with {bid}"
        case "build", [name, tile, _]:
            return f"builds {_TILES.get(tile, 'track')} on {name}"
        case "upgrade", [name, *_]:
            return f"makes {name} a switch"
        case "bridge", [name, _]:
            return f"builds a bridge over {name}"
        case "city", [name]:
            return f"builds a city on {name}"
        case "locomotive", [name]:
            return f"puts the locomotive on {name}"
        case "go", [name]:
            return f"goes to {name}"
        case "load", [colour]:
            return f"loads {colour}"
        case "deliver", [colour]:
            return f"delivers {colour}"
        case (("sell" | "to"), _):
            return _sale(verb, rest)
        case "put", [colour, name]:
            return f"puts {colour} on {name}"
        case "shift", [colour, form]:
            return f"moves a {colour} {form} to box 1"
        case "fill", [colour, form]:
            return f"puts a {colour} {form} into box 2"
        case "tile", [tile]:
            return f"gives it the tile {tile}"
        case "place", [name]:
            return f"A city on {name}."
        case "roll", [colour]:
            return f"The die shows {colour}."
        case "leave", [number]:
            return f"Number {number} stays empty."
        case "order", [seat]:
            return f"Seat {seat} is next in the order."
    return text


def story(edition: Edition, texts: Sequence[str]) -> str:
    """Events of one seat, or of chance, in one breath."""
    groups: list[list[str]] = []
    texts = [text for text in texts if text != "done"] or texts[:1]  # what follows tells that a phase is over
    for text in _sales(texts):
        verb = text.partition(" ")[0]
        if groups and groups[-1][-1].partition(" ")[0] == verb:
            groups[-1].append(text)
        else:
            groups.append([text])
    told = [_group(edition, group) for group in groups]
    return " ".join(told) if told and told[0].endswith(".") else "; ".join(told)


def _sale(verb: str, rest: Sequence[str]) -> str:
    """A section that is put up for auction: both moves at once, or one of them."""
    if verb == "to":
        return f"sells all of it as far as {rest[0]}"
    if len(rest) == 3:
        return f"has to sell the track between {rest[0]} and {rest[2]}"
    return f"has to sell track at {rest[0]}"


def _sales(texts: Sequence[str]) -> list[str]:
    """The texts, with the two moves that sell the track between two cities as one."""
    found: list[str] = []
    for text in texts:
        verb, _, city = text.partition(" ")
        if verb == "to" and found and found[-1].startswith("sell "):
            found[-1] += f" to {city}"
        else:
            found.append(text)
    return found


def _group(edition: Edition, texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return phrase(edition, texts[0])
    verb = texts[0].partition(" ")[0]
    tell = _MANY.get(verb)
    if tell is None:
        return ", ".join(phrase(edition, text) for text in texts)
    return tell([text.partition(" ")[2] for text in texts])


def _hexes(rests: Sequence[str]) -> str:
    return listed([rest.partition(" ")[0] for rest in rests])


def listed(words: Sequence[str]) -> str:
    """`red`, `red and blue`, `red, red and blue`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


_MANY: Final[dict[str, Callable[[Sequence[str]], str]]] = {
    "loan": lambda rests: f"takes {plural(len(rests), 'loan')}",
    "repay": lambda rests: f"repays {plural(len(rests), 'loan')}",
    "wagon": lambda rests: f"buys {plural(len(rests), 'wagon')}",
    "build": lambda rests: f"builds track on {_hexes(rests)}",
    "upgrade": lambda rests: f"makes {_hexes(rests)} switches",
    "bridge": lambda rests: f"builds bridges over {_hexes(rests)}",
    "go": lambda rests: f"goes {len(rests)} steps to {rests[-1]}",
    "load": lambda rests: f"loads {listed(rests)}",
    "deliver": lambda rests: f"delivers {listed(rests)}",
    "place": lambda _: "The cities are placed.",
    "tile": lambda _: "The cities get their tiles.",
    "leave": lambda _: "The cities get their first markers.",
    "roll": lambda rests: f"The die shows {listed(rests)}.",
    "order": lambda rests: f"The order of play: {', '.join(f'Seat {rest}' for rest in rests)}.",
}
