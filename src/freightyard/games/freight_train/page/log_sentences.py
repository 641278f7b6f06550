"""Freight Train in the log: an event in words, events in one breath, and the same as advice (`freightyard.page.voice`)."""

from collections.abc import Sequence

from freightyard.core.contract import Edition
from freightyard.page.voice import advised, told

# The verbs with which a turn can end and those with which one can begin: when one follows the other, a new turn has begun.
_LAST = frozenset(("put", "call", "caboose", "pass"))
_FIRST = frozenset(("take", "load", "rearrange", "fill", "call", "caboose", "pass"))
_MANY = 12  # cards drawn at once that are not counted out in the log


def phrase(edition: Edition, text: str) -> str:
    """An event in words, after the player's name; events of chance stand alone."""
    return told(_phrase(text))


def story(edition: Edition, texts: Sequence[str]) -> str:
    """Events of one seat, or of chance, in one breath."""
    return told(_story(texts))


def advise(edition: Edition, texts: Sequence[str]) -> str:
    """The same moves, as one advises them."""
    return advised(_story(texts))


def _phrase(text: str) -> str:
    verb, *rest = text.split(" ")
    match verb:
        case "take":
            return f"[takes|take] a car from siding {rest[0]}"
        case "load":
            return f"[loads|load] a car from yard siding {rest[0]}"
        case "put":
            return f"[puts|put] {_article(rest[0])} {_name(rest[0])} car {_place(rest[0], rest[1])}"
        case "fill":
            return "[fills|fill] a siding"
        case "rearrange":
            return "[pays|pay] to rearrange the yard"
        case "call":
            return "[calls|call] a locomotive"
        case "caboose":
            return f"[closes|close] the {_name(rest[0])} train with a caboose"
        case "pass":
            return "[cannot act and passes|pass]"
        case "draw" if rest[0] == "trains-leave":
            return "The Trains Leave card comes up: the day ends after this round."
        case "draw":
            return f"{_article(rest[0]).capitalize()} {_name(rest[0])} car comes from the deck."
        case "first":
            return f"Seat {rest[0]} goes first."
        case "leave":
            return "The trains leave, and points are counted."
    return text


def _story(texts: Sequence[str]) -> str:
    verb = texts[0].partition(" ")[0]
    if verb in ("first", "draw", "leave"):
        return _chance_story(texts)
    return ". Next turn: ".join([_turn(turn) for turn in turns_of(texts)])


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


def _turn(texts: Sequence[str]) -> str:
    parts: list[str] = []
    index = 0
    while index < len(texts):
        verb = texts[index].partition(" ")[0]
        end = index + 1
        while end < len(texts) and texts[end].partition(" ")[0] == verb:
            end += 1
        parts.append(_group(verb, texts[index:end]))
        index = end
    return "; ".join(parts)


def _group(verb: str, texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return _phrase(texts[0])
    rests = [text.split(" ")[1:] for text in texts]
    if verb == "take":
        return f"[takes|take] {_sidings('siding', [rest[0] for rest in rests])}"
    if verb == "load":
        return f"[loads|load] {_sidings('yard siding', [rest[0] for rest in rests])}"
    if verb == "put":
        if len(texts) > 4:
            return f"[puts|put] {len(texts)} cars back"
        return f"[puts|put] {_puts(rests)}"
    return ", ".join(_phrase(text) for text in texts)


def _puts(rests: Sequence[Sequence[str]]) -> str:
    """`container and refrigerator on the mixed train, 2 ore cars on the ore train`: what goes to one train is said at once. In a
    siding of the yard the order counts, so there each car is told by itself."""
    told: dict[str, list[str]] = {}
    for number, (kind, place) in enumerate(rests):
        where = _place(kind, place)
        told.setdefault(f"{where}/{number}" if place.startswith("yard-") else where, []).append(_name(kind))
    return ", ".join(f"{_names(kinds)} {where.partition('/')[0]}" for where, kinds in told.items())


def _names(kinds: Sequence[str]) -> str:
    words = [f"{kinds.count(kind)} {kind} cars" if kinds.count(kind) > 1 else kind for kind in dict.fromkeys(kinds)]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if words[1:] else words[0]


def _sidings(noun: str, numbers: Sequence[str]) -> str:
    """`3 cars from siding 2`, `3 cars from sidings 1, 2 and 4`, or `3 cars: 2 from siding 1, 1 from siding 4`."""
    cars, froms = f"{len(numbers)} cars", list(dict.fromkeys(numbers))
    if not froms[1:]:
        return f"{cars} from {noun} {froms[0]}"
    if len(froms) == len(numbers):
        return f"{cars} from {noun}s {', '.join(froms[:-1])} and {froms[-1]}"
    told = [f"{numbers.count(number)} from siding {number}" for number in froms]
    return f"{cars}: {', '.join(told)}".replace("siding", noun, 1)


def _chance_story(texts: Sequence[str]) -> str:
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
            parts.append(_phrase(text))
    return " ".join(parts)


def _place(kind: str, place: str) -> str:
    if place == "train":
        article = "an" if kind[:1] in "aeiou" else "a"
        return f"on [the|{article}] {_name(kind)} train"  # who is advised need not have one
    if place == "mixed":
        return "on [the|a] mixed train"
    if place.startswith("yard-"):
        return f"into yard siding {place.removeprefix('yard-')}"
    return f"on the {_name(place)} train, which [is mixed now|becomes mixed]"


def _name(word: str) -> str:
    return word.replace("-", " ")


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
