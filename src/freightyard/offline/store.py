"""What is kept in a browser: the subjects of `freightyard.store` that a table in a page needs, in a `Keep` instead of a database.

A table is one text, `table/KEY`; what is said and asked at it another, `beside/KEY`; each step a third, `moves/KEY/PLY`, which is
never changed. A change is kept only if nobody else has changed the same text since it was read, else it is made again: so two
pages of one browser get along as two processes of a server do.
"""

import secrets
from collections.abc import Callable, Collection, Sequence
from hashlib import sha256
from math import inf
from typing import Any, Final, TypeVar, final

import msgspec

from freightyard.core.contract import CHANCE
from freightyard.core.lessons import lesson_at
from freightyard.offline.keep import Keep
from freightyard.store import rows
from freightyard.store.errors import NotKept
from freightyard.store.listeners import Listeners
from freightyard.store.record_rows import digest_of, kept_record
from freightyard.store.rows import (
    ARCHIVED,
    ENDED,
    NOTE,
    OPEN,
    OVER,
    RUNNING,
    Append,
    Chair,
    ChatLine,
    ClockChange,
    ClockEvent,
    Decide,
    Decision,
    KeptRecord,
    News,
    Person,
    Proposal,
    StoredEvent,
    StoredOrders,
    TableRow,
)  # fmt: skip
from freightyard.table import SHEET, Mark
from freightyard.table.errors import StalePly
from freightyard.table.hours import Calendar
from freightyard.table.orders import SeatOrders

_TRIES: Final = 20
_LAST: Final = 99_999_999  # a ply that no game reaches
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


class _Change(msgspec.Struct):
    """A table while it is being changed: what is put here is kept."""

    row: TableRow | None
    beside: Beside
    news: list[str]
    more: dict[str, str | None]  # other texts that change with it
    absent: list[str]  # names under which nothing may be yet


_encode: Final = msgspec.json.Encoder().encode
_read_row: Final = msgspec.json.Decoder(TableRow).decode
_read_beside: Final = msgspec.json.Decoder(Beside).decode
_read_append: Final = msgspec.json.Decoder(Append).decode
_read_record: Final = msgspec.json.Decoder(KeptRecord).decode


@final
class _Tables:
    """All tables of a keep, and the one way to change them."""

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        self.listeners = Listeners()
        self._raws: dict[str, str] = {}  # the data of editions by their digests

    def tell(self, table: str, what: str, ply: int = 0) -> None:
        """Something was kept: this page hears of it, and the others of the browser."""
        news = News(table, what, ply)
        self.listeners.tell(news)
        self.keep.tell(_encode(news).decode())

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

    async def change(self, key: str, make: Callable[[_Change], T], *, there: bool = True) -> T:
        """Change a table. `make` puts into the change what is to be kept, and is called again if somebody else was faster; if it
        raises, nothing is kept."""
        for _ in range(_TRIES):
            table, around = await self.keep.get(f"table/{key}"), await self.keep.get(f"beside/{key}")
            if there and table is None:
                raise NotKept("there is no such table")
            beside = Beside() if around is None else _read_beside(around)
            change = _Change(await self.row(table), beside, [], {}, [])
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
                changes[f"table/{key}"] = _encode(msgspec.structs.replace(change.row, raw=digest)).decode()
                if change.beside != beside:
                    changes[f"beside/{key}"] = _encode(change.beside).decode()
            if await self.keep.write(expected, changes):
                for what in change.news:
                    self.tell(key, what, 0 if change.row is None else change.row.ply)
                return result
        raise NotKept("too many pages change this table at once")


@final
class BrowserTables:
    """The rows of tables."""

    def __init__(self, tables: _Tables) -> None:
        self._all = tables

    async def add(self, row: TableRow, past: Append | None = None) -> None:
        def make(change: _Change) -> None:
            if change.row is not None:
                raise NotKept(f"there is a table {row.key} already")
            change.row = row
            change.more[f"closed/{row.key}"] = None
            if past is not None and past.events:
                change.more[_step(row.key, 0)] = _encode(past).decode()
            change.news.append(rows.CHAIRS)

        await self._all.change(row.key, make, there=False)
        if row.earlier is not None:
            self._all.tell(row.earlier, rows.REMATCH)

    async def get(self, key: str) -> TableRow | None:
        return await self._all.get(key)

    async def set_chair(
        self,
        table: str,
        seat: int,
        was: Chair,
        chair: Chair,
        clock: ClockChange | None = None,
        *,
        at: float | None = None,
    ) -> bool:
        def make(change: _Change) -> bool:
            row = change.row
            if row is None or row.chairs[seat] != was or (chair.waits and row.phase != OPEN):
                return False
            if clock is not None and row.clock != clock.before:
                return False
            chairs = list(row.chairs)
            chairs[seat] = chair
            change.row = msgspec.structs.replace(row, chairs=tuple(chairs))
            _keep_clock(change, clock)
            change.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def begin(self, table: str, clock: ClockChange | None = None, *, tell_at: float | None = None) -> bool:
        def make(change: _Change) -> bool:
            row = change.row
            if row is None or row.phase != OPEN or any(chair.waits for chair in row.chairs):
                return False
            change.row = msgspec.structs.replace(row, phase=RUNNING)
            _keep_clock(change, clock)
            change.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def set_host(self, table: str, was: str | None, person: str) -> bool:
        def make(change: _Change) -> bool:
            if change.row is None or change.row.phase not in (OPEN, RUNNING) or change.row.made_by != was:
                return False
            change.row = msgspec.structs.replace(change.row, made_by=person)
            change.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def wake(self, table: str, note: str, at: float) -> bool:
        def make(change: _Change) -> bool:
            if change.row is None or change.row.phase != ARCHIVED:
                return False
            change.row = msgspec.structs.replace(change.row, phase=RUNNING, moved_at=at)
            change.beside = change.beside.with_note(note, at)
            change.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def drop(self, table: str, why: str = rows.BY_HOST, at: float | None = None) -> bool:
        row = await self._all.get(table)
        if row is None or row.phase != OPEN:
            return False
        await self.remove(table, why)
        return True

    async def drop_lesson(self, table: str, at: float | None = None) -> bool:
        row = await self._all.get(table)
        if row is None or lesson_at(row.branch) is None:
            return False
        await self.remove(table, rows.LESSON_LEFT)
        return True

    async def remove(self, table: str, why: str = rows.BY_HOST) -> None:
        """Forget a table and everything that happened there. Its record stays if it has one."""
        steps = [name for name, _ in await self._all.keep.read(f"moves/{table}/")]

        def make(change: _Change) -> None:
            change.row = None
            change.more |= dict.fromkeys(steps)
            change.more[f"closed/{table}"] = why
            change.news.append(rows.CHAIRS)

        await self._all.change(table, make)

    async def why_closed(self, key: str) -> str | None:
        return await self._all.keep.get(f"closed/{key}")

    async def count_running_bots_only(self, made_by: str) -> int:
        found = await self._all.all()
        return sum(
            row.made_by == made_by and row.phase == RUNNING and all(chair.person is None or chair.bot for chair in row.chairs)
            for row in found
        )

    async def public(self, limit: int) -> list[TableRow]:
        """Nobody else is here: every table is of the one whose browser it is."""
        return []

    async def of_person(self, person: str, limit: int) -> list[TableRow]:
        found = [row for row in await self._all.all() if row.made_by == person or any(c.person == person for c in row.chairs)]
        return sorted(found, key=lambda row: (row.phase not in (OPEN, RUNNING), -row.moved_at))[:limit]

    async def sealed(self, before: float, limit: int) -> list[tuple[str, str]]:
        """A device alone deals by itself: nobody is waited for."""
        return []

    async def waiting(self, moved_before: float, limit: int) -> list[TableRow]:
        def waits(row: TableRow) -> bool:
            return row.to_act in (None, CHANCE) or row.chairs[row.to_act or 0].bot is not None

        found = [row for row in await self._all.all() if row.phase == RUNNING and row.moved_at < moved_before and waits(row)]
        return sorted(found, key=lambda row: row.moved_at)[:limit]


@final
class BrowserMoves:
    """What happened at tables."""

    def __init__(self, tables: _Tables) -> None:
        self._all = tables

    async def append(self, append: Append) -> None:
        def make(change: _Change) -> None:
            row = change.row
            late = row is None or row.phase != RUNNING or row.ply != append.ply or row.clock != append.clock_before
            if row is None or late:
                raise StalePly("somebody else was faster")
            change.row = msgspec.structs.replace(
                row,
                ply=append.ply + len(append.events),
                to_act=append.to_act,
                moved_at=append.at,
                phase=OVER if append.to_act is None else RUNNING,
                scores=append.scores,
                winners=append.winners,
                clock=append.clock,
                due_at=append.due_at,
            )
            name = _step(append.table, append.ply)
            change.absent.append(name)
            change.more[name] = _encode(msgspec.structs.replace(append, record=None)).decode()
            if append.record is not None:
                kept = kept_record(append.table, append.record, append.at)
                change.more[f"record/{append.table}"] = _encode(kept).decode()
            change.news.append(rows.MOVE)

        await self._all.change(append.table, make)

    async def events(self, table: str, start: int = 0, end: int | None = None) -> list[StoredEvent]:
        found = []
        for step in await self._steps(table):
            for number, (event, seen) in enumerate(zip(step.events, step.seen, strict=True), step.ply):
                if start <= number < (_LAST if end is None else end):
                    found.append(StoredEvent(number, event, seen, step.at))
        return found

    async def marks(self, table: str, ply: int, limit: int) -> list[Mark]:
        marks = [mark for step in await self._steps(table) for mark in step.marks if mark.ply <= ply]
        found: dict[int, Mark] = {}
        for mark in sorted(marks, key=lambda mark: (mark.ply, mark.kind), reverse=True):
            found.setdefault(mark.ply, mark)
        return list(found.values())[:limit]

    async def sheets(self, table: str) -> list[Mark]:
        return [mark for step in await self._steps(table) for mark in step.marks if mark.kind == SHEET]

    async def _steps(self, table: str) -> list[Append]:
        return [_read_append(text) for _, text in await self._all.keep.read(f"moves/{table}/")]


@final
class BrowserChat:
    """What is said at tables, by those who share the device, and by the tables themselves."""

    def __init__(self, tables: _Tables) -> None:
        self._all = tables

    async def add(
        self,
        table: str,
        seat: int | None,
        name: str,
        text: str,
        at: float,
        *,
        audience: str | None = None,
        person: str | None = None,
    ) -> ChatLine | None:
        def make(change: _Change) -> ChatLine:
            change.beside = change.beside.with_line(seat, name, text, at, audience)
            change.news.append(rows.CHAT)
            line = change.beside.chat[-1]
            if person is not None:
                read = {**change.beside.read, person: line.number}
                change.beside = msgspec.structs.replace(change.beside, read=read)
            return line

        return await self._all.change(table, make)

    async def note(self, table: str, text: str, at: float) -> None:
        def make(change: _Change) -> None:
            change.beside = change.beside.with_note(text, at)
            change.news.append(rows.CHAT)

        await self._all.change(table, make)

    async def lines(self, table: str, limit: int, after: int = 0) -> list[ChatLine]:
        return [line for line in (await self._all.beside(table)).chat if line.number > after][-limit:]

    async def set_read(self, table: str, person: str, line: int) -> None:
        def make(change: _Change) -> None:
            furthest = max(line, change.beside.read.get(person, 0))
            change.beside = msgspec.structs.replace(change.beside, read={**change.beside.read, person: furthest})

        await self._all.change(table, make)

    async def read_up_to(self, table: str, person: str) -> int:
        return (await self._all.beside(table)).read.get(person, 0)

    async def unread(self, person: str, tables: Sequence[str]) -> dict[str, int]:
        found = {}
        for table in tables:
            beside = await self._all.beside(table)
            last = beside.read.get(person, 0)
            found[table] = sum(line.number > last and line.audience in (None, NOTE) for line in beside.chat)
        return {table: number for table, number in found.items() if number}

    async def muted(self, table: str) -> frozenset[str]:
        return frozenset()


@final
class BrowserOrders:
    """What people have said in advance."""

    def __init__(self, tables: _Tables) -> None:
        self._all = tables

    async def of_table(self, table: str) -> dict[int, StoredOrders]:
        return (await self._all.beside(table)).orders

    async def get(self, table: str, seat: int) -> StoredOrders | None:
        return (await self._all.beside(table)).orders.get(seat)

    async def give(self, table: str, seat: int, person: str, orders: SeatOrders, at: float) -> None:
        def make(change: _Change) -> None:
            held = {place: stored for place, stored in change.beside.orders.items() if place != seat}
            if orders:
                held[seat] = StoredOrders(person, orders)
            change.beside = msgspec.structs.replace(change.beside, orders=held)
            change.news.append(rows.ORDERS)

        await self._all.change(table, make)

    async def change(self, table: str, seat: int, was: SeatOrders, orders: SeatOrders, ply: int) -> bool:
        def make(change: _Change) -> bool:
            stored = change.beside.orders.get(seat)
            if stored is None or stored.orders != was:
                return False
            held = {place: other for place, other in change.beside.orders.items() if place != seat}
            if orders:
                held[seat] = StoredOrders(stored.person, orders, ply)
            change.beside = msgspec.structs.replace(change.beside, orders=held)
            return True

        return await self._all.change(table, make)

    async def forget(self, table: str) -> None:
        def make(change: _Change) -> None:
            change.beside = msgspec.structs.replace(change.beside, orders={})

        await self._all.change(table, make)


@final
class BrowserProposals:
    """What those who sit at a table are asked."""

    def __init__(self, tables: _Tables) -> None:
        self._all = tables

    async def open(self, table: str) -> list[Proposal]:
        return _open(await self._all.beside(table))

    async def make(self, table: str, proposal: Proposal, note: str, decide: Decide) -> bool:
        def make(change: _Change) -> bool:
            if change.row is None or change.row.phase != RUNNING:
                return False
            for other in _open(change.beside):
                if other.kind == proposal.kind and not _settle(change, other, proposal.at, decide):
                    return False
            made = msgspec.structs.replace(proposal, number=len(change.beside.proposals) + 1)
            change.beside = msgspec.structs.replace(change.beside, proposals=(*change.beside.proposals, made))
            change.beside = change.beside.with_note(note, made.at)
            change.news += [rows.CHAT, rows.PROPOSALS]
            _settle(change, made, made.at, decide)
            return True

        return await self._all.change(table, make)

    async def answer(self, table: str, number: int, person: str, *, yes: bool, at: float, decide: Decide) -> bool:
        def make(change: _Change) -> bool:
            proposal = next((each for each in _open(change.beside) if each.number == number), None)
            if proposal is None or _settle(change, proposal, at, decide):
                return False
            answered = msgspec.structs.replace(proposal, answers={**proposal.answers, person: yes})
            _put(change, answered)
            _settle(change, answered, at, decide)
            return True

        return await self._all.change(table, make)

    async def reconsider(self, table: str, at: float, decide: Decide) -> None:
        def make(change: _Change) -> None:
            for proposal in _open(change.beside):
                _settle(change, proposal, at, decide)

        await self._all.change(table, make)

    async def close(self, table: str, number: int, decision: Decision, at: float) -> bool:
        def make(change: _Change) -> bool:
            proposal = next((each for each in _open(change.beside) if each.number == number), None)
            return proposal is not None and _settle(change, proposal, at, lambda *_: decision)

        return await self._all.change(table, make)


@final
class BrowserRecords:
    """Finished games, whole, as text."""

    def __init__(self, tables: _Tables) -> None:
        self._keep = tables.keep

    async def get(self, key: str) -> KeptRecord | None:
        text = await self._keep.get(f"record/{key}")
        return None if text is None else _read_record(text)

    async def add(self, record: KeptRecord) -> bool:
        if await self.same_as(record) is not None:
            return False
        name = f"record/{record.key}"
        return await self._keep.write({name: None}, {name: _encode(record).decode()})

    async def same_as(self, record: KeptRecord) -> KeptRecord | None:
        digest = digest_of(record.text)
        return next((kept for kept in await self._all() if digest_of(kept.text) == digest), None)

    async def latest(self, limit: int, game: str | None = None, before: tuple[float, str] | None = None) -> list[KeptRecord]:
        found = [kept for kept in await self._all() if game in (None, kept.game)]
        found = [kept for kept in found if before is None or (kept.at, kept.key) < before]
        return sorted(found, key=lambda kept: (kept.at, kept.key), reverse=True)[:limit]

    async def remove(self, key: str) -> None:
        """Forget a record."""
        await self._keep.write({}, {f"record/{key}": None})

    async def _all(self) -> list[KeptRecord]:
        return [_read_record(text) for _, text in await self._keep.read("record/")]


@final
class BrowserPeople:
    """The person whose browser it is."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep

    async def new(self, name: str, at: float | None = None) -> tuple[Person, str]:
        person, secret = Person(secrets.token_urlsafe(9), name), secrets.token_urlsafe(24)
        await self._keep.write({}, {f"person/{secret}": _encode(person).decode()})
        return person, secret

    async def by_secret(self, secret: str) -> Person | None:
        text = await self._keep.get(f"person/{secret}")
        return None if text is None else msgspec.json.decode(text, type=Person)

    async def seen(self, person: str, at: float) -> None:
        """They are here as long as the page is."""

    async def seen_at(self, people: Collection[str]) -> dict[str, float]:
        return dict.fromkeys(people, inf)  # whoever could wait for them is here too

    async def names(self, people: Collection[str]) -> dict[str, str]:
        found = [msgspec.json.decode(text, type=Person) for _, text in await self._keep.read("person/")]
        return {person.key: person.name for person in found if person.key in people}

    async def known(self, given: Collection[str]) -> set[str]:
        return set(given)


@final
class BrowserCalendars:
    """Nobody has a clock that stands still at night: they play when they have the page before them."""

    async def of(self, person: str) -> Calendar:
        return Calendar()

    async def of_all(self, people: Collection[str]) -> dict[str, Calendar]:
        return {person: Calendar() for person in people}

    async def suggest_zone(self, person: str, zone: str, now: float) -> None:
        """It makes no difference."""


@final
class BrowserClocks:
    """The clocks of tables with a pace."""

    def __init__(self, tables: _Tables) -> None:
        self._all = tables

    async def change(self, table: str, change: ClockChange) -> bool:
        def make(changed: _Change) -> bool:
            if changed.row is None or changed.row.clock != change.before:
                return False
            _keep_clock(changed, change)
            changed.news.append(rows.CHAIRS)
            return True

        return await self._all.change(table, make)

    async def events(self, table: str) -> list[ClockEvent]:
        return list((await self._all.beside(table)).clock_events)

    async def due(self, now: float, limit: int) -> list[tuple[str, str]]:
        found = [row for row in await self._all.all() if row.phase == RUNNING and row.due_at is not None and row.due_at <= now]
        return [(row.key, row.game) for row in found][:limit]


@final
class _Nothing:
    """A subject of which nothing is kept in a browser: links to seats, channels for notices."""

    async def of_person(self, person: str) -> list[Any]:
        return []

    async def about(self, table: str, person: str) -> list[Any]:
        return []


@final
class BrowserStore:
    """The subjects by the names that `freightyard.store.Store` gives them."""

    def __init__(self, keep: Keep) -> None:
        tables = _Tables(keep)
        self.keep = keep
        self.tables = BrowserTables(tables)
        self.moves = BrowserMoves(tables)
        self.chat = BrowserChat(tables)
        self.orders = BrowserOrders(tables)
        self.proposals = BrowserProposals(tables)
        self.records = BrowserRecords(tables)
        self.people = BrowserPeople(keep)
        self.calendars = BrowserCalendars()
        self.clocks = BrowserClocks(tables)
        self.channels = self.seat_links = _Nothing()
        self._tables = tables

    def listen(self, hear: Callable[[News], None]) -> Callable[[], None]:
        """Hear what changes at any table, in this page or another one of the browser."""
        return self._tables.listeners.add(hear)

    def hear(self, news: str) -> None:
        """What another page of the browser has told."""
        self._tables.listeners.tell(msgspec.json.decode(news, type=News))

    async def close(self) -> None:
        """Everything is kept already."""


def _step(table: str, ply: int) -> str:
    return f"moves/{table}/{ply:08}"


def _open(beside: Beside) -> list[Proposal]:
    return [proposal for proposal in beside.proposals if proposal.result is None]


def _put(change: _Change, proposal: Proposal) -> None:
    proposals = [proposal if each.number == proposal.number else each for each in change.beside.proposals]
    change.beside = msgspec.structs.replace(change.beside, proposals=tuple(proposals))
    change.news.append(rows.PROPOSALS)


def _settle(change: _Change, proposal: Proposal, at: float, decide: Decide) -> bool:
    """Close a proposal that is decided, with all that follows; whether it was."""
    if change.row is None or (decision := decide(change.row, proposal)) is None:
        return False
    _put(change, msgspec.structs.replace(proposal, result=decision.result))
    if decision.note:
        change.beside = change.beside.with_note(decision.note, at)
        change.news.append(rows.CHAT)
    if decision.ended:
        change.row = msgspec.structs.replace(change.row, phase=ENDED, moved_at=at, due_at=None)
        change.news.append(rows.CHAIRS)
    return True


def _keep_clock(change: _Change, clock: ClockChange | None) -> None:
    if change.row is None or clock is None:
        return
    pace = change.row.pace if clock.pace is None else clock.pace
    change.row = msgspec.structs.replace(change.row, clock=clock.clock, due_at=clock.due_at, pace=pace)
    change.beside = msgspec.structs.replace(change.beside, clock_events=(*change.beside.clock_events, *clock.events))
    if clock.events and clock.note is not None:
        change.beside = change.beside.with_note(clock.note, clock.events[0].at)
        change.news.append(rows.CHAT)
