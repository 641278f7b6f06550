"""The few names of Litestar that the site's handlers use, for a page that has no network to serve.

A handler is a function with a path; whoever calls it gives it what its parameters are named after. So the handlers of the server
run in a browser as they are, where Litestar itself and all that it needs would be a long download. `install` must be called
before the first of them is imported.
"""

import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final, Generic, TypeVar, final

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
Handler = Callable[..., Awaitable[Any]]

HTTP_200_OK: Final = 200
HTTP_303_SEE_OTHER: Final = 303
HTTP_422_UNPROCESSABLE_ENTITY: Final = 422
HTTP_503_SERVICE_UNAVAILABLE: Final = 503

Scope = ASGIApp = Message = Receive = Send = BaseRouteHandler = Any

_MODULES: Final = (
    "litestar", "litestar.connection", "litestar.datastructures", "litestar.di", "litestar.exceptions", "litestar.handlers",
    "litestar.params", "litestar.response", "litestar.status_codes", "litestar.types",
)  # fmt: skip


def install() -> None:
    """Let `import litestar` find these names."""
    for name in _MODULES:
        sys.modules[name] = sys.modules[__name__]


class MediaType(StrEnum):
    """What a body is."""

    HTML = "text/html"
    JSON = "application/json"
    TEXT = "text/plain"


class Route:
    """Where a handler is found."""

    def __init__(self, method: str, path: str) -> None:
        self.method = method
        self.path = path


def _at(method: str, path: str) -> Callable[[Handler], Handler]:
    def decorate(handler: Handler) -> Handler:
        handler.route = Route(method, path)  # type: ignore[attr-defined]  # of our own
        return handler

    return decorate


def get(path: str, **_: Any) -> Callable[[Handler], Handler]:
    """A handler of GET."""
    return _at("GET", path)


def post(path: str, **_: Any) -> Callable[[Handler], Handler]:
    """A handler of POST."""
    return _at("POST", path)


class Cookie:
    """What the browser is to remember."""

    def __init__(self, key: str, value: str, **_: Any) -> None:
        self.key = key
        self.value = value


class Response(Generic[T]):
    """What a handler answers with."""

    def __init__(
        self,
        content: T,
        *,
        media_type: str = MediaType.HTML,
        status_code: int = HTTP_200_OK,
        headers: Mapping[str, str] | None = None,
        cookies: Sequence[Cookie] = (),
    ) -> None:
        self.content = content
        self.media_type = str(media_type)
        self.status_code = status_code
        self.headers = dict(headers or {})
        self.cookies = list(cookies)


class Redirect(Response[str]):
    """The way to another document."""

    def __init__(self, path: str, *, status_code: int = 302, cookies: Sequence[Cookie] = (), **_: Any) -> None:
        super().__init__("", status_code=status_code, cookies=cookies, headers={"location": path})


class HTTPException(Exception):
    """A refusal with a status."""

    status_code = 500

    def __init__(self, detail: str = "", headers: Mapping[str, str] | None = None, **_: Any) -> None:
        super().__init__(detail)
        self.detail = detail or HTTPStatus(self.status_code).phrase
        self.headers = headers


class NotFoundException(HTTPException):
    """There is no such thing."""

    status_code = 404


class PermissionDeniedException(HTTPException):
    """Not for this visitor."""

    status_code = 403


class TooManyRequestsException(HTTPException):
    """Too often."""

    status_code = 429


class UploadFile:
    """A file in a form."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    async def read(self) -> bytes:
        """All of it."""
        return self._content


@final
class Form:
    """The fields of a form."""

    def __init__(self, items: Sequence[tuple[str, str | UploadFile]]) -> None:
        self._items = items

    def multi_items(self) -> Sequence[tuple[str, str | UploadFile]]:
        """Every field, also those that have the name of another one."""
        return self._items

    def get(self, name: str) -> str | UploadFile | None:
        """The last field of a name."""
        return next((value for key, value in reversed(self._items) if key == name), None)


class Url:
    """The address of a request."""

    scheme = "https"

    def __init__(self, path: str) -> None:
        self.path = path


class Request(Generic[A, B, C]):
    """What was asked for."""

    def __init__(self, path: str, form: Form, headers: Mapping[str, str], app: Any) -> None:
        self.url = Url(path)
        self.headers = headers
        self.app = app
        self.scope: dict[str, Any] = {"client": None, "path": path, "litestar_app": app}
        self._form = form

    async def form(self) -> Form:
        """What was sent with it."""
        return self._form


class WebSocket(Generic[A, B, C]):
    """There is none: a page and its worker talk without one."""


class ASGIConnection(Generic[A, B, C, D]):
    """Of nobody."""


class Litestar:
    """The application: it has the state that handlers look for."""

    def __init__(self, state: Any) -> None:
        self.state = state


class Provide:
    """How a parameter is found: by a function whose own parameters are found in the same way."""

    def __init__(self, dependency: Callable[..., Any], **_: Any) -> None:
        self.dependency = dependency


def Parameter(**_: Any) -> Any:  # noqa: N802  (Litestar's name)
    """What else is known of a parameter; here nothing is made of it."""
    return None
