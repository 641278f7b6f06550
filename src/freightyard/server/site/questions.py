"""What the client of a board asks besides moves, such as ways to pack a card."""

import asyncio

from litestar import Response, post

from freightyard.server.live.room import Room
from freightyard.server.security import client_of
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.responses import as_json
from freightyard.server.thinking_limits import QUESTION_THREADS, QUESTIONS_ASKED
from freightyard.store.rows import Person


@post("/t/{key:str}/ask", status_code=200)
async def ask(request: AnyRequest, started_room: Room, visitor: Person | None, fields: dict[str, str]) -> Response[bytes]:
    """The board's answer, from what the asker's seat knows now; who has several seats may name one of them. The question is in
    the body: a path would be in logs."""
    viewer = started_room.broadcast.viewer(visitor)
    named = {str(seat + 1): seat for seat in viewer.own_seats}
    view = started_room.orders.view_for(named.get(fields.get("seat", ""), viewer.seat))
    topic, words = fields.get("topic", ""), fields.get("words", "")
    with QUESTIONS_ASKED.one(client_of(request.scope)):  # a new question takes a moment
        async with QUESTION_THREADS:
            return as_json(await asyncio.to_thread(started_room.board.answer, view, topic, words))
