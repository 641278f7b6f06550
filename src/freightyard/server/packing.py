"""Pack it for me: ways to fill a card of Freight Cars, for who holds it."""

import asyncio
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException

from freightyard.page.freight_cars.packer import offers
from freightyard.server.identity import who
from freightyard.server.replays import begun


@get("/t/{key:str}/pack/{card:str}")
async def pack(request: Request[Any, Any, Any], key: str, card: str) -> Response[bytes]:
    """Ways to fill a card, from what the asker's seat knows now."""
    room, person = await begun(request, key), await who(request)
    if room.row.game != "freight-cars":
        raise NotFoundException("nothing is packed in this game")
    view = room.table.view(room.showing.eyes(person).seat)
    found = await asyncio.to_thread(offers, view, card)  # a card that nobody has asked for takes a moment
    return Response(msgspec.json.encode({"offers": found}), media_type=MediaType.JSON)


HANDLERS: Final = (pack,)
