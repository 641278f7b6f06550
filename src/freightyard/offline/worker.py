"""The worker of a page: Python's half of what `static/worker.js` begins. It runs in Pyodide alone."""

from collections.abc import Mapping
from typing import Any, final

import msgspec

from freightyard.offline import litestar_stand_in

litestar_stand_in.install()

import freightyard_bridge as bridge  # type: ignore[import-not-found]  # noqa: E402  (of worker.js)

from freightyard.offline.addresses import rewritten  # noqa: E402
from freightyard.offline.browser_server import BrowserServer  # noqa: E402
from freightyard.page.offline import shown  # noqa: E402
from freightyard.server.bots.process import HEAD  # noqa: E402
from freightyard.store.errors import Unavailable  # noqa: E402


@final
class BrowserKeep:
    """IndexedDB."""

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return msgspec.json.decode(await bridge.read(prefix), type=list[tuple[str, str]])

    async def get(self, name: str) -> str | None:
        text = await bridge.get(name)
        return text if isinstance(text, str) else None

    async def write(self, expected: Mapping[str, str | None], changes: Mapping[str, str | None]) -> bool:
        try:
            return bool(await bridge.write(msgspec.json.encode(expected).decode(), msgspec.json.encode(changes).decode()))
        except Exception as error:  # a full disk, mostly
            raise Unavailable(f"this browser cannot keep it: {error}") from None

    def tell(self, news: str) -> None:
        bridge.tell(news)


@final
class WorkerLine:
    """Another worker, in which bots think."""

    name = "worker"

    def __init__(self) -> None:
        self.ended = False

    async def ready(self) -> None:
        try:
            await bridge.startBots()
        except Exception as error:  # whatever the browser says about it
            raise EOFError(str(error)) from None

    async def ask(self, question: bytes) -> bytes:
        from pyodide.ffi import to_js  # type: ignore[import-not-found]  # only there

        try:
            return bytes((await bridge.askBots(to_js(question[HEAD:]))).to_bytes())
        except Exception as error:
            raise ConnectionError(str(error)) from None

    async def kill(self) -> None:
        self.ended = True
        bridge.endBots()


async def _start_line() -> WorkerLine:
    return WorkerLine()


@final
class Worker:
    """What the page asks, in the words of JavaScript."""

    def __init__(self, server: BrowserServer) -> None:
        self._server = server

    async def request(self, method: str, target: str, fields: str, accept: str) -> str:
        """A request, answered as JSON."""
        answer = await self._server.request(method, target, msgspec.json.decode(fields, type=list[tuple[str, str]]), accept)
        if answer.kind.startswith(("text/html", "application/json")):
            answer = msgspec.structs.replace(answer, body=rewritten(shown(answer.body, self._server.services.build)))
        return msgspec.json.encode(answer).decode()

    async def open(self, line: int, path: str) -> None:
        """The page opens the line to its table."""
        await self._server.open_socket(
            line, path, lambda text: bridge.send(line, rewritten(text)), lambda reason: bridge.closed(line, reason)
        )

    async def receive(self, line: int, text: str) -> None:
        """The page says something."""
        await self._server.receive(line, text)

    def close(self, line: int) -> None:
        """The page is gone."""
        self._server.close_socket(line)

    def hear(self, news: str) -> None:
        """Another page of this browser has changed something."""
        self._server.store.hear(news)


async def start(build: str) -> Any:
    """The server of this page."""
    server = BrowserServer(BrowserKeep(), build, _start_line)
    server.keep_lobby()
    return Worker(server)
