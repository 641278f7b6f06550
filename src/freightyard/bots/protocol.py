"""The protocol that a bot in any language speaks: lines of JSON, one message each. docs/bot-protocol.md tells every field.

The same lines go over standard input and output (exec_bot.py) and over HTTP. This module is the lines alone: it reads nothing and
sends nothing. A line to a bot is made of the view of its seat and of nothing else, so it holds no secret; and it is complete: who
has read `start` and one `turn` can answer. Seats are counted from 1 in lines, as in everything that people read.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from freightyard.core.board_text import position_of
from freightyard.core.contract import Edition, Game, Outcome, Seat, View, actor_word
from freightyard.core.editions import explain, of_revision
from freightyard.core.errors import FreightyardError, IllegalMove

PROTOCOL: Final = 1  # raised when a bot that was written for the number before would no longer understand
MOST_BYTES: Final = 64 * 1024  # of a line from a bot
MOST_MOVES: Final = 200  # in one batch: more than any turn has
LONGEST_SENTENCE: Final = 500  # characters
LONGEST_MOVE: Final = 200  # characters

_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it: behind an odd number of backslashes

Ply = Annotated[int, Meta(ge=0, le=10_000_000, description="how many moves there were at the table, those of chance included")]
TableKey = Annotated[str, Meta(min_length=1, max_length=64, description="the table: a bot may play at several")]
SeatNumber = Annotated[int, Meta(ge=1, le=99, description="a seat, counted from 1")]
Words = Annotated[str, Meta(min_length=1, max_length=LONGEST_MOVE, description="a move in words")]
Sentence = Annotated[str, Meta(max_length=LONGEST_SENTENCE)]  # for people
Count = Annotated[int, Meta(ge=0, le=2**53)]  # of anything
Share = Annotated[float, Meta(ge=0, le=1)]  # of a win


class BadLine(FreightyardError):
    """A line that cannot be understood."""


# --- to a bot ---


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: Annotated[tuple[int, ...], Meta(description="the points of each seat")]
    winners: Annotated[tuple[SeatNumber, ...], Meta(description="several share a win")]
    ended_by: Annotated[str, Meta(description="the slug of the rule that ended the game")]


class ViewData(msgspec.Struct, frozen=True, kw_only=True):
    """All that one seat may know, and nothing else: a View as data."""

    game: Annotated[str, Meta(description="the name of the game, such as freight-train")]
    edition: Annotated[str, Meta(description="the name of the edition; `start` has its numbers")]
    options: Annotated[tuple[str, ...], Meta(description="the options that differ from their defaults")]
    seats: Annotated[int, Meta(description="how many seats there are")]
    seat: Annotated[SeatNumber | None, Meta(description="whose view it is; null: a spectator's")]
    to_act: Annotated[str, Meta(description="who is to act: a seat's number as text, * for chance, - when the game is over")]
    turn: Annotated[int, Meta(description="how many turns of seats are over")]
    legal: Annotated[tuple[str, ...], Meta(description="the legal moves in words; none while another seat is to act")]
    board: Annotated[Any, Meta(description="what lies on the table, as this seat may see it; each game has fields of its own")]
    outcome: Annotated[Result | None, Meta(description="null until the game is over")]


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """How much time there is, where time is counted. A move that comes too late is not yours any more."""

    left: Annotated[float, Meta(description="seconds that are left of this turn, the bank included")]
    bank: Annotated[float, Meta(description="seconds of them that were saved, and are lost when they are used")] = 0.0


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot should know before it bumps into it."""

    bytes: Annotated[int, Meta(description="the longest line that a bot may send")] = MOST_BYTES
    moves: Annotated[int, Meta(description="the most moves in one batch")] = MOST_MOVES
    seconds: Annotated[float | None, Meta(description="in which a turn must be answered; null: nobody counts")] = None


class Start(msgspec.Struct, frozen=True, kw_only=True, tag="start"):
    """A game begins, or goes on: after a restart of either side the same `start` comes again."""

    table: TableKey  # at which it is
    protocol: Annotated[int, Meta(description="the number of this protocol")] = PROTOCOL
    game: Annotated[str, Meta(description="the name of the game")]
    edition: Annotated[str, Meta(description="the name of the edition")]
    revision: Annotated[int, Meta(description="the revision of the edition")]
    built_in: Annotated[bool, Meta(description="whether the edition comes with its game; if not, somebody changed its numbers")]
    rules: Annotated[dict[str, Any], Meta(description="every number of the edition, as `freightyard edition` prints it")]
    options: Annotated[tuple[str, ...], Meta(description="the options that differ from their defaults")]
    seats: Annotated[int, Meta(description="how many seats there are")]
    seat: Annotated[SeatNumber, Meta(description="the seat of the bot")]
    players: Annotated[tuple[str, ...], Meta(description="who sits on each seat; nothing, if that is not told")] = ()
    limits: Annotated[Limits, Meta(description="what the bot should know before it bumps into it")] = Limits()
    seed: Annotated[str | None, Meta(description="numbers of the bot's own: one that draws by them plays the same again")] = None


class Turn(msgspec.Struct, frozen=True, kw_only=True, tag="turn"):
    """The seat of the bot is to act. It answers with `moves`."""

    table: TableKey  # at which it is
    ply: Ply  # to be named in the answer
    view: Annotated[ViewData, Meta(description="all that the seat may know, with the legal moves")]
    position: Annotated[str, Meta(description="the board as one line of text; ? is what the seat may not know")]
    clock: Annotated[Clock | None, Meta(description="null: as much time as you want")] = None


class End(msgspec.Struct, frozen=True, kw_only=True, tag="end"):
    """The game is over, or the bot is no longer needed at this table. Nothing more is asked."""

    table: TableKey  # at which it is
    outcome: Annotated[Result | None, Meta(description="null: it was ended without a result, or goes on without this bot")] = None
    why: Annotated[str, Meta(description="if there is no result: why, in a sentence")] = ""


class Accepted(msgspec.Struct, frozen=True, kw_only=True, tag="accepted"):
    """A batch was played, or would be, if it was a dry run."""

    table: TableKey  # at which it is
    ply: Annotated[int, Meta(description="the ply that the bot named")]
    moves: Annotated[tuple[str, ...], Meta(description="in their full words")]
    again: Annotated[bool, Meta(description="whether the same batch had been played before; then nothing has changed")] = False
    dry_run: Annotated[bool, Meta(description="whether nothing was played, because only the answer was wanted")] = False


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag="refused"):
    """A line or a batch was not taken, and nothing has changed."""

    why: Annotated[str, Meta(description="a sentence for the author of the bot")]
    rule: Annotated[str | None, Meta(description="the slug of the rule that is against it; null: no rule is")] = None
    move: Annotated[str | None, Meta(description="the move that the rule is against")] = None
    table: Annotated[str | None, Meta(description="null if the line did not even name a table")] = None
    ply: Annotated[int | None, Meta(description="the ply that the bot named")] = None


ToBot = Start | Turn | End | Accepted | Refused  # any message to a bot
# The classes of messages to a bot.
TO_BOT: Final[tuple[type[msgspec.Struct], ...]] = (Start, Turn, End, Accepted, Refused)


# --- from a bot ---


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message in which a misspelt field is an error."""


class Thinking(Strict, frozen=True, kw_only=True):
    """What a bot thought about its moves. It is shown, and changes nothing."""

    expected: Annotated[Share | None, Meta(description="the share of the win that it expects, from 0 to 1")] = None
    playouts: Annotated[Count, Meta(description="games that it imagined to their end")] = 0
    nodes: Annotated[Count, Meta(description="turns played in them")] = 0
    plans: Annotated[Count, Meta(description="that it compared")] = 0


class Moves(Strict, frozen=True, kw_only=True, tag="moves"):
    """A batch: what the seat does next, up to the next card, die or other seat. It is taken whole or refused."""

    table: TableKey  # at which it is
    ply: Annotated[Ply, Meta(description="the ply of the `turn` that is answered")]
    moves: Annotated[tuple[Words, ...], Meta(min_length=1, max_length=MOST_MOVES, description="in words, in their order")]
    dry_run: Annotated[bool, Meta(description="only tell whether the batch would be taken")] = False
    hint: Annotated[Sentence | None, Meta(description="why these moves are good: a sentence")] = None
    thought: Annotated[Thinking | None, Meta(description="what it thought about them")] = None


class Decline(Strict, frozen=True, kw_only=True, tag="decline"):
    """The bot does not play this game, or will not sit at this table."""

    table: TableKey  # at which it is
    why: Annotated[Sentence, Meta(description="a sentence for people")] = ""


FromBot = Moves | Decline  # any message from a bot
# The classes of messages from a bot.
FROM_BOT: Final[tuple[type[msgspec.Struct], ...]] = (Moves, Decline)
_KINDS: Final = {"moves": Moves, "decline": Decline}


# --- lines ---


def encode(message: ToBot | FromBot) -> bytes:
    """A message as a line, with its end."""
    return msgspec.json.encode(message) + b"\n"


def decode(line: bytes | str) -> FromBot:
    """The message of a bot in a line, or BadLine with a sentence about what is wrong with it."""
    raw = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
    if len(raw) > MOST_BYTES:
        raise BadLine(f"this line is too long: a line may have {MOST_BYTES} bytes")
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadLine(f"this is not a line of JSON: {_shown(raw)}") from None
    check_characters(raw)
    if not isinstance(found, dict):
        raise BadLine('a line must be an object such as {"type": "moves", …}, not ' + _shown(raw))
    name = found.get("type")
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        told = "has no type" if name is None else f"has the type {_shown(msgspec.json.encode(name))}"
        raise BadLine(f"this line {told}; the types are {', '.join(_KINDS)}")
    try:
        message: FromBot = msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        raise BadLine(explain(str(error), found, kind)) from None
    return message


def check_characters(raw: bytes) -> None:
    """Refuse JSON with the character NUL, which no database can keep."""
    if _NUL.search(raw):
        raise BadLine("a text has the character \\u0000, which no name and no move has")


def decode_to_bot(line: bytes | str) -> ToBot:
    """The message to a bot in a line: for bots that are written in Python."""
    try:
        message: ToBot = _to_bot.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadLine(f"this is no message to a bot: {error}") from None
    return message


_to_bot: Final = msgspec.json.Decoder(ToBot)


def _shown(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace").strip()
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


# --- making messages ---


def start_message(
    table: str,
    edition: Edition,
    options: Sequence[str],
    seats: int,
    seat: Seat,
    players: Sequence[str] = (),
    limits: Limits | None = None,
    seed: str | None = None,
) -> Start:
    """A game begins, or goes on."""
    return Start(
        table=table,
        game=edition.game,
        edition=edition.name,
        revision=edition.revision,
        built_in=edition.built_in,
        rules=dict(edition.raw),
        options=tuple(options),
        seats=seats,
        seat=seat + 1,
        players=tuple(players),
        limits=limits or Limits(),
        seed=seed,
    )


def turn_message(table: str, ply: int, view: View, clock: Clock | None = None) -> Turn:
    """A seat is to act, told by nothing but its view."""
    return Turn(table=table, ply=ply, view=view_data(view), position=position_of(view.board), clock=clock)


def end_message(table: str, outcome: Outcome | None, why: str = "") -> End:
    """A game is over."""
    return End(table=table, outcome=None if outcome is None else _result(outcome), why=why)


def refused_message(error: FreightyardError, table: str | None = None, ply: int | None = None) -> Refused:
    """Why something was not taken."""
    if isinstance(error, IllegalMove):
        return Refused(why=error.reason, rule=error.slug, move=error.move, table=table, ply=ply)
    return Refused(why=str(error), table=table, ply=ply)


def view_data(view: View) -> ViewData:
    """A view as data."""
    return ViewData(
        game=view.edition.game,
        edition=view.edition.name,
        options=view.options,
        seats=view.seats,
        seat=None if view.seat is None else view.seat + 1,
        to_act=actor_word(view.to_act),
        turn=view.turn,
        legal=view.legal,
        board=view.board,
        outcome=None if view.outcome is None else _result(view.outcome),
    )


def _result(outcome: Outcome) -> Result:
    return Result(outcome.scores, tuple([seat + 1 for seat in outcome.winners]), outcome.ended_by)


# --- back to the values of Python ---


def edition_of(start: Start, game: Game) -> Edition:
    """The edition that a game is played by."""
    return of_revision(game, start.edition, start.revision) if start.built_in else game.edition_from(start.rules, start.edition)


def view_of_data(data: ViewData, game: Game, edition: Edition) -> View:
    """The view that was made into data. Its board is of the game's own class, as it was."""
    kind: type[Any] | None = getattr(game, "board_class", None)
    return View(
        edition=edition,
        options=data.options,
        seats=data.seats,
        seat=None if data.seat is None else data.seat - 1,
        to_act=None if data.to_act == "-" else -1 if data.to_act == "*" else int(data.to_act) - 1,
        turn=data.turn,
        legal=data.legal,
        board=data.board if kind is None else msgspec.convert(data.board, kind),
        outcome=None if data.outcome is None else _outcome(data.outcome),
    )


def _outcome(result: Result) -> Outcome:
    return Outcome(result.scores, tuple([seat - 1 for seat in result.winners]), result.ended_by)


# --- the schema ---


@cache
def schema() -> dict[str, Any]:
    """A JSON schema of all messages, made from the classes above."""
    _, parts = msgspec.json.schema_components([*TO_BOT, *FROM_BOT], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Freightyard's protocol for bots, number {PROTOCOL}",
        "oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in (*TO_BOT, *FROM_BOT)],
        "$defs": {
            **parts,
            "ToBot": _one_of(TO_BOT),
            "FromBot": _one_of(FROM_BOT),
        },
    }


def _one_of(kinds: Sequence[type[msgspec.Struct]]) -> Mapping[str, Any]:
    return {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]}
