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
from freightyard.server.errors import Forbidden, GameMissing, TableClosed
from freightyard.server.security import path_for_log
from freightyard.server.services import services_of
from freightyard.server.site.forms import AnyRequest, sentence
from freightyard.store.errors import StoreError
from freightyard.table.errors import StalePly

_TABLE_PATH: Final = re.compile("/t/[a-z0-9]+(?=/)")
_TITLES: Final = {
    400: "That did not work",
    401: "Choose a name first",
    403: "That is not possible",
    404: "Page not found",
    405: "That is not possible here",
    409: "The board has changed",
    410: "This table was closed",
    413: "That is too large",
    429: "Too many requests",
    500: "Something went wrong",
    503: "The server is not available",
}
_SENTENCES: Final = {
    400: "The server could not understand the request. Go back and try again.",
    401: "Choose a name in the lobby first.",
    403: "This is not allowed. If you used a form on this site, reload its page and try again.",
    404: "The address may be mistyped, or the page is gone.",
    405: "This address cannot be used in this way.",
    410: "The table was closed.",
    413: "You sent more than this site accepts.",
    429: "You sent too many requests in a short time. Wait a moment, then reload the page.",
    500: "This is our mistake, and it has been logged. All moves that were made are safe.",
    503: "Please try again in a moment.",
}
_NO_TABLE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def answer(request: AnyRequest, status: int, words: str | None = None, *, title: str | None = None) -> Response[str]:
    """The response with this status: a document for a browser, else the sentence alone."""
    said = words or _SENTENCES.get(status, _SENTENCES[400] if status < 500 else _SENTENCES[500])
    if "text/html" not in request.headers.get("accept", ""):
        return Response(f"{said}\n", media_type=MediaType.TEXT, status_code=status)
    title = title or _TITLES.get(status, _TITLES[400] if status < 500 else _TITLES[500])
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
        return answer(request, 404, sentence(error), title="This game is not installed")
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
