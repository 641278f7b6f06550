"""The next table at which it is somebody's turn: for those who play at several, and make a move here and there."""

from collections.abc import Sequence
from typing import Final

from litestar import Response, get
from litestar.response import Redirect

from freightyard.server.live.waiting_tables import waits_for
from freightyard.server.services import Services
from freightyard.server.site.listings import MOST_OF_MINE
from freightyard.server.site.responses import as_json
from freightyard.store.rows import Person, TableRow

_LOBBY: Final = "/"


@get("/waiting")
async def waiting(services: Services, visitor: Person | None, besides: str = "") -> Response[bytes]:
    """At how many tables it is the visitor's turn, besides one, and the way to the one that has waited longest."""
    tables = await _waiting_for(services, visitor, besides)
    return as_json({"tables": len(tables), "href": _address(tables)})


@get("/next")
async def next_table(services: Services, visitor: Person | None, besides: str = "") -> Redirect:
    """To the table that has waited longest for the visitor; to the lobby if none does."""
    return Redirect(_address(await _waiting_for(services, visitor, besides)))


async def _waiting_for(services: Services, person: Person | None, besides: str) -> list[TableRow]:
    """The tables that wait for a person, the one that has waited longest first."""
    if person is None:
        return []
    rows = await services.store.tables.of_person(person.key, MOST_OF_MINE)
    waits = [row for row in rows if row.key != besides and await waits_for(services, row, person)]
    return sorted(waits, key=lambda row: row.moved_at)


def _address(tables: Sequence[TableRow]) -> str:
    return f"/t/{tables[0].key}" if tables else _LOBBY
