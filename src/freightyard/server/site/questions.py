"""What the client of a board asks of the server besides moves, such as ways to pack a card."""

import asyncio
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, post

from freightyard.server.identity import who
from freightyard.server.site.forms import fields_of
from freightyard.server.site.replays import begun


@post("/t/{key:str}/ask", status_code=200)
async def ask(request: Request[Any, Any, Any], key: str) -> Response[bytes]:
    """The board's answer, from what the asker's seat knows now. The question is in the body: a path would be in logs."""
    room, person, form = await begun(request, key), await who(request), await fields_of(request)
    view = room.table.view(room.broadcast.viewer(person).seat)
    topic, words = form.get("topic", ""), form.get("words", "")
    found = await asyncio.to_thread(room.board.answer, view, topic, words)  # what nobody has asked before takes a moment
    return Response(msgspec.json.encode(found), media_type=MediaType.JSON)


HANDLERS: Final = (ask,)
