"""The ways out that this server has: a sender for each kind of channel, or what its host has to do first."""

import os
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from freightyard.core.errors import FreightyardError
from freightyard.server.notices import channels
from freightyard.server.notices.channels.mail import MailSender, smtp_server
from freightyard.server.notices.channels.web_push import WebPushSender
from freightyard.server.notices.channels.webhook import WebhookSender
from freightyard.server.notices.contract import MAIL, PUSH, WEBHOOK, Sender
from freightyard.server.notices.guard import Guard
from freightyard.server.settings import Settings
from freightyard.store import Store

PASSWORD: Final = "FREIGHTYARD_SMTP_PASSWORD"  # noqa: S105  (the name of a variable)
VAPID: Final = "vapid"  # the name under which the key of pushes is kept

NO_MAIL_SERVER: Final = "This server sends no e-mail. Whoever runs it can set that up."
TURNED_OFF: Final = "The host of this server has turned notices off."


class Senders(msgspec.Struct, frozen=True, kw_only=True):
    """What can be sent, and why the rest cannot."""

    by_kind: Mapping[str, Sender]
    missing: Mapping[str, str]  # sentences by kinds of channels
    guard: Guard
    push_key: str = ""  # the public one, which browsers want to know


async def make_senders(settings: Settings, store: Store, now: Callable[[], float]) -> Senders:
    """The senders for some settings. The key of pushes is made at the first start and kept: browsers subscribe to it."""
    guard = Guard(allowed=settings.webhook_hosts)
    reason = channels.available() if settings.notices else TURNED_OFF
    if reason is not None:
        return Senders(by_kind={}, missing=dict.fromkeys((PUSH, MAIL, WEBHOOK), reason), guard=guard)
    # Here: they need the extra. And before anybody is told something, whom loading them would keep waiting.
    import freightyard.server.notices.pinned_connection  # noqa: F401
    from freightyard.server.notices.vapid import VapidKeys

    found = await store.host_values.get(VAPID) or await store.host_values.keep(VAPID, VapidKeys.new().text)
    keys = VapidKeys.read(found)
    by_kind: dict[str, Sender] = {WEBHOOK: WebhookSender(guard, now)}
    by_kind[PUSH] = WebPushSender(guard, keys, settings.push_contact or settings.address, now)
    missing: dict[str, str] = {}
    if settings.smtp is None or settings.mail_from is None:
        missing[MAIL] = NO_MAIL_SERVER
    else:
        try:
            by_kind[MAIL] = MailSender(smtp_server(settings.smtp, settings.mail_from, os.environ.get(PASSWORD, "")), now)
        except FreightyardError as error:
            missing[MAIL] = str(error)
    return Senders(by_kind=by_kind, missing=missing, guard=guard, push_key=keys.public)
