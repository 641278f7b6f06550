"""The position as a board of readable values, as one line of text, and back.

    turns 9 seat 2 | phase turn | deck 12 above 4 end in-deck | city-deck 22 | tableau coal-1,oil-4,… | cities boston,-,miami |
    1 credits 10 corporation medley-lines offered a,b hand coal-2 open oil-5 train coal-7=I3+L4 shipped coal-1+oil-2/5 … | 2 …

`-` is nothing, or an empty place. `open`: cards of the hand that everybody knows. A loaded car is written with the pieces on
it, a shipment with the number of free pieces that were left over. In what a seat may see, `?` is a card it does not know.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from freightyard.core.errors import BadPosition
from freightyard.core.notation import Sections, pairs, whole
from freightyard.games.freight_cars.rules.packing import counts_of
from freightyard.games.freight_cars.rules.phases import LOADING, NAMES, NONE, OVER, STAGES, UNMASKING
from freightyard.games.freight_cars.rules.play import CARD, CARD_BITS
from freightyard.games.freight_cars.rules.scoring import bonus

if TYPE_CHECKING:
    from freightyard.games.freight_cars.rules.edition import Edition
    from freightyard.games.freight_cars.rules.state import State

EVERYTHING: Final = -2  # who sees the whole truth: position texts
SPECTATOR: Final = -1
HIDDEN: Final = "?"
_MANY: Final = 100_000_000

Words = tuple[str, ...]


class Car(msgspec.Struct, frozen=True):
    """A loaded car."""

    card: str  # its freight card
    pieces: Words  # that lie on it


class Shipment(msgspec.Struct, frozen=True):
    """A shipment. `spare`: the free pieces that were left over when it went."""

    cards: Words  # of its cars
    spare: int  # the free pieces that were left over when it went


class Loading(msgspec.Struct, frozen=True):
    """The card that is being loaded: its rows, `o` where a piece lies and `x` where none does, and the pieces on it."""

    card: str  # the card that is being loaded
    rows: Words  # of its shape: `o` where a piece lies, `x` where none does, `.` outside
    pieces: Words  # that lie on it


class SeatBoard(msgspec.Struct, frozen=True):
    """What one player has. `offered`: corporations that were dealt and not kept. `aside`: discarded, still face down.
    `hand`: the secret cards; `open`: the cards of the hand that everybody knows. `bonus`: None until
    the corporation is revealed."""

    credits: int  # so far, without the bonus
    bonus: int | None  # of the corporation; None until it is revealed
    corporation: str | None  # the one that was kept; `?`: secret; None: not chosen yet
    offered: Words  # corporations that were dealt and not kept
    aside: Words  # discarded cards that are still face down
    hand: Words  # the secret cards, `?` for those of others
    open: Words  # the cards of the hand that everybody knows
    train: tuple[Car, ...]  # the loaded cars, from the locomotive on
    shipments: tuple[Shipment, ...]  # made so far
    cities: Words  # demand cards that were claimed
    free: dict[str, int]  # pieces that can be loaded, by name


class Board(msgspec.Struct, frozen=True):
    """A position in readable values, as texts write them: names for cards, seats counted from 1, None for an empty place.

    `above`: the cards of the deck above the part with the End of Game card. `end`: where that card is, and `revealer` who
    turned it up. `shipping` and `claims`: the shipment that is being made up.
    """

    options: Words  # those that differ from their defaults
    turns: int  # of seats that are over
    seat: int  # the seat whose turn it is
    phase: str  # what is decided now, such as turn, loading or shipping
    deck: int  # freight cards in the deck
    above: int  # those of them above the part with the End of Game card
    end: str  # where that card is: in-deck, revealed, final-turns or final-shipping
    revealer: int | None  # the seat that turned it up
    city_deck: int  # city cards in the deck
    tableau: tuple[str | None, ...]  # the open freight cards; None: an empty place
    cities: tuple[str | None, ...]  # the open city cards; None: an empty place
    loading: Loading | None  # the card that is being loaded
    shipping: Words  # the cards of the shipment that is being made up
    claims: Words  # the cities that it claims so far
    seats: tuple[SeatBoard, ...]  # what each player has

    def text(self) -> str:
        """As one line."""
        return write(self)


def board_of(s: "State", viewer: int) -> Board:
    """The board as one seat, a spectator, or a position text may see it."""
    edition = s.rules.edition
    cards, cities = edition.cards, edition.cities
    return Board(
        s.rules.options,
        s.turns,
        s.actor + 1,
        NAMES[s.phase],
        s.deck,
        s.above,
        STAGES[s.stage],
        None if s.revealer == NONE else s.revealer + 1,
        s.city_deck,
        tuple([None if card == NONE else cards[card] for card in s.tableau]),
        tuple([None if city == NONE else cities[city] for city in s.cities]),
        _loading(s) if s.phase == LOADING else None,
        _names(cards, s.shipping),
        _names(cities, s.claims),
        tuple([_seat_of(s, seat, viewer in (seat, EVERYTHING)) for seat in range(s.rules.seats)]),
    )


def _seat_of(s: "State", seat: int, all_known: bool) -> SeatBoard:
    """What a player has; the secrets of others are written `?`, as many as there are cards."""
    edition = s.rules.edition
    over = s.phase == OVER
    unmasked = over or (s.phase == UNMASKING and seat < s.actor)
    kept = s.corporation[seat]
    corporation = None if kept == NONE else edition.corporations[kept] if all_known or unmasked else HIDDEN
    secret = s.hands[seat] & ~s.open[seat]
    counts = counts_of(s.free[seat], s.rules.packing.kinds)
    return SeatBoard(
        s.credits[seat],
        bonus(s, seat) if unmasked else None,
        corporation,
        _names(edition.corporations, s.dealt[seat]) if all_known else (HIDDEN,) * s.dealt[seat].bit_count(),
        _names(edition.cards, s.aside[seat]) if all_known else (HIDDEN,) * s.aside[seat].bit_count(),
        _names(edition.cards, secret) if all_known else (HIDDEN,) * secret.bit_count(),
        _names(edition.cards, s.open[seat]),
        tuple([Car(edition.cards[car & CARD], _piece_names(edition, car >> CARD_BITS)) for car in s.trains[seat]]),
        tuple(
            [
                Shipment(_names(edition.cards, cards), spare)
                for cards, spare in zip(s.shipments[seat], s.spares[seat], strict=True)
            ]
        ),
        _names(edition.cities, s.claimed[seat]),
        {piece.name: counts[kind] for kind, piece in enumerate(edition.data.pieces)},
    )


def _loading(s: "State") -> Loading:
    shape = s.rules.packing.shapes[s.card]
    rows = [list(row) for row in shape.rows]
    for number, (row, column) in enumerate(shape.cells):
        if s.filled >> number & 1:
            rows[row][column] = "o"
    pieces = _piece_names(s.rules.edition, s.used)
    return Loading(s.rules.edition.cards[s.card], tuple(["".join(row) for row in rows]), pieces)


def _names(names: Sequence[str], members: int) -> Words:
    found: list[str] = []
    while members:
        low = members & -members
        found.append(names[low.bit_length() - 1])
        members ^= low
    return tuple(found)


def _piece_names(edition: "Edition", supply: int) -> Words:
    found: list[str] = []
    for kind, count in enumerate(counts_of(supply, edition.packing.kinds)):
        found += [edition.data.pieces[kind].name] * count
    return tuple(found)


def write(board: Board) -> str:
    """The board as a position text."""
    sections = []
    if board.options:
        sections.append(f"options {' '.join(board.options)}")
    sections.append(f"turns {board.turns} seat {board.seat}")
    sections.append(f"phase {board.phase}")
    revealer = "" if board.revealer is None else f" {board.revealer}"
    sections.append(f"deck {board.deck} above {board.above} end {board.end}{revealer}")
    sections.append(f"city-deck {board.city_deck}")
    sections.append(f"tableau {','.join([card or '-' for card in board.tableau])}")
    sections.append(f"cities {','.join([city or '-' for city in board.cities])}")
    if board.loading is not None:
        loading = board.loading
        sections.append(f"loading {loading.card} {'/'.join(loading.rows)} {'+'.join(loading.pieces) or '-'}")
    if board.shipping:
        sections.append(f"shipping {','.join(board.shipping)} claims {_list(board.claims)}")
    for number, at in enumerate(board.seats, 1):
        train = [f"{car.card}={'+'.join(car.pieces)}" for car in at.train]
        shipments = [f"{'+'.join(shipment.cards)}/{shipment.spare}" for shipment in at.shipments]
        aside = f" aside {_list(at.aside)}" if at.aside else ""
        sections.append(
            f"{number} credits {at.credits} corporation {at.corporation or '-'} offered {_list(at.offered)} "
            f"hand {_list(at.hand)} open {_list(at.open)} train {_list(train)} shipped {_list(shipments)} "
            f"cities {_list(at.cities)}{aside}"
        )
    return " | ".join(sections)


def read(text: str) -> Board:
    """The board in a position text. Whether it can be so, state_of() finds out when it makes a state of it."""
    sections = Sections(text)
    options = tuple(sections.take("options")) if sections.has("options") else ()
    when = pairs(["turns", *sections.take("turns")], ("turns", "seat"), "the first section")
    phase = sections.one("phase")
    deck = ["deck", *sections.take("deck")]
    revealer = deck.pop() if len(deck) == 7 else None
    cards = pairs(deck, ("deck", "above", "end"), "the section 'deck'")
    city_deck = whole(sections.one("city-deck"), "city-deck", 0, 999)
    tableau = _places(sections.one("tableau"))
    cities = _places(sections.one("cities"))
    loading = _read_loading(sections.take("loading")) if sections.has("loading") else None
    shipping: Words = ()
    claims: Words = ()
    if sections.has("shipping"):
        made = pairs(["shipping", *sections.take("shipping")], ("shipping", "claims"), "the section 'shipping'")
        shipping, claims = _read_list(made["shipping"]), _read_list(made["claims"])
    seats = sections.seats(_read_seat)
    return Board(
        options,
        whole(when["turns"], "turns", 0, _MANY),
        whole(when["seat"], "seat", 1, len(seats)),
        _one_of(phase, NAMES, "phase"),
        whole(cards["deck"], "deck", 0, 999),
        whole(cards["above"], "above", 0, 999),
        _one_of(cards["end"], STAGES, "end"),
        None if revealer is None else whole(revealer, "the seat that revealed the End of Game card", 1, len(seats)),
        city_deck,
        tableau,
        cities,
        loading,
        shipping,
        claims,
        seats,
    )


def _read_loading(words: list[str]) -> Loading:
    if len(words) != 3:
        raise BadPosition(f"loading is followed by a card, its rows and its pieces, not {' '.join(words)[:60]!r}")
    return Loading(words[0], tuple(words[1].split("/")), _read_list(words[2], "+"))


def _read_seat(number: int, words: list[str]) -> SeatBoard:
    names = ["credits", "corporation", "offered", "hand", "open", "train", "shipped", "cities"]
    if len(words) > 2 * len(names):
        names.append("aside")
    fields = pairs(words, names, f"seat {number}")
    train: list[Car] = []
    for word in _read_list(fields["train"]):
        card, _, pieces = word.partition("=")
        train.append(Car(card, tuple(pieces.split("+"))))
    shipments: list[Shipment] = []
    for word in _read_list(fields["shipped"]):
        cards, _, spare = word.partition("/")
        shipments.append(Shipment(tuple(cards.split("+")), whole(spare, f"the pieces left over at {word!r}", 0, 99)))
    return SeatBoard(
        whole(fields["credits"], f"credits of seat {number}", 0, _MANY),
        None,
        None if fields["corporation"] == "-" else fields["corporation"],
        _read_list(fields["offered"]),
        _read_list(fields.get("aside", "-")),
        _read_list(fields["hand"]),
        _read_list(fields["open"]),
        tuple(train),
        tuple(shipments),
        _read_list(fields["cities"]),
        {},
    )


def _one_of(word: str, words: Sequence[str], what: str) -> str:
    if word not in words:
        raise BadPosition(f"{what} is one of {', '.join(words)}, not {word[:40]!r}")
    return word


def _places(word: str) -> tuple[str | None, ...]:
    return tuple(None if place == "-" else place for place in word.split(","))


def _list(words: Sequence[str]) -> str:
    return ",".join(words) or "-"


def _read_list(word: str, between: str = ",") -> Words:
    return () if word == "-" else tuple(word.split(between))
