"""A hint, asked for at the table."""

from litestar import Response, post

from freightyard.server.bots.hints import hint_for
from freightyard.server.live.room import Room
from freightyard.server.site.responses import as_json
from freightyard.store.rows import Person


@post("/t/{key:str}/hint", status_code=200)
async def hint(started_room: Room, visitor: Person | None) -> Response[bytes]:
    """What a bot would do now, from what the asker's seat knows."""
    return as_json(await hint_for(started_room, visitor))
