"""A turn of Freight Train in one line of the log, with its cars as pictures: `takes from sidings 3, 1 [box][ore] → trains`."""

from collections.abc import Sequence
from typing import Final

from freightyard.core.contract import CHANCE, View
from freightyard.games.freight_train.page.cars import Kind, kinds_of
from freightyard.games.freight_train.page.sentences import count
from freightyard.games.freight_train.rules.edition import Edition
from freightyard.page.contract import LogEntry
from freightyard.page.markup import ARROW, esc, minus
from freightyard.page.players import disc

SIDING: Final = ("takes from siding", "takes from sidings")
YARD_SIDING: Final = ("loads from yard siding", "loads from yard sidings")
FILLS: Final = "fills a siding"
CALLS: Final = "calls a locomotive"
PASSES: Final = "passes"
REARRANGES: Final = "rearranges the yard"
TRAIN: Final = "train"
TRAINS: Final = "trains"
MIXED: Final = "mixed train"
LEAVE_CARD: Final = "Trains Leave!"
DAY_ENDS: Final = "The trains leave"


def closes(kind: str) -> str:
    return f"closes the {kind} train"


def yard(siding: str) -> str:
    return f"yard {siding}"


def made_mixed(kind: str) -> str:
    return f"{kind} train, now mixed"


def paying(points: int) -> str:
    return f"paying {count(points, 'point')}"


def line(view: View, entries: Sequence[LogEntry], names: Sequence[str]) -> str:
    """Markup for what a seat did in a turn, or for what everybody earned when the trains left."""
    edition = view.edition
    if not isinstance(edition, Edition):
        return ""
    if entries[0].seat == CHANCE:
        return _day(entries, names)
    moves = [entry.text.split(" ") for entry in entries if entry.seat != CHANCE]
    kinds = {kind.word: kind for kind in kinds_of(edition).values()}
    verbs = [move[0] for move in moves]
    told = [f"{FILLS}," if len(set(verbs)) > 1 else FILLS] if "fill" in verbs else []
    if "rearrange" in verbs:
        told.append(REARRANGES)
    elif "take" in verbs:
        told.append(_sidings(SIDING, [move[1] for move in moves if move[0] == "take"]))
    elif "load" in verbs:
        told.append(_sidings(YARD_SIDING, [move[1] for move in moves if move[0] == "load"]))
    if "rearrange" not in verbs:
        told += _placed([(kinds[move[1]], move[2]) for move in moves if move[0] == "put"], kinds)
    told += [closes(kinds[move[1]].name) for move in moves if move[0] == "caboose"]
    told += [words for verb, words in (("call", CALLS), ("pass", PASSES)) if verb in verbs]
    if any(entry.text == "draw trains-leave" for entry in entries):
        told.append(f"<em>{LEAVE_CARD}</em>")
    return " ".join([f"<span>{words}</span>" for words in [*told, _paid(entries)] if words])


def accounts(entries: Sequence[LogEntry]) -> str:
    """What a new order of the yard costs."""
    lost = -_gained(entries)
    return paying(lost) if lost > 0 else ""


def shared(_: str) -> bool:
    """Nothing is."""
    return False


def _gained(entries: Sequence[LogEntry]) -> int:
    return sum([entry.gains[entry.seat] for entry in entries if entry.gains and entry.seat != CHANCE])


def _paid(entries: Sequence[LogEntry]) -> str:
    gained = _gained(entries)
    return f"<b>{minus(gained)} {'point' if abs(gained) == 1 else 'points'}</b>" if gained else ""


def _sidings(words: tuple[str, str], numbers: Sequence[str]) -> str:
    """Each siding once: how many cars came is seen in the cars."""
    different = list(dict.fromkeys(numbers))
    return f"{words[len(different) > 1]} <b>{', '.join(different)}</b>"


def _placed(cars: Sequence[tuple[Kind, str]], kinds: dict[str, Kind]) -> list[str]:
    """The cars by the place to which they went, the places in the order in which they were first used."""
    groups: dict[str, list[Kind]] = {}
    for kind, place in cars:
        groups.setdefault(place, []).append(kind)
    return [
        f'<i class="cars">{"".join([_car(kind) for kind in found])}</i>{ARROW}{_place(place, len(found), kinds)}'
        for place, found in groups.items()
    ]


def _car(kind: Kind) -> str:
    return f'{kind.picture}<span class="vh">{kind.name} </span>'


def _place(place: str, cars: int, kinds: dict[str, Kind]) -> str:
    if place == "train":
        return TRAIN if cars == 1 else TRAINS
    if place == "mixed":
        return MIXED
    if place.startswith("yard-"):
        return yard(place.removeprefix("yard-"))
    return made_mixed(kinds[place].name if place in kinds else esc(place))


def _day(entries: Sequence[LogEntry], names: Sequence[str]) -> str:
    """What everybody earned at the end of a day; other things of chance are told in words."""
    gains = next((entry.gains for entry in entries if entry.text == "leave" and entry.gains), ())
    if not gains:
        return ""
    earned = " ".join(
        [
            f"<span>{disc(seat)}{esc(names[seat])} <b>{'+' if won > 0 else ''}{minus(won)}</b></span>"
            for seat, won in enumerate(gains)
        ]
    )
    return f"<span>{DAY_ENDS}:</span> {earned}"
