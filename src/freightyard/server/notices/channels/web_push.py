"""Web Push: a notice for one browser, by the push service of its maker (RFC 8030), which cannot read it."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices.channels.answers import require_success
from freightyard.server.notices.channels.plain import one_line, shortened
from freightyard.server.notices.contract import CONFIRM, DIGEST, REMINDER, TEST, Channel, DeliveryFailed, Notice
from freightyard.server.notices.guard import Guard

if TYPE_CHECKING:
    from freightyard.server.notices.vapid import VapidKeys

_URGENCY: Final = {
    REMINDER: "high",
    TEST: "high",
    CONFIRM: "high",
    DIGEST: "low",
}  # else normal: it may wait for a phone
_USUAL_DAYS: Final = 7
_MOST_DAYS: Final = 28
_TITLE: Final = 120  # characters; no screen shows more
_BODY: Final = 400


class WebPushSender:
    """Sends notices to browsers."""

    def __init__(self, guard: Guard, keys: "VapidKeys", contact: str, now: Callable[[], float]) -> None:
        """`contact`: whom a push service asks if something is wrong, as mailto: or https: address."""
        self._guard = guard
        self._keys = keys
        self._contact = contact
        self._now = now

    async def send(self, notice: Notice, channel: Channel) -> None:
        """Returns when the push service has taken it. Raises DeliveryFailed."""
        from freightyard.server.notices.push_encryption import BrowserKeys, encrypted

        endpoint, now = channel.address.get("endpoint", ""), self._now()
        refused = self._guard.refusal(endpoint)
        if refused:
            raise DeliveryFailed(refused, again=False)
        try:
            browser = BrowserKeys(channel.address.get("p256dh", ""), channel.address.get("auth", ""))
        except ValueError as error:
            raise DeliveryFailed(say.SUBSCRIPTION, again=False, gone=True) from error
        origin = self._guard.destination(endpoint).origin
        headers = {
            "Authorization": self._keys.authorization(origin, self._contact, now),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(_time_to_live(notice, now)),
            "Urgency": _URGENCY.get(notice.kind, "normal"),
            "Topic": urlsafe_b64encode(sha256(notice.topic.encode()).digest()).decode()[:32],
        }
        answer = await self._guard.request("POST", endpoint, headers, encrypted(payload(notice), browser))
        if answer.status in (404, 410):
            raise DeliveryFailed(say.PUSH_ENDED, again=False, gone=True)
        if answer.status in (401, 403):
            raise DeliveryFailed(say.PUSH_KEY, again=False)
        require_success(answer, now)


def payload(notice: Notice) -> bytes:
    """What the service worker shows. The address is a path: the worker opens pages of its own server alone."""
    url = urlsplit(notice.url)
    path = "/" + url.path.lstrip("/") + (f"?{url.query}" if url.query else "")
    text = "\n".join(line for line in map(one_line, (*notice.text.splitlines(), *notice.lines)) if line)
    waiting = {} if notice.waiting is None else {"waiting": notice.waiting}
    return msgspec.json.encode(
        {
            "title": shortened(one_line(notice.title), _TITLE),
            "body": shortened(text, _BODY),
            "tag": notice.topic,
            "url": path,
            "kind": notice.kind,
            "key": notice.key,
            **waiting,
        }
    )


def refusal(guard: Guard, endpoint: str, p256dh: str, auth: str) -> str | None:
    """Why a subscription of a browser cannot be used."""
    from freightyard.server.notices.push_encryption import BrowserKeys

    try:
        BrowserKeys(p256dh, auth)
    except ValueError:
        return say.SUBSCRIPTION
    return guard.refusal(endpoint)


def _time_to_live(notice: Notice, now: float) -> int:
    days = 24 * 3600
    return _USUAL_DAYS * days if notice.expires_at is None else int(min(max(notice.expires_at - now, 0), _MOST_DAYS * days))
