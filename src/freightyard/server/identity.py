"""Who somebody is: a name without an account. The browser keeps a secret in a cookie; the store knows whose it is."""

import time
import unicodedata
from typing import Final

from litestar.datastructures import Cookie

from freightyard.core.errors import FreightyardError
from freightyard.server.services import AnyConnection, Services, services_of
from freightyard.store.contract import Person

COOKIE: Final = "freightyard"
LONGEST_NAME: Final = 40
_SECONDS_KEPT: Final = 5 * 365 * 24 * 3600
_LINK_SECONDS: Final = 15 * 60
_ASKED: Final = "freightyard_person"  # in the scope: a request asks the store once


class BadName(FreightyardError):
    """A name that cannot be one."""


def clean_name(name: str) -> str:
    """A name as it is kept: one line of visible characters. Nobody may turn the text around or hide in it."""
    visible = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in unicodedata.normalize("NFC", name))
    cleaned = " ".join(visible.split())
    if not cleaned:
        raise BadName("a name needs at least one visible character")
    if len(cleaned) > LONGEST_NAME:
        raise BadName(f"a name has at most {LONGEST_NAME} characters, not {len(cleaned)}")
    return cleaned


def secret_of(connection: AnyConnection) -> str | None:
    """The secret that the browser sent, if it can be one."""
    secret = connection.cookies.get(COOKIE)
    return secret if secret and len(secret) <= 200 and secret.isascii() else None


async def who(connection: AnyConnection) -> Person | None:
    """Whose browser this is, by its cookie. None for somebody unknown."""
    scope = connection.scope
    if _ASKED not in scope["state"]:
        secret = secret_of(connection)
        scope["state"][_ASKED] = None if secret is None else await services_of(connection).store.person_of(secret)
    person: Person | None = scope["state"][_ASKED]
    return person


async def known(connection: AnyConnection, name: str) -> tuple[Person, Cookie | None]:
    """Who it is; or somebody new with that name, and the cookie to answer with."""
    person = await who(connection)
    if person is not None:
        return person, None
    services = services_of(connection)
    person, secret = await services.store.new_person(clean_name(name))
    connection.scope["state"][_ASKED] = person
    return person, cookie(services, secret)


def cookie(services: Services, secret: str) -> Cookie:
    """The cookie that keeps a secret: out of reach of scripts, and not sent along from other sites."""
    return Cookie(
        key=COOKIE, value=secret, path="/", max_age=_SECONDS_KEPT, httponly=True, samesite="lax", secure=services.settings.secure
    )


def no_cookie(services: Services) -> Cookie:
    """The cookie that makes a browser forget."""
    return Cookie(key=COOKIE, value="", path="/", max_age=0, httponly=True, samesite="lax", secure=services.settings.secure)


async def rename(connection: AnyConnection, name: str) -> None:
    """The person goes by another name from now on."""
    person = await who(connection)
    if person is not None:
        await services_of(connection).store.rename(person.key, clean_name(name))


async def sign_out(connection: AnyConnection) -> Cookie:
    """This device is nobody's any more: its secret is worth nothing, and its sockets are closed."""
    services, secret = services_of(connection), secret_of(connection)
    if secret is not None:
        await services.store.revoke(secret)
        services.hub.sign_out(secret)
    return no_cookie(services)


async def sign_out_others(connection: AnyConnection) -> int:
    """All other devices of the person are signed out; how many there were."""
    services, secret, person = services_of(connection), secret_of(connection), await who(connection)
    if secret is None or person is None:
        return 0
    number = await services.store.revoke_others(person.key, secret)
    services.hub.sign_out_others(person.key, secret)
    return number


async def device_link(connection: AnyConnection) -> str | None:
    """A token for the address /hello/TOKEN that makes another device this person: once, and for a quarter of an hour."""
    person = await who(connection)
    return None if person is None else await services_of(connection).store.new_link(person.key, time.time() + _LINK_SECONDS)


async def use_device_link(connection: AnyConnection, token: str) -> tuple[Person, Cookie] | None:
    """The person of a token and the cookie for this device; None if the token is worth nothing (any more)."""
    services = services_of(connection)
    found = await services.store.use_link(token, time.time())
    return None if found is None else (found[0], cookie(services, found[1]))
