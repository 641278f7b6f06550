"""What is kept: tables, events, people, chat and records as they go into the store and come out of it."""

from typing import Final

import msgspec

from freightyard.table import Event, Mark, Seen

OPEN: Final = "open"  # what a table can be: seats are free, or it has not begun
RUNNING: Final = "running"
OVER: Final = "over"

BY_HOST: Final = "host"  # why a table was closed: its host did that
NEVER_BEGAN: Final = "never began"
BOTS_ONLY: Final = "bots only"

MOVE: Final = "move"  # what news can be of
CHAIRS: Final = "chairs"  # who sits where, or that a table came, began or went
CHAT: Final = "chat"
REMATCH: Final = "rematch"  # that the table after this one came, began or went
DEVICES: Final = "devices"  # of no table, but of a person: some of their devices were signed out
MISSED: Final = "missed"  # of no table: the connection to other processes was lost for a while, so look at all that you hold


class Person(msgspec.Struct, frozen=True):
    """Somebody without an account: a key, and the name they go by. Secrets that prove the key are kept as hashes only."""

    key: str
    name: str


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person, a bot, a person for whom a bot stands in, or nobody yet.

    `person` is their key; `called` is the name they go by at this seat. A seat is `held` for a person who was invited and has not
    answered yet; one that nobody has can still be called after who declined it.
    """

    person: str | None = None
    bot: str | None = None
    called: str | None = None
    held: bool = False

    @property
    def free(self) -> bool:
        """Whether anybody may take it."""
        return self.person is None and self.bot is None

    @property
    def waits(self) -> bool:
        """Whether the game waits for somebody to sit here."""
        return self.free or self.held

    def belongs_to(self, person: Person | None) -> bool:
        """Whether a person sits here, though a bot may play for them."""
        return person is not None and self.person == person.key and not self.held

    @property
    def name(self) -> str:
        """How the seat is called in records and on the page."""
        if self.person is not None:
            name = self.called or self.person
            return f"{name} ({self.bot})" if self.bot else name
        return self.bot or "nobody"


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


class StoredEvent(msgspec.Struct, frozen=True):
    """An event, and how each seat, and last a spectator, was told of it."""

    ply: int  # the number of events before it
    event: Event
    seen: Seen


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


class ChatLine(msgspec.Struct, frozen=True):
    """Something said at a table. `seat` is None for a watcher."""

    number: int  # grows
    seat: int | None
    name: str
    text: str
    at: float


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
    has brought the table. If it is DEVICES, `table` is the key of a person."""

    table: str
    what: str
    ply: int = 0
