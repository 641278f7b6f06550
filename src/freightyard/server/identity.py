"""Who somebody is: a name without an account. The browser keeps a secret in a cookie; the store knows whose it is."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec
from litestar.datastructures import Cookie
from litestar.exceptions import TooManyRequestsException

from freightyard.core.errors import FreightyardError
from freightyard.page.document import NEWCOMER
from freightyard.server import sentences as say
from freightyard.server.device_notices import silence_device, silence_others
from freightyard.server.services import Services
from freightyard.server.visible_text import visible_text
from freightyard.store.errors import StoreError
from freightyard.store.rows import Person

COOKIE: Final = "freightyard"
LONGEST_NAME: Final = 40
_SECONDS_KEPT: Final = 5 * 365 * 24 * 3600
_DAY_SECONDS: Final = 24 * 3600
_MOST_VISITS: Final = 10_000  # that are remembered
_LINK_SECONDS: Final = 15 * 60
_LONGEST_SECRET: Final = 200


class BadName(FreightyardError):
    """A name that cannot be one."""


def clean_name(name: str) -> str:
    """A name as it is kept: one line of visible characters. Nobody may turn the text around or hide in it."""
    cleaned = visible_text(name)
    if not cleaned:
        raise BadName(say.NO_NAME)
    if len(cleaned) > LONGEST_NAME:
        raise BadName(say.long_name(LONGEST_NAME, len(cleaned)))
    return cleaned


def secret_in(cookies: Mapping[str, str]) -> str | None:
    """The secret that the browser sent, if it can be one."""
    secret = cookies.get(COOKIE)
    return secret if secret and len(secret) <= _LONGEST_SECRET and secret.isascii() else None


async def person_or_new(services: Services, visitor: Person | None, name: str) -> tuple[Person, Cookie | None]:
    """The visitor if we know them; or a new person with that name, and the cookie to answer with."""
    if visitor is not None:
        return visitor, None
    person, secret = await services.store.people.new(clean_name(name), services.now())
    return person, cookie(services, secret)


async def player_or_new(services: Services, visitor: Person | None, name: str) -> tuple[Person, Cookie | None]:
    """The same for who plays or learns, with or without a name. Whoever did so without one can still give it."""
    person, sent = await person_or_new(services, visitor, name or NEWCOMER)
    if name and person.name == NEWCOMER:
        person = msgspec.structs.replace(person, name=clean_name(name))
        await services.store.people.rename(person.key, person.name)
    return person, sent


def cookie(services: Services, secret: str, seconds: int = _SECONDS_KEPT) -> Cookie:
    """The cookie that keeps a secret: out of reach of scripts, and not sent along from other sites."""
    return Cookie(
        key=COOKIE, value=secret, path="/", max_age=seconds, httponly=True, samesite="lax", secure=services.settings.secure
    )


async def sign_out(services: Services, secret: str | None) -> Cookie:
    """Revoke the secret of this device; the cookie that makes the browser forget it. The news closes its sockets."""
    if secret is not None:
        await silence_device(services, secret)
        await services.store.people.revoke(secret)
    return cookie(services, "", 0)


async def sign_out_others(services: Services, person: Person, secret: str) -> None:
    """Revoke the secrets of all other devices of the person. The news closes their sockets."""
    await silence_others(services, person.key, secret)
    await services.store.people.revoke_others(person.key, secret)


async def note_visit(services: Services, person: Person, client: str) -> None:
    """Remember from where somebody comes; and keep that they were here, once a day: people are forgotten who never come back."""
    if len(services.clients) >= _MOST_VISITS and person.key not in services.clients:
        services.clients.clear()
    services.clients[person.key] = client
    now = services.now()
    if now - services.visits.get(person.key, 0.0) > _DAY_SECONDS:
        if len(services.visits) >= _MOST_VISITS:
            services.visits.clear()
        services.visits[person.key] = now
        with suppress(StoreError):  # whoever only looks shall see what there is, though nothing can be kept now
            await services.store.people.seen(person.key, now)


async def device_link(services: Services, person: Person, secret: str | None) -> str:
    """A token for the address /hello/TOKEN that makes another device this person: once, and for a quarter of an hour."""
    return await services.store.people.new_link(person.key, services.now() + _LINK_SECONDS, secret)


async def use_device_link(services: Services, token: str, secret: str | None) -> Cookie | None:
    """The cookie that makes this device the person of a token; None if the token is worth nothing (any more)."""
    found = await services.store.people.use_link(token, services.now())
    return None if found is None else await change_person(services, secret, found[1])


async def change_person(services: Services, before: str | None, secret: str) -> Cookie:
    """The cookie of a device that has just been signed in. Whoever it was before is signed out there: what their cookie held is
    worth nothing any more, and their sockets are closed."""
    if before is not None:
        await silence_device(services, before)
        await services.store.people.revoke(before)
    return cookie(services, secret)


def check_sign_in_rate(services: Services, client: str) -> None:
    """Nobody finds a code by trying, but whoever tries shall not keep the database busy with it either."""
    rate = services.settings.rate
    if not services.rates.take("sign in", client, rate / 20, rate / 2):
        raise TooManyRequestsException(say.TOO_MANY_SIGN_INS, headers={"Retry-After": "1"})


def code_in(typed: str) -> str:
    """The code in what somebody pasted: a whole link, or what is behind its #."""
    return typed.strip().rpartition("#")[2][:_LONGEST_SECRET]
