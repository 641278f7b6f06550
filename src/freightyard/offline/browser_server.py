"""What a server is to a page, in a worker of that page: requests are answered by the site's handlers, and messages by rooms."""

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, Final, cast, final, get_type_hints
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from freightyard.core.errors import FreightyardError
from freightyard.offline import links
from freightyard.offline import litestar_stand_in as web
from freightyard.offline.addresses import rewritten
from freightyard.offline.keep import Keep
from freightyard.offline.quiet import QuietNotices
from freightyard.offline.store.browser_store import BrowserStore
from freightyard.server.bots.line import StartLine
from freightyard.server.bots.pool import BotPool
from freightyard.server.dependencies import DEPENDENCIES
from freightyard.server.log import Log
from freightyard.server.services import Services
from freightyard.server.settings import Settings
from freightyard.server.site.error_pages import any_error, http_error, refusal
from freightyard.server.site.local_routes import LOCAL_HANDLERS
from freightyard.server.wire.connection import Connection
from freightyard.server.wire.frames import text_of
from freightyard.server.wire.receiver import Receiver
from freightyard.store.errors import Unavailable

LOBBY: Final = "lobby"  # the name under which the list is kept
_LISTED_SECONDS: Final = 0.3
_MINE: Final = re.compile(r'<section class="panel" id="mine".*?</section>', re.DOTALL)
_RATE: Final = 10_000.0  # one's own machine: nobody is to be kept from anything
_PARAMETER: Final = re.compile(r"\{(\w+):(str|int)\}")
_PATTERNS: Final = {"str": "[^/]+", "int": "[0-9]+"}


class Answer(msgspec.Struct, frozen=True):
    """What the page is told: a document, JSON or text; or `location`, where to go instead."""

    status: int
    kind: str
    body: str
    location: str | None = None


@final
class BrowserServer:
    """The tables of one browser, kept in a keep."""

    def __init__(self, keep: Keep, build: str, start_bots: StartLine, *, cards: str | None = None, pace: float = 0.7) -> None:
        """`cards`: the word from which all cards follow, for tests; `pace`: seconds between the moves of bots."""
        settings = Settings(
            offline=True, rate=_RATE, bot_seconds=60.0, cards=cards, cards_of_secret_games=True, bot_tables=100, pace=pace
        )
        log = Log("warning")
        self.store = BrowserStore(keep)
        self.services = Services(
            settings,
            cast(Any, self.store),  # it has those subjects of a Store that are asked for here
            log,
            build,
            bot_pool=BotPool(1, settings.bot_seconds, log, start_bots),
            notices=cast(Any, QuietNotices()),
        )
        self._keep = keep
        self._app = web.Litestar(SimpleNamespace(services=self.services))
        self._routes = [_Handler(handler) for handler in (*LOCAL_HANDLERS, links.play_link)]
        self._sockets: dict[int, tuple[Connection, Receiver, Any]] = {}
        self._messages: dict[int, asyncio.Lock] = {}
        self._listing: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # --- the lobby ---

    def keep_lobby(self) -> None:
        """Keep what the lobby lists of the visitor's tables, from now on: it is shown without Python."""
        self.store.listen(lambda _: self._list_soon())

    def _list_soon(self) -> None:
        if self._listing is None:
            self._listing = asyncio.get_running_loop().call_later(_LISTED_SECONDS, self._list)

    def _list(self) -> None:
        task = asyncio.get_running_loop().create_task(self.list_tables())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def list_tables(self) -> None:
        """Keep the lobby's list of tables as markup."""
        if self._listing is not None:
            self._listing.cancel()
            self._listing = None
        answer = await self._answered("GET", "/", (), "text/html")
        if answer.status != HTTPStatus.OK:
            return
        found = _MINE.search(answer.body)
        with suppress(Unavailable):  # a full disk: whoever plays is told when a move cannot be kept
            await self._keep.write({}, {LOBBY: rewritten(found[0]) if found else None})

    # --- requests ---

    async def request(
        self, method: str, target: str, fields: Sequence[tuple[str, str | bytes]] = (), accept: str = "text/html"
    ) -> Answer:
        """Answer a request, as the server would: errors too. Who is led to a new table has it in the lobby already: a page may be
        closed as soon as it is shown."""
        answer = await self._answered(method, target, fields, accept)
        if answer.location is not None and self._listing is not None:
            await self.list_tables()
        return answer

    async def _answered(self, method: str, target: str, fields: Sequence[tuple[str, str | bytes]], accept: str) -> Answer:
        address = urlsplit(f"http://here/{target.removeprefix('/')}")  # a link may have anything in it
        form = web.Form([(name, value if isinstance(value, str) else web.UploadFile(value)) for name, value in fields])
        request: Any = web.Request(address.path, form, {"accept": accept, "host": ""}, self._app)
        try:
            handler, found = self._find(method, address.path)
            cookies = await self._cookies()
            given = {"request": request, "scope": request.scope, "cookies": cookies}
            query = dict(parse_qsl(address.query, keep_blank_values=True))
            response = await handler.call(given, {**query, **found})
        except web.HTTPException as error:
            response = http_error(request, cast(Any, error))
        except FreightyardError as error:
            response = refusal(request, error)
        except Exception as error:
            response = any_error(request, error)
        return await self._answer(response)

    def _find(self, method: str, path: str) -> tuple["_Handler", dict[str, str]]:
        for handler in self._routes:
            match = handler.pattern.fullmatch(path) if handler.method == method else None
            if match is not None:
                return handler, {name: unquote(value) for name, value in match.groupdict().items()}
        raise web.NotFoundException

    async def _cookies(self) -> dict[str, str]:
        return {name.partition("/")[2]: value for name, value in await self._keep.read("cookie/")}

    async def _answer(self, response: Any) -> Answer:
        for cookie in response.cookies:
            await self._keep.write({}, {f"cookie/{cookie.key}": cookie.value or None})
        content = response.content
        body = content.decode() if isinstance(content, bytes) else str(content)
        return Answer(response.status_code, response.media_type, body, response.headers.get("location"))

    # --- messages ---

    async def open_socket(self, number: int, path: str, send: Callable[[str], None], closed: Callable[[str], None]) -> None:
        """A page opens the line to its table."""
        given = {"cookies": await self._cookies(), "scope": {"client": None, "litestar_app": self._app}}
        needs = await _provided(_table_of_socket, given, {"key": path.split("/")[2]})
        room, visitor, secret = await _table_of_socket(**needs)
        connection = Connection(visitor, secret, _Writer(send))
        connection.closing.add_done_callback(lambda future: closed(future.result()[1]))
        self._sockets[number] = (connection, Receiver(self.services, room, connection, ""), room)
        self._messages[number] = asyncio.Lock()

    async def receive(self, number: int, text: str) -> None:
        """A message of a page. They are heard one after the other, as from a socket."""
        if number in self._sockets:
            async with self._messages[number]:
                await self._sockets[number][1].hear(text)

    def close_socket(self, number: int) -> None:
        """The page is gone."""
        if number in self._sockets:
            connection, _, room = self._sockets.pop(number)
            room.presence.disconnect(connection)

    async def close(self) -> None:
        """Close the tables; everything is kept."""
        await self.services.close()


@final
class _Writer:
    """Frames go to the page as the texts that they are."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send

    def write(self, frame: bytes) -> bool:
        self._send(text_of(frame).decode())
        return True


async def _table_of_socket(room: Any, visitor: Any, secret: Any) -> tuple[Any, Any, Any]:
    return room, visitor, secret


@final
class _Handler:
    """A handler of the site, and which requests are its."""

    def __init__(self, handler: Any) -> None:
        self.method: str = handler.route.method
        self.pattern = re.compile(_PARAMETER.sub(lambda found: f"(?P<{found[1]}>{_PATTERNS[found[2]]})", handler.route.path))
        self._function: Callable[..., Awaitable[Any]] = handler

    async def call(self, given: Mapping[str, Any], words: Mapping[str, str]) -> Any:
        return await self._function(**await _provided(self._function, given, words))


async def _provided(function: Callable[..., Any], given: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    """What the parameters of a function are named after: given, found by a dependency, or a word of the address."""
    known = dict(given)

    async def find(name: str, kind: Any, default: Any) -> Any:
        if name in known:
            return known[name]
        if name in DEPENDENCIES:
            provider: Any = DEPENDENCIES[name].dependency
            found = provider(**await values(provider))
            known[name] = await found if inspect.isawaitable(found) else found
            return known[name]
        if name not in words:
            if default is inspect.Parameter.empty:
                raise web.NotFoundException
            return default
        try:
            return msgspec.convert(words[name], kind, strict=False)
        except msgspec.ValidationError:
            raise web.NotFoundException from None

    async def values(called: Callable[..., Any]) -> dict[str, Any]:
        kinds = get_type_hints(called)
        parameters = inspect.signature(called).parameters
        return {name: await find(name, kinds.get(name, str), each.default) for name, each in parameters.items()}

    return await values(function)
