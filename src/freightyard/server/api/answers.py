"""What programs are answered: JSON always, errors too, each with one sentence."""

from http import HTTPStatus
from typing import Any

import msgspec
from litestar import MediaType, Response
from litestar.exceptions import HTTPException, InternalServerException

from freightyard.bots.batch import BatchRefused
from freightyard.bots.protocol import BadLine, Refused, refused_message
from freightyard.core.errors import FreightyardError, IllegalMove, NotAMove
from freightyard.server import api_sentences as say
from freightyard.server import sentences as site_say
from freightyard.server.api.messages import Failed
from freightyard.server.errors import Forbidden, GameMissing, LostRace, TableClosed
from freightyard.server.security import path_for_log
from freightyard.server.services import services_of
from freightyard.server.site.forms import AnyRequest
from freightyard.store.errors import StoreError
from freightyard.table.errors import NotYourTurn, StalePly

_OURS = ("Allow", "Retry-After", "WWW-Authenticate")


def answer(message: msgspec.Struct, status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    """A message as the answer to a request."""
    body = msgspec.json.encode(message) + b"\n"
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)


def failed(why: str, status: int, headers: dict[str, str] | None = None) -> Response[bytes]:
    """A request that was refused as a whole."""
    return answer(Failed(why=why), status, headers)


def refused(error: FreightyardError, table: str | None, ply: int | None = None) -> Response[bytes]:
    """A batch that was not taken."""
    return answer(refused_message(error, table, ply), status_of(error))


def status_of(error: FreightyardError) -> int:
    """The status of HTTP that tells what sort of refusal it is."""
    if isinstance(error, IllegalMove | NotAMove):
        return 422
    if isinstance(error, StalePly | NotYourTurn | BatchRefused | LostRace):
        return 409
    if isinstance(error, TableClosed):
        return 410
    if isinstance(error, GameMissing):
        return 404
    if isinstance(error, Forbidden):
        return 403
    return 503 if isinstance(error, StoreError) else 400


def http_error(request: AnyRequest, error: HTTPException) -> Response[bytes]:
    """An error with a status; what the framework says of it is for programmers of servers."""
    if error.status_code >= 500 and not _hung_up(error):
        return any_error(request, error)
    own = error.detail if error.detail and error.detail != HTTPStatus(error.status_code).phrase else ""
    known = error.status_code in (401, 403, 404, 429) and bool(own)
    headers = {name: value for name, value in (error.headers or {}).items() if name.title().replace("Www", "WWW") in _OURS}
    return failed(own if known else _told(error), error.status_code, headers)


def _told(error: HTTPException) -> str:
    """What is said of an error whose own words are none for programs; of a query, which part of it is wrong."""
    if error.status_code == 400 and isinstance(error.extra, list):
        wrong = [
            part["key"] for part in error.extra if isinstance(part, dict) and part.get("source") == "query" and "key" in part
        ]
        if wrong:
            return say.bad_query(wrong)
    return say.ERRORS.get(error.status_code, say.ERRORS[400])


def _hung_up(error: HTTPException) -> bool:
    """Whether it is only that the program left before its request was all there, which the framework calls an error of ours."""
    return isinstance(error, InternalServerException) and error.detail == "client disconnected prematurely"


def not_there(status: int, words: str | None) -> Response[bytes]:
    """What is answered below /api where there is no handler."""
    return failed(say.ERRORS.get(status) or words or say.ERRORS[400], status)


def refusal(request: AnyRequest, error: FreightyardError) -> Response[bytes]:
    """What was asked for cannot be done."""
    if isinstance(error, StoreError):
        services_of(request.app).log.failure("store failed", error)
        return failed(site_say.ERRORS[503], 503, {"Retry-After": "1"})
    if isinstance(error, BadLine):
        return answer(Refused(why=str(error)), 400)
    if isinstance(error, IllegalMove):
        return refused(error, None)
    return failed(str(error), status_of(error))


def any_error(request: AnyRequest, error: Exception) -> Response[bytes]:
    """A mistake of ours: logged without what it said."""
    services_of(request.app).log.failure("request failed", error, path=path_for_log(request.url.path))
    return failed(say.OUR_MISTAKE, 500)


EXCEPTION_HANDLERS: Any = {HTTPException: http_error, FreightyardError: refusal, Exception: any_error}
