"""The position as a board of readable values, as one line of text, and back.

    day 1 round 2 turns 3 first 2 seat 3 | phase turn | leave 12 | main BTAK/-/T/-/- | hand - |
    1 points 5 locomotives 7 yard ABBC/TT trains T3,B1 mixed ABC | 2 …

Sidings are written from the open end to the bumper, `-` is nothing, `*` marks a train that a caboose closed. `leave 12`:
twelve cars lie above the part of the deck with the Trains Leave card; `leave out`: the card is not in the deck. The deck
is not written: it is the cars that are nowhere else.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from freightyard.core.errors import BadPosition
from freightyard.core.notation import Sections, pairs, whole
from freightyard.games.freight_train.rules.phases import FILLING, NAMES, TURN

_MANY: Final = 100_000_000


class Train(msgspec.Struct, frozen=True, cache_hash=True):
    """A train of one kind."""

    kind: str  # its letter: `kinds` of the edition names it, in `start.rules` or in Python `view.edition.raw`
    cars: int  # how many it has
    closed: bool  # whether a caboose ends it, so that no car can be added


class SeatBoard(msgspec.Struct, frozen=True, cache_hash=True):
    """What lies before one player. `free`: locomotives that wait for their first car."""

    points: int  # so far
    locomotives: int  # usable ones, with a train or without
    free: int  # those that wait for their first car
    called: bool  # whether one was called today
    yard: tuple[str, ...]  # the cars of each yard siding, from the open end to the bumper: a letter a car
    trains: tuple[Train, ...]  # those of one kind
    mixed: str  # the cars of the mixed train, a letter each
    mixed_closed: bool  # whether a caboose ends it


class Board(msgspec.Struct, frozen=True):
    """A position in readable values, as texts write them: letters for cars, days, seats and sidings counted from 1.

    `deck`: the cars of each kind in it, by letter; nobody knows their order.
    """

    options: tuple[str, ...]  # those that differ from their defaults
    day: int  # 1, 2 or 3
    round: int  # of this day, from 1
    turns: int  # of seats that are over in the game
    first: int | None  # the seat that began the round; None: nobody is drawn yet
    seat: int | None  # the seat whose turn it is
    phase: str  # what is decided now, such as turn, taking or loading
    filling: int | None  # the siding of the main yard that is being filled
    idle: bool  # whether all others have passed in this round, so that one more pass ends the day
    leave: int | None  # at least so many cars come before the Trains Leave card can; None: it is out of the deck
    cabooses: int  # left in the pile
    main: tuple[str, ...]  # the cars of each siding of the main yard, from the open end to the bumper
    hand: str  # cars that were taken up and are still to be put down
    deck: dict[str, int]  # the cars of each kind in it, by letter; nobody knows their order
    seats: tuple[SeatBoard, ...]  # what each player has

    def text(self) -> str:
        """As one line."""
        return write(self)


def write(board: Board) -> str:
    """The board as a position text."""
    sections = []
    if board.options:
        sections.append(f"options {' '.join(board.options)}")
    first, seat = board.first or "-", board.seat or "-"
    sections.append(f"day {board.day} round {board.round} turns {board.turns} first {first} seat {seat}")
    filling = f" {board.filling}" if board.filling is not None else ""
    sections.append(f"phase {board.phase}{filling}{' idle' if board.idle else ''}")
    sections.append(f"leave {'out' if board.leave is None else board.leave}")
    if board.cabooses:
        sections.append(f"cabooses {board.cabooses}")
    sections.append(f"main {_sidings(board.main)}")
    sections.append(f"hand {board.hand or '-'}")
    for number, at in enumerate(board.seats, 1):
        trains = ",".join([f"{train.kind}{train.cars}{'*' if train.closed else ''}" for train in at.trains])
        mixed = at.mixed + ("*" if at.mixed_closed else "")
        sections.append(
            f"{number} points {at.points} locomotives {at.locomotives} yard {_sidings(at.yard)} "
            f"trains {trains or '-'} mixed {mixed or '-'}{' called' if at.called else ''}"
        )
    return " | ".join(sections)


def read(text: str) -> Board:
    """The board in a position text. Whether it can be so, state_of() finds out when it makes a state of it."""
    sections = Sections(text)
    options = tuple(sections.take("options")) if sections.has("options") else ()
    when = pairs(["day", *sections.take("day")], ("day", "round", "turns", "first", "seat"), "the first section")
    phase, filling, idle = _phase(sections.take("phase"))
    leave = sections.one("leave")
    cabooses = whole(sections.one("cabooses"), "cabooses", 0, 999) if sections.has("cabooses") else 0
    main = _read_sidings(sections.one("main"))
    hand = sections.one("hand")
    seats = sections.seats(_read_seat)
    return Board(
        options,
        whole(when["day"], "day", 1, 9),
        whole(when["round"], "round", 1, _MANY),
        whole(when["turns"], "turns", 0, _MANY),
        _seat(when["first"], "first", len(seats)),
        _seat(when["seat"], "seat", len(seats)),
        phase,
        filling,
        idle,
        None if leave == "out" else whole(leave, "leave", 0, _MANY),
        cabooses,
        main,
        "" if hand == "-" else hand,
        {},
        seats,
    )


def _phase(words: list[str]) -> tuple[str, int | None, bool]:
    if not words or words[0] not in NAMES:
        raise BadPosition(f"phase is one of {', '.join(NAMES)}, not {' '.join(words)[:40]!r}")
    rest = words[1:]
    filling = None
    if words[0] == NAMES[FILLING]:
        filling = whole(rest.pop(0) if rest else "", "the siding that is filled", 1, 9)
    idle = rest == ["idle"] and words[0] == NAMES[TURN]
    if rest and not idle:
        raise BadPosition(f"phase {words[0]} is not followed by {' '.join(rest)[:40]!r}")
    return words[0], filling, idle


def _read_seat(number: int, words: list[str]) -> SeatBoard:
    called = words[-1:] == ["called"]
    names = ("points", "locomotives", "yard", "trains", "mixed")
    fields = pairs(words[:-1] if called else words, names, f"seat {number}")
    mixed = fields["mixed"].removesuffix("*")
    trains = []
    for word in [] if fields["trains"] == "-" else fields["trains"].split(","):
        cars = whole(word[1:].removesuffix("*"), f"the length of train {word[:1]!r} of seat {number}", 1, 999)
        trains.append(Train(word[0], cars, word.endswith("*")))
    return SeatBoard(
        whole(fields["points"], f"points of seat {number}", -_MANY, _MANY),
        whole(fields["locomotives"], f"locomotives of seat {number}", 0, _MANY),
        0,
        called,
        _read_sidings(fields["yard"]),
        tuple(trains),
        "" if mixed == "-" else mixed,
        fields["mixed"].endswith("*"),
    )


def _seat(word: str, what: str, seats: int) -> int | None:
    return None if word == "-" else whole(word, what, 1, seats)


def _sidings(sidings: Sequence[str]) -> str:
    return "/".join([siding or "-" for siding in sidings])


def _read_sidings(word: str) -> tuple[str, ...]:
    return tuple("" if siding == "-" else siding for siding in word.split("/"))
