"""How often one may ask for what takes the server long: hints, packings, tables of bots alone. Each counts for a server."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, final

from litestar.exceptions import TooManyRequestsException

from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest

_WAIT: Final = {"retry-after": "5"}


def check_hint_rate(services: Services, request: AnyRequest) -> None:
    """A bot thinks for half a second about a hint."""
    rate = services.settings.rate
    _check(services, request, "hint", rate / 40, rate / 4, "too many hints: wait a few seconds, then ask again")


def check_bot_table_rate(services: Services, request: AnyRequest) -> None:
    """Whoever gives away the cookie is another person; the address stays."""
    rate = services.settings.rate
    _check(
        services,
        request,
        "bot table",
        rate / 1200,
        rate / 2,
        "too many tables at which only bots play: wait a minute, or take a seat yourself",
    )


@final
class InFlight:
    """What is being worked out now, and for whom: not more than a few things for one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    @contextmanager
    def one(self, whose: str) -> Iterator[None]:
        """Work something out, unless too much is being worked out for them already."""
        if self._counts[whose] >= self._most:
            raise TooManyRequestsException(
                "your last questions are not answered yet: wait for them, then ask again", headers=_WAIT
            )
        self._counts[whose] += 1
        try:
            yield
        finally:
            self._counts[whose] -= 1
            if not self._counts[whose]:
                del self._counts[whose]


def _check(services: Services, request: AnyRequest, what: str, rate: float, burst: float, words: str) -> None:
    if not services.rates.take(what, client_of(request.scope), rate, burst):
        raise TooManyRequestsException(words, headers=_WAIT)
