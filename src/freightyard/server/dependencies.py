"""Litestar's dependency injection: a handler gets what its parameters are named after, each looked up once a request.

What is not there, and who may not ask for it, is refused here, so that no handler has to.
"""

from typing import Final

from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.types import Scope

from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden, TableClosed
from freightyard.server.identity import note_visit, secret_in
from freightyard.server.live.room import Room
from freightyard.server.security import client_of
from freightyard.server.services import Services, services_of
from freightyard.server.site.forms import read_fields
from freightyard.server.site.listings import visit_of
from freightyard.store.rows import BOTS_ONLY, ENDED, OPEN, OVER, KeptRecord, Person
from freightyard.table.errors import TableError


def _services(scope: Scope) -> Services:
    return services_of(scope["litestar_app"])


def _secret(cookies: dict[str, str]) -> str | None:
    """The secret in the browser's cookie."""
    return secret_in(cookies)


async def _visitor(services: Services, cookies: dict[str, str], scope: Scope) -> Person | None:
    """Whose browser this is, by its cookie; None for somebody unknown."""
    secret = secret_in(cookies)
    person = None if secret is None else await services.store.people.by_secret(secret)
    if person is not None:
        await note_visit(services, person, client_of(scope))
    return person


async def _person(visitor: Person | None) -> Person:
    """The visitor, who must be known."""
    if visitor is None:
        raise Forbidden(say.WHO_ARE_YOU)
    return visitor


async def _room(services: Services, key: str) -> Room:
    """The table of the address."""
    room = await services.hub.room(key)
    if room is None:
        why = await services.store.tables.why_closed(key)
        if why is not None:
            raise TableClosed(say.WHY_CLOSED.get(why, say.CLOSED))
        raise NotFoundException(say.NO_TABLE)
    return room


async def _started_room(room: Room) -> Room:
    """The table of the address, whose game must have begun."""
    if room.row.phase == OPEN:
        raise TableError(say.NOT_BEGUN)
    return room


async def _finished_room(started_room: Room) -> Room:
    """The table of the address, whose game must be over."""
    if started_room.row.phase == ENDED:
        raise TableError(say.NO_RESULT)
    if started_room.row.phase != OVER:
        raise TableError(say.NOT_OVER)
    return started_room


async def _record(services: Services, key: str) -> KeptRecord:
    """The stored record of the address."""
    record = await services.store.records.get(key)
    if record is None:
        if await services.store.tables.why_closed(key) is not None:
            raise TableClosed(say.WHY_CLOSED[BOTS_ONLY])
        raise NotFoundException(say.NO_RECORD)
    return record


DEPENDENCIES: Final = {
    "services": Provide(_services, sync_to_thread=False),
    "secret": Provide(_secret, sync_to_thread=False),
    "visitor": Provide(_visitor),
    "person": Provide(_person),
    "room": Provide(_room),
    "started_room": Provide(_started_room),
    "finished_room": Provide(_finished_room),
    "record": Provide(_record),
    "fields": Provide(read_fields),
    "visit": Provide(visit_of),
}
