"""The way to where bots think: a process of this machine, or whatever else takes questions and gives answers."""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from typing import Protocol, final

from freightyard.server.bots.process import HEAD, READY


class BotLine(Protocol):
    """One process, or what stands for one. It is asked one question at a time."""

    @property
    def name(self) -> str:
        """What the log calls it."""

    @property
    def ended(self) -> bool:
        """Whether it is no more."""

    async def ready(self) -> None:
        """Wait until it can be asked. Raises EOFError if it ended before."""

    async def ask(self, question: bytes) -> bytes:
        """The answer to a question. Raises EOFError or ConnectionError if it ended meanwhile."""

    async def kill(self) -> None:
        """End it, whatever it does."""


StartLine = Callable[[], Awaitable[BotLine]]


@final
class ProcessLine:
    """A process, by its standard input and output."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def name(self) -> str:
        return f"pid {self._process.pid}"

    @property
    def ended(self) -> bool:
        return self._process.returncode is not None

    async def ready(self) -> None:
        await self._read(len(READY))

    async def ask(self, question: bytes) -> bytes:
        if self._process.stdin is None:
            raise ConnectionError("no pipe")
        self._process.stdin.write(question)
        await self._process.stdin.drain()
        return await self._read(int.from_bytes(await self._read(HEAD), "big"))

    async def kill(self) -> None:
        if not self.ended:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _read(self, size: int) -> bytes:
        if self._process.stdout is None:
            raise ConnectionError("no pipe")
        return await self._process.stdout.readexactly(size)


async def start_process() -> BotLine:
    """Start a process in which bots think."""
    return ProcessLine(
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "freightyard.server.bots.process",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )
    )  # fmt: skip
