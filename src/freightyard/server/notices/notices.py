"""Notices of one server process: who is present, what is due, what is sent."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from freightyard.core.errors import FreightyardError
from freightyard.server.notices.asked import Asked, asked_at_once
from freightyard.server.notices.contract import CONFIRM, MAIL, TEST, Channel
from freightyard.server.notices.deliverer import CLAIM_SECONDS, Deliverer, single_delivery
from freightyard.server.notices.guard import Guard
from freightyard.server.notices.planner import Planner
from freightyard.server.notices.senders import TURNED_OFF, Senders, make_senders
from freightyard.store.errors import StoreError
from freightyard.store.notice_rows import Delivery
from freightyard.store.outbox import Failure
from freightyard.store.rows import TableRow

if TYPE_CHECKING:
    from freightyard.server.notices.channels.host_alerts import HostAlerts
    from freightyard.server.services import Services

PAUSED: Final = "notices_paused"  # the name under which the host's wish is kept
_LOOK_SECONDS: Final = 0.25  # between two looks while something is due
_LONGEST_SECONDS: Final = 1.0  # between two looks while nothing is
_PAUSE_LOOK_SECONDS: Final = 5.0
_FAILED_SECONDS: Final = (0.25, 1.0, 5.0)  # until the next look after one that failed, two of them, or more
_PRESENCE_SECONDS: Final = 5.0  # between two times at which it is written down who is present
_KEPT_DAYS: Final = 14.0  # what was sent or given up
_DAY: Final = 86_400.0


@final
class Notices:
    """Tells people what they want to be told. Every process of a server has one, and any of them tells anybody."""

    def __init__(self, services: "Services") -> None:
        self._services = services
        self._senders: Senders | None = None
        self._planner = Planner(services.store, services.settings.notice_gap, CLAIM_SECONDS, self._asked)
        self._deliverer: Deliverer | None = None
        self._alerts: HostAlerts | None = None
        self._present: set[tuple[str, str]] = set()  # tables and people, as it was written down
        self._present_at = 0.0
        self._paused = False
        self._paused_looked = -_PAUSE_LOOK_SECONDS
        self._task: asyncio.Task[None] | None = None
        self._alerting: set[asyncio.Task[None]] = set()

    # --- what others need to know ---

    def missing(self, kind: str) -> str:
        """Why nothing can be sent by a kind of channels; empty if it can."""
        if self._senders is None:
            return "" if self._services.settings.notices else TURNED_OFF
        return self._senders.missing.get(kind, "")

    @property
    def push_key(self) -> str:
        """The public key that browsers subscribe to."""
        return "" if self._senders is None else self._senders.push_key

    @property
    def guard(self) -> Guard:
        """What refuses addresses."""
        return Guard(allowed=self._services.settings.webhook_hosts) if self._senders is None else self._senders.guard

    def tell_at(self, at: float) -> float | None:
        """When to tell of a hand-over at a moment; None if nobody is ever told."""
        settings = self._services.settings
        return at + settings.notice_delay if settings.notices else None

    async def failures_of(self, person: str) -> list[Failure]:
        """What did not arrive at somebody's channels lately."""
        return await self._services.store.outbox.failures_of(person, self._services.now() - _KEPT_DAYS * _DAY, 20)

    # --- by hand ---

    async def test(self, channel: Channel) -> str:
        """Send a test at once: empty if it arrived, else why not."""
        return await (await self._ready()).test(single_delivery(TEST, channel, self._services.now(), claimed=True), channel)

    async def ask_to_confirm(self, channel: Channel) -> None:
        """Ask whose address it is whether it is theirs."""
        deliverer = await self._ready()
        now = self._services.now()
        question = single_delivery(CONFIRM, channel, now, claimed=True)
        await deliverer.send(await self._services.store.outbox.deliver([question], now))

    def alert_host(self, title: str, text: str) -> None:
        """Tell the host of the server something, if they want that."""
        if self._alerts is not None:
            task = asyncio.create_task(self._alert(title, text))
            self._alerting.add(task)
            task.add_done_callback(self._alerting.discard)

    # --- working ---

    async def start(self) -> None:
        """Begin to tell. A database that is away for a moment keeps no server from starting: the first look tries again."""
        services = self._services
        try:
            await self._ready()
            if services.store.alone:  # whoever had claimed something is no more
                await services.store.outbox.release_claims()
        except StoreError as error:
            services.log.failure("notices failed", error)
        if services.settings.notices:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop. What is not sent is sent by whoever comes next."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._deliverer is not None:
            await self._deliverer.close()
        for task in list(self._alerting):
            task.cancel()

    async def look(self) -> float:
        """Do all that is due now; for how long nothing can be due afterwards."""
        services = self._services
        deliverer = await self._ready()
        await self._write_presence()
        if await self._is_paused():
            return _LONGEST_SECONDS
        earliest = await services.store.outbox.earliest()
        looked_at = services.now()
        more = min(earliest.table, earliest.planned) <= looked_at
        while more:
            made, known, more = await self._planner.plan(services.now(), earliest)
            await deliverer.send(made, known)
        if earliest.delivery <= services.now():
            if not services.store.alone:
                await services.store.outbox.release_of_dead(services.now())
            await deliverer.send_ready()
        return look_again_in(min(earliest) - looked_at, services.settings.notice_delay)

    async def settle(self) -> None:
        """Wait until all that is under way has been tried."""
        if self._deliverer is not None:
            await self._deliverer.settle()

    async def clean_up(self) -> None:
        """Forget what is settled for long."""
        store, now = self._services.store, self._services.now()
        await store.outbox.forget(now - _KEPT_DAYS * _DAY)
        await store.presence.forget(now - _DAY)

    # --- inside ---

    async def _ready(self) -> Deliverer:
        if self._deliverer is None:
            services = self._services
            settings = services.settings
            self._senders = senders = await make_senders(settings, services.store, services.now)
            self._deliverer = Deliverer(
                services.store, senders.by_kind, senders.missing, settings.address, services.log, services.now, self._asked
            )
            self._deliverer.given_up = self._given_up
            self._alerts = _alerts(settings.apprise)
        return self._deliverer

    async def _asked(self, row: TableRow) -> Asked:
        return await asked_at_once(self._services.hub, row)

    async def _run(self) -> None:
        failed = 0  # looks on end
        while True:
            try:
                wait = await self.look()
                failed = 0
            except Exception as error:  # the database may be away for a while; the next look tries again
                self._services.log.failure("notices failed", error)
                wait = _FAILED_SECONDS[min(failed, len(_FAILED_SECONDS) - 1)]
                failed += 1
            await asyncio.sleep(wait)

    async def _is_paused(self) -> bool:
        if time.monotonic() - self._paused_looked >= _PAUSE_LOOK_SECONDS:
            self._paused_looked = time.monotonic()
            self._paused = await self._services.store.host_values.get(PAUSED) is not None
        return self._paused

    async def _write_presence(self) -> None:
        """Who has a table before their eyes, at one of the sockets of this process."""
        store, now = self._services.store.presence, self._services.now()
        present = self._services.hub.present()
        gone, new = self._present - present, present - self._present
        if gone:
            await store.gone(gone, now)
        if present and now - self._present_at >= _PRESENCE_SECONDS:
            await store.seen(present, now)
            self._present_at = now
        elif new:
            await store.seen(new, now)
        self._present = present

    def _given_up(self, _delivery: Delivery, channel: Channel, reason: str) -> None:
        self._services.log.warning("notice given up", channel=channel.key, kind=channel.kind, reason=reason)
        if channel.kind == MAIL:  # the mail server is the host's own
            self.alert_host("A mail could not be sent", reason)

    async def _alert(self, title: str, text: str) -> None:
        if self._alerts is not None:
            try:
                await self._alerts.send(title, text)
            except Exception as error:
                self._services.log.failure("the host was not told", error)


def look_again_in(left: float, delay: float) -> float:
    """How many seconds may pass until the next look, if the first thing that is known is due in so many. What happens meanwhile,
    in whichever process, is due after the delay of the notices: so one that sleeps no longer than that is late for nothing."""
    return min(max(left, _LOOK_SECONDS), max(delay, _LOOK_SECONDS), _LONGEST_SECONDS)


def _alerts(file: str | None) -> "HostAlerts | None":
    if file is None:
        return None
    from freightyard.server.notices.channels import host_alerts

    missing = host_alerts.available()
    if missing is not None:
        raise FreightyardError(missing)
    return host_alerts.HostAlerts(Path(file))
