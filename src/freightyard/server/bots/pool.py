"""A pool of processes in which bots think. Whatever happens to a process, every question gets an answer in time."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Final, final
from zlib import crc32

import msgspec

from freightyard.core.bot_names import is_level, program_of
from freightyard.core.chance import Stream
from freightyard.server.bots.line import BotLine, StartLine, start_process
from freightyard.server.bots.process import FORGOTTEN, Advice, AnyQuestion, Decision, Question, encoded
from freightyard.server.bots.puzzle_work import PuzzleQuestion, Weighed
from freightyard.server.bots.review_work import ReviewProgress, ReviewQuestion
from freightyard.server.bots.shares import Shares
from freightyard.server.log import Log

_LONG_SECONDS: Final = 0.2  # a bot that thinks so long has made a plan for its turn
_NEXT_SECONDS: Final = 0.1  # so long is waited for the next question of that turn, which it answers at once
_PROGRAM_SECONDS: Final = 40.0  # more, for a process that starts a program and ends it
_START_SECONDS: Final = 60.0  # a process that is not ready by then is ended


Missed = Callable[[], Awaitable[tuple[Decision, ...]]]  # tells what a seat was asked before


class BotFailed(Exception):
    """A bot gave no move: what went wrong, in a word or two."""


class _Forgotten(BotFailed):
    """The process does not have the bot that was asked before."""


@final
class BotPool:
    """A few processes. All questions of a seat at a table go to the same one, which keeps what the bot has learnt."""

    def __init__(self, number: int, seconds: float, log: Log, start: StartLine = start_process) -> None:
        """`start` starts one of the processes."""
        self._log = log
        self._seconds = seconds
        self._start = start
        self._own: dict[str, _BotProcess] = {}  # of bots of the host's own, which may fail in any way: each has one to itself
        self._processes = [_BotProcess(seconds, log, start) for _ in range(number)]

    async def close(self) -> None:
        """End the processes."""
        for process in (*self._processes, *self._own.values()):
            await process.close()

    @property
    def waiting(self) -> int:
        """How many questions have no answer yet."""
        return sum(process.waiting for process in (*self._processes, *self._own.values()))

    async def decide(
        self,
        question: Question,
        missed: Missed,
        *,
        watched: bool,
        payer: str,
        failed: Callable[[], Awaitable[None]] | None = None,
    ) -> str:
        """A legal move: the bot's, or any if it fails. Tables that somebody watches come first; among them, time is shared
        fairly among the payers, from whose addresses tables were made, and then among the tables of each.

        A bot is asked even if one move alone is legal: it would lose its place in its plan. `failed` is called if it fails.
        """
        view = question.view
        process = self._process_for(question)
        try:
            try:
                words = await process.ask(question, watched=watched, payer=payer)
            except _Forgotten:
                question = msgspec.structs.replace(question, missed=await missed())
                words = await process.ask(question, watched=watched, payer=payer)
            if words not in view.legal:
                raise BotFailed("illegal move")
        except BotFailed as failure:
            self._log.warning("bot replaced", table=question.table, bot=question.bot, why=str(failure))
            if failed is not None:
                await failed()
            return view.legal[Stream(f"{question.seed}/instead at {question.ply}").below(len(view.legal))]
        return words

    async def advise(self, question: Question, *, payer: str) -> Advice:
        """What the bot would do in somebody's place, and why. Raises BotFailed."""
        question = msgspec.structs.replace(question, hint=True)
        words = await self._process_for(question).ask(question, watched=True, payer=payer)
        return msgspec.json.decode(words, type=Advice)

    async def review(self, question: ReviewQuestion, *, payer: str) -> ReviewProgress:
        """Work on a review for a while. Raises BotFailed. Those who play come first."""
        words = await self._level_process(question).ask(question, watched=False, payer=payer)
        return msgspec.json.decode(words, type=ReviewProgress)

    async def weigh(self, question: PuzzleQuestion, *, payer: str) -> Weighed:
        """What a plan costs in a puzzle. Raises BotFailed."""
        words = await self._level_process(question).ask(question, watched=True, payer=payer)
        return msgspec.json.decode(words, type=Weighed)

    async def end(self, question: Question) -> None:
        """A game is over: its bot is told, if it is one of the host's own and has been asked."""
        if question.bot in self._own:
            with contextlib.suppress(BotFailed):
                await self._own[question.bot].ask(msgspec.structs.replace(question, over=True), watched=False, payer="")

    async def additions(self, question: Question, number: int, *, payer: str) -> list[str]:
        """What so many bots add to the cards of a table. Raises BotFailed."""
        question = msgspec.structs.replace(question, adds=number)
        return (await self._process_for(question).ask(question, watched=True, payer=payer)).split()

    def _process_for(self, question: Question) -> "_BotProcess":
        if not is_level(question.bot):
            if question.bot not in self._own:
                more = 0.0 if program_of(question.bot) is None else _PROGRAM_SECONDS  # it ends a program itself, and in time
                self._own[question.bot] = _BotProcess(self._seconds + more, self._log, self._start)
            return self._own[question.bot]
        return self._level_process(question)

    def _level_process(self, question: AnyQuestion) -> "_BotProcess":
        if not self._processes:
            raise BotFailed("no process for bots")
        table, seat = question.place
        return self._processes[crc32(f"{table}/{seat}".encode()) % len(self._processes)]


class _Waiting(msgspec.Struct, frozen=True, eq=False):
    """A question that waits for its turn."""

    question: AnyQuestion
    watched: bool
    payer: str
    answer: "asyncio.Future[str]"


def _place_of(waiting: _Waiting) -> tuple[str, int | None]:
    return waiting.question.place


@final
class _BotProcess:
    """One process, started when it is first asked, and the questions for it."""

    def __init__(self, seconds: float, log: Log, start: StartLine) -> None:
        self._start = start
        self._seconds = seconds
        self._log = log
        self._questions: list[_Waiting] = []  # in the order in which they came
        self._asked = asyncio.Event()
        self._planned: tuple[str, int | None] | None = None  # the table and seat for whose turn a plan has just been made
        self._payers = Shares()
        self._tables = Shares()
        self._line: BotLine | None = None
        self._task: asyncio.Task[None] | None = None
        self.waiting = 0

    async def ask(self, question: AnyQuestion, *, watched: bool, payer: str) -> str:
        if self._task is None:
            self._task = asyncio.create_task(self._answer_all())
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._questions.append(_Waiting(question, watched, payer, answer))
        self._asked.set()
        self.waiting += 1
        try:
            return await answer
        finally:
            self.waiting -= 1

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._kill()

    async def _answer_all(self) -> None:
        while True:
            next_one = await self._next()
            answer, began = next_one.answer, time.monotonic()
            try:
                words = await self._answer(next_one.question)
            except BotFailed as failure:
                if not answer.done():
                    answer.set_exception(failure)
            except Exception as error:  # such as a view that cannot be sent: the questions after it must not wait for ever
                await self._kill()
                if not answer.done():
                    answer.set_exception(BotFailed(type(error).__name__))
            else:
                if not answer.done():
                    answer.set_result(words)
            seconds = time.monotonic() - began
            followed = self._planned is not None  # a turn is not interrupted, but once: the next plan waits for its turn
            self._planned = _place_of(next_one) if next_one.watched and followed != (seconds >= _LONG_SECONDS) else None
            self._payers.pay(next_one.payer, seconds)
            self._tables.pay(next_one.question.table, seconds)

    async def _next(self) -> _Waiting:
        """The question that is next: of those where somebody watches, of the payer who had least time, of the table that had;
        of equal ones the first. Those for which nobody waits any more are dropped.

        The rest of a turn comes first, if somebody watches it and its plan is made: move by move it would wait for another's
        plan, though it takes no time itself.
        """
        end = asyncio.get_running_loop().time() + _NEXT_SECONDS
        while self._planned is not None:
            found = next((waiting for waiting in self._questions if _place_of(waiting) == self._planned), None)
            if found is not None and not found.answer.done():
                self._questions.remove(found)
                return found
            self._asked.clear()
            try:
                async with asyncio.timeout_at(end):
                    await self._asked.wait()
            except TimeoutError:
                self._planned = None
        while True:
            self._questions = [waiting for waiting in self._questions if not waiting.answer.done()]
            if self._questions:
                break
            self._asked.clear()
            await self._asked.wait()
        chosen = min(self._questions, key=self._place)
        self._questions.remove(chosen)
        self._payers.serve(chosen.payer)
        self._tables.serve(chosen.question.table)
        return chosen

    def _place(self, waiting: _Waiting) -> tuple[bool, float, float]:
        return not waiting.watched, self._payers.used(waiting.payer), self._tables.used(waiting.question.table)

    async def _answer(self, question: AnyQuestion) -> str:
        line = await self._started()
        try:
            async with asyncio.timeout(self._seconds):
                verb, _, words = (await line.ask(encoded(question))).decode().partition(" ")
        except TimeoutError:
            await self._kill()
            raise BotFailed(f"no move within {self._seconds:g} seconds") from None
        except (EOFError, ConnectionError):
            await self._kill()
            raise BotFailed("its process died") from None
        if verb == FORGOTTEN:
            raise _Forgotten("it was not told what its seat was asked before")
        if verb != "move":
            raise BotFailed(words)
        return words

    async def _started(self) -> BotLine:
        if self._line is None or self._line.ended:
            try:
                self._line = await self._start()
            except OSError as error:
                raise BotFailed(f"no process: {error.strerror}") from None
            await self._wait_until_ready(self._line)
            self._log.info("bot process started", name=self._line.name)
        return self._line

    async def _wait_until_ready(self, line: BotLine) -> None:
        """Starting is not thinking: the time limit of a bot begins when its process is there."""
        try:
            async with asyncio.timeout(_START_SECONDS):
                await line.ready()
        except (TimeoutError, EOFError):
            await self._kill()
            raise BotFailed("its process did not start") from None

    async def _kill(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await line.kill()
