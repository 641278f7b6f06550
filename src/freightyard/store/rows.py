"""What is kept: tables, events, people, chat and records as they go into the store and come out of it."""

from collections.abc import Callable
from typing import Final

import msgspec

from freightyard.core.bot_names import is_level
from freightyard.table import Event, Mark, Seen
from freightyard.table.orders import SeatOrders

OPEN: Final = "open"  # what a table can be: seats are free, or it has not begun
RUNNING: Final = "running"
OVER: Final = "over"
ENDED: Final = "ended"  # by agreement of those who played: it has no result
ARCHIVED: Final = "archived"  # nobody moved for long: it is kept as it is until one of its people wakes it up

BY_HOST: Final = "host"  # why a table was closed: its host did that
NEVER_BEGAN: Final = "never began"
BOTS_ONLY: Final = "bots only"
LESSON_LEFT: Final = "lesson left"

NOT_LOOKED_AT: Final = -1  # the ply of orders that were just given

BEGINNERS: Final = "beginners"  # for whom a table can be meant

SPECTATORS: Final = "spectators"  # for whom a line of the chat is
NOTE: Final = "note"

MOVE: Final = "move"  # what news can be of
CHAIRS: Final = "chairs"  # who sits where, or that a table came, began or went
CHAT: Final = "chat"
ORDERS: Final = "orders"  # that somebody said something in advance; who listens never tells the others
REMATCH: Final = "rematch"  # that the table after this one came, began or went
PROPOSALS: Final = "proposals"  # what those who sit at a table are asked, or what came of it
DEVICES: Final = "devices"  # of no table, but of a person: some of their devices were signed out
REVOKED: Final = "revoked"  # of no table, but of a token: it was revoked
MISSED: Final = "missed"  # of no table: the connection to other processes was lost for a while, so look at all that you hold


BOT_ACCOUNT: Final = "bot."  # what the key of a bot account begins with, and nobody else's

PLAY: Final = "play"  # what a token may allow
WATCH: Final = "watch"
RECORDS_SCOPE: Final = "records"
SCOPES: Final = (PLAY, WATCH, RECORDS_SCOPE)


def is_bot_account(person: str | None) -> bool:
    """Whether the key of a person is that of a bot account: a program plays for it, by a token. The key itself says so, so that
    nobody has to look it up and nobody can forget to."""
    return person is not None and person.startswith(BOT_ACCOUNT)


class Person(msgspec.Struct, frozen=True):
    """Somebody without an account: a key, and the name they go by. Secrets that prove the key are kept as hashes only."""

    key: str
    name: str

    @property
    def is_bot(self) -> bool:
        """Whether it is a bot account."""
        return is_bot_account(self.key)


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """What lets a program ask this server in somebody's name. The token itself is kept as a hash only."""

    key: str  # names it, and proves nothing
    owner: str  # the key of the person who made it
    person: Person  # for whom it acts: a bot account if it may play, else its owner
    name: str  # what its owner calls it; the name of the bot, if it may play
    scopes: tuple[str, ...]
    made_at: float
    used_at: float | None = None  # to the hour


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person, a bot, a person for whom a bot stands in, or nobody yet.

    `person` is their key; `called` is the name they go by at this seat. A seat is `held` for a person who was invited and has not
    answered yet; or, without a `person`, for a name or for who has a link to it. One that nobody has can still be called after
    who declined it, and one that a bot plays on after who has lost it.
    """

    person: str | None = None
    bot: str | None = None
    called: str | None = None
    held: bool = False

    @property
    def free(self) -> bool:
        """Whether anybody may take it."""
        return self.person is None and self.bot is None and not self.held

    def held_for(self, name: str) -> bool:
        """Whether it is held for whoever goes by a name, capital letters or not. A name is no password."""
        return self.held and self.person is None and self.called is not None and self.called.casefold() == name.casefold()

    @property
    def left(self) -> bool:
        """Whether a bot plays here in the place of somebody who has lost the seat; `called` tells who that was."""
        return self.person is None and self.bot is not None and self.called is not None

    @property
    def bot_account(self) -> bool:
        """Whether it is the seat of a bot account, though it may not have answered yet, or another bot may stand in."""
        return is_bot_account(self.person)

    @property
    def waits(self) -> bool:
        """Whether the game waits for somebody to sit here."""
        return self.free or self.held

    def belongs_to(self, person: Person | None) -> bool:
        """Whether a person sits here, though a bot may play for them."""
        return person is not None and self.person == person.key and not self.held

    @property
    def name_of_person(self) -> str:
        """How the person of the seat is called, whoever plays for them."""
        return self.called or "Guest"

    @property
    def name(self) -> str:
        """How the seat is called in records and on the page."""
        if self.person is not None:
            name = self.called or self.person
            stands_in = self.bot or ("bot" if self.bot_account else None)
            return f"{name} ({stands_in})" if stands_in else name
        return self.bot or ((self.called or "whoever has its link") if self.held else "nobody")

    @property
    def name_in_record(self) -> str:
        """How a record calls the seat: a bot of the host's own is told to be one, since nobody else knows its name."""
        if self.person is not None or self.bot is None or is_level(self.bot):
            return self.name
        return f"{self.bot} (bot)"


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is listed: everything but its events."""

    key: str  # in its link
    game: str
    edition: str  # the name
    raw: str  # the edition's data as JSON, so that a changed edition is played on as it was; never a secret
    options: tuple[str, ...]
    seed: str  # the secret of the cards: never leaves the server
    public: bool
    made_by: str | None  # the key of its host: whoever made it, or took it over from a host who left
    made_at: float
    earlier: str | None = None  # the table of which this is the rematch
    chairs: tuple[Chair, ...]
    phase: str = OPEN
    ply: int = 0
    to_act: int | None = None  # the seat, while it runs
    moved_at: float
    scores: tuple[int, ...] = ()  # once it is over
    winners: tuple[int, ...] = ()
    start: str | None = None  # the position text at which it began, if not at the beginning of the game
    branch: str | None = None  # the address of the moment of another game from which it plays on: its first events are from there
    origin: str | None = None  # the key of that game
    futures: tuple[str, ...] = ()  # the moves of chance that came there, if they come here again: never leave the server
    pace: str | None = None  # how much time a turn has, as JSON; None: as much as anybody wants
    clock: str | None = None  # the clock as it stood at `moved_at`, as JSON
    due_at: float | None = None  # when the time of the seat to act is over
    level: str | None = None  # for whom it is meant
    substitutes: bool | None = None  # whether strangers may take the seat of somebody who left
    allows_bots: bool | None = None  # whether bot accounts may sit down uninvited
    dealt: str | None = None  # how its cards are drawn, one of core.proof.WAYS; None: before there were proofs
    secret: str | None = None  # of cards that can be proved: shown when the game is over, and not before
    sealed_at: float | None = None  # since when those who sit there send what they had sealed
    taken_over: int | None = None  # how many of its first moves are those of another game, from which it plays on
    card_seed: str | None = None  # made of the secret and of what was added, once it has begun: never shown before its end

    @property
    def deals_by(self) -> str:
        """The seed of its cards."""
        return self.card_seed or self.seed


class Addition(msgspec.Struct, frozen=True):
    """What somebody on a seat adds to the cards: its seal, which everybody may see, and the bytes, which nobody may before the
    game is over."""

    seat: int
    person: str | None  # None: a bot
    seal: str
    addition: str | None  # None: not sent yet, or never


class StoredEvent(msgspec.Struct, frozen=True):
    """An event, and how each seat, and last a spectator, was told of it."""

    ply: int  # the number of events before it
    event: Event
    seen: Seen
    at: float | None = None  # when; None in tables of the first versions


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """What a step adds to a table: all of it is kept, or nothing."""

    table: str
    ply: int  # of its first event
    events: tuple[Event, ...]
    seen: tuple[Seen, ...]
    marks: tuple[Mark, ...]
    to_act: int | None
    at: float
    record: str | None = None  # the whole game as text, when it is over
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    clock_before: str | None = None  # the clock before it: if it is another one by now, the step comes too late
    clock: str | None = None  # the clock after it, as JSON
    due_at: float | None = None  # when the time of the seat to act is over
    tell_at: float | None = None  # when somebody is to be told that it is their turn, or that the game is over


class ClockEvent(msgspec.Struct, frozen=True, kw_only=True):
    """What changed the clock of a table, beside its moves: the history of everybody's time can be counted again from both."""

    ply: int  # at which it happened
    at: float
    kind: str
    seat: int | None = None
    data: str = "{}"  # JSON


class ClockChange(msgspec.Struct, frozen=True, kw_only=True):
    """Another clock for a table, if it still has the one before: of two processes that change it, one is refused."""

    before: str | None
    clock: str | None
    due_at: float | None
    pace: str | None = None  # another one; None: the same
    events: tuple[ClockEvent, ...] = ()
    note: str | None = None  # what the table tells about it


class ChatLine(msgspec.Struct, frozen=True):
    """Something said at a table. `seat` is None for a watcher. `audience` is None for what everybody may read,
    SPECTATORS for what those who play do not read while the game runs, NOTE for what the table itself tells, without a name."""

    number: int  # grows
    seat: int | None
    name: str
    text: str
    at: float
    audience: str | None = None


class Writer(msgspec.Struct, frozen=True):
    """Who wrote a line of a chat: for nobody's eyes."""

    number: int  # of the line
    person: str
    name: str
    audience: str | None = None


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What those who sit at a table are asked."""

    number: int  # grows
    kind: str
    seat: int | None = None  # whom it is about
    data: str = ""  # what is proposed, if the kind does not say it all
    made_by: str  # the key of a person
    at: float
    answers: dict[str, bool] = {}  # by the keys of people
    result: str | None = None  # None while it is open


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a proposal: its result, what the table is told, and whether the game ends with it."""

    result: str
    note: str
    ended: bool = False


# What becomes of a proposal as the table stands; None: it stays open. It is called under the lock of the table.
Decide = Callable[[TableRow, Proposal], Decision | None]


class StoredOrders(msgspec.Struct, frozen=True):
    """The orders of the person who sits on a seat. `ply`: up to which they were looked at while the seat was to act."""

    person: str
    orders: SeatOrders
    ply: int = NOT_LOOKED_AT


class Passkey(msgspec.Struct, frozen=True):
    """A key on somebody's device, with which they sign in."""

    key: str  # the credential's id, as base64url
    person: str
    public_key: str  # as base64url
    sign_count: int
    name: str  # what its person calls it
    made_at: float


class SeatLink(msgspec.Struct, frozen=True):
    """A link that the host made for somebody who lost their way back to a seat."""

    seat: int
    until: float
    person: str  # whose seat it was then
    made_by: str
    used_at: float | None = None
    used_by: str | None = None


class KeptRecord(msgspec.Struct, frozen=True):
    """A finished game: of a table of ours, or imported."""

    key: str
    game: str
    edition: str
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    at: float
    text: str


class News(msgspec.Struct, frozen=True):
    """Something changed at a table, in this process or another. `what` is MOVE, CHAIRS, CHAT or MISSED; `ply` is where a move
    has brought the table. If it is DEVICES, `table` is the key of a person; if it is REVOKED, that of a token."""

    table: str
    what: str
    ply: int = 0
