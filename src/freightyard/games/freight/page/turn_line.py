"""A turn of Freight in one line of the log: what was built, delivered, earned and paid, with its cubes as pictures."""

from collections.abc import Mapping, Sequence
from typing import Final

from freightyard.core.contract import CHANCE, View
from freightyard.games.freight.page.marks import CUBE, DISK, marker
from freightyard.games.freight.page.sentences.words import listed, plural
from freightyard.games.freight.rules.city_names import names_on
from freightyard.games.freight.rules.edition import Edition
from freightyard.page.contract import LogEntry
from freightyard.page.markup import esc, minus
from freightyard.page.players import disc

DELIVERS: Final = "delivers"
LOADS: Final = "loads"
FOUNDS: Final = "founds"
REPAYS: Final = "repays"
INTEREST: Final = "interest"
COSTS: Final = "extra action points"
PUTS: Final = "puts"
ON: Final = "on"
INTO_BOX: Final = "into box 2"
AUCTION: Final = "Auction"
_NEW_MARKER: Final = "a new cube or disk"

_TRACK: Final = frozenset(("build", "upgrade", "bridge"))
_BIDS: Final = frozenset(("open", "raise", "pass"))


def earning(money: int) -> str:
    return f"earning {money}"


def paying(money: int) -> str:
    return f"paying {money}"


def paying_interest(money: int) -> str:
    return f"paying {money} interest"


class _Turn:
    """The moves of a turn by their verbs, and the money of each sort that came or went with them."""

    def __init__(self, entries: Sequence[LogEntry], prices: Sequence[int] = (), loan: int = 0) -> None:
        """`prices`: what cubes pay. With the first cube of a visit the action points of delivering may have to be paid for, and
        what a cube pays is told apart from that. `loan`: what one brings; if it came for the interest, that was paid at once."""
        self.rests: dict[str, list[str]] = {}
        self.money: dict[str, int] = {}
        for entry in entries:
            if entry.seat == CHANCE:
                continue
            verb, _, rest = entry.text.partition(" ")
            self.rests.setdefault(verb, []).append(rest)
            if entry.gains:
                gained = entry.gains[entry.seat]
                paid = min([price for price in prices if price >= gained], default=gained) if verb == "deliver" else gained
                if verb == "loan" and gained < loan:
                    self._add("interest", gained - loan)
                    paid = gained = loan
                self._add(_SORTS.get(verb, verb), paid)
                if paid != gained:
                    self._add("moving", gained - paid)

    def _add(self, sort: str, money: int) -> None:
        self.money[sort] = self.money.get(sort, 0) + money


# What the money of a move was for. A turn ends with the interest, whatever the move that ends it.
_SORTS: Final = {"build": "track", "upgrade": "track", "bridge": "track", "go": "moving", "load": "moving", "done": "interest"}


def line(view: View, entries: Sequence[LogEntry], names: Sequence[str]) -> str:
    """Markup for what a seat did in its turn, or for how an auction went."""
    edition = view.edition
    if not isinstance(edition, Edition) or entries[0].seat == CHANCE:
        return ""
    if shared(entries[0].text):
        return _auction(entries, names)
    shipping = edition.data.shipping
    turn, cities = _Turn(entries, (shipping.not_demanded, shipping.demanded), edition.data.loan.amount), names_on(view.board)
    rests, money = turn.rests, turn.money
    told: list[str] = []
    tracks = sum([len(rests.get(verb, ())) for verb in sorted(_TRACK)])
    if tracks:
        told.append(f"{esc(plural(tracks, 'track'))} {_sum(money.get('track', 0))}")
    if founded := [_city(cities, rest.partition(" ")[0]) for rest in rests.get("city", ())]:
        told.append(f"{FOUNDS} {listed(founded)} {_sum(money.get('city', 0))}")
    told += [f"{esc(plural(len(rests[verb]), verb))} {_sum(money.get(verb, 0))}" for verb in ("wagon", "loan") if verb in rests]
    if "repay" in rests:
        told.append(f"{REPAYS} {esc(plural(len(rests['repay']), 'loan'))} {_sum(money.get('repay', 0))}")
    delivered = rests.get("deliver", [])
    if delivered:
        told.append(f"{DELIVERS} {_cubes(edition, delivered)} {_sum(money.get('deliver', 0))}")
    elif "load" in rests:
        told.append(f"{LOADS} {_cubes(edition, rests['load'])}")
    told += [f"{words} {_sum(money[sort])}" for sort, words in (("moving", COSTS), ("interest", INTEREST)) if money.get(sort)]
    told += [_put(view, cities, *rest.split(" ")) for rest in rests.get("put", ())]
    if rolled := sum([entry.seat == CHANCE and entry.text.startswith("roll ") for entry in entries]):
        # `fr.family-markers`: what came to the cities of the network
        told.append(_NEW_MARKER if rolled == 1 else f"{rolled} new cubes and disks")
    told += [f"{PUTS} {_marker(edition, *rest.split(' '))} {INTO_BOX}" for rest in rests.get("fill", ())]
    return f"<span>{',</span><wbr><span>'.join(told)}</span>" if told else ""


def accounts(entries: Sequence[LogEntry]) -> str:
    """What events of a seat brought and cost it: loans are told by themselves."""
    money = _Turn(entries).money
    earned = money.get("deliver", 0)
    paid = -sum([amount for sort, amount in money.items() if sort not in ("deliver", "interest", "loan", "repay") and amount < 0])
    interest = -money.get("interest", 0)
    told = (
        earning(earned) if earned > 0 else "",
        paying(paid) if paid > 0 else "",
        paying_interest(interest) if interest > 0 else "",
    )
    return ", ".join([words for words in told if words])


def shared(text: str) -> bool:
    """A bid, or none: an auction is one thing."""
    return text.partition(" ")[0] in _BIDS


def _sum(money: int) -> str:
    return f"<b>{'+' if money > 0 else ''}{minus(money)}</b>" if money else ""


def _city(cities: Mapping[str, str], name: str) -> str:
    """A city by its name; its hex is in the details."""
    return esc(cities.get(name, name))


def _cubes(edition: Edition, colours: Sequence[str]) -> str:
    """A cube each, those of a colour beside each other."""
    letters = {colour.name: colour.letter for colour in edition.data.colours}
    return "".join(
        [marker(edition, letters[colour]) * colours.count(colour) for colour in dict.fromkeys(colours) if colour in letters]
    )


def _put(view: View, cities: Mapping[str, str], colour: str, name: str) -> str:
    """A marker on a city: a cube where the colour is supplied, else a disk."""
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight has its edition
    letter = next((known.letter for known in edition.data.colours if known.name == colour), "")
    tile = next((city.tile for city in view.board.cities if city.hex == name), None)
    form = DISK if tile and letter not in tile else CUBE
    return f"{PUTS} {_marker(edition, colour, form)} {ON} {_city(cities, name)}"


def _marker(edition: Edition, colour: str, form: str) -> str:
    letters = {known.name: known.letter for known in edition.data.colours}
    letter = letters.get(colour, "")
    return marker(edition, letter.upper() if form == DISK else letter) if letter else esc(colour)


def _auction(entries: Sequence[LogEntry], names: Sequence[str]) -> str:
    """Who got each place, and for how much. An auction for track begins with a bid that nobody made: it is told in words."""
    lots: list[tuple[int, int]] = []  # the last bidder, and the bid
    for entry in entries:
        verb, _, rest = entry.text.partition(" ")
        if verb == "open" and rest.isdecimal():
            lots.append((entry.seat, int(rest)))
        elif verb == "raise":
            if not lots:
                return ""
            lots[-1] = (entry.seat, lots[-1][1] + 1)
    if not lots:
        return ""
    told = "".join([f"<span>{disc(seat)}{esc(names[seat])} <b>{bid}</b></span>" for seat, bid in lots])
    return f"<span>{AUCTION}:</span>{told}"
