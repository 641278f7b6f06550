"""How often one may add channels and try them: what is added sends to others, who have not asked for it."""

from typing import Final

from litestar.exceptions import TooManyRequestsException

from freightyard.server import notice_page_sentences as say
from freightyard.server.notices.channels.mail import mailbox_of
from freightyard.server.services import Services
from freightyard.store.rows import Person

_WAIT: Final = {"retry-after": "60"}
_DAY_SECONDS: Final = 24 * 3600


def check_channel_rate(services: Services, client: str, person: Person) -> None:
    """A dozen an hour; whoever gives away the cookie is another person, but the address stays."""
    rate = services.settings.rate
    for whose in (client, person.key):
        _check(services, "channel", whose, rate / 6000, rate / 2, say.TOO_MANY)


def check_test_rate(services: Services, client: str, person: Person) -> None:
    """A few a minute: a test goes out at once."""
    rate = services.settings.rate
    for whose in (client, person.key):
        _check(services, "channel test", whose, rate / 400, rate / 4, say.TOO_MANY_TESTS)


def check_mail_rate(services: Services, address: str) -> None:
    """Three mails a day to one mailbox, whoever asks: nobody shall be written to who does not want it."""
    _check(services, "confirmation", mailbox_of(address), 3 / _DAY_SECONDS, 3, say.TOO_MANY_MAILS)


def _check(services: Services, what: str, whose: str, rate: float, burst: float, words: str) -> None:
    if not services.rates.take(what, whose, rate, burst):
        raise TooManyRequestsException(words, headers=_WAIT)
