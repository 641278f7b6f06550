"""Reviews that bots are working on, and how far they are. What is finished is kept with the record."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

import msgspec

from freightyard.server.bots.pool import BotFailed, BotPool
from freightyard.server.bots.review_work import ReviewQuestion
from freightyard.server.log import Log
from freightyard.store.errors import StoreError

if TYPE_CHECKING:
    from freightyard.store import Store

MOST: Final = 20  # at once, of all visitors
_REMEMBERED: Final = 200
_TELLING: Final = 3  # steps after which the speed tells something


class Progress(msgspec.Struct, frozen=True):
    """How far a review is, for the page that waits for it."""

    done: int
    steps: int  # 0: not known yet
    working: bool
    failed: bool = False  # the last attempt, in this process
    left: float | None = None  # seconds, by how fast it went so far; None while that is not known


@final
class Reviews:
    """The reviews of one server process. If another one is asked for the same review, both make it, and it is the same."""

    def __init__(self, store: "Store", pool: BotPool, log: Log, now: Callable[[], float]) -> None:
        self._store = store
        self._pool = pool
        self._log = log
        self._now = now
        self._far: dict[str, Progress] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def full(self) -> bool:
        """Whether no other can be begun now."""
        return len(self._tasks) >= MOST

    def progress(self, key: str) -> Progress:
        """How far the review of a record is."""
        return self._far.get(key, Progress(0, 0, working=False))

    def begin(self, key: str, record: str, payer: str) -> None:
        """Work on the review of a record, if nobody does."""
        if key not in self._tasks:
            while len(self._far) >= _REMEMBERED:  # failures of long ago
                self._far.pop(next(iter(self._far)))
            self._far[key] = Progress(0, 0, working=True)
            task = asyncio.create_task(self._work(key, record, payer))
            self._tasks[key] = task
            task.add_done_callback(lambda _: self._tasks.pop(key))

    async def close(self) -> None:
        """Stop all work."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _work(self, key: str, record: str, payer: str) -> None:
        question, began, first = ReviewQuestion(key, record), self._now(), 0
        try:
            while True:
                found = await self._pool.review(question, payer=payer)
                if found.review:
                    await self._store.reviews.put(key, found.review, self._now())
                    del self._far[key]
                    return
                if not first:  # what was done before this process asked, and how long it takes to begin, say nothing of the rest
                    began, first = self._now(), found.done
                left = seconds_left(found.done - first, found.steps - found.done, self._now() - began)
                self._far[key] = Progress(found.done, found.steps, working=True, left=left)
        except (BotFailed, StoreError) as error:
            self._far[key] = Progress(0, 0, working=False, failed=True)
            self._log.warning("review failed", record=key, why=str(error))


def seconds_left(done: int, still: int, seconds: float) -> float | None:
    """How long the rest takes, if it goes on as fast; None while too little was done to tell."""
    return None if done < _TELLING or seconds <= 0 else seconds * still / done
