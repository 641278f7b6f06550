"""A hint, asked for at the table."""

from litestar import Response, post

from freightyard.server.bots.hints import hint_for
from freightyard.server.live.room import Room
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.responses import as_json
from freightyard.server.thinking_limits import HINTS_ASKED, check_hint_rate
from freightyard.store.rows import Person


@post("/t/{key:str}/hint", status_code=200)
async def hint(services: Services, request: AnyRequest, started_room: Room, visitor: Person | None) -> Response[bytes]:
    """What a bot would do now, from what the asker's seat knows."""
    client = client_of(request.scope)
    check_hint_rate(services, client)
    with HINTS_ASKED.one(client):
        return as_json(await hint_for(started_room, visitor))
