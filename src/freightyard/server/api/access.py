"""Who may ask what: the token of a request, what it allows, and how often it may ask."""

import time
from typing import TYPE_CHECKING, Final, final

from litestar.exceptions import HTTPException, TooManyRequestsException
from litestar.types import Scope

from freightyard.server import api_sentences as say
from freightyard.server.rates import Allowance
from freightyard.server.security import RATE_HEADERS, client_of
from freightyard.store.errors import StoreError
from freightyard.store.rows import Token
from freightyard.store.tokens import PREFIX

if TYPE_CHECKING:
    from freightyard.server.services import Services

BURST: Final = 3  # times its rate a token may ask at once
_KNOWN_SECONDS: Final = 20.0  # for which a token is believed unasked; one that is revoked is forgotten as soon as that is told
_MOST_KNOWN: Final = 2000
_USED_SECONDS: Final = 3600.0  # after which is kept again that a token is used
_LONGEST: Final = 200


class NotAllowed(HTTPException):
    """A token that is missing, unknown, or not for this."""


@final
class TokenCache:
    """The tokens that were used lately."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Token, float]] = {}  # by what they are, which never leaves this process
        self._used: dict[str, float] = {}
        self._revoked = 0  # how often some were

    async def find(self, services: "Services", secret: str) -> Token | None:
        """The token that this is, if it is one."""
        found = self._known.get(secret)
        now = time.monotonic()
        if found is not None and now - found[1] < _KNOWN_SECONDS:
            return found[0]
        self._known.pop(secret, None)
        revoked = self._revoked
        token = await services.store.tokens.by_secret(secret)
        if token is not None and revoked == self._revoked:  # not if it was perhaps revoked while the store was asked
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[secret] = (token, now)
        return token

    async def note_use(self, services: "Services", token: Token, client: str) -> None:
        """Keep that a token is used, and that its people were here; and remember from where it comes, for the shares of time."""
        services.clients[token.person.key] = f"programs of {client}"
        now = services.now()
        if now - self._used.get(token.key, token.used_at or 0.0) > _USED_SECONDS:
            if len(self._used) >= _MOST_KNOWN:
                self._used.clear()
            self._used[token.key] = now
            try:
                await services.store.tokens.used(token.key, now)
            except StoreError:
                self._used.pop(token.key)

    def forget(self, key: str) -> None:
        """A token was revoked; an empty key: perhaps some were."""
        self._revoked += 1
        self._known = {secret: known for secret, known in self._known.items() if key and known[0].key != key}


async def token_in(services: "Services", scope: Scope) -> Token:
    """The token of a request, which may ask once more."""
    secret = _secret_in(scope)
    client = client_of(scope)
    if secret is None:
        raise NotAllowed(say.HOW_TO_ASK, status_code=401, headers={"WWW-Authenticate": "Bearer"})
    token = await services.tokens.find(services, secret) if secret.startswith(PREFIX) else None
    if token is None:
        rate = services.settings.rate
        if not services.rates.take("bad token", client, rate / 10, rate):
            raise TooManyRequestsException(say.TOO_MANY_TOKENS, headers={"Retry-After": "10"})
        raise NotAllowed(say.NOT_KNOWN, status_code=401, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    rate = services.settings.token_rate
    allowance = services.rates.ask("token", token.key, rate, BURST * rate)
    scope[RATE_HEADERS] = rate_headers(allowance, rate)  # type: ignore[typeddict-unknown-key]  # a key of our own
    if not allowance.taken:
        raise TooManyRequestsException(say.TOO_MANY_REQUESTS, headers={"Retry-After": str(allowance.wait)})
    await services.tokens.note_use(services, token, client)
    return token


def check_scope(token: Token, scope: str) -> None:
    """Refuse what a token is not for."""
    if scope not in token.scopes:
        headers = {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{scope}"'}
        raise NotAllowed(say.not_for(scope, token.scopes), status_code=403, headers=headers)


def rate_headers(allowance: Allowance, rate: float) -> list[tuple[bytes, bytes]]:
    """How often a token may still ask: told with every answer, so that nobody has to run into it."""
    told = {
        "ratelimit-limit": int(BURST * rate),
        "ratelimit-remaining": allowance.left,
        "ratelimit-reset": allowance.full_in,
    }
    return [(name.encode(), str(value).encode()) for name, value in told.items()]


def _secret_in(scope: Scope) -> str | None:
    """What is behind `Authorization: Bearer`. One in an address would be in logs and histories."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            word, _, secret = value.decode("latin-1").strip().partition(" ")
            secret = secret.strip()
            return secret if word.lower() == "bearer" and secret and len(secret) <= _LONGEST and secret.isascii() else None
    return None
