"""A turn of Freight Cars in one line of the log, with its goods as pictures: `ships [C][C][S] 3 cars for 18 → Detroit`."""

from collections.abc import Sequence
from typing import Final

from freightyard.core.contract import CHANCE, View
from freightyard.games.freight_cars.page.pictures import pictures_of
from freightyard.games.freight_cars.page.sentences.names import name_of, plural
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.page.contract import LogEntry
from freightyard.page.markup import ARROW, esc

TAKES: Final = "takes"
LOADS: Final = "loads"
WITH: Final = "with"
SHIPS: Final = "ships"
DRAWS: Final = "draws from the deck"
END: Final = "and turns up <b>End of Game</b>: everybody has one more turn, after which you can only ship once more"


def earning(amount: int) -> str:
    return f"earning {amount}"


def for_credits(amount: int) -> str:
    return f"for\N{NO-BREAK SPACE}<b>{amount}</b>"


def line(view: View, entries: Sequence[LogEntry], _: Sequence[str]) -> str:
    """Markup for what a seat did in a turn. Empty where words tell it better: what is kept, discarded, turned up."""
    edition = view.edition
    if not isinstance(edition, Edition) or entries[0].seat == CHANCE:
        return ""
    moves = [entry.text.partition(" ") for entry in entries if entry.seat != CHANCE]
    told: list[str] = []
    for verb, words in (("take", TAKES), ("load", LOADS)):
        cards = [rest for found, _, rest in moves if found == verb]
        if cards:
            told.append(f"{words} {' '.join([_card(edition, card) for card in cards])}")
    pieces = [rest.partition(" ")[0] for verb, _, rest in moves if verb == "lay"]
    if pieces:
        told.append(f'<small class="whole">{WITH} {esc(plural(len(pieces), "piece"))}</small>')
    if ("draw", " ", "deck") in moves:
        drawn = [entry.text.partition(" ")[2] for entry in entries if entry.seat == CHANCE and entry.text.startswith("draw ")]
        known = [_card(edition, card) for card in drawn if card in edition.card_number]
        told.append(f"{DRAWS}{': ' if known else ''}{' '.join(known)}")
    shipped = [rest for verb, _, rest in moves if verb == "ship"]
    if shipped:
        told.append(_shipment(edition, shipped, [rest for verb, _, rest in moves if verb == "claim"], _earned(entries)))
    if any(entry.text == "reveal end-of-game" for entry in entries):
        told.append(END)  # what everybody has waited for stands in the line, not behind it
    return " ".join([f"<span>{words}</span>" for words in told])


def accounts(entries: Sequence[LogEntry]) -> str:
    """What a shipment earned."""
    earned = _earned(entries)
    return earning(earned) if earned else ""


def shared(_: str) -> bool:
    """Nothing is."""
    return False


def _earned(entries: Sequence[LogEntry]) -> int:
    return sum([entry.gains[entry.seat] for entry in entries if entry.gains and entry.seat != CHANCE])


def _card(edition: Edition, word: str) -> str:
    """A card with the picture of its goods: `[C] coal #10`."""
    if word not in edition.card_number:
        return esc(name_of(edition, word))
    return f"{_goods(edition, word)} {esc(name_of(edition, word))}"


def _goods(edition: Edition, word: str) -> str:
    resource = edition.data.freight[edition.card_number[word]].resource
    return pictures_of(edition).badges[resource]


def _shipment(edition: Edition, cards: Sequence[str], cities: Sequence[str], earned: int) -> str:
    goods = "".join([_goods(edition, card) for card in cards if card in edition.card_number])
    told = f'{SHIPS} {esc(plural(len(cards), "car"))} <i class="goods">{goods}</i>'
    if cities:
        told += f"{ARROW}{esc(', '.join([name_of(edition, city) for city in cities]))}"
    return f"{told} {for_credits(earned)}" if earned else told
