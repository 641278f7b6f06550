"""The position as a board of readable values, as one line of text, and back.

    round 2 turns 3 seat 2 acts 2 | phase shipping | order 2 1 | trip used 4 loading open delivering no paid - |
    cities k7/rbg/rbY m9/gkw/gB | track k8/s0/1 l8/c2/bank | bridges k8/1/2 | boxes rg/yW |
    1 cash 4 loans 2 took 1 wagons 1 cargo rg at k7 | 2 …

A city is its hex, its tile and its markers: cubes in small letters, disks in capitals. A track is its hex, its shape (s, c, l,
r, y: straight, curve, switch to the left, to the right, wye; with its turn) and its owner; a bridge its hex, its axis and its
owner. `at l8/4`: a locomotive on its way that came in by edge 4. Tiles that are not on the map are in the supply. `sale k7/m9`:
what connects two cities is auctioned; `sale k8`, `sale k8/bridge`: the connected piece that begins there.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from freightyard.core.errors import BadPosition
from freightyard.core.notation import Sections, pairs, whole
from freightyard.core.vectors import i64, vec
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.hexes import SHAPE_CODE, SHAPE_OF, SHAPE_WORDS
from freightyard.games.freight.rules.network import ABOVE, OWNER, OWNER_ABOVE, TRACK, axis_of
from freightyard.games.freight.rules.phases import (
    BANK,
    BIDDING,
    BUYING,
    CHOOSING,
    ENDINGS,
    FOUNDING,
    MARKING,
    NAMES,
    NAMING,
    NOBODY,
    OWING,
    PAIRING,
    RESTOCKING,
    ROLLING,
    SELLING,
    SHIPPING,
    STARTING,
    TILING,
)
from freightyard.games.freight.rules.sections import PAIR, first_town, second_town
from freightyard.games.freight.rules.shipping import IN_CITY

if TYPE_CHECKING:
    from freightyard.games.freight.rules.edition import Edition
    from freightyard.games.freight.rules.state import State

_MANY: Final = 100_000_000
_STAGES: Final = ("no", "open", "done")  # of loading and of delivering
_AT_CITY: Final = frozenset(NAMES[phase] for phase in (TILING, MARKING, ROLLING, NAMING, FOUNDING, RESTOCKING, CHOOSING, PAIRING))
_CODE: Final = dict(zip(SHAPE_WORDS, SHAPE_CODE, strict=True))
_WORDS: Final = dict(zip(SHAPE_CODE, SHAPE_WORDS, strict=True))


class City(msgspec.Struct, frozen=True):
    """A city. The tile is None until it is known; cubes are small letters, disks capitals."""

    hex: str  # where it is
    tile: str | None  # the three colours that it supplies; None until they are known
    markers: str  # cubes are small letters, disks capitals


class Track(msgspec.Struct, frozen=True):
    """A tile on the map; `owner` is None for the bank."""

    hex: str  # where it lies
    tile: str  # its shape and how it is turned
    owner: int | None  # a seat; None: the bank


class Bridge(msgspec.Struct, frozen=True):
    """A bridge over a tile; it joins the edge `axis` and the opposite one."""

    hex: str  # over which track it goes
    axis: int  # it joins this edge, 0 to 5, and the opposite one
    owner: int | None  # a seat; None: the bank


class Trip(msgspec.Struct, frozen=True):
    """How far the shipping of this turn has come: points or runs used, and what was done in this visit."""

    used: int  # action points or runs of this turn that are spent
    loading: str  # of this visit to a city: no, open or done
    delivering: str  # the same
    paid: str  # the colours that were delivered in this visit


class Auction(msgspec.Struct, frozen=True):
    """An auction: of a place in the order, or of the section `sale`: `k7/m9` is what connects two cities, `k8` or `k8/bridge` the
    connected piece that begins there. `bidder` 0 is the bank."""

    sale: str | None  # the section that is sold; None: a place in the order
    bid: int | None  # the highest; None: there is none
    bidder: int | None  # whose it is; 0: the bank
    passed: tuple[int, ...]  # the seats that are out
    places: tuple[int, ...]  # the seats that have their place in the order, the first first


class SeatBoard(msgspec.Struct, frozen=True):
    """What one player has. `entry`: the edge by which a train on its way came in; `out`: bankrupt, the first, the second, …"""

    cash: int  # in hand
    loans: int  # that are not repaid
    took: int  # loans of this round
    wagons: int  # freight wagons
    cargo: str  # the cubes on them, a letter each
    locomotive: str | None  # the hex where it is; None: it is not on the map
    entry: int | None  # the edge, 0 to 5, by which a train on its way came in; None: it is in a city
    out: int  # 0; 1 for the first that is bankrupt, 2 for the second
    supply: tuple[int, ...] = ()  # straight, curved and switch tiles, and bridges that are left
    cities: tuple[str, ...] = ()  # that its own track connects


class Board(msgspec.Struct, frozen=True):
    """A position in readable values, as texts write them; seats are counted from 1.

    `town`: the city that a phase is about; while the locomotive is put on the map, the track that was laid, if it makes a
    difference.
    """

    options: tuple[str, ...]  # those that differ from their defaults
    round: int  # from 1
    turns: int  # of seats that are over
    seat: int  # whose turn it is
    acts: int  # the seat that decides: in an auction another one
    phase: str  # what is decided now, such as bidding, building or shipping
    town: str | None  # the city that the phase is about; or the track that was laid, while the locomotive is put on the map
    tries: int  # maps that were out of range, while the map is drawn
    order: tuple[int, ...]  # the seats in the order in which they play
    trip: Trip | None  # how far the shipping of this turn has come
    owed: int | None  # interest that waits to be paid
    auction: Auction | None  # the one that is going on
    last: int | None  # the seat that connected the sixth city, which ends the game
    ending: str  # the rule by which the game comes to its end; empty: none yet
    cities: tuple[City, ...]  # on the map
    track: tuple[Track, ...]  # on the map
    bridges: tuple[Bridge, ...]  # on the map
    boxes: tuple[str, str]  # what is in box 1 and box 2, written as markers are
    seats: tuple[SeatBoard, ...]  # what each player has

    def text(self) -> str:
        """As one line."""
        return write(self)


def board_of(s: "State") -> Board:
    """The board of a state. Everything in it is public."""
    rules = s.rules
    names = rules.edition.grid.names
    letters = rules.edition.letters
    phase = NAMES[s.phase]
    track, bridges = _track_of(rules.edition, tuple(s.cell))
    trip = None
    if s.phase == SHIPPING:
        paid = "".join([letter for colour, letter in enumerate(letters) if s.paid >> colour & 1])
        trip = Trip(s.used, _STAGES[s.loading], _STAGES[s.delivering], paid)
    return Board(
        rules.options,
        s.round,
        s.turns,
        s.actor + 1,
        s.asked + 1,
        phase,
        names[s.cities[s.town]] if phase in _AT_CITY else _laid_of(s) if s.phase == STARTING else None,
        s.tries,
        tuple([seat + 1 for seat in s.order]),
        trip,
        s.owed if s.phase in (OWING, SELLING, PAIRING, BUYING) else None,
        _auction_of(s) if s.phase in (BIDDING, BUYING) else None,
        None if s.last == NOBODY else s.last + 1,
        ENDINGS[s.ending],
        tuple(
            [
                _city_of(rules.edition, number, s.tiles[town], tuple(s.marks[town * COLOURS : town * COLOURS + COLOURS]))
                for town, number in enumerate(s.cities)
            ]
        ),
        track,
        bridges,
        (_box(letters, s.box1), _box(letters, s.box2)),
        tuple([_seat_of(s, seat) for seat in range(rules.seats)]),
    )


def _laid_of(s: "State") -> str | None:
    return None if s.sale == NOBODY else piece_name(s, s.sale)


def _owner(owner: int) -> int | None:
    return None if owner == BANK else owner + 1


# From one position to the next hardly any city and hardly any track changes, so what was written before is kept.
@lru_cache(maxsize=256)
def _track_of(edition: "Edition", cells: tuple[int, ...]) -> tuple[tuple[Track, ...], tuple[Bridge, ...]]:
    """The track on the map, and the bridges, in the order of the hexes."""
    names = edition.grid.names
    track: list[Track] = []
    bridges: list[Bridge] = []
    for number in range(edition.grid.count):
        cell = cells[number] & TRACK
        if cell:
            track.append(Track(names[number], SHAPE_WORDS[SHAPE_OF[cell & 63]], _owner(cell >> OWNER & 7)))
            if cell >> ABOVE & 63:
                bridges.append(Bridge(names[number], axis_of(cell >> ABOVE & 63), _owner(cell >> OWNER_ABOVE & 7)))
    return tuple(track), tuple(bridges)


@lru_cache(maxsize=4096)
def _city_of(edition: "Edition", number: int, tile: int, marks: tuple[int, ...]) -> City:
    """The city on a hex with its tile, if it has one yet, and so many markers of each colour."""
    name = edition.grid.names[number]
    if tile < 0:
        return City(name, None, "")
    supplied = edition.data.city_tiles[tile]
    markers = [
        (letter if letter in supplied else letter.upper()) * count for letter, count in zip(edition.letters, marks, strict=True)
    ]
    return City(name, supplied, "".join(markers))


def _box(letters: str, box: vec[i64]) -> str:
    return "".join([letter * box[2 * colour] + letter.upper() * box[2 * colour + 1] for colour, letter in enumerate(letters)])


def _auction_of(s: "State") -> Auction:
    sale = None
    if s.phase == BUYING:
        sale = sale_name(s, s.sale)
    bidder = 0 if s.bidder == BANK else s.bidder + 1
    passed = tuple([seat + 1 for seat in s.order if s.passed >> seat & 1 and seat not in s.places])
    no_bid = s.bidder == NOBODY
    places = tuple([seat + 1 for seat in s.places])
    return Auction(sale, None if no_bid else s.bid, None if no_bid else bidder, tuple(sorted(passed)), places)


def sale_name(s: "State", sale: int) -> str:
    """What is auctioned: two cities, or the first piece of a connected one."""
    if sale < PAIR:
        return piece_name(s, sale)
    names = s.rules.edition.grid.names
    return f"{names[s.cities[first_town(sale)]]}/{names[s.cities[second_town(sale)]]}"


def piece_name(s: "State", piece: int) -> str:
    """A piece of track as positions name it: its hex, or its hex and the bridge."""
    return s.rules.edition.grid.names[piece >> 1] + ("/bridge" if piece & 1 else "")


def _seat_of(s: "State", seat: int) -> SeatBoard:
    names = s.rules.edition.grid.names
    letters = s.rules.edition.letters
    at = s.locomotive[seat]
    net = s.net[seat]
    return SeatBoard(
        s.cash[seat],
        s.loans[seat],
        s.took[seat],
        s.wagons[seat],
        "".join([letter * s.cargo[seat * 6 + colour] for colour, letter in enumerate(letters)]),
        None if at == NOBODY else names[at],
        s.entry if seat == s.actor and s.entry != IN_CITY else None,
        s.out[seat],
        tuple(s.stock[seat * 4 : seat * 4 + 4]),
        tuple([names[number] for town, number in enumerate(s.cities) if net >> town & 1]),
    )


# --- text ---


def write(board: Board) -> str:
    """The board as a position text."""
    sections = [f"options {' '.join(board.options)}"] if board.options else []
    sections.append(f"round {board.round} turns {board.turns} seat {board.seat} acts {board.acts}")
    sections.append(f"phase {board.phase}{' ' + board.town if board.town else ''}")
    sections.append(f"order {_listed(board.order)}")
    if board.tries:
        sections.append(f"tries {board.tries}")
    if board.trip is not None:
        sections.append(_write_trip(board.trip))
    if board.owed is not None:
        sections.append(f"owed {board.owed}")
    if board.auction is not None:
        sections.append(_write_auction(board.auction))
    if board.last is not None:
        sections.append(f"last {board.last}")
    if board.ending:
        sections.append(f"ending {board.ending}")
    sections += _write_map(board)
    sections.append(f"boxes {board.boxes[0] or '-'}/{board.boxes[1] or '-'}")
    sections += [_write_seat(number, at) for number, at in enumerate(board.seats, 1)]
    return " | ".join(sections)


def _write_trip(trip: Trip) -> str:
    return f"trip used {trip.used} loading {trip.loading} delivering {trip.delivering} paid {trip.paid or '-'}"


def _write_auction(auction: Auction) -> str:
    bid = "-" if auction.bid is None else auction.bid
    by = "-" if auction.bidder is None else (auction.bidder or "bank")
    what = f"places {_listed(auction.places, ',')}" if auction.sale is None else f"sale {auction.sale}"
    return f"auction bid {bid} by {by} passed {_listed(auction.passed, ',')} {what}"


def _write_map(board: Board) -> tuple[str, str, str]:
    cities = [f"{city.hex}/{city.tile or '-'}/{city.markers or '-'}" for city in board.cities]
    track = [f"{tile.hex}/{_CODE[tile.tile]}/{tile.owner or 'bank'}" for tile in board.track]
    bridges = [f"{bridge.hex}/{bridge.axis}/{bridge.owner or 'bank'}" for bridge in board.bridges]
    return f"cities {' '.join(cities) or '-'}", f"track {' '.join(track) or '-'}", f"bridges {' '.join(bridges) or '-'}"


def _write_seat(number: int, at: SeatBoard) -> str:
    place = (at.locomotive or "-") + ("" if at.entry is None else f"/{at.entry}")
    out = f" out {at.out}" if at.out else ""
    return f"{number} cash {at.cash} loans {at.loans} took {at.took} wagons {at.wagons} cargo {at.cargo or '-'} at {place}{out}"


def _listed(seats: tuple[int, ...], between: str = " ") -> str:
    return between.join([str(seat) for seat in seats]) or "-"


def read(text: str) -> Board:
    """The board in a position text. Whether it can be so, state_of() finds out when it makes a state of it."""
    sections = Sections(text)
    options = tuple(sections.take("options")) if sections.has("options") else ()
    when = pairs(["round", *sections.take("round")], ("round", "turns", "seat", "acts"), "the first section")
    phase = sections.take("phase")
    about = phase[0] in _AT_CITY or (phase[0] == NAMES[STARTING] and len(phase) == 2) if phase else False
    if not phase or phase[0] not in NAMES or len(phase) != (2 if about else 1):
        raise BadPosition(
            f"phase is one of {', '.join(NAMES)}, with a city where one is being served, not {' '.join(phase)[:40]!r}"
        )
    order = _numbers(sections.take("order"), "order")
    tries = whole(sections.one("tries"), "tries", 0, _MANY) if sections.has("tries") else 0
    trip = _read_trip(sections.take("trip")) if sections.has("trip") else None
    owed = whole(sections.one("owed"), "owed", 0, _MANY) if sections.has("owed") else None
    auction = _read_auction(sections.take("auction")) if sections.has("auction") else None
    last = whole(sections.one("last"), "last", 1, 9) if sections.has("last") else None
    ending = sections.one("ending") if sections.has("ending") else ""
    if ending not in ENDINGS:
        raise BadPosition(f"ending is one of {', '.join(ENDINGS[1:])}, not {ending[:40]!r}")
    cities = [City(hex_, None if tile == "-" else tile, _dash(marks)) for hex_, tile, marks in _triples(sections, "cities")]
    track = []
    for hex_, code, owner in _triples(sections, "track"):
        if code not in _WORDS:
            raise BadPosition(f"the shape of track is one of {', '.join(SHAPE_CODE)}, not {code[:20]!r}")
        track.append(Track(hex_, _WORDS[code], _read_owner(owner)))
    bridges = [
        Bridge(hex_, whole(axis, "the axis of a bridge", 0, 2), _read_owner(owner))
        for hex_, axis, owner in _triples(sections, "bridges")
    ]
    boxes = sections.one("boxes").split("/")
    if len(boxes) != 2:
        raise BadPosition("boxes are two, with a / between them")
    seats = sections.seats(_read_seat)
    return Board(
        options,
        whole(when["round"], "round", 0, _MANY),
        whole(when["turns"], "turns", 0, _MANY),
        whole(when["seat"], "seat", 1, len(seats)),
        whole(when["acts"], "acts", 1, len(seats)),
        phase[0],
        phase[1] if len(phase) == 2 else None,
        tries,
        order,
        trip,
        owed,
        auction,
        last,
        ending,
        tuple(cities),
        tuple(track),
        tuple(bridges),
        (_dash(boxes[0]), _dash(boxes[1])),
        seats,
    )


def _triples(sections: Sections, name: str) -> list[list[str]]:
    words = sections.take(name)
    if words == ["-"]:
        return []
    rows = [word.split("/") for word in words]
    for row in rows:
        if len(row) != 3:
            raise BadPosition(f"{name} are words of three parts with / between them, not {'/'.join(row)[:40]!r}")
    return rows


def _read_owner(word: str) -> int | None:
    return None if word == "bank" else whole(word, "the owner of track", 1, 6)


def _read_trip(words: list[str]) -> Trip:
    fields = pairs(words, ("used", "loading", "delivering", "paid"), "the section 'trip'")
    for name in ("loading", "delivering"):
        if fields[name] not in _STAGES:
            raise BadPosition(f"{name} is one of {', '.join(_STAGES)}, not {fields[name][:20]!r}")
    return Trip(whole(fields["used"], "used", 0, _MANY), fields["loading"], fields["delivering"], _dash(fields["paid"]))


def _read_auction(words: list[str]) -> Auction:
    what = "sale" if words[6:7] == ["sale"] else "places"
    fields = pairs(words, ("bid", "by", "passed", what), "the section 'auction'")
    by = fields["by"]
    if (by == "-") != (fields["bid"] == "-"):
        raise BadPosition("an auction has a bid and a bidder, or neither")
    return Auction(
        fields["sale"] if what == "sale" else None,
        None if by == "-" else whole(fields["bid"], "bid", 0, _MANY),
        None if by == "-" else 0 if by == "bank" else whole(by, "bidder", 1, 6),
        _numbers(fields["passed"].split(","), "passed"),
        _numbers(fields["places"].split(","), "places") if what == "places" else (),
    )


def _read_seat(number: int, words: list[str]) -> SeatBoard:
    names = ["cash", "loans", "took", "wagons", "cargo", "at"]
    if len(words) > 2 * len(names):
        names.append("out")
    fields = pairs(words, names, f"seat {number}")
    place, on_the_way, entry = fields["at"].partition("/")
    return SeatBoard(
        whole(fields["cash"], f"cash of seat {number}", 0, _MANY),
        whole(fields["loans"], f"loans of seat {number}", 0, _MANY),
        whole(fields["took"], f"loans taken by seat {number}", 0, _MANY),
        whole(fields["wagons"], f"wagons of seat {number}", 0, 999),
        _dash(fields["cargo"]),
        None if place == "-" else place,
        whole(entry, "the edge of a train's entry", 0, 5) if on_the_way else None,
        whole(fields["out"], "out", 1, 9) if "out" in fields else 0,
    )


def _numbers(words: list[str], what: str) -> tuple[int, ...]:
    seats = () if words == ["-"] else tuple(whole(word, f"a seat in {what}", 1, 6) for word in words)
    if len(set(seats)) != len(seats):
        raise BadPosition(f"a seat stands twice in {what}")
    return seats


def _dash(word: str) -> str:
    return "" if word == "-" else word
