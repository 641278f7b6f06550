"""What goes over a table's socket: JSON texts, one object each. Seats are counted from 1 here."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from freightyard.core.contract import Seat
from freightyard.core.errors import FreightyardError, IllegalMove
from freightyard.page.edits import Edits
from freightyard.server import sentences as say
from freightyard.server.wire.frames import framed
from freightyard.store.rows import ChatLine
from freightyard.table.errors import StalePly

MOST_BYTES: Final = 16 * 1024  # of a message from a client
LONGEST_CHAT: Final = 500
LONGEST_LINE: Final = 1000  # that is typed

Ply = Annotated[int, Meta(ge=0, le=10_000_000)]
SeatNumber = Annotated[int, Meta(ge=1, le=99)]
Words = Annotated[str, Meta(min_length=1, max_length=200)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message in which a field that is unknown is an error."""


class Hello(Strict, frozen=True):
    """The ply, the last line of the chat and the build of the page that the browser shows."""

    ply: Ply = 0
    chat: Annotated[int, Meta(ge=0, le=2**53)] | None = None  # None: it shows no chat
    build: Annotated[str, Meta(max_length=64)] = ""
    holds: Annotated[int, Meta(ge=0, le=99)] | None = None  # whose player has a screen that is handed on, 0: nobody
    zone: Annotated[str, Meta(max_length=64)] = ""  # the time zone of the browser
    visible: bool = False  # whether the page is before somebody's eyes


class Incoming(Strict, frozen=True, kw_only=True):
    """A message of a client: one of its verbs is set."""

    hello: Hello | None = None
    move: Annotated[tuple[Words, ...], Meta(min_length=1, max_length=200)] | None = None
    undo: bool | None = None
    reset: bool | None = None  # all moves of this turn are undone that can be
    why: Words | None = None
    order: Annotated[str, Meta(max_length=200)] | None = (
        None  # what the seat does when it is asked; empty: the order is withdrawn
    )
    forced: bool | None = None  # whether forced moves are made for the seat
    hold: bool | None = None  # the player of the seat has the screen now, which several people share
    chat: Annotated[str, Meta(max_length=4 * LONGEST_CHAT)] | None = None
    line: Annotated[str, Meta(max_length=LONGEST_LINE)] | None = None  # typed: moves or a command
    read: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None  # the last line of the chat that was read
    text: bool | None = None  # the board in words is wanted
    follow: Literal["off", "slow", "normal", "fast", "skip"] | None = None  # how fast bots shall act; `skip`: at once, this time
    visible: bool | None = None  # whether the page is before somebody's eyes from now on
    ping: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    ply: Ply | None = None
    seat: SeatNumber | None = None


class BadMessage(FreightyardError):
    """A message that cannot be understood."""


_decode = msgspec.json.Decoder(Incoming).decode
_encode = msgspec.json.Encoder().encode
_VERBS: Final = (
    "hello",
    "move",
    "undo",
    "reset",
    "why",
    "order",
    "forced",
    "hold",
    "chat",
    "read",
    "line",
    "text",
    "follow",
    "visible",
    "ping",
)


def verb_of(message: Incoming) -> str:
    """Which of its verbs a message has."""
    return next(verb for verb in _VERBS if getattr(message, verb) is not None)


def read(text: str) -> Incoming:
    """The message in a text, or a sentence about what is wrong with it."""
    try:
        message = _decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage(say.NOT_UNDERSTOOD) from None
    if sum(getattr(message, verb) is not None for verb in _VERBS) != 1:
        raise BadMessage(say.ONE_VERB)
    return message


class Update(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table as one viewer sees it now: only the parts that the browser does not have yet (the whole of one, or what makes it
    out of what the browser was sent of it last), and the seat that looks, and all seats that are the browser's, if they may be
    others than before."""

    ply: int
    parts: Mapping[str, str | Edits]
    moves: Sequence[str] = ()
    seat: int | UnsetType | None = UNSET
    own: Sequence[int] | UnsetType = UNSET
    say: Sequence[str] = ()
    over: bool = False


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A refusal: a sentence, and the rule behind it with its place in the manual."""

    oops: str
    rule: str | UnsetType = UNSET
    href: str | UnsetType = UNSET
    stale: bool | UnsetType = UNSET


def frame(message: object) -> bytes:
    """A message to a client, as it is sent."""
    return framed(_encode(message))


def oops(error: FreightyardError, game: str) -> bytes:
    """A refusal as it is sent."""
    if isinstance(error, IllegalMove):
        return frame(Refusal(oops=error.reason, rule=error.slug, href=f"/manual/{game}#{error.slug}"))
    return frame(Refusal(oops=str(error), stale=True if isinstance(error, StalePly) else UNSET))


def chat(line: ChatLine) -> bytes:
    """Something said, as it is sent."""
    seat = None if line.seat is None else line.seat + 1
    told = {"number": line.number, "seat": seat, "name": line.name, "text": line.text, "at": line.at}
    return frame({"chat": told if line.audience is None else {**told, "audience": line.audience}})


def answer(lines: Sequence[str]) -> bytes:
    """What is answered to a command that was typed, as it is sent."""
    return frame({"answer": lines})


def text_board(sections: Mapping[str, str]) -> bytes:
    """The board in words: its sections in their order, each as markup, as it is sent."""
    return frame({"text": sections})


def here(seats: Sequence[Seat]) -> bytes:
    """The seats whose people are connected now."""
    return frame({"here": [seat + 1 for seat in seats]})


def clock(reading: Mapping[str, object]) -> bytes:
    """Whose time runs, and until when, as it is sent."""
    return frame({"clock": reading})


def now(moment: float) -> bytes:
    """What time it is here, as it is sent."""
    return frame({"now": moment})


RELOAD: Final = frame({"reload": True})
