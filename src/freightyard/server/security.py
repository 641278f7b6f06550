"""Security of requests: same origin only, rate limits, security headers, and a log line each."""

import re
import time
from typing import Any, Final, final
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket
from litestar.connection import ASGIConnection
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from freightyard.server.identity import COOKIE
from freightyard.server.limits import ConnectionLimit, Turns, network_of
from freightyard.server.log import Log
from freightyard.server.rates import Rates
from freightyard.server.settings import Settings

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),  # for browsers that do not know frame-ancestors
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
RATE_HEADERS: Final = "freightyard.rate"  # where a handler leaves headers for its answer, in the scope of a request
_PROGRAMS: Final = "/api/"  # what programs ask for, by tokens: each has a rate of its own, and they wait for people (`Gate`)
ANY_ORIGIN: Final = "any_origin"  # an option of handlers
_NO_STORE: Final = (b"cache-control", b"no-store")
_TOKEN: Final = re.compile(r"/+(hello|seat|confirm|off)/.*", re.IGNORECASE | re.DOTALL)
_LONGEST_LOGGED: Final = 200  # of a path
_LONGEST_ADDRESS: Final = 2000  # bytes of a path and its query: more than any of ours has
_OWN_COOKIE: Final = f"{COOKIE}=".encode()
_LONGEST_COOKIE: Final = 1000  # bytes
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_MOST_PAGES: Final = 4  # made for one client at a time: each takes a few milliseconds, in which nobody else can be answered
_OUR_MISTAKE: Final = b"Something went wrong here. It is our mistake, and it has been written down. Try again.\n"
_FLOOD_LINES: Final = 0.2  # a second, of one client: who floods the server must not flood its log


def same_origin_only(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """A guard against cross-site requests: forms that change something, and sockets. Browsers say where a request comes from;
    who does not say is refused too. A handler that goes by the token in its address alone may be asked from anywhere."""
    if connection.scope.get("method") in _SAFE and not isinstance(connection, WebSocket):
        return
    if handler.opt.get(ANY_ORIGIN):
        return
    site = connection.headers.get("sec-fetch-site")
    origin = connection.headers.get("origin")
    if origin is not None:
        ours = _host_in(origin) == connection.headers.get("host") and site in (None, "same-origin")
    else:
        ours = site == "same-origin"
    if not ours:
        raise PermissionDeniedException(
            "This came from another site, and only pages of this site may do that. Open the table here and try again."
        )


def _host_in(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # half an IPv6 address, for example
        return None


@final
class SecurityMiddleware:
    """ASGI middleware around the whole application: limits rates, adds headers, logs requests, and lets no error out."""

    def __init__(self, app: ASGIApp, log: Log, settings: Settings, rates: Rates) -> None:
        self._app = app
        self._log = log
        self._rates = rates
        self._rate = settings.rate
        self._sockets = ConnectionLimit(settings)  # by those for whom a proxy asks
        self._turns = Turns(_MOST_PAGES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self._app(scope, receive, send)
            return
        client = client_of(scope)
        is_socket = kind == "websocket"
        may_stay = not is_socket or self._sockets.opened(client)
        try:
            if not may_stay or not self._allowed(scope, client):
                if self._rates.take("flood line", client, _FLOOD_LINES, 3):
                    self._log.warning("flood", kind=kind, client=client)
                await _refuse(scope, send, 429, "Too many requests came from you in a short time. Wait a moment, then try again.")
            elif len(scope.get("raw_path") or b"") + len(scope["query_string"]) > _LONGEST_ADDRESS:
                await _refuse(scope, send, 414, "This address is too long. Check the link.")
            elif _ends_in_two_ways(scope) or "\x00" in scope["path"] or b"%00" in scope["query_string"]:  # no text has a NUL
                await _refuse(scope, send, 400, "This request could not be understood. Check the link.")
            else:
                scope["headers"] = with_own_cookie(scope["headers"])
                if scope.get("method") == "GET" and not _of_program(scope):  # whose streams stay for hours too
                    async with self._turns.one(client):
                        await self._answer(scope, receive, send, client)
                else:  # a socket stays for hours, and a hint waits for a bot
                    await self._answer(scope, receive, send, client)
        finally:
            if is_socket:
                self._sockets.closed(client)

    def _allowed(self, scope: Scope, client: str) -> bool:
        """Whether a client has not asked too often."""
        if _of_program(scope):  # several tokens of one address; what each may ask is counted when it is known
            return self._rates.take("program", client, 20 * self._rate, 40 * self._rate)
        allowed = self._rates.take("request", client, 5 * self._rate, 10 * self._rate)
        if allowed and scope.get("method") == "POST":  # what is made stays: people and tables are made less often than looked at
            allowed = self._rates.take("form", client, self._rate / 4, 2 * self._rate)
        return allowed

    async def _answer(self, scope: Scope, receive: Receive, send: Send, client: str) -> None:
        """Let the application answer, and write a line about it."""
        kind: str = scope["type"]
        path, status, began = scope["path"], 0, time.perf_counter()

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), *scope.get(RATE_HEADERS, ())]  # type: ignore[misc]  # a key of our own
                message["headers"] = with_security_headers(headers)
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and status == 0:
                status = 403
            await send(message)

        try:
            await self._app(scope, receive, answer)
        except Exception as error:
            self._log.failure("failure", error, kind=kind, path=path_for_log(path))
            if status == 0 and kind == "http":
                status = 500
                await answer({"type": "http.response.start", "status": 500, "headers": [(b"content-type", b"text/plain")]})
                await send({"type": "http.response.body", "body": _OUR_MISTAKE, "more_body": False})
        values: dict[str, Any] = {"status": status, "ms": (time.perf_counter() - began) * 1000, "client": client}
        self._log.info("request", method=scope.get("method", "WS"), path=path_for_log(path), **values)


def client_of(scope: Scope) -> str:
    """From where a request comes, as far as limits go: the address of the browser, if a proxy that is believed said so."""
    address = scope.get("client")
    return "" if address is None else network_of(address[0])


def _of_program(scope: Scope) -> bool:
    kind: str = scope["type"]
    return kind == "http" and scope["path"].startswith(_PROGRAMS)


def _ends_in_two_ways(scope: Scope) -> bool:
    """Whether a request says in two ways where it ends. A proxy before us could go by the other one, and take what follows for
    the beginning of somebody else's request."""
    names = {name for name, _ in scope["headers"]}
    return b"transfer-encoding" in names and b"content-length" in names


def with_own_cookie(headers: Any) -> list[tuple[bytes, bytes]]:
    """The headers of a request with our cookie alone. To read the others is of no use to us, and some versions of Python take
    seconds to read a long one that is full of backslashes."""
    kept = [header for header in headers if header[0] != b"cookie"]
    for name, value in headers:
        if name == b"cookie":
            found = [piece for piece in value.split(b";") if piece.strip().startswith(_OWN_COOKIE)]
            kept += [(name, piece.strip()) for piece in found[-1:] if len(piece) <= _LONGEST_COOKIE and b"\\" not in piece]
    return kept


def with_security_headers(headers: Any) -> list[tuple[bytes, bytes]]:
    """The headers of a response with ours. Cache-Control defaults to no-store: most pages show what is one person's."""
    listed = [(bytes(name), bytes(value)) for name, value in headers]
    names = {name.lower() for name, _ in listed}
    listed += [header for header in _HEADERS if header[0] not in names]
    if _NO_STORE[0] not in names:
        listed.append(_NO_STORE)
    return listed


def path_for_log(path: str) -> str:
    """A path as it is logged: without the token of a link to a device or a seat, or of one in a notice, however many slashes are
    before it. It is cut first: to look for the token in a path of 60,000 slashes took seconds."""
    return _TOKEN.sub(r"/\1/…", path[:_LONGEST_LOGGED])


async def _refuse(scope: Scope, send: Send, status: int, words: str) -> None:
    """Refuse what did not come as far as the application, and hang up. A program is told so in JSON, as everywhere."""
    kind: str = scope["type"]
    if kind == "http":
        of_program = _of_program(scope)
        body = msgspec.json.encode({"type": "failed", "why": words}) if of_program else words.encode()
        told = b"application/json" if of_program else b"text/plain; charset=utf-8"
        headers = [(b"content-type", told), (b"connection", b"close")]
        headers += [(b"retry-after", b"1")] if status == 429 else []
        await send({"type": "http.response.start", "status": status, "headers": with_security_headers(headers)})
        await send({"type": "http.response.body", "body": body + b"\n", "more_body": False})
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": words[:100]})
