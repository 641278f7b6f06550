"""The person whose browser it is, and their hours."""

import secrets
from collections.abc import Collection
from math import inf
from typing import final

import msgspec

from freightyard.offline.keep import Keep, as_text
from freightyard.store.rows import Person
from freightyard.table.hours import Calendar


@final
class BrowserPeople:
    """The person whose browser it is."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep

    async def new(self, name: str, at: float | None = None) -> tuple[Person, str]:
        person, secret = Person(secrets.token_urlsafe(9), name), secrets.token_urlsafe(24)
        await self._keep.write({}, {f"person/{secret}": as_text(person)})
        return person, secret

    async def by_secret(self, secret: str) -> Person | None:
        text = await self._keep.get(f"person/{secret}")
        return None if text is None else msgspec.json.decode(text, type=Person)

    async def seen(self, person: str, at: float) -> None:
        """They are here as long as the page is."""

    async def seen_at(self, people: Collection[str]) -> dict[str, float]:
        return dict.fromkeys(people, inf)  # whoever could wait for them is here too

    async def names(self, people: Collection[str]) -> dict[str, str]:
        found = [msgspec.json.decode(text, type=Person) for _, text in await self._keep.read("person/")]
        return {person.key: person.name for person in found if person.key in people}

    async def known(self, given: Collection[str]) -> set[str]:
        return set(given)


@final
class BrowserCalendars:
    """Nobody has a clock that stands still at night: they play when they have the page before them."""

    async def of(self, person: str) -> Calendar:
        return Calendar()

    async def of_all(self, people: Collection[str]) -> dict[str, Calendar]:
        return {person: Calendar() for person in people}

    async def suggest_zone(self, person: str, zone: str, now: float) -> None:
        """It makes no difference."""
