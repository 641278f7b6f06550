"""What programs are sent and may send over HTTP, besides the lines of `freightyard.bots.protocol`. Seats are counted from 1."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from freightyard.bots.protocol import (
    FROM_BOT,
    TO_BOT,
    BadLine,
    Ply,
    SeatNumber,
    Strict,
    TableKey,
    ViewData,
    check_characters,
)
from freightyard.core.editions import explain
from freightyard.store.rows import SCOPES

LINES: Final = "application/x-ndjson"  # what streams and lists are

Name = Annotated[str, Meta(max_length=64)]
Seconds = Annotated[float, Meta(description="seconds since 1970")]
Seal = Annotated[
    Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None,
    Meta(description="of 16 random bytes that the bot adds to the cards; null: it adds nothing, and that is written down"),
]

# --- lines of streams ---


class Invitation(msgspec.Struct, frozen=True, kw_only=True, tag="invitation"):
    """A seat is held for the bot. It stays held until the bot accepts or declines, or the host gives up."""

    table: TableKey
    game: Annotated[str, Meta(description="the name of the game")]
    edition: Annotated[str, Meta(description="the name of the edition")]
    options: Annotated[tuple[str, ...], Meta(description="the options that differ from their defaults")]
    seats: Annotated[int, Meta(description="how many seats there are")]
    seat: Annotated[SeatNumber, Meta(description="the seat that is held")]
    host: Annotated[str | None, Meta(description="who invites; null if nobody knows any more")]
    players: Annotated[tuple[str, ...], Meta(description="who sits on each seat so far, as everybody may know")]


class Mixing(msgspec.Struct, frozen=True, kw_only=True, tag="mixing"):
    """The cards are being mixed: nobody can seal anything any more, and the bot sends the bytes that it had sealed, by `add`."""

    table: TableKey
    seat: Annotated[SeatNumber, Meta(description="the seat of the bot")]
    commitment: Annotated[str, Meta(description="what the server has promised: the hash of its secret")]
    seals: Annotated[tuple[str | None, ...], Meta(description="what each seat has sealed; null: nothing")]


class Closing(msgspec.Struct, frozen=True, kw_only=True, tag="closing"):
    """The last line of a stream, when the server ends it."""

    why: Annotated[str, Meta(description="a sentence")]
    again: Annotated[bool, Meta(description="whether it makes sense to connect again")]


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits on a seat."""

    seat: SeatNumber
    name: Annotated[str | None, Meta(description="null: nobody yet")]
    bot: Annotated[bool, Meta(description="whether a bot plays there, be it one of this site or somebody's own")]


class Watched(msgspec.Struct, frozen=True, kw_only=True, tag="table"):
    """A public table as everybody may see it, whole: the first line of its stream, and again when who sits there has changed."""

    table: TableKey
    game: Annotated[str, Meta(description="the name of the game")]
    edition: Annotated[str, Meta(description="the name of the edition")]
    options: Annotated[tuple[str, ...], Meta(description="the options that differ from their defaults")]
    phase: Annotated[str, Meta(description="open, running, over, ended or archived")]
    players: Annotated[tuple[Seated, ...], Meta(description="the seats, in their order")]
    ply: Ply
    at: Annotated[Seconds, Meta(description="when something happened last, in seconds since 1970")]
    view: Annotated[ViewData | None, Meta(description="what a spectator sees; null in a list, and before the game")] = None
    position: Annotated[str | None, Meta(description="the same as one line of text; ? is what nobody may know")] = None


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, as a spectator was told."""

    ply: Ply
    seat: Annotated[SeatNumber | None, Meta(description="who moved; null for chance")]
    text: Annotated[str, Meta(description="the move in words; ? is what is hidden; `undo` takes the last one back")]


class Moved(msgspec.Struct, frozen=True, kw_only=True, tag="moved"):
    """What happened at a table that is watched, and how it looks now."""

    table: TableKey
    ply: Annotated[Ply, Meta(description="at which the table is now")]
    moves: Annotated[tuple[Seen, ...], Meta(description="what happened since the line before")]
    view: Annotated[ViewData, Meta(description="what a spectator sees")]
    position: Annotated[str, Meta(description="the same as one line of text")]


class Finished(msgspec.Struct, frozen=True, kw_only=True, tag="record"):
    """The record of a finished game."""

    key: Annotated[str, Meta(description="names the record")]
    game: Annotated[str, Meta(description="the name of the game")]
    edition: Annotated[str, Meta(description="the name of the edition")]
    players: Annotated[tuple[str, ...], Meta(description="who played; (bot) stands behind somebody's own bot")]
    scores: Annotated[tuple[int, ...], Meta(description="the points of each seat")]
    winners: Annotated[tuple[SeatNumber, ...], Meta(description="several share a win")]
    at: Annotated[Seconds, Meta(description="when it was kept, in seconds since 1970")]
    text: Annotated[str | None, Meta(description="the whole record, for `freightyard replay`; null if it was not asked for")]


class Page(msgspec.Struct, frozen=True, kw_only=True, tag="page"):
    """The last line of a page of records."""

    records: Annotated[int, Meta(description="how many there were on it")]
    next: Annotated[str | None, Meta(description="ask again with `after=` this; null: there are no more")]


# --- answers ---


class Done(msgspec.Struct, frozen=True, kw_only=True, tag="done"):
    """What was asked for was done, or had been done before."""

    table: TableKey


class Failed(msgspec.Struct, frozen=True, kw_only=True, tag="failed"):
    """What was asked for was not done."""

    why: Annotated[str, Meta(description="a sentence")]


class Whoami(msgspec.Struct, frozen=True, kw_only=True, tag="token"):
    """What a token is for, and how much it may ask."""

    name: Annotated[str, Meta(description="the name of the bot, or what the owner calls the token")]
    scopes: Annotated[tuple[str, ...], Meta(description=f"some of {', '.join(SCOPES)}")]
    rate: Annotated[float, Meta(description="requests a second that it may send for long")]
    burst: Annotated[int, Meta(description="requests that it may send at once")]
    streams: Annotated[int, Meta(description="streams that it may have open; the oldest is ended for one more")]
    tables: Annotated[int, Meta(description="sparring tables that may run at once")]


# --- what may be sent ---


class Sparring(Strict, frozen=True, kw_only=True):
    """A table for the bot alone against bots of this site, or against other people's bots, which are invited."""

    game: Annotated[str, Meta(max_length=64, description="the name of the game")]
    edition: Annotated[Name | None, Meta(description="its name; null: the usual one")] = None
    options: Annotated[tuple[Name, ...], Meta(max_length=32, description="options such as cabooses or cities=21")] = ()
    seats: Annotated[
        tuple[Name, ...],
        Meta(min_length=1, max_length=16, description="`me` once, and bots by their names: driver, or somebody's own"),
    ] = ("me", "driver")
    seed: Annotated[
        Name | None,
        Meta(description="the same seed deals the same cards; null: nobody knows them. Not with other people's bots"),
    ] = None
    seal: Seal = None


class Accept(Strict, frozen=True, kw_only=True):
    """The bot takes the seat that is held for it."""

    seal: Seal = None


class Sit(Strict, frozen=True, kw_only=True):
    """A seat at a table at which bots may sit down, or the seat of a link that was handed to the bot."""

    seat: Annotated[SeatNumber | None, Meta(description="null: the first that is free")] = None
    link: Annotated[
        Annotated[str, Meta(max_length=200)] | None, Meta(description="the end of a link to one seat, behind /seat/")
    ] = None
    seal: Seal = None


class Add(Strict, frozen=True, kw_only=True):
    """The bytes that the bot had sealed. Whoever sends them late has added nothing, and that is written down."""

    addition: Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="the 16 bytes as 32 digits of 0 to 9 and a to f")]


STREAMED: Final[tuple[type[msgspec.Struct], ...]] = (Invitation, Mixing, Closing, Watched, Moved, Finished, Page)
ANSWERS: Final[tuple[type[msgspec.Struct], ...]] = (Done, Failed, Whoami)
SENT: Final[tuple[type[msgspec.Struct], ...]] = (Sparring, Accept, Sit, Add)
ALL: Final = (*TO_BOT, *FROM_BOT, *STREAMED, *ANSWERS, *SENT)


def encode(message: msgspec.Struct) -> bytes:
    """A message as a line, with its end."""
    return msgspec.json.encode(message) + b"\n"


def read(body: bytes, kind: type[Any]) -> Any:
    """What a program sent, or BadLine with a sentence about what is wrong with it. An empty body stands for no fields."""
    try:
        found = msgspec.json.decode(body) if body.strip() else {}
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadLine("the body is not JSON") from None
    check_characters(body)
    if not isinstance(found, dict):
        raise BadLine("the body must be a JSON object")
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        raise BadLine(explain(str(error), found, kind)) from None


def schemas() -> dict[str, Any]:
    """The JSON schema of every message, by its name."""
    _, parts = msgspec.json.schema_components(ALL, ref_template="#/components/schemas/{name}")
    return parts
