"""The page around a board: what it is told besides the game, for a table and for a stored record."""

from freightyard.core.contract import Seat
from freightyard.core.record import Record
from freightyard.page.contract import ChatEntry, PageContext
from freightyard.server.live import seating
from freightyard.server.live.editions import stored_game
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.responses import absolute_url
from freightyard.store.rows import OPEN, OVER, RUNNING, Chair, Person


async def table_context(request: AnyRequest, room: Room, visitor: Person | None) -> PageContext:
    """The page around a table, for a visitor."""
    services = room.services
    later = await seating.find_rematch(room) if room.row.phase == OVER else None
    return PageContext(
        title=room.game.title,
        home=room.home,
        link=absolute_url(services, request, room.home),
        ply=room.table.ply,
        build=services.build,
        name=None if visitor is None else visitor.name,
        actions=_actions(room, visitor),
        sitting=_sitting(room, visitor),
        rematch=None if later is None else f"/t/{later}",
        chat=[ChatEntry(line.seat, line.name, line.text, line.number) for line in room.chat],
    )


def record_context(
    services: Services, request: AnyRequest, key: str, record: Record, ply: int, visitor: Person | None
) -> PageContext:
    """The page around a stored record, for a visitor."""
    return PageContext(
        title=stored_game(record.game).title,
        home=f"/r/{key}",
        link=absolute_url(services, request, f"/r/{key}"),
        ply=ply,
        build=services.build,
        name=None if visitor is None else visitor.name,
    )


def _actions(room: Room, person: Person | None) -> frozenset[str]:
    """What a person may do with a table, besides playing."""
    row, chairs = room.row, room.row.chairs
    own = [] if person is None else [chair for chair in chairs if chair.person == person.key]
    made = person is not None and row.made_by == person.key
    actions: set[str] = set()
    if row.phase == OPEN:
        if Chair() in chairs:
            actions.add("sit")
        if own:
            actions.add("leave")
        if own or made:
            actions.add("begin")
        if made:
            actions.add("drop")
    elif row.phase == RUNNING:
        if any(chair.bot is None for chair in own):
            actions.add("leave")
        if any(chair.bot is not None for chair in own):
            actions.add("back")
    elif own:
        actions.add("rematch")
    return frozenset(actions)


def _sitting(room: Room, person: Person | None) -> tuple[tuple[Seat, str], ...]:
    """The seats on which a person sits without a bot that stands in, and who they are called there."""
    if person is None:
        return ()
    return tuple(
        (seat, chair.called or person.name)
        for seat, chair in enumerate(room.row.chairs)
        if chair.person == person.key and chair.bot is None
    )
