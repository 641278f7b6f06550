"""Since your last turn: what a page asks for that was closed or hidden for a while."""

from litestar import Response, get

from freightyard.server.live.recap import recap_of
from freightyard.server.live.room import Room
from freightyard.server.site.responses import as_json
from freightyard.store.rows import Person


@get("/t/{key:str}/recap")
async def table_recap(started_room: Room, visitor: Person | None, since: int | None = None) -> Response[bytes]:
    """What happened since the visitor's last turn; to a spectator, since a ply that their page showed. `null` if nothing did."""
    viewer = started_room.broadcast.viewer(visitor)
    return as_json(await recap_of(started_room, viewer, started_room.services.now(), None if since is None else max(0, since)))
