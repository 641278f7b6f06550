"""Streams of lines: answers that go on until either side ends them.

A stream holds what its reader has to be told next, never a queue of what happened: who reads slowly is told less often, and costs
nobody any memory. A blank line every few seconds shows both sides that the other is there.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, final

from litestar.exceptions import TooManyRequestsException
from litestar.types import Receive, Scope, Send

from freightyard.server import api_sentences as say
from freightyard.server.api.messages import LINES, Closing, encode
from freightyard.store.errors import StoreError
from freightyard.store.rows import MISSED, REVOKED, News, Token

if TYPE_CHECKING:
    from freightyard.server.services import Services

HEARTBEAT: Final = 5.0  # seconds after which a blank line is sent
MOST: Final = 1000  # streams of one process
_RETRY: Final = 1.0  # seconds after which the store is asked again that could not answer
_CHECK: Final = 20.0  # seconds after which a revoked token is noticed, though the news of it were lost
_HEAD: Final = ((b"content-type", LINES.encode()), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no"))


class Feed(Protocol):
    """What a stream tells."""

    changed: asyncio.Event  # set when there may be something to tell

    async def next(self) -> Sequence[bytes] | None:
        """Lines that are due now: none, when there is nothing more to tell for now; None, when there never will be."""

    def hear(self, news: News) -> None:
        """Something changed at a table."""

    def close(self) -> None:
        """Nobody reads it any more."""


@final
class LineStream:
    """An answer of HTTP that goes on: an ASGI application."""

    def __init__(self, streams: "Streams", token: Token, feed: Feed) -> None:
        self.token = token
        self.feed = feed
        self._streams = streams
        self._closing: asyncio.Future[Closing] = asyncio.get_running_loop().create_future()

    def end(self, why: str, *, again: bool) -> None:
        """Have the stream ended, with a last line."""
        if not self._closing.done():
            self._closing.set_result(Closing(why=why, again=again))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  (as ASGI calls it)
        self._streams.add(self)
        sending = asyncio.create_task(self._send_lines(send))
        leaving = asyncio.create_task(_gone(receive))
        try:
            ends: list[asyncio.Future[Any]] = [sending, leaving, self._closing]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if self._closing.done() and not leaving.done():
                # Between two lines, not in one: who does not read is hung up on by the protocol, and then both are done.
                await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._streams.discard(self)
            self.feed.close()
            for task in (sending, leaving):
                task.cancel()
            results = await asyncio.gather(sending, leaving, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _send_lines(self, send: Send) -> None:
        headers = [*_HEAD]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        while not self._closing.done():
            self.feed.changed.clear()
            lines = await self._next()
            if lines is None:
                break
            if lines:
                await _write(send, b"".join(lines))
                self.feed.changed.set()  # there may be more
                continue
            waiting = asyncio.ensure_future(self.feed.changed.wait())
            try:
                ends: list[asyncio.Future[Any]] = [waiting, self._closing]
                done, _ = await asyncio.wait(ends, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            finally:
                waiting.cancel()
            if not done:
                await _write(send, b"\n")
        if self._closing.done():
            await _write(send, encode(self._closing.result()))
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _next(self) -> Sequence[bytes] | None:
        """The next lines; a blank one, while the store cannot say."""
        try:
            return await self.feed.next()
        except StoreError as error:
            self._streams.services.log.failure("store failed", error)
            await asyncio.sleep(_RETRY)
            return (b"\n",)


@final
class Streams:
    """All streams of this process."""

    def __init__(self, services: "Services") -> None:
        self.services = services
        self._open: dict[str, list[LineStream]] = defaultdict(list)  # by the keys of tokens, the oldest first
        self._count = 0
        self._stopped = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stop_listening = services.store.listen(self._hear)

    def start(self) -> None:
        """Start to look for tokens that were revoked."""
        self._spawn(self._keep_checking())

    def check_room(self) -> None:
        """Refuse a stream that is one too many for this server."""
        if self._count >= MOST or self._stopped:
            raise TooManyRequestsException(say.SERVER_FULL, headers={"Retry-After": "30"})

    def add(self, stream: LineStream) -> None:
        """One more is open. Of too many of a token the oldest is ended: most likely its reader is gone and nobody has noticed."""
        theirs = self._open[stream.token.key]
        theirs.append(stream)
        self._count += 1
        if self._stopped:
            stream.end(say.STOPPING, again=True)
        for old in theirs[: -self.services.settings.token_streams]:
            old.end(say.TOO_MANY_STREAMS, again=False)

    def discard(self, stream: LineStream) -> None:
        """One has ended."""
        theirs = self._open.get(stream.token.key, [])
        if stream in theirs:
            theirs.remove(stream)
            self._count -= 1
        if not theirs:
            self._open.pop(stream.token.key, None)

    def all(self) -> list[LineStream]:
        return [stream for theirs in self._open.values() for stream in theirs]

    def stop(self) -> None:
        """The server is about to end: so do all streams, each with a last line."""
        self._stopped = True
        for stream in self.all():
            stream.end(say.STOPPING, again=True)

    async def close(self) -> None:
        """Stop listening."""
        self._stop_listening()
        self.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def check(self) -> None:
        """End the streams of tokens that were revoked."""
        keys = set(self._open)
        for key in keys - await self.services.store.tokens.known(keys):
            self._revoke(key)

    # --- inside ---

    def _hear(self, news: News) -> None:
        if news.what == REVOKED:
            self._revoke(news.table)
            return
        if news.what == MISSED:
            self.services.tokens.forget("")
            self._spawn(self._check())
        for theirs in self._open.values():
            for stream in theirs:
                stream.feed.hear(news)

    def _revoke(self, key: str) -> None:
        self.services.tokens.forget(key)
        for stream in list(self._open.get(key, ())):
            stream.end(say.REVOKED, again=False)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _check(self) -> None:
        try:
            await self.check()
        except StoreError as error:  # the database may be away for a while; the next look comes soon
            self.services.log.failure("cannot check which tokens are revoked", error)

    async def _keep_checking(self) -> None:
        while True:
            await asyncio.sleep(_CHECK)
            await self._check()


async def _write(send: Send, lines: bytes) -> None:
    await send({"type": "http.response.body", "body": lines, "more_body": True})


async def _gone(receive: Receive) -> None:
    """Return when the reader has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
