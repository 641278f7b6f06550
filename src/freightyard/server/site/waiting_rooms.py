"""The page of a table that has not begun, for a visitor."""

import msgspec

from freightyard.core.contract import Seat
from freightyard.page.players import names_of
from freightyard.page.waiting import Invitation, WaitingSeat, waiting_page
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.page_context import table_context
from freightyard.store.rows import Person


async def before_the_game(
    request: AnyRequest,
    room: Room,
    visitor: Person | None,
    *,
    made: tuple[Seat, str] | None = None,
    invited: tuple[Seat, str] | None = None,
) -> str:
    """The whole document. `made`: the link to a seat that the host has just made; `invited`: the seat to which a link has led the
    visitor, and its token."""
    context = await table_context(request, room, visitor)
    invitation = Invitation(
        link=None if made is None else made[1],
        link_seat=None if made is None else made[0],
        token=None if invited is None else invited[1],
        token_seat=None if invited is None else invited[0],
        beginners=room.row.level is not None,
        substitutes=bool(room.row.substitutes),
        allows_bots=bool(room.row.allows_bots),
    )
    if invited is not None:
        context = msgspec.structs.replace(context, preview=None)
    return waiting_page(room.edition, room.row.options, _seats(room, visitor), context, invitation)


def _seats(room: Room, visitor: Person | None) -> list[WaitingSeat]:
    """The seats of a table that has not begun, for a visitor."""
    chairs = room.row.chairs
    players = players_of(chairs, ())
    names = names_of(players)
    found = []
    for seat, (chair, player) in enumerate(zip(chairs, players, strict=True)):
        if chair.free:
            found.append(WaitingSeat(declined=chair.called))
            continue
        if chair.held and chair.person is None:
            mine = visitor is not None and chair.held_for(visitor.name)
            found.append(WaitingSeat(name=chair.called or "", held=True, you=mine, by_name=True))
            continue
        mine = visitor is not None and chair.person == visitor.key
        host = chair.person is not None and chair.person == room.row.made_by and player.beside is None
        found.append(
            WaitingSeat(
                name=names[seat],
                bot=chair.person is None,
                program=player.program,
                you=mine,
                host=host,
                held=chair.held,
                beside=player.beside,
            )
        )
    return found
