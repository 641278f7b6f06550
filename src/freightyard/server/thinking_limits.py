"""How often one may ask for what takes long: hints, packings, imports, tables of bots alone. Each counts for a server."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, final

from litestar.exceptions import TooManyRequestsException

from freightyard.server import sentences as say
from freightyard.server.services import Services

_WAIT: Final = {"retry-after": "5"}


def check_hint_rate(services: Services, client: str) -> None:
    """A bot thinks for half a second about a hint."""
    rate = services.settings.rate
    _check(services, client, "hint", rate / 40, rate / 4, say.TOO_MANY_HINTS)


def check_bot_table_rate(services: Services, client: str) -> None:
    """Whoever gives away the cookie is another person; the address stays."""
    rate = services.settings.rate
    _check(services, client, "bot table", rate / 1200, rate / 2, say.TOO_MANY_BOT_TABLES)


def check_import_rate(services: Services, client: str) -> None:
    """A record is replayed twice before it is kept, and stays."""
    rate = services.settings.rate
    _check(services, client, "import", rate / 400, rate / 2, say.TOO_MANY_IMPORTS)


def check_review_rate(services: Services, client: str) -> None:
    """Bots think for a minute about a review."""
    rate = services.settings.rate
    _check(services, client, "review", rate / 1200, rate / 4, say.TOO_MANY_REVIEWS)


def check_picture_rate(services: Services, client: str) -> None:
    """A picture takes some milliseconds to draw, and as a PNG a fifth of a second of another thread."""
    rate = services.settings.rate
    _check(services, client, "picture", rate / 10, rate, say.TOO_MANY_PICTURES)


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
            raise TooManyRequestsException(say.NOT_ANSWERED_YET, headers=_WAIT)
        self._counts[whose] += 1
        try:
            yield
        finally:
            self._counts[whose] -= 1
            if not self._counts[whose]:
                del self._counts[whose]


def _check(services: Services, client: str, what: str, rate: float, burst: float, words: str) -> None:
    if not services.rates.take(what, client, rate, burst):
        raise TooManyRequestsException(words, headers=_WAIT)


# By whichever way they are asked for.
HINTS_ASKED: Final = InFlight(4)
QUESTIONS_ASKED: Final = InFlight(4)
QUESTION_THREADS: Final = asyncio.Semaphore(2)  # more would take the time of those who play
