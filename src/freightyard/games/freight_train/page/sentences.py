"""Freight Train in words: what the log says, and what a player is asked."""

from collections.abc import Mapping, Sequence
from typing import Final

from freightyard.core.contract import Edition

# The verbs with which a turn can end and those with which one can begin: when one follows the other, a new turn has begun.
_LAST = frozenset(("put", "call", "caboose", "pass"))
_FIRST = frozenset(("take", "load", "rearrange", "fill", "call", "caboose", "pass"))
_MANY = 12  # cards drawn at once that are not counted out in the log
# What the client says, by name: `{value}` stands for a value.
CLIENT: Final[Mapping[str, str]] = {
    "tip goal": "Your goal: the longest train of each kind. When a day ends, the longest trains earn points; the most points win.",
    "tip take": "Click a car at the left end of a siding to take it. You can undo it.",
    "tip taking": "Each car you take frees the one behind it: for you, and for the next player.",
    "tip put": "You took these cars. Click one, then the place where it goes.",
    "tip place": "Put it on a train of its kind, on your mixed train, or into your yard for later. Lit places are possible; click another place"
    " to see why it is not.",
    "tip load": "Put these cars on trains. You can load more cars from your yard first.",
    "tip action": "A turn is one action. The buttons show what each one costs or brings; click a grey one to see why it is not possible now.",
    "tip end": "That was a turn! Your yard counts too: cars in it earn a little on the first day and cost points on the last. Every train"
    " needs a locomotive: call one when you have none left. The rules are in the menu.",
}


def phrase(edition: Edition, text: str) -> str:
    """An event in words, after the player's name; events of chance stand alone."""
    verb, *rest = text.split(" ")
    match verb:
        case "take":
            return f"takes a car from siding {rest[0]}"
        case "load":
            return f"takes up a car from siding {rest[0]} of the own yard"
        case "put":
            return f"puts {_article(rest[0])} {_name(rest[0])} car {_place(rest[0], rest[1])}"
        case "fill":
            return "fills a siding"
        case "rearrange":
            return "pays to rearrange the yard"
        case "call":
            return "calls a locomotive"
        case "caboose":
            return f"closes the {_name(rest[0])} train with a caboose"
        case "pass":
            return "has to pass"
        case "draw" if rest[0] == "trains-leave":
            return "The Trains Leave card comes up: the day ends with this round."
        case "draw":
            return f"{_name(rest[0]).capitalize()} comes up from the deck."
        case "first":
            return f"Seat {rest[0]} begins."
        case "leave":
            return "The trains leave, and points are counted."
    return text


def story(edition: Edition, texts: Sequence[str]) -> str:
    """Events of one seat, or of chance, in one breath."""
    verb = texts[0].partition(" ")[0]
    if verb in ("first", "draw", "leave"):
        return _chance_story(edition, texts)
    return ". Next turn: ".join([_turn(edition, turn) for turn in turns_of(texts)])


def turns_of(texts: Sequence[str]) -> list[list[str]]:
    """Moves of one seat, turn by turn: who was last in a round can be the first in the next."""
    found: list[list[str]] = [[]]
    before = ""
    for text in texts:
        verb = text.partition(" ")[0]
        if before in _LAST and verb in _FIRST:
            found.append([])
        found[-1].append(text)
        before = verb
    return found


def _turn(edition: Edition, texts: Sequence[str]) -> str:
    parts: list[str] = []
    index = 0
    while index < len(texts):
        verb = texts[index].partition(" ")[0]
        end = index + 1
        while end < len(texts) and texts[end].partition(" ")[0] == verb:
            end += 1
        parts.append(_group(edition, verb, texts[index:end]))
        index = end
    return "; ".join(parts)


def _group(edition: Edition, verb: str, texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return phrase(edition, texts[0])
    rests = [text.split(" ")[1:] for text in texts]
    if verb == "take":
        return f"takes {len(texts)} cars from sidings {', '.join(rest[0] for rest in rests)}"
    if verb == "load":
        return f"takes up {len(texts)} cars from the own yard"
    if verb == "put":
        if len(texts) > 4:
            return f"puts {len(texts)} cars back"
        return "puts " + ", ".join(f"{_name(kind)} {_place(kind, place)}" for kind, place in rests)
    return ", ".join(phrase(edition, text) for text in texts)


def _chance_story(edition: Edition, texts: Sequence[str]) -> str:
    """Cards that came up together are told together; a whole deal is not counted out."""
    parts: list[str] = []
    cards: list[str] = []
    for text in [*texts, ""]:
        verb, _, rest = text.partition(" ")
        if verb == "draw" and rest != "trains-leave":
            cards.append(_name(rest))
            continue
        if cards:
            parts.append("The yards are filled." if len(cards) > _MANY else f"From the deck: {', '.join(cards)}.")
            cards = []
        if text:
            parts.append(phrase(edition, text))
    return " ".join(parts)


def _place(kind: str, place: str) -> str:
    if place == "train":
        return f"on the {_name(kind)} train"
    if place == "mixed":
        return "on the mixed train"
    if place.startswith("yard-"):
        return f"into yard siding {place.removeprefix('yard-')}"
    return f"on the {_name(place)} train, which is mixed now"


def _name(word: str) -> str:
    return word.replace("-", " ")


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
