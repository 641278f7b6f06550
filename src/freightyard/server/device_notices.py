"""Notices of a browser end when its person is signed out there: a device that was lent, sold or lost tells nobody anything."""

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from freightyard.server.notices.contract import PUSH
from freightyard.server.services import Services

DEVICE: Final = "device"  # in the address of a channel


def device_of(secret: str | None) -> str:
    """The device of a cookie, as its channel remembers it."""
    return "" if secret is None else sha256(f"device {secret}".encode()).hexdigest()[:16]


async def silence_device(services: Services, secret: str) -> None:
    """The device of a cookie is told nothing any more. Before the cookie is worth nothing: by it we know whose device it is."""
    person = await services.store.people.by_secret(secret)
    if person is not None:
        await _silence(services, person.key, lambda device: device == device_of(secret))


async def silence_others(services: Services, person: str, secret: str) -> None:
    """All other devices of a person are told nothing any more."""
    await _silence(services, person, lambda device: device != device_of(secret))


async def _silence(services: Services, person: str, gone: Callable[[str], bool]) -> None:
    for channel in await services.store.channels.of_person(person):
        if channel.kind == PUSH and gone(channel.address.get(DEVICE, "")):
            await services.store.channels.remove(channel.key, person)
