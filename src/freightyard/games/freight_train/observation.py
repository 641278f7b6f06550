"""The observation of Freight Train. Nothing is hidden in it but the order of the deck, which nobody has."""

from typing import TYPE_CHECKING

from freightyard.core.observation import MANY, Layout, Part
from freightyard.core.rows import Row
from freightyard.games.freight_train.rules.edition import Edition
from freightyard.games.freight_train.rules.phases import FILLING, FIRST_SEAT, NAMES, OUT
from freightyard.games.freight_train.rules.sidings import BITS, MASK
from freightyard.games.freight_train.rules.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64


def layout(edition: Edition, seats: int) -> Layout:
    """The parts, in the order in which observe() writes them."""
    data = edition.data
    kinds = edition.kinds
    parts = [
        Part("phase", len(NAMES), 0, 1, "the phase, 1 at its place: " + ", ".join(NAMES)),
        Part("day", len(data.days), 0, 1, "the day, 1 at its place"),
        Part("round", 1, 0, MANY, "the round of the day"),
        Part("to act", seats, 0, 1, "1 for the seat whose turn it is"),
        Part("first", seats, 0, 1, "1 for the seat that begins the round"),
        Part("idle", 1, 0, 1, "whether all turns of the round so far were passes"),
        Part("filling", data.main_yard.sidings, 0, 1, "1 for the siding that is being filled"),
        Part("leave", 2, 0, MANY, "whether the Trains Leave card is in the deck; cars above the part with it"),
        Part("cabooses", 1, 0, MANY, "cabooses left"),
        Part("deck", kinds, 0, MANY, "cars of each kind in the deck"),
        Part(
            "main yard",
            data.main_yard.sidings * data.main_yard.spaces,
            0,
            kinds,
            "siding by siding from the open end: the kind of the car, from 1; 0 for none",
        ),
        Part("hand", kinds, 0, MANY, "cars of each kind lying before the player"),
    ]
    for number in range(seats):
        who = "own" if number == 0 else f"left {number}"
        yard = data.own_yard.sidings * data.own_yard.spaces
        parts += [
            Part(f"{who}: numbers", 4, -MANY, MANY, "points, locomotives, free locomotives, whether one was called today"),
            Part(f"{who}: yard", yard, 0, kinds, "as the main yard"),
            Part(f"{who}: trains", kinds, 0, MANY, "length of the train of each kind"),
            Part(f"{who}: mixed", kinds, 0, 1, "1 for each kind in the mixed train"),
            Part(f"{who}: closed", kinds + 1, 0, 1, "1 for each train that a caboose closed; the mixed train last"),
        ]
    return Layout(parts)


def observe(s: State, seat: "i64", row: Row) -> None:
    """What a seat sees."""
    rules = s.rules
    seats: i64 = rules.seats
    kinds: i64 = rules.kinds
    known = s.phase != FIRST_SEAT
    row.one_of(len(NAMES), s.phase)
    row.one_of(rules.days, s.day)
    row.number(s.round)
    row.one_of(seats, (s.actor - seat) % seats if known else -1)
    row.one_of(seats, (s.first - seat) % seats if known else -1)
    row.number(1 if s.idle else 0)
    row.one_of(rules.main_sidings, s.filling if s.phase == FILLING else -1)
    row.number(0 if s.leave == OUT else 1)
    row.number(0 if s.leave == OUT else s.leave)
    row.number(s.cabooses)
    row.numbers(s.deck, 0, kinds)
    place: i64 = 0
    while place < rules.main_sidings:
        row.digits(s.main[place], rules.main_spaces, BITS, MASK)
        place += 1
    _hand(s.hand, kinds, row)
    sidings: i64 = rules.yard_sidings
    number: i64 = 0
    while number < seats:
        who: i64 = (seat + number) % seats
        row.number(s.points[who])
        row.number(s.locomotives[who])
        row.number(s.free[who])
        row.number(1 if s.called[who] else 0)
        place = who * sidings
        while place < (who + 1) * sidings:
            row.digits(s.yards[place], rules.yard_spaces, BITS, MASK)
            place += 1
        row.numbers(s.trains, who * kinds, kinds)
        row.bits(s.mixed[who], kinds)
        row.bits(s.closed[who], kinds + 1)
        number += 1


def _hand(hand: list[int], kinds: "i64", row: Row) -> None:
    """Cars of each kind: a hand has only a few cars."""
    kind: i64 = 0
    while kind < kinds:
        cars: i64 = 0
        car: i64
        for car in hand:
            if car == kind:
                cars += 1
        row.number(cars)
        kind += 1
