"""Going back to an earlier moment of a game, over cards, dice and the moves of others: only when all have agreed to it.

To the events it is what an undo is, only more of it. What is drawn again is drawn by the number of moves that stand, as ever
(`Table`), so the cards can still be proved; whoever makes the same moves draws the same.
"""

from typing import TYPE_CHECKING

import msgspec

from freightyard.core.contract import CHANCE, Seat
from freightyard.server import sentences as say
from freightyard.server.live import restore
from freightyard.table import UNDO, Event, Standing
from freightyard.table.errors import TableError

if TYPE_CHECKING:
    from freightyard.server.live.room import Room


class WayBack(msgspec.Struct, frozen=True):
    """What it takes to be at an earlier moment."""

    ply: int  # the moment: that of the first move that is undone
    moves: int  # that are undone, those of chance among them


async def way_back(room: "Room", ply: int) -> WayBack:
    """The way back to a moment; from one at which something is drawn to the move before it. Raises if there is none."""
    events = await restore.all_events(room.services.store, room.row)
    if not 0 <= ply <= len(events):
        raise TableError(say.no_move(len(events), ply))
    then, now = Standing(events[:ply]).plies, Standing(events).plies
    if now[: len(then)] != then:
        raise TableError(say.MOMENT_UNDONE)
    if now == then:
        raise TableError(say.BACK_TO_NOW)
    stays = len(then)
    while stays and events[now[stays]].seat == CHANCE:
        stays -= 1
    if events[now[stays]].seat == CHANCE:
        raise TableError(say.BACK_TO_DEALING)
    if stays < (room.row.taken_over or 0):
        raise TableError(say.OF_ANOTHER_GAME)
    return WayBack(now[stays], len(now) - stays)


async def undone_back_to(room: "Room", ply: int) -> int:
    """How many moves the last thing that happened undid, if it led to a moment; else 0."""
    events = await restore.all_events(room.services.store, room.row)
    moves = _undone_last(events)
    before = len(events) - moves
    standing = Standing(events[:before]).plies
    return moves if moves and moves <= len(standing) and standing[-moves] == ply else 0


async def go_back(room: "Room", seat: Seat, way: WayBack) -> None:
    """Undo all moves from a moment on, as a seat has asked for. The caller holds the lock."""
    table = room.table
    before = await restore.restore_state(room.services.store, room.row, way.ply)
    await room.orders.stop_all(say.ORDER_BACK)
    await room.commit(table.go_back(seat, table.ply, way.moves, before), by_hand=CHANCE, reread=True)  # who asked may be away
    await room.timekeeper.settle()


def _undone_last(events: list[Event]) -> int:
    count = 0
    while count < len(events) and events[-1 - count].text == UNDO:
        count += 1
    return count
