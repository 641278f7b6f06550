"""All tables of a browser, and the one way to change them.

A table is one text, `table/KEY`; what is said and asked at it another, `beside/KEY`; each step a third, `moves/KEY/PLY`, which is
never changed. A change is kept only if nobody else has changed the same text since it was read, else it is made again: so two
pages of one browser get along as two processes of a server do.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Final, TypeVar, final

import msgspec

from freightyard.offline.keep import Keep, as_text
from freightyard.store.errors import NotKept
from freightyard.store.listeners import Listeners
from freightyard.store.rows import NOTE, ChatLine, ClockEvent, News, Proposal, StoredOrders, TableRow

_TRIES: Final = 20
T = TypeVar("T")


class Beside(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is kept of a table beside its row and its moves."""

    chat: tuple[ChatLine, ...] = ()
    read: dict[str, int] = {}  # the last line of the chat that people have read
    orders: dict[int, StoredOrders] = {}
    proposals: tuple[Proposal, ...] = ()
    clock_events: tuple[ClockEvent, ...] = ()

    def with_note(self, text: str, at: float) -> "Beside":
        return self.with_line(None, "", text, at, NOTE)

    def with_line(self, seat: int | None, name: str, text: str, at: float, audience: str | None) -> "Beside":
        number = self.chat[-1].number + 1 if self.chat else 1
        return msgspec.structs.replace(self, chat=(*self.chat, ChatLine(number, seat, name, text, at, audience)))


class Change(msgspec.Struct):
    """A table while it is being changed: what is put here is kept."""

    row: TableRow | None
    beside: Beside
    news: list[str]
    more: dict[str, str | None]  # other texts that change with it
    absent: list[str]  # names under which nothing may be yet


_read_row: Final = msgspec.json.Decoder(TableRow).decode
_read_beside: Final = msgspec.json.Decoder(Beside).decode


@final
class KeptTables:
    """All tables of a keep, and the one way to change them."""

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        self.listeners = Listeners()
        self._raws: dict[str, str] = {}  # the data of editions by their digests

    def tell(self, table: str, what: str, ply: int = 0) -> None:
        """Something was kept: this page hears of it, and the others of the browser."""
        news = News(table, what, ply)
        self.listeners.tell(news)
        self.keep.tell(as_text(news))

    async def row(self, text: str | None) -> TableRow | None:
        if text is None:
            return None
        row = _read_row(text)
        if row.raw not in self._raws:
            self._raws[row.raw] = await self.keep.get(f"edition/{row.raw}") or ""
        return msgspec.structs.replace(row, raw=self._raws[row.raw])

    async def get(self, key: str) -> TableRow | None:
        return await self.row(await self.keep.get(f"table/{key}"))

    async def beside(self, key: str) -> Beside:
        text = await self.keep.get(f"beside/{key}")
        return Beside() if text is None else _read_beside(text)

    async def all(self) -> list[TableRow]:
        found = [await self.row(text) for _, text in await self.keep.read("table/")]
        return [row for row in found if row is not None]

    async def change(self, key: str, make: Callable[[Change], T], *, there: bool = True) -> T:
        """Change a table. `make` puts into the change what is to be kept, and is called again if somebody else was faster; if it
        raises, nothing is kept."""
        for _ in range(_TRIES):
            table, around = await self.keep.get(f"table/{key}"), await self.keep.get(f"beside/{key}")
            if there and table is None:
                raise NotKept("there is no such table")
            beside = Beside() if around is None else _read_beside(around)
            change = Change(await self.row(table), beside, [], {}, [])
            result = make(change)
            changes: dict[str, str | None] = dict(change.more)
            expected: dict[str, str | None] = dict.fromkeys(change.absent)
            expected |= {f"table/{key}": table, f"beside/{key}": around}
            if change.row is None:
                changes |= {f"table/{key}": None, f"beside/{key}": None}
            else:
                digest = sha256(change.row.raw.encode()).hexdigest()
                if digest not in self._raws:
                    changes[f"edition/{digest}"] = change.row.raw
                changes[f"table/{key}"] = as_text(msgspec.structs.replace(change.row, raw=digest))
                if change.beside != beside:
                    changes[f"beside/{key}"] = as_text(change.beside)
            if await self.keep.write(expected, changes):
                for what in change.news:
                    self.tell(key, what, 0 if change.row is None else change.row.ply)
                return result
        raise NotKept("too many pages change this table at once")


def step_name(table: str, ply: int) -> str:
    """The name under which a step of a table is kept."""
    return f"moves/{table}/{ply:08}"
