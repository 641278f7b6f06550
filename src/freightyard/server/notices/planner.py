"""Makes deliveries of what is due: reads who is to be told, decides when and where, and writes that down if nothing has changed
meanwhile. Reading is done beside the writer of the database, so moves do not wait for it."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from typing import Final, final
from urllib.parse import urlsplit

import msgspec

from freightyard.core.errors import FreightyardError
from freightyard.core.lessons import lesson_at
from freightyard.server.notices.asked import NOBODY, Ask, Asked, asks_nobody, may_be_asked
from freightyard.server.notices.contract import CHAT, DIGEST, INVITATION, MAIL, OVER, PUSH, REMATCH, REMINDER, TURN, Channel
from freightyard.server.notices.when import Reader, decide, quiet_until
from freightyard.server.notices.wording import ReaderFacts, facts_of, line_of, topic_of
from freightyard.store import Store
from freightyard.store.notice_rows import Delivery, NoticeSettings, Planned
from freightyard.store.outbox import Change, Earliest
from freightyard.store.rows import ENDED, RUNNING, TableRow
from freightyard.store.rows import OVER as PLAYED
from freightyard.table import read_pace
from freightyard.table.clock import alarm_at, read_clock
from freightyard.table.hours import USUAL, Calendar

_MOST: Final = 200  # things that one look takes up
_PAUSED_SECONDS: Final = 86_400.0  # after which a clock that stands still is looked at again; a change makes it sooner
TABLE: Final = ""  # in the place of a person: it is for the channels of the table itself


def lane_of(channel: Channel) -> str:
    """The host that a channel leads to."""
    if channel.kind == MAIL:
        return MAIL
    return urlsplit(channel.address.get("endpoint" if channel.kind == PUSH else "url", "")).hostname or channel.key


def actor_of(row: TableRow) -> str | None:
    """The person who is to act, if one is."""
    if row.phase != RUNNING or row.to_act is None or not 0 <= row.to_act < len(row.chairs):
        return None
    chair = row.chairs[row.to_act]
    return None if chair.bot is not None else chair.person


def stands(kind: str, person: str, number: int, row: TableRow | None, name: str = "", asked: Asked = NOBODY) -> bool:
    """Whether something is still so, as far as the row of its table tells. `name`: how the person is called; `asked`: who is, if
    all choose at once."""
    if row is None:
        return False
    if kind == TURN and number < 0:
        return asked.get(person) == number
    if kind in (TURN, REMINDER):
        actor = actor_of(row)
        return row.ply == number and actor is not None and person in (actor, TABLE)
    if kind in (INVITATION, REMATCH):
        return any(chair.held and (chair.person == person or chair.held_for(name)) for chair in row.chairs)
    if kind == OVER:
        return row.phase in (PLAYED, ENDED)
    return any(chair.person == person and not chair.held for chair in row.chairs)


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What was read about some people and tables."""

    rows: dict[str, TableRow]
    channels: dict[str, tuple[Channel, ...]]  # by people
    of_tables: dict[str, tuple[Channel, ...]]  # of tables themselves
    settings: dict[str, NoticeSettings]
    choices: dict[tuple[str, str], str]
    calendars: dict[str, Calendar]
    seen: dict[tuple[str, str], float]
    told: dict[tuple[str, str], float]  # by tables and channels; grows with what is decided
    names: dict[str, str]  # of those who are invited
    asked: dict[str, Asked]  # by tables at which all choose at once

    def reader(self, person: str, table: str) -> Reader:
        """What is known of a person who is told of a table; or of the table itself."""
        row = self.rows.get(table)
        if person == TABLE:  # nobody is told there either who has the table before their eyes
            channels = self.of_tables.get(table, ())
            actor = None if row is None else actor_of(row)
            return Reader(
                seen_at=None if actor is None else self.seen.get((table, actor)),
                told_at=self._told_at(table, channels),
                channels=channels,
            )
        channels = self.channels.get(person, ())
        places = [table] if row is None or row.earlier is None else [table, row.earlier]  # where a rematch is offered too
        return Reader(
            settings=self.settings.get(person, NoticeSettings()),
            choice=self.choices.get((person, table), ""),
            calendar=self.calendars.get(person, USUAL),
            seen_at=max([self.seen[place, person] for place in places if (place, person) in self.seen], default=None),
            told_at=self._told_at(table, channels),
            channels=channels,
        )

    def channels_by_key(self) -> dict[str, Channel]:
        """All channels that were read."""
        found = (*self.channels.values(), *self.of_tables.values())
        return {channel.key: channel for channels in found for channel in channels}

    def _told_at(self, table: str, channels: Iterable[Channel]) -> float | None:
        return max([self.told[table, each.key] for each in channels if (table, each.key) in self.told], default=None)


@final
class Planner:
    """Looks for what is due."""

    def __init__(self, store: Store, gap: float, claim_seconds: float, ask: Ask = asks_nobody) -> None:
        """`gap`: the time between two notices of one table; `ask`: who is asked where all choose at once."""
        self._ask = ask
        self._store = store
        self._gap = gap
        self._claim_seconds = claim_seconds

    async def plan(self, now: float, earliest: Earliest) -> tuple[list[Delivery], Known | None, bool]:
        """Decide about all that is due: the deliveries that are to be sent at once, what is known of them, and whether more may
        be due. `earliest`: of what there is something due."""
        outbox = self._store.outbox
        tables = await outbox.due_tables(now, _MOST) if earliest.table <= now else []
        due = await outbox.due(now, _MOST) if earliest.planned <= now else []
        if not tables and not due:
            return [], None, False
        known = await self._read({key for key, _ in tables}, due, now)
        changes = [change for key, tell_at in tables for change in self._hand_over(known, key, tell_at, now)]
        changes += await self._rows(known, due, now)
        made = await outbox.change(changes, now)
        return made, known, len(tables) == _MOST or len(due) == _MOST

    async def _read(self, tables: set[str], due: Sequence[Planned], now: float) -> Known:
        store = self._store
        keys = tables | {planned.table for planned in due}
        rows = {row.key: row for row in await store.tables.get_all(keys)}
        people = {planned.person for planned in due}
        people |= {chair.person for key in tables if key in rows for chair in rows[key].chairs if chair.person is not None}
        looked_at = keys | {row.earlier for row in rows.values() if row.earlier is not None}
        # All at once: on a busy machine each question waits for its turn, and somebody waits for the sum of them.
        (channels, settings, choices), (calendars, seen, told, names) = await asyncio.gather(
            asyncio.gather(
                store.channels.of_all(people, keys),
                store.notice_settings.of_all(people),
                store.notice_settings.of_tables(people, keys),
            ),
            asyncio.gather(
                store.calendars.of_all(people),
                store.presence.of_tables(looked_at),
                store.outbox.last_told(keys if self._gap else (), now - self._gap),
                store.people.names({planned.person for planned in due if planned.kind == INVITATION}),
            ),
        )
        own: dict[str, list[Channel]] = {}
        of_tables: dict[str, list[Channel]] = {}
        for channel in channels:
            if channel.table is not None:
                of_tables.setdefault(channel.table, []).append(channel)
            elif channel.person is not None:
                own.setdefault(channel.person, []).append(channel)
        return Known(
            rows=rows,
            channels={person: tuple(channels) for person, channels in own.items()},
            of_tables={table: tuple(channels) for table, channels in of_tables.items()},
            settings=settings,
            choices=choices,
            calendars=calendars,
            seen=seen,
            told=told,
            names=names,
            asked={key: await self._ask(row) for key, row in rows.items() if may_be_asked(row)},
        )

    # --- hand-overs, and the ends of games ---

    def _hand_over(self, known: Known, key: str, tell_at: float, now: float) -> list[Change]:
        row = known.rows.get(key)
        if row is None:
            return []
        if lesson_at(row.branch) is not None:  # nobody waits there, and nobody who left it is called back
            return [Change(table=key, ply=row.ply, tell_at=tell_at)]
        planned: list[Planned] = []
        deliveries: list[Delivery] = []
        if row.phase == RUNNING:
            person, asked = actor_of(row), known.asked.get(key, NOBODY)
            for reader, number in asked.items():
                choice = msgspec.structs.replace(_planned(TURN, row, reader), number=number)
                self._tell(known, choice, now, planned, deliveries)
            if person is not None:
                for reader in (TABLE,) if person in asked else (person, TABLE):
                    self._tell(known, _planned(TURN, row, reader), now, planned, deliveries)
                planned += self._reminder(known, row, person)
        elif row.phase in (PLAYED, ENDED):
            people = {chair.person for chair in row.chairs if chair.person is not None and not chair.held}
            for reader in (*sorted(people), TABLE):
                self._tell(known, _planned(OVER, row, reader), now, planned, deliveries)
        change = Change(table=key, ply=row.ply, tell_at=tell_at, plan=tuple(planned), deliver=tuple(deliveries))
        return [change]

    def _reminder(self, known: Known, row: TableRow, person: str) -> list[Planned]:
        alarm = _alarm(row, known.calendars.get(person, USUAL))
        if alarm is None:
            return []
        again = _planned(REMINDER, row, person)
        return [msgspec.structs.replace(again, key=f"{row.key}.{REMINDER}", due_at=alarm)]  # one a table: the latest

    # --- rows of the outbox ---

    async def _rows(self, known: Known, due: Sequence[Planned], now: float) -> list[Change]:
        changes: list[Change] = []
        digests: dict[str, list[Planned]] = {}
        chats: dict[tuple[str, str], list[Planned]] = {}
        for planned in due:
            if planned.gathered:
                digests.setdefault(planned.person, []).append(planned)
            elif planned.kind == CHAT:
                chats.setdefault((planned.table, planned.person), []).append(planned)
            else:
                changes.append(self._row(known, planned, now))
        for rows in chats.values():
            changes.append(await self._chat(known, rows, now))
        for person, rows in digests.items():
            changes.append(await self._digest(known, person, rows, now))
        return changes

    def _row(self, known: Known, planned: Planned, now: float) -> Change:
        row = known.rows.get(planned.table)
        later: list[Planned] = []
        deliveries: list[Delivery] = []
        name, asked = known.names.get(planned.person, ""), known.asked.get(planned.table, NOBODY)
        if row is not None and stands(planned.kind, planned.person, planned.number, row, name, asked):
            if planned.kind == REMINDER:
                alarm = _alarm(row, known.calendars.get(planned.person, USUAL))
                if alarm is None:
                    later.append(_later(planned, now + _PAUSED_SECONDS))
                elif alarm > now:
                    later.append(_later(planned, alarm))
                else:  # it is news as of now: who looks at the table at this moment sees it
                    for reader in dict.fromkeys((planned.person, TABLE)):
                        again = msgspec.structs.replace(_planned(REMINDER, row, reader), at=alarm)
                        self._tell(known, again, now, later, deliveries)
            else:
                self._tell(known, planned, now, later, deliveries)
        return Change(rows=((planned.key, planned.due_at),), plan=tuple(later), deliver=tuple(deliveries))

    async def _chat(self, known: Known, rows: Sequence[Planned], now: float) -> Change:
        """All lines that somebody has not read are one notice."""
        last = max(rows, key=lambda planned: planned.number)
        later: list[Planned] = []
        deliveries: list[Delivery] = []
        sits = stands(CHAT, last.person, last.number, known.rows.get(last.table))
        if sits and last.number > await self._store.chat.read_up_to(last.table, last.person):
            self._tell(known, last, now, later, deliveries)
        return Change(rows=_guards(rows), plan=tuple(later), deliver=tuple(deliveries))

    async def _digest(self, known: Known, person: str, rows: Sequence[Planned], now: float) -> Change:
        """What was gathered, as far as it is still so."""
        settings, calendar = known.settings.get(person, NoticeSettings()), known.calendars.get(person, USUAL)
        quiet = quiet_until(settings, calendar, now)
        if quiet is not None:
            return Change(rows=_guards(rows), plan=tuple([_later(planned, quiet, gathered=True) for planned in rows]))
        lines: dict[tuple[str, str], str] = {}
        for planned in sorted(rows, key=lambda planned: planned.at):
            row = known.rows.get(planned.table)
            reader = ReaderFacts(person=person, name=known.names.get(person, ""), zone=calendar.hours_at(now).zone)
            asked = known.asked.get(planned.table, NOBODY)
            if row is None or not stands(planned.kind, person, planned.number, row, reader.name, asked):
                continue
            if planned.kind == CHAT:
                reader = await unread_facts(self._store, planned.table, reader)
                if not reader.unread:
                    continue
            try:
                lines[planned.table, planned.kind] = line_of(planned.kind, facts_of(row), reader)
            except FreightyardError:
                continue  # a game that is not installed any more
        deliveries = []
        for channel in known.channels.get(person, ()):
            own = tuple([line for (_, kind), line in lines.items() if channel.takes(kind)])
            if own:
                delivery = self._delivery(DIGEST, "", person, int(now), channel, min(planned.at for planned in rows), now)
                deliveries.append(msgspec.structs.replace(delivery, lines=own))
        return Change(rows=_guards(rows), deliver=tuple(deliveries))

    # --- telling ---

    def _tell(self, known: Known, planned: Planned, now: float, later: list[Planned], deliveries: list[Delivery]) -> None:
        """Tell a person, or the channels of a table; or put it off."""
        decision = decide(planned.kind, planned.at, known.reader(planned.person, planned.table), now, self._gap)
        if decision.until is not None:
            later.append(_later(planned, decision.until, gathered=decision.gathered))
        for channel in decision.channels:
            number = int(planned.at) if planned.kind in (INVITATION, REMATCH) else planned.number
            deliveries.append(self._delivery(planned.kind, planned.table, planned.person, number, channel, planned.at, now))
            known.told[planned.table, channel.key] = now

    def _delivery(self, kind: str, table: str, person: str, number: int, channel: Channel, at: float, now: float) -> Delivery:
        return Delivery(
            key=f"{table or person}.{kind}.{number}.{channel.key}",
            kind=kind,
            table=table,
            person=person,
            channel=channel.key,
            lane=lane_of(channel),
            topic=topic_of(table or person, kind),
            number=number,
            at=at,
            due_at=now,
            claimed_until=now + self._claim_seconds,
        )


async def unread_facts(store: Store, table: str, reader: ReaderFacts) -> ReaderFacts:
    """What a reader has not read in the chat of a table: how much, and who wrote it; never the words."""
    read = await store.chat.read_up_to(table, reader.person)
    lines = [line for line in await store.chat.lines(table, 100, read) if line.audience is None]
    return msgspec.structs.replace(reader, unread=len(lines), writers=tuple([line.name for line in lines]))


def _alarm(row: TableRow, calendar: Calendar) -> float | None:
    """When the person who is to act is reminded; None while no time runs, or it is over."""
    pace = read_pace(row.pace) if row.pace is not None else None
    if pace is None or row.clock is None:
        return None
    clock = read_clock(row.clock)
    return None if clock.zero is not None else alarm_at(clock, pace, calendar)


def _planned(kind: str, row: TableRow, person: str) -> Planned:
    key = f"{row.key}.{kind}.{person}"
    return Planned(key=key, kind=kind, table=row.key, person=person, number=row.ply, at=row.moved_at, due_at=row.moved_at)


def _later(planned: Planned, until: float, *, gathered: bool = False) -> Planned:
    return msgspec.structs.replace(planned, due_at=until, gathered=gathered)


def _guards(rows: Collection[Planned]) -> tuple[tuple[str, float], ...]:
    return tuple([(planned.key, planned.due_at) for planned in rows])
