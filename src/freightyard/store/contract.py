"""What is kept, and the protocol by which it is kept.

A move counts as accepted only once `append` has returned: then its row is committed. (table, ply) is unique, so of two
processes that append at the same ply one is refused with `StalePly`, and none of its events is there.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol

import msgspec

from freightyard.table import Chair, Event, Mark
from freightyard.table.table import Seen

OPEN: Final = "open"  # what a table can be: seats are free, or it has not begun
RUNNING: Final = "running"
OVER: Final = "over"

MOVE: Final = "move"  # what news can be of
CHAIRS: Final = "chairs"  # who sits where, or that a table came, began or went
CHAT: Final = "chat"
MISSED: Final = "missed"  # of no table: the connection to other processes was lost for a while, so look at all that you hold


class Person(msgspec.Struct, frozen=True):
    """Somebody without an account: a key, and the name they go by. Secrets that prove the key are kept as hashes only."""

    key: str
    name: str


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is listed: everything but its events."""

    key: str  # in its link
    game: str
    edition: str  # the name
    raw: str  # the edition's data as JSON, so that a changed edition is played on as it was; never a secret
    options: tuple[str, ...]
    seed: str  # the secret of the cards: never leaves the server
    public: bool
    made_by: str | None  # a person's key
    made_at: float
    earlier: str | None = None  # the table of which this is the rematch
    chairs: tuple[Chair, ...]
    phase: str = OPEN
    ply: int = 0
    to_act: int | None = None  # the seat, while it runs
    moved_at: float
    scores: tuple[int, ...] = ()  # once it is over
    winners: tuple[int, ...] = ()


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
    has brought the table."""

    table: str
    what: str
    ply: int = 0


class Store(Protocol):
    """Where everything is kept."""

    async def close(self) -> None: ...

    # --- people ---
    async def new_person(self, name: str) -> tuple[Person, str]:
        """Somebody new, and the secret for their cookie."""

    async def person_of(self, secret: str) -> Person | None:
        """Whose secret it is, if it is anybody's and was not revoked."""

    async def known(self, secrets: Collection[str]) -> set[str]:
        """Those of some secrets that are anybody's and were not revoked."""

    async def rename(self, person: str, name: str) -> None: ...

    async def revoke(self, secret: str) -> None:
        """This secret is worth nothing any more: the device has signed out."""

    async def revoke_others(self, person: str, secret: str) -> int:
        """All secrets of a person but this one are worth nothing any more; how many there were."""

    async def new_link(self, person: str, until: float) -> str:
        """A token that lets another device become this person: once, and until then."""

    async def use_link(self, token: str, now: float) -> tuple[Person, str] | None:
        """The person of a token and a new secret for the other device. None if it was used, is too old or never was."""

    # --- tables ---
    async def add_table(self, row: TableRow) -> None: ...

    async def table(self, key: str) -> TableRow | None: ...

    async def set_chair(self, table: str, seat: int, was: Chair, chair: Chair) -> bool:
        """Somebody sits down or gets up, if the chair is still as it was. No chair of a table that has begun becomes empty."""

    async def begin(self, table: str) -> bool:
        """The table goes from open to running; False if it did so already, or if a chair is empty."""

    async def drop_table(self, table: str) -> bool:
        """A table that never began goes away; False if it has begun or is not there."""

    async def public_tables(self, limit: int) -> list[TableRow]:
        """Open and running tables for everybody, those that moved last first; then those that are over. At most so many of
        each of the three, so that busy tables do not hide those that wait for players."""

    async def tables_of(self, person: str, limit: int) -> list[TableRow]:
        """The tables at which somebody sits or which they made: those that are not over first, those that moved last first."""

    async def waiting_tables(self, moved_before: float, limit: int) -> list[TableRow]:
        """Running tables on which a bot is to act (or the first cards are to be drawn) and nothing has happened since then."""

    # --- moves ---
    async def append(self, append: Append) -> None:
        """Keep what a step adds to a running table. When this returns it is durable; everybody who listens, in every process,
        is told. The table is over when nobody is to act; then it comes with its record.

        Raises `table.errors.StalePly` if another step was there first; nothing of this one is kept. Raises `StoreError` if
        the database failed: whether the step was kept is then unknown, so read the table anew before trying again.
        """

    async def events(self, table: str, start: int = 0, end: int | None = None) -> list[StoredEvent]: ...

    async def marks(self, table: str, ply: int, limit: int) -> list[Mark]:
        """The marks at or before a ply, the latest first, one a ply."""

    async def sheets(self, table: str) -> list[Mark]:
        """The marks of the kind `sheet`, in order."""

    # --- chat ---
    async def add_chat(self, table: str, seat: int | None, name: str, text: str, at: float) -> ChatLine: ...

    async def chat(self, table: str, limit: int, after: int = 0) -> list[ChatLine]:
        """The last lines with a number above `after`, in order."""

    # --- records ---
    async def record(self, key: str) -> KeptRecord | None: ...

    async def add_record(self, record: KeptRecord) -> bool:
        """An imported record; False if it is there already."""

    async def records(self, after: str = "", limit: int = 100) -> Sequence[KeptRecord]:
        """In the order of their keys, those after a key."""

    async def latest_records(
        self, limit: int, game: str | None = None, before: tuple[float, str] | None = None
    ) -> list[KeptRecord]:
        """For everybody: imported records and those of public tables, the latest first; those before a time and key."""

    # --- news ---
    def listen(self, hear: Callable[[News], None]) -> Callable[[], None]:
        """Hear what changes at any table, in this process or, with PostgreSQL, in any other. Call what it returns to stop.
        Appends of this process are told too, after they are committed."""
