"""Sends what is to be told: many at once, few to one host. A receiver that hangs delays nobody else.

Whoever sends has claimed the delivery for a while. What came of it is written down afterwards: so a process that is killed in
between sends once more, with the same key, and what it had not sent is sent by another one.
"""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final, final

import msgspec

from freightyard.core.errors import FreightyardError
from freightyard.server.log import Log
from freightyard.server.notices.asked import NOBODY, Ask, Asked, asks_nobody, may_be_asked
from freightyard.server.notices.contract import CHAT, CONFIRM, DIGEST, INVITATION, PUSH, TEST, Channel, DeliveryFailed, Sender
from freightyard.server.notices.planner import Known, lane_of, stands, unread_facts
from freightyard.server.notices.when import PRESENT_SECONDS
from freightyard.server.notices.wording import ReaderFacts, facts_of, notice_of, topic_of
from freightyard.store import Store
from freightyard.store.notice_rows import FAILED, SENT, WITHDRAWN, Delivery
from freightyard.store.outbox import Result
from freightyard.store.rows import TableRow
from freightyard.table.hours import USUAL, Calendar

SEND_SECONDS: Final = 10.0  # that one attempt may take
CLAIM_SECONDS: Final = 14.0  # more than an attempt takes: after this another process takes over
_MOST: Final = 256  # attempts at once
_MOST_OF_A_LANE: Final = 8  # to one host
_MOST_CLAIMED: Final = 64  # in one look: so several processes share the work
_STALE_SECONDS: Final = 1.0  # after which one that waited for its turn is looked at again
_WAITS: Final = (10.0, 30.0, 120.0, 300.0, 600.0, 1800.0, 3600.0, 7200.0, 14_400.0, 28_800.0)  # between attempts
_LONGEST_WAIT: Final = 28_800.0  # whatever the other side asks for
_OF_NO_TABLE: Final = (DIGEST, TEST, CONFIRM)
_GATHER_SECONDS: Final = 0.01  # results of so long are written down together

COULD_NOT: Final = "It could not be sent."
TOO_SLOW: Final = "The other side did not answer in time."
CHANNEL_GONE: Final = "the channel is not used any more"
NOT_SO: Final = "it was not so any more"


def stands_now(delivery: Delivery, row: TableRow | None, name: str, asked: Asked) -> bool:
    """Whether what is told is still so."""
    return delivery.kind in _OF_NO_TABLE or stands(delivery.kind, delivery.person, delivery.number, row, name, asked)


def single_delivery(kind: str, channel: Channel, now: float, *, claimed: bool) -> Delivery:
    """A delivery that nobody has to decide about: a test, or the question whose address it is."""
    return Delivery(
        key=f"{kind}.{secrets.token_hex(8)}.{channel.key}",
        kind=kind,
        table="",
        person=channel.person or "",
        channel=channel.key,
        lane=lane_of(channel),
        topic=topic_of(channel.key, kind),
        at=now,
        due_at=now,
        claimed_until=now + CLAIM_SECONDS if claimed else 0.0,
    )


class _Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What some deliveries need."""

    channels: Mapping[str, Channel]  # by their keys
    rows: Mapping[str, TableRow]
    calendars: Mapping[str, Calendar]
    seen: Mapping[tuple[str, str], float]
    names: Mapping[str, str]  # of those who are invited
    asked: Mapping[str, Asked]  # by tables at which all choose at once
    waiting: Mapping[str, int] = {}  # at how many tables it is somebody's turn


@final
class Deliverer:
    """Sends the deliveries of one process."""

    def __init__(
        self,
        store: Store,
        senders: Mapping[str, Sender],
        missing: Mapping[str, str],
        url: str,
        log: Log,
        now: Callable[[], float],
        ask: Ask = asks_nobody,
    ) -> None:
        """`ask`: who is asked where all choose at once."""
        self._ask = ask
        self._store = store
        self._senders = senders
        self._missing = missing
        self._url = url
        self._log = log
        self._now = now
        self._under_way: dict[str, Delivery] = {}  # by their keys
        self._lanes: Counter[str] = Counter()  # how many go to a host, or wait for their turn
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._results: list[Result] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._writing: asyncio.Task[None] | None = None
        self.given_up: Callable[[Delivery, Channel, str], None] = lambda *_: None

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return bool(self._tasks)

    async def send_ready(self) -> None:
        """Send what waits: what others have left, or what is tried again."""
        room = _MOST - len(self._under_way)
        if room <= 0:
            return
        now = self._now()
        full = [lane for lane, many in self._lanes.items() if many >= _MOST_OF_A_LANE]
        keys = await self._store.outbox.ready(now, min(room, _MOST_CLAIMED), full)
        keys = [key for key in keys if key not in self._under_way]
        if keys:
            await self.send(await self._store.outbox.claim(keys, now, now + CLAIM_SECONDS))

    async def send(self, deliveries: Sequence[Delivery], known: Known | None = None) -> None:
        """Send what this process has claimed. Returns before it is sent. `known`: what was read to decide about them."""
        if not deliveries:
            return
        facts = await self._facts(deliveries, known)
        for delivery in deliveries:
            channel, row = facts.channels.get(delivery.channel), facts.rows.get(delivery.table)
            if channel is None or (not channel.used and delivery.kind not in (CONFIRM, TEST)):
                self._done(Result(delivery=delivery, state=WITHDRAWN, reason=CHANNEL_GONE))
            elif self._is_seen(delivery, facts) or not stands_now(
                delivery, row, facts.names.get(delivery.person, ""), facts.asked.get(delivery.table, NOBODY)
            ):
                self._done(Result(delivery=delivery, state=WITHDRAWN, reason=NOT_SO))
            elif delivery.key not in self._under_way:
                self._under_way[delivery.key] = delivery
                self._lanes[delivery.lane] += 1
                zone = facts.calendars.get(delivery.person, USUAL).hours_at(self._now()).zone
                name = facts.names.get(delivery.person, "")
                waiting = facts.waiting.get(delivery.person, 0) if channel.kind == PUSH else None
                reader = ReaderFacts(person=delivery.person, name=name, zone=zone, waiting=waiting)
                self._spawn(self._attempt(delivery, channel, row, reader))

    async def test(self, delivery: Delivery, channel: Channel) -> str:
        """Send something at once, and say what came of it: nothing if it arrived."""
        try:
            await self._send(delivery, channel, None, ReaderFacts(person=delivery.person))
        except DeliveryFailed as error:
            await self._store.channels.failed(channel.key, error.reason, self._now(), off=error.gone)
            return error.reason
        await self._store.channels.told(channel.key, self._now())
        return ""

    async def settle(self) -> None:
        """Wait until all that is under way is sent and written down."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Give up what is under way: whoever comes next sends it again. What was sent is written down."""
        for task in self._tasks:
            if task is not self._writing:
                task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        if self._results:
            await self._write()

    # --- inside ---

    def _is_seen(self, delivery: Delivery, facts: "_Facts") -> bool:
        """Whether its reader has before their eyes what is told."""
        seen_at = None if delivery.kind in _OF_NO_TABLE else facts.seen.get((delivery.table, delivery.person))
        return seen_at is not None and seen_at > delivery.at and self._now() - seen_at < PRESENT_SECONDS

    async def _still_stands(self, delivery: Delivery, name: str) -> bool:
        """Whether it is still so, by what is stored now."""
        row = await self._store.tables.get(delivery.table)
        return stands_now(delivery, row, name, NOBODY if row is None else await self._ask(row))

    async def _facts(self, deliveries: Sequence[Delivery], known: Known | None) -> "_Facts":
        """All that some deliveries need, read at once: none of them asks for itself while it is its turn to be sent."""
        store = self._store
        if known is None:
            people = {delivery.person for delivery in deliveries if delivery.person}
            tables = {delivery.table for delivery in deliveries if delivery.table}
            channels, rows, calendars, seen, names = await asyncio.gather(
                store.channels.by_keys({delivery.channel for delivery in deliveries}),
                store.tables.get_all(tables),
                store.calendars.of_all(people),
                store.presence.of_tables(tables),
                store.people.names({delivery.person for delivery in deliveries if delivery.kind == INVITATION}),
            )
            found = {row.key: row for row in rows}
            asked = {key: await self._ask(row) for key, row in found.items() if may_be_asked(row)}
            facts = _Facts(channels=channels, rows=found, calendars=calendars, seen=seen, names=names, asked=asked)
        else:
            facts = _Facts(
                channels=known.channels_by_key(),
                rows=known.rows,
                calendars=known.calendars,
                seen=known.seen,
                names=known.names,
                asked=known.asked,
            )
        pushed = {each.person for each in deliveries if (to := facts.channels.get(each.channel)) is not None and to.kind == PUSH}
        return msgspec.structs.replace(facts, waiting=await store.tables.waiting_for(pushed)) if pushed else facts

    async def _attempt(self, delivery: Delivery, channel: Channel, row: TableRow | None, reader: ReaderFacts) -> None:
        """Send one when it is its turn: few go to one host at once."""
        began = time.monotonic()
        turns = self._turns.setdefault(delivery.lane, asyncio.Semaphore(_MOST_OF_A_LANE))
        try:
            async with turns:
                waited = time.monotonic() - began
                if waited > CLAIM_SECONDS - SEND_SECONDS - 1.0:  # any process may send it when it is its turn
                    result = Result(delivery=delivery, state=None, due_at=delivery.due_at, reason=delivery.reason, tried=False)
                elif waited > _STALE_SECONDS and delivery.table and not await self._still_stands(delivery, reader.name):
                    result = Result(delivery=delivery, state=WITHDRAWN, reason=NOT_SO)
                else:
                    result = await self._tried(delivery, channel, row, reader)
        finally:
            del self._under_way[delivery.key]
            self._lanes[delivery.lane] -= 1
            if not self._lanes[delivery.lane]:
                del self._lanes[delivery.lane]
                self._turns.pop(delivery.lane, None)
        self._done(result)
        if result.state == FAILED:
            self.given_up(delivery, channel, result.reason)

    async def _tried(self, delivery: Delivery, channel: Channel, row: TableRow | None, reader: ReaderFacts) -> Result:
        try:
            await self._send(delivery, channel, row, reader)
        except DeliveryFailed as error:
            tries = delivery.tries + 1
            if error.gone or not error.again or tries > len(_WAITS):
                return Result(delivery=delivery, state=FAILED, reason=error.reason, off=error.gone)
            wait = min(max(_WAITS[tries - 1], error.after or 0.0), _LONGEST_WAIT)
            return Result(delivery=delivery, state=None, reason=error.reason, due_at=self._now() + wait)
        return Result(delivery=delivery, state=SENT)

    async def _send(self, delivery: Delivery, channel: Channel, row: TableRow | None, reader: ReaderFacts) -> None:
        """One attempt. Whatever goes wrong is a `DeliveryFailed`."""
        sender = self._senders.get(channel.kind)
        if sender is None:
            raise DeliveryFailed(self._missing.get(channel.kind, COULD_NOT), again=True)
        try:
            if delivery.kind == CHAT:
                reader = await unread_facts(self._store, delivery.table, reader)
            notice = notice_of(delivery, channel, None if row is None else facts_of(row), reader, self._url)
            async with asyncio.timeout(SEND_SECONDS):
                await sender.send(notice, channel)
        except DeliveryFailed:
            raise
        except TimeoutError:
            raise DeliveryFailed(TOO_SLOW, again=True) from None
        except Exception as error:
            self._log.failure("notice not sent", error, channel=channel.key)
            raise DeliveryFailed(COULD_NOT, again=True) from error

    def _done(self, result: Result) -> None:
        self._results.append(result)
        if self._writing is None:
            self._writing = self._spawn(self._keep_writing())

    async def _keep_writing(self) -> None:
        """Write down what came of attempts, those of a moment together."""
        try:
            while self._results:
                await asyncio.sleep(_GATHER_SECONDS)
                await self._write()
        except FreightyardError as error:  # the claims run out, and it is tried again
            self._log.failure("results of notices not kept", error)
        finally:
            self._writing = None

    async def _write(self) -> None:
        results, self._results = self._results, []
        await self._store.outbox.finish(results, self._now())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._log.failure("notice failed", error)
