"""The page around a board: what it is told besides the game, for a table and for a stored record."""

from freightyard.core.contract import Seat
from freightyard.core.record import Record
from freightyard.page.contract import ChatEntry, NextTable, PageContext
from freightyard.server.live import seating
from freightyard.server.live.editions import stored_game
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.responses import absolute_url
from freightyard.store.rows import OPEN, OVER, RUNNING, Person, TableRow
from freightyard.typed.commands import COMMANDS, TERMINAL


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
        rematch=None if later is None else NextTable(f"/t/{later.key}", offer_to(later, visitor)),
        chat=[ChatEntry(line.seat, line.name, line.text, line.number) for line in room.chat],
        branch=room.row.branch,
        live=True,
        commands=[command.name for command in COMMANDS if command.here != TERMINAL],
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
    own = [chair for chair in chairs if chair.belongs_to(person)]
    host = person is not None and row.made_by == person.key
    actions: set[str] = set()
    if row.phase == OPEN:
        if any(chair.free for chair in chairs) and offer_to(row, person) is None:
            actions.add("sit")
        if own:
            actions.add("leave")
        if host:
            actions |= {"drop", "release"}
            if not any(chair.held for chair in chairs):
                actions.add("begin")
    elif row.phase == RUNNING:
        if any(chair.bot is None for chair in own):
            actions.add("leave")
        if any(chair.bot is not None for chair in own):
            actions.add("back")
    elif own:
        actions.add("rematch")
    return frozenset(actions)


def offer_to(row: TableRow, person: Person | None) -> str | None:
    """Who wants to play again with a person for whom a seat is held at a table; None if none is."""
    if row.phase != OPEN or not any(chair.held and person is not None and chair.person == person.key for chair in row.chairs):
        return None
    seated = [chair for chair in row.chairs if chair.person is not None and not chair.held]
    host = next((chair for chair in seated if chair.person == row.made_by), seated[0] if seated else None)
    return "Somebody" if host is None else host.called or "Somebody"


def _sitting(room: Room, person: Person | None) -> tuple[tuple[Seat, str], ...]:
    """The seats on which a person sits and plays, and who they are called there."""
    if person is None:
        return ()
    return tuple(
        (seat, chair.called or person.name)
        for seat, chair in enumerate(room.row.chairs)
        if chair.belongs_to(person) and chair.bot is None
    )
