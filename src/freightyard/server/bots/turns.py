"""The turns of the bots at one table: a task asks the pool for moves for as long as a bot is to act."""

import asyncio
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final, final

from freightyard.core.bot_names import is_level
from freightyard.core.contract import CHANCE, Seat
from freightyard.page.players import names_of
from freightyard.server import note_sentences as notes
from freightyard.server.bots.missed import missed_by
from freightyard.server.bots.offered import spec_of
from freightyard.server.bots.process import Question
from freightyard.server.errors import LostRace
from freightyard.server.live.viewer import players_of
from freightyard.store.rows import OVER, RUNNING
from freightyard.table import Standing, Table
from freightyard.table.errors import StalePly

if TYPE_CHECKING:
    from freightyard.server.live.room import Room


SPEEDS: Final = {"slow": 1.9, "normal": 1.0, "fast": 0.4}  # how long bots pause, by what somebody who follows them chose
SKIP: Final = "skip"  # instead of a speed: not at all, until a person is to act
_FOLLOWED: Final = 6  # moves of a turn that people follow one by one
_HURRY: Final = 5  # the moves after those come so many times faster


@final
class BotTurns:
    """Runs a task while a bot is to act, and only then. If another process lets the bots of this table act as well, no
    harm is done: only one of two moves at one ply is kept, and the process that was refused leaves the table to the other."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._failed: set[str] = set()  # the host's own bots that have failed here, of which everybody has been told
        self._told = -1  # the turn in which everybody was told last that a bot did not answer
        self._ended = False  # whether they know that the game is over
        self._hurried = asyncio.Event()  # nobody wants to wait, until a person is to act

    @property
    def busy(self) -> bool:
        """Whether bots are acting."""
        return self._task is not None and not self._task.done()

    def wake_bots(self) -> None:
        """Start the task, if a bot is to act and none is running."""
        room = self._room
        if not self.busy and room.row.phase == RUNNING and (room.table.to_act() == CHANCE or room.bot_to_act()):
            self._task = asyncio.create_task(self._play())
            self._task.add_done_callback(self._done)
        elif not self.busy and room.row.phase == OVER and not self._ended:
            self._ended = True
            if any(chair.bot is not None and not is_level(chair.bot) for chair in room.row.chairs):
                self._task = asyncio.create_task(self._end())
                self._task.add_done_callback(self._done)

    async def _end(self) -> None:
        """Tell the host's own bots that the game is over."""
        for seat, chair in enumerate(self._room.row.chairs):
            if chair.bot is not None and not is_level(chair.bot):
                await self._room.services.bot_pool.end(question(self._room, seat, chair.bot))

    async def _tell_failure(self, bot: str, seat: Seat) -> None:
        """A bot gave no move: everybody at the table may know that what is played is not its own. Of a bot of the host's own they
        are told once, of a level, whose process may be back at once, each turn."""
        room = self._room
        if not is_level(bot):
            if bot in self._failed:
                return
            self._failed.add(bot)
            words = notes.bot_failed(bot)
        else:
            turn = room.table.truth().turns
            if turn == self._told:
                return
            self._told = turn
            words = notes.bot_did_not_answer(names_of(players_of(room.row.chairs, ()))[seat])
        async with room.lock:
            await room.note(words)

    def hurry(self) -> None:
        """Let the bots act without pauses until a person is to act."""
        self._hurried.set()

    def close(self) -> None:
        """Cancel the task."""
        if self._task is not None:
            self._task.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._room.services.log.failure("bots stopped", error, table=self._room.key)

    async def _play(self) -> None:
        room = self._room
        self._hurried.clear()
        await room.draw_first_cards()
        turn, moves = -1, 0
        while (bot := room.bot_to_act()) is not None:
            pace = room.presence.bot_pace()
            if pace and room.connections:
                now = room.table.truth().turns
                turn, moves = now, moves + 1 if now == turn else 1
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._hurried.wait(), pause(pace, moves))
            seat, ply = room.table.to_act(), room.table.ply
            if seat is None or room.bot_to_act() != bot:
                continue
            if room.lesson.rests():
                return
            reply = room.lesson.reply()
            if reply is not None:
                await room.bot_move(bot, seat, ply, reply)
                continue
            asked, missed = question(room, seat, bot), missed_by(room, seat, bot)
            text = await room.services.bot_pool.decide(
                asked, missed, watched=bool(room.connections), payer=payer_of(room), failed=partial(self._tell_failure, bot, seat)
            )
            try:
                await room.bot_move(bot, seat, ply, text)
            except LostRace:
                return  # the bots of this table act in another process
            except StalePly:
                continue  # a person took a move back while the bot was thinking


def pause(pace: float, move: int) -> float:
    """Seconds before a bot's move, counted in its turn from 1. A long turn hurries: a yard of sixteen cars in a new order is one
    thing to see, and nobody wants to wait for it car by car."""
    return pace if move <= _FOLLOWED else pace / _HURRY


def payer_of(room: "Room") -> str:
    """On whose account bots think at a table: of the address from which the person comes who made it, since nothing keeps one
    from being thirty people; of the person, while that is not known."""
    made_by = room.row.made_by
    return f"table {room.key}" if made_by is None else room.services.clients.get(made_by, made_by)


def question(room: "Room", seat: Seat, bot: str) -> Question:
    """The question for the pool: the view of the bot's seat, and nothing else of the game."""
    row, view = room.row, room.table.view(seat)
    return Question(
        game=row.game,
        edition=row.edition,
        raw=row.raw,
        bot=spec_of(room.services.settings.bots, bot, room.services.settings.bot_seconds),
        seed=bots_seed(row.seed),
        table=row.key,
        ply=room.table.ply,
        after=_latest_ply(room.table, seat),
        view=view,
    )


def bots_seed(seed: str) -> str:
    """The seed of the bots at a table. It does not tell the seed of the cards, which a bot must not know."""
    return sha256(f"{seed}/bots".encode()).hexdigest()


def _latest_ply(table: Table, seat: Seat) -> int | None:
    """When the seat was asked before, of what was not taken back. A table that was restored may not know."""
    events = table.events
    start = table.ply - len(events)
    for ply in reversed(Standing(events, start).plies):
        if events[ply - start].seat == seat:
            return ply
    return -1 if start else None
