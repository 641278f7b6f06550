"""Webhooks of people and of tables: Discord, Slack, Matrix, ntfy, or JSON for a program of one's own."""

from collections.abc import Callable, Mapping

import msgspec

from freightyard.server.notices.channels.answers import require_success
from freightyard.server.notices.channels.webhook_styles import STYLES, form_refusal, new_secret, request_for
from freightyard.server.notices.contract import Channel, DeliveryFailed, Notice
from freightyard.server.notices.guard import Answer, Guard

__all__ = ["STYLES", "WebhookSender", "new_secret", "refusal"]


class WebhookSender:
    """Sends notices to webhooks."""

    def __init__(self, guard: Guard, now: Callable[[], float]) -> None:
        self._guard = guard
        self._now = now

    async def send(self, notice: Notice, channel: Channel) -> None:
        """Returns when the receiver has taken it. Raises DeliveryFailed."""
        now = self._now()
        refused = refusal(self._guard, channel.address)
        if refused:
            raise DeliveryFailed(refused, again=False)
        request = request_for(notice, channel.address, now)
        answer = await self._guard.request(request.method, request.url, request.headers, request.body)
        try:
            require_success(answer, now, gone=request.gone)
        except DeliveryFailed as failure:
            if failure.again and failure.after is None:
                failure.after = _wait_in_body(answer)
            raise


def refusal(guard: Guard, address: Mapping[str, str]) -> str | None:
    """Why a webhook cannot be used, as far as its form tells."""
    return guard.refusal(address.get("url", "")) or form_refusal(address)


class _Wait(msgspec.Struct):
    retry_after_ms: float = 0.0  # Matrix


def _wait_in_body(answer: Answer) -> float | None:
    try:
        milliseconds = msgspec.json.decode(answer.body, type=_Wait).retry_after_ms
    except (msgspec.MsgspecError, RecursionError):  # strangers can nest what they like
        return None
    return min(milliseconds / 1000, 24 * 3600) if milliseconds > 0 else None
