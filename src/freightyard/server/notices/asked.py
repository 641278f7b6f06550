"""Who is asked at a table at which all choose at once: each of them is told that it is their turn, not only the first."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

from freightyard.core.errors import FreightyardError
from freightyard.core.orders import Orders
from freightyard.core.title import ORDERS
from freightyard.games import find_title, part_of
from freightyard.store.rows import RUNNING, TableRow
from freightyard.table import UNDO

if TYPE_CHECKING:
    from freightyard.server.live.hub import Hub

Asked = Mapping[str, int]  # people, and what number stands for the choice that each is asked for
Ask = Callable[[TableRow], Awaitable[Asked]]

NOBODY: Final[Asked] = {}


async def asks_nobody(_row: TableRow) -> Asked:
    """Where nobody knows the games."""
    return NOBODY


def may_be_asked(row: TableRow) -> bool:
    """Whether all may choose at once at a table, as far as its row tells."""
    if row.phase != RUNNING or find_title(row.game) is None:
        return False
    part: Orders = part_of(row.game, ORDERS) or Orders()
    return row.ply < part.blind_plies


async def asked_at_once(hub: "Hub", row: TableRow) -> Asked:
    """Who is asked while all choose at once; nobody if it is not so. The numbers are below zero, so they are no plies: one for
    each choice that somebody makes, whatever the others do meanwhile."""
    if not may_be_asked(row):
        return NOBODY
    try:
        room = await hub.room(row.key)
    except FreightyardError:  # a table that cannot be opened must not keep the others waiting
        return NOBODY
    if room is None:
        return NOBODY
    asked: dict[str, int] = {}
    for seat in room.orders.waited_for():
        person = room.row.chairs[seat].person
        if person is not None:
            made = sum(event.seat == seat and event.text != UNDO for event in room.table.events)
            asked[person] = -1 - made - len(room.orders.of(seat).choices)
    return asked
