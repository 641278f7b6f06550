"""Exception handlers: what is answered when a request fails. A friendly document for people, a sentence for programs.

Nothing here asks the store, because the store may be what is wrong.
"""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException, TooManyRequestsException

from freightyard.core.errors import FreightyardError
from freightyard.page.document import Visit
from freightyard.page.site import error_page
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden, GameMissing, TableClosed
from freightyard.server.security import path_for_log
from freightyard.server.services import services_of
from freightyard.server.site.forms import AnyRequest, sentence
from freightyard.store.errors import StoreError
from freightyard.table.errors import StalePly

_TABLE_PATH: Final = re.compile("/t/[a-z0-9]+(?=/)")
_NO_TABLE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def answer(request: AnyRequest, status: int, words: str | None = None, *, title: str | None = None) -> Response[str]:
    """The response with this status: a document for a browser, else the sentence alone."""
    said = words or say.ERRORS.get(status, say.ERRORS[400] if status < 500 else say.ERRORS[500])
    if "text/html" not in request.headers.get("accept", ""):
        return Response(f"{said}\n", media_type=MediaType.TEXT, status_code=status)
    title = title or say.TITLES.get(status, say.TITLES[400] if status < 500 else say.TITLES[500])
    visit = Visit(build=services_of(request.app).build, path=request.url.path)
    # Whoever was refused at a table wants to go back there, not to look for it in the lobby.
    table = _TABLE_PATH.match(request.url.path) if status not in _NO_TABLE else None
    page = error_page(visit, status, title, said, back=table[0] if table else None)
    return Response(page, media_type=MediaType.HTML, status_code=status)


def http_error(request: AnyRequest, error: HTTPException) -> Response[str]:
    """An error that has a status, and perhaps a sentence of ours."""
    response = answer(request, error.status_code, _own_sentence(error))
    for name, value in (error.headers or {}).items():
        if name.lower() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def _own_sentence(error: HTTPException) -> str | None:
    """Our own sentence in an error. What the framework says is for programmers; in these it says the name of the status."""
    ours = isinstance(error, NotFoundException | PermissionDeniedException | TooManyRequestsException)
    return sentence(error.detail) if ours and error.detail != HTTPStatus(error.status_code).phrase else None


def refusal(request: AnyRequest, error: FreightyardError) -> Response[str]:
    """What was asked for cannot be done: the sentence says why. What is wrong with the database is for the host alone."""
    if isinstance(error, StoreError):
        services_of(request.app).log.failure("store failed", error)
        return answer(request, 503)
    if isinstance(error, GameMissing):
        return answer(request, 404, sentence(error), title=say.NOT_INSTALLED)
    if isinstance(error, TableClosed):
        return answer(request, 410, sentence(error))
    return answer(request, 403 if isinstance(error, Forbidden) else 409 if isinstance(error, StalePly) else 400, sentence(error))


def any_error(request: AnyRequest, error: Exception) -> Response[str]:
    """A mistake of ours: logged without what it said, which may hold anything."""
    services_of(request.app).log.failure("request failed", error, path=path_for_log(request.url.path))
    return answer(request, 500)


EXCEPTION_HANDLERS: Final[Mapping[int | type[Exception], Callable[[AnyRequest, Any], Response[Any]]]] = {
    HTTPException: http_error,
    FreightyardError: refusal,
    Exception: any_error,
}
