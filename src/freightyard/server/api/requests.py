"""Litestar's dependency injection for programs: the token of a request, checked, and the table that it names."""

from typing import Any, Final

from litestar import Request
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException

from freightyard.server import api_sentences as say
from freightyard.server.api.access import check_scope, token_in
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.store.rows import PLAY, Token

AnyRequest = Request[Any, Any, Any]
MOST_BYTES: Final = 64 * 1024  # of what a program sends at once


async def _token(services: Services, request: AnyRequest) -> Token:
    """The token of a request. What it may do is asked by whoever needs it."""
    if not services.settings.api:
        raise NotFoundException(say.NO_API)
    return await token_in(services, request.scope)


async def _bot_token(token: Token) -> Token:
    """The token of a bot that may play."""
    check_scope(token, PLAY)
    return token


async def room_of(services: Services, key: str) -> Room:
    """The table of this key."""
    room = await services.hub.room(key)
    if room is None:
        why = await services.store.tables.why_closed(key)
        raise NotFoundException(say.NO_TABLE) if why is None else HTTPException(say.CLOSED, status_code=410)
    return room


API_DEPENDENCIES: Final = {"token": Provide(_token), "bot_token": Provide(_bot_token)}
