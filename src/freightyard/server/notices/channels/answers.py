"""What the answers of receivers mean for a notice."""

from collections.abc import Collection
from email.utils import parsedate_to_datetime
from typing import Final

from freightyard.server.notices import channel_sentences as say
from freightyard.server.notices.contract import DeliveryFailed
from freightyard.server.notices.guard import Answer

_LONGEST_WAIT: Final = 24 * 3600.0
_LATER: Final = (408, 425, 429)


def require_success(answer: Answer, now: float, *, gone: Collection[int] = (410,)) -> None:
    """Raises DeliveryFailed unless the receiver took the notice. `gone`: what it answers if nothing will ever arrive there."""
    status = answer.status
    if 200 <= status < 300:
        return
    if status in gone:
        raise DeliveryFailed(say.NO_LONGER_THERE, again=False, gone=True)
    if status in _LATER or status >= 500:
        reason = say.TOO_MANY if status == 429 else say.answered(status)
        raise DeliveryFailed(reason, again=True, after=retry_after(answer, now))
    if status in (401, 403):
        raise DeliveryFailed(say.NOT_ALLOWED, again=False)
    if status == 413:
        raise DeliveryFailed(say.TOO_LARGE, again=False)
    raise DeliveryFailed(say.REDIRECTED if 300 <= status < 400 else say.answered(status), again=False)


def retry_after(answer: Answer, now: float) -> float | None:
    """How many seconds to wait, if the receiver says so: as a number, or as a date."""
    text = answer.headers.get("retry-after", "").strip()
    try:
        seconds = float(text) if text[:1].isdigit() else parsedate_to_datetime(text).timestamp() - now
    except (ValueError, OverflowError):
        return None
    return min(max(seconds, 0.0), _LONGEST_WAIT)
