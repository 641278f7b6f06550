"""Functions that wait where they stand, in threads that do not keep the server from ending."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def in_daemon_thread(work: Callable[[], T], name: str) -> T:
    """What the function returns or raises. Whoever stops waiting leaves the thread behind: it cannot be stopped.

    The threads of `asyncio.to_thread` are waited for when Python ends, and one that hangs takes the place of others.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(found: T | None, error: BaseException | None) -> None:
        if done.done():
            return  # nobody waits any more
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(found)  # type: ignore[arg-type]  # without an error it is what the function returned

    def run() -> None:
        found, error = None, None
        try:
            found = work()
        except Exception as raised:
            error = raised
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(tell, found, error)

    Thread(target=run, name=name, daemon=True).start()
    return await done
