"""Restoring tables, states and score sheets from the events and marks in the store."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from freightyard.core.contract import Outcome, Sheet, State
from freightyard.core.errors import FreightyardError
from freightyard.core.lessons import lesson_at
from freightyard.core.proof import TOGETHER, Proof, commitment_of
from freightyard.core.record import record_of, write
from freightyard.page.retry import retried
from freightyard.server import sentences as say
from freightyard.server.live.editions import first_state_of, stored_edition, stored_game
from freightyard.server.live.event_log import SHOWN
from freightyard.store.rows import StoredEvent, TableRow
from freightyard.table import Event, Mark, Standing, Table, standing_moves, state_at
from freightyard.table.errors import TableError

if TYPE_CHECKING:
    from freightyard.store import Store

_ANY_PLY: Final = 2**31 - 1
_FIRST_MARKS: Final = 4  # marks that are read at first; more only if none of them is of use


class RestoredTable(msgspec.Struct, frozen=True):
    """A table as it was left, and the latest events as everybody was told of them."""

    table: Table
    events: Sequence[StoredEvent]


async def restore_table(store: "Store", row: TableRow) -> RestoredTable:
    """Restore a table from a mark and the events since, not from its first card: a long game opens like a short one.

    From the last mark but one, so that the moves of this turn, and those that ended the one before, can still be taken back. A
    mark that was itself taken back is of no use: then one before it. If the rules of today no longer lead from there to here,
    the last position is what counts.
    """
    # A lesson is short, and all its moves say where its learner is; those of a retry are compared; futures come after those
    # that have come.
    whole = lesson_at(row.branch) is not None or bool(row.futures) or retried(row.branch) is not None
    marks = [] if whole else await store.moves.marks(row.key, _ANY_PLY, _FIRST_MARKS)
    start = max(0, min(marks[1].ply if len(marks) > 1 else 0, row.ply - SHOWN))
    events = await store.moves.events(row.key, start)
    older, batch = marks[1:], _FIRST_MARKS
    while older:
        for mark in older:
            if mark.ply < start:
                events = [*await store.moves.events(row.key, mark.ply, start), *events]
                start = mark.ply
            if not _taken_back(events, mark):
                stood = await _stood(store, row, mark.ply)
                restored = _restored(row, events, mark, stood)
                if restored is None:
                    restored = _restored(row, events, marks[0], await _stood(store, row, marks[0].ply))
                if restored is not None:
                    return restored
        batch *= 2
        older = await store.moves.marks(row.key, older[-1].ply - 1, batch)
    events = [*await store.moves.events(row.key, 0, start), *events]
    for place in (None, *marks[:1]):
        restored = _restored(row, events, place, await _stood(store, row, 0 if place is None else place.ply))
        if restored is not None:
            return restored
    raise TableError(say.UNREADABLE)


async def restore_state(store: "Store", row: TableRow, ply: int) -> State:
    """The state at a ply: from the nearest mark before it that leads there, or from the beginning."""
    game, edition = stored_game(row.game), stored_edition(row.game, row.edition, row.raw)
    for limit in (_FIRST_MARKS, _FIRST_MARKS * 16):
        for mark in await store.moves.marks(row.key, ply, limit):
            since = await store.moves.events(row.key, mark.ply, ply)
            state = state_at(game.position(edition, mark.text), [stored.event for stored in since])
            if state is not None:
                return state
    events = await store.moves.events(row.key, 0, ply)
    state = await asyncio.to_thread(state_at, first_state_of(row), [stored.event for stored in events])
    if state is None:
        raise TableError(say.NO_MOMENT)
    return state


async def all_events(store: "Store", row: TableRow) -> list[Event]:
    """Everything that happened at a table."""
    return [stored.event for stored in await store.moves.events(row.key)]


async def sheets_of(store: "Store", row: TableRow) -> list[Sheet]:
    """The score sheets so far."""
    return sheets_at(row, await standing_sheets(store, row.key))


async def standing_sheets(store: "Store", table: str, ply: int = _ANY_PLY) -> list[Mark]:
    """The marks of score sheets, up to a ply, whose moves were not undone by then."""
    marks = [mark for mark in await store.moves.sheets(table) if mark.ply <= ply]
    if not marks or not await store.moves.undone(table, ply, marks[0].ply):
        return marks
    events = await store.moves.events(table, marks[0].ply, ply)
    return [mark for mark in marks if not _taken_back([stored for stored in events if stored.ply >= mark.ply], mark)]


def sheets_at(row: TableRow, marks: Iterable[Mark]) -> list[Sheet]:
    """The score sheets at these marks."""
    game, edition = stored_game(row.game), stored_edition(row.game, row.edition, row.raw)
    sheets = [game.position(edition, mark.text).sheet() for mark in marks]
    return [sheet for sheet in sheets if sheet is not None]


async def record_text(row: TableRow, events: Sequence[Event], outcome: Outcome | None = None, proof: Proof | None = None) -> str:
    """A whole game as the text of a record. It is replayed for that, so other tables go on meanwhile. `proof`: of a game that is
    over, and of no other."""
    return await asyncio.to_thread(_record_text, row, events, outcome, proof)


async def proof_of(store: "Store", row: TableRow) -> Proof | None:
    """By what the cards of a table were drawn: for when its game is over, and not before. None if that cannot be proved."""
    if row.secret is None:
        return None
    added = {addition.seat: addition for addition in await store.additions.of_table(row.key)}
    found = [added.get(seat) for seat in range(len(row.chairs))]
    return Proof(
        commitment=commitment_of(row.secret),
        secret=row.secret,
        seals=tuple([None if addition is None else addition.seal for addition in found]),
        additions=tuple([None if addition is None else addition.addition for addition in found]),
        first=row.taken_over or 0,
    )


def _record_text(row: TableRow, events: Sequence[Event], outcome: Outcome | None, proof: Proof | None) -> str:
    players = [chair.name_in_record for chair in row.chairs]
    dealt = None if row.dealt == TOGETHER and proof is None else row.dealt  # while the game runs
    first, moves = first_state_of(row), standing_moves(events)
    record = record_of(first, moves, outcome, players=players, start=row.start, dealt=dealt, proof=proof)
    return write(record, stored_game(row.game))


async def _stood(store: "Store", row: TableRow, ply: int) -> int | None:
    """How many moves stood at a ply, where cards are drawn by that."""
    if lesson_at(row.branch) is not None:
        return 0  # it is always brought back from its first move
    return None if row.secret is None else ply - 2 * await store.moves.undone(row.key, ply)


def _restored(row: TableRow, events: Sequence[StoredEvent], mark: Mark | None, stood: int | None) -> RestoredTable | None:
    """The table from a mark on, or from its beginning; None if the events do not lead from there."""
    game, edition = stored_game(row.game), stored_edition(row.game, row.edition, row.raw)
    start = 0 if mark is None else mark.ply
    try:
        first = None if row.start is None else first_state_of(row)
        table = Table(
            game,
            edition,
            len(row.chairs),
            row.options,
            seed=row.deals_by,
            mark=mark,
            first=first,
            stood=stood,
            taken_over=row.taken_over or 0,
            futures=row.futures,
        )
        table.restore([stored.event for stored in events if stored.ply >= start])
    except FreightyardError:
        return None
    return RestoredTable(table, events)


def _taken_back(events: Sequence[StoredEvent], mark: Mark) -> bool:
    """Whether moves before a mark were taken back after it."""
    return Standing([stored.event for stored in events if stored.ply >= mark.ply]).reaches_back
