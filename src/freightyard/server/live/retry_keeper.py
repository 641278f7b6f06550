"""A table at which a turn of a reviewed game is tried again: what was played there, and whether what is played here is better.

Bots weigh the two plans as they weigh a plan in a puzzle: both meet the same futures.
"""

import asyncio
from typing import TYPE_CHECKING, Final, final

import msgspec

from freightyard.core.contract import CHANCE, State
from freightyard.core.errors import FreightyardError
from freightyard.page.advice import advice
from freightyard.page.log import name_places
from freightyard.page.players import names_of
from freightyard.page.retry import RetrySheet, retried
from freightyard.review import sentences as review_say
from freightyard.review.review import Change, Review
from freightyard.server.bots.pool import BotFailed
from freightyard.server.bots.puzzle_work import PuzzleQuestion, Weighed
from freightyard.server.bots.turns import payer_of
from freightyard.server.live import restore
from freightyard.server.live.viewer import Viewer, players_of
from freightyard.store.rows import OVER, RUNNING
from freightyard.table import Standing

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

_CLEAR: Final = 2.0  # standard errors: what differs by less is as good, as far as can be told
_UNKNOWN: Final = Weighed(0.0, 1.0)  # where bots failed: nothing can be told


@final
class RetryKeeper:
    """The retry of a room, if it is one. What bots thought is kept while the room is open, and thought again after that."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self.origin = retried(room.row.branch)
        self._change: Change | None = None  # the turn in the review
        self._first: State | None = None  # the position in which it begins
        self._weighed: dict[tuple[str, ...], Weighed] = {}
        self._task: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Read the review of the game in which the turn was played. Without it the table is like any other."""
        row, store = self._room.row, self._room.services.store
        if self.origin is None or row.origin is None or self._change is not None:
            return
        data = await store.reviews.get(row.origin)
        start = row.taken_over or 0
        try:
            review = None if data is None else msgspec.json.decode(data, type=Review)
            self._first = await restore.restore_state(store, row, start)
        except (msgspec.ValidationError, FreightyardError):  # of an earlier version, or by rules that have changed since
            return
        changes = () if review is None else review.changes
        self._change = next((change for change in changes if change.start == start and change.actor != CHANCE), None)

    def sheet(self, viewer: Viewer) -> RetrySheet | None:
        """What the one is shown who tries again; nobody else is shown anything."""
        change = self._change
        if self.origin is None or change is None or change.actor not in viewer.own_seats:
            return None
        if self._room.row.phase not in (RUNNING, OVER):
            return None
        best = ""
        if change.verdict is not None and change.verdict.better and change.verdict.lost > 0:
            worth = review_say.compared(change.verdict.lost, change.verdict.played)
            best = f"{self._plan(change.verdict.better)} {worth or review_say.cheaper(change.verdict.lost)}".strip()
        plan = self._plan_here()
        found = self._weighed.get(plan)
        return RetrySheet(
            turn=change.turn,
            seat=change.actor,
            review=self._room.row.branch or "",
            origin=self.origin,
            then=self._story(change.moves),
            best=best,
            over=self._over(),
            verdict=() if found is None else review_say.retry_verdict(change, plan, found.cost, found.error, _CLEAR),
        )

    def look(self) -> None:
        """When the turn is over bots weigh it, and the one who played it is told."""
        if self._change is not None and self._over() and self._task is None and self._plan_here() not in self._weighed:
            self._task = asyncio.create_task(self._weigh(self._plan_here()))

    def stop(self) -> None:
        """The room is closed."""
        if self._task is not None:
            self._task.cancel()

    async def _weigh(self, plan: tuple[str, ...]) -> None:
        room, change, first = self._room, self._change, self._first
        if change is None or first is None:
            return
        try:
            if plan == change.moves:
                self._weighed[plan] = Weighed(0.0, 0.0)
            else:
                row = room.row
                question = PuzzleQuestion(row.key, row.game, row.edition, first.text(), change.moves, plan, raw=row.raw)
                self._weighed[plan] = await room.services.bot_pool.weigh(question, payer=payer_of(room))
        except BotFailed:
            self._weighed[plan] = _UNKNOWN
        finally:
            self._task = None
        person = room.row.chairs[change.actor].person
        if person is not None and room.is_open:
            room.broadcast.show_again(person)

    def _plan_here(self) -> tuple[str, ...]:
        """What was played here of the turn: up to the first card or die, as the review looks at it."""
        events, change, found = self._room.table.events, self._change, []
        for ply in Standing(events).plies:
            if change is not None and ply >= change.start:
                if events[ply].seat != change.actor:
                    break
                found.append(events[ply].text)
        return tuple(found)

    def _over(self) -> bool:
        state = self._room.table.truth()
        return self._change is not None and (state.turns >= self._change.turn or state.to_act() is None)

    def _plan(self, moves: tuple[str, ...]) -> str:
        first = self._first
        if first is None:
            return ""
        return name_places(self._room.board, first.view(None), advice(self._room.board, first.edition, moves))

    def _story(self, moves: tuple[str, ...]) -> str:
        """What was played then, as the log tells it."""
        first, change = self._first, self._change
        if first is None or change is None:
            return ""
        words = name_places(self._room.board, first.view(None), self._room.board.story(first.edition, moves))
        return f"{names_of(players_of(self._room.row.chairs, ()))[change.actor]} {words}."
