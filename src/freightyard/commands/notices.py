"""`freightyard notices`: what waits to be told, what failed and why, a test, a pause."""

import argparse
import asyncio
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freightyard.commands.common import add_database
from freightyard.core.errors import BadSetup

if TYPE_CHECKING:
    from collections.abc import Callable

    from freightyard.store import Store
    from freightyard.store.outbox import Failure

DESCRIPTION = """Look after the notices of a server, which may be running on the same database. Without a word: what waits to be
sent, and what could not be sent and why."""

_WORDS: Final = ("status", "test", "pause", "resume")
_SHOWN: Final = 50
_DAYS: Final = 14
_DAY: Final = 86_400.0
_TEST_SECONDS: Final = 30.0
_LOOK_SECONDS: Final = 0.2


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("notices", help="see what notices wait or failed; test or pause them", description=DESCRIPTION)
    parser.add_argument(
        "what", nargs="?", choices=_WORDS, default="status",
        help="status (the default); test: let the server send a test; pause: send nothing until you say resume",
    )  # fmt: skip
    parser.add_argument("channel", nargs="?", metavar="CHANNEL", help="test: a channel, by its key as the status shows it")
    parser.add_argument("--apprise", metavar="FILE", type=Path, help="test: the addresses of this file instead")
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    if args.what == "test" and (args.channel is None) == (args.apprise is None):
        raise BadSetup("name a channel to test, or --apprise FILE")
    if args.apprise is not None:
        return asyncio.run(_test_host(args.apprise))
    return asyncio.run(_run(args.what, args.channel, args.database))


async def _run(what: str, channel: str | None, database: str | None) -> int:
    # The other commands need no database and should not wait for its libraries.
    from freightyard.server.notices.notices import PAUSED
    from freightyard.store import open_store

    store = await open_store(database, beside=True)
    try:
        if what == "pause":
            await store.host_values.put(PAUSED, str(int(time.time())))
            _say("Nothing is sent until you say `freightyard notices resume`. Players are told then what is still so.")
        elif what == "resume":
            await store.host_values.forget(PAUSED)
            _say("Notices are sent again.")
        elif what == "test" and channel is not None:
            return await _test(store, channel)
        else:
            await _status(store, paused=await store.host_values.get(PAUSED) is not None)
    finally:
        await store.close()
    return 0


async def _status(store: "Store", *, paused: bool) -> None:
    now = time.time()
    counts = await store.outbox.counts(now, now - _DAYS * _DAY)
    if paused:
        _say("Notices are paused: `freightyard notices resume` goes on.")
    _say(
        f"{counts.get('waiting', 0)} to be sent, {counts.get('planned', 0)} planned for later. In the last {_DAYS} days "
        f"{counts.get('sent', 0)} sent, {counts.get('failed', 0)} failed, {counts.get('withdrawn', 0)} withdrawn."
    )
    _list("To be sent:", await store.outbox.waiting(_SHOWN), when=lambda each: each.delivery.due_at)
    failed = await store.outbox.failures(now - _DAYS * _DAY, _SHOWN)
    _list("Failed:", failed, when=lambda each: each.delivery.done_at or each.delivery.due_at)


def _list(head: str, found: "list[Failure]", when: "Callable[[Failure], float]") -> None:
    if found:
        _say(f"\n{head}")
    for each in found:
        delivery = each.delivery
        moment = datetime.fromtimestamp(when(each)).astimezone()
        reason = f": {delivery.reason}" if delivery.reason else ""
        tries = f", {delivery.tries} {'try' if delivery.tries == 1 else 'tries'}" if delivery.tries else ""
        _say(f"  {moment:%Y-%m-%d %H:%M}  {delivery.kind} to {each.kind} {delivery.channel} ({each.channel}){tries}{reason}")


async def _test(store: "Store", key: str) -> int:
    """Let the server send a test: it has the settings, and its way out is what is tested."""
    from freightyard.server.notices.deliverer import single_delivery
    from freightyard.store.notice_rows import SENT, TEST

    channel = await store.channels.get(key)
    if channel is None:
        raise BadSetup(f"there is no channel {key!r}")
    delivery = single_delivery(TEST, channel, time.time(), claimed=False)
    await store.outbox.deliver([delivery], time.time())
    for _ in range(int(_TEST_SECONDS / _LOOK_SECONDS)):
        await asyncio.sleep(_LOOK_SECONDS)
        found = await store.outbox.get(delivery.key)
        if found is not None and (found.state is not None or found.tries):
            _say("The test has arrived." if found.state == SENT else f"The test has not arrived: {found.reason}")
            return 0 if found.state == SENT else 1
    _say("No server has sent the test: is one running on this database, and are notices not paused?")
    return 1


async def _test_host(file: Path) -> int:
    from freightyard.server.notices.channels import host_alerts
    from freightyard.server.notices.contract import DeliveryFailed

    missing = host_alerts.available()
    if missing is not None:
        raise BadSetup(missing)
    try:
        await host_alerts.HostAlerts(file).send("Freightyard", "This is a test.")
    except DeliveryFailed as error:
        _say(f"The test has not arrived: {error.reason}")
        return 1
    _say("The test has arrived.")
    return 0


def _say(words: str) -> None:
    sys.stdout.write(words + "\n")
