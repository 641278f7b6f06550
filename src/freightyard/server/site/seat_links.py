"""The links by which the host gives a seat back to its player: making one, what it leads to, and cancelling it."""

from litestar import Response, get, post
from litestar.response import Redirect

from freightyard.page.document import Visit
from freightyard.page.players import names_of
from freightyard.page.sign_in import seat_link_page, seat_return_page
from freightyard.server import sentences as say
from freightyard.server.identity import check_sign_in_rate, code_in, person_or_new
from freightyard.server.live import seat_returns
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest, seat_in
from freightyard.server.site.responses import absolute_url, html, see_other
from freightyard.store.rows import Person


@post("/t/{key:str}/seat-link")
async def make_link(
    services: Services, request: AnyRequest, room: Room, person: Person, visit: Visit, fields: dict[str, str]
) -> Response[str]:
    """A new link to a seat. It is shown here and nowhere else."""
    token, player = await seat_returns.make_link(room, person, seat_in(fields, -1), room.services.now())
    link = absolute_url(services, request, f"{room.home}/return#{token}")
    return html(seat_link_page(visit, player, link, room.home, seat_returns.DAYS))


@post("/t/{key:str}/seat-link/cancel")
async def cancel_link(room: Room, person: Person, fields: dict[str, str]) -> Redirect:
    """Who sits there needs no link."""
    await seat_returns.cancel_link(room, person, seat_in(fields, -1), room.services.now())
    return see_other(room.home)


@get("/t/{key:str}/return")
async def ask_to_return(room: Room, visit: Visit) -> Response[str]:
    """A question, so that nothing that only looks at links uses one up."""
    return _page(room, visit)


@post("/t/{key:str}/return")
async def return_to_seat(
    services: Services, request: AnyRequest, room: Room, visitor: Person | None, visit: Visit, fields: dict[str, str]
) -> Response[str] | Redirect:
    """Whoever has the link has the seat. Somebody unknown becomes a person with the name of the seat."""
    check_sign_in_rate(services, client_of(request.scope))
    token, now = code_in(fields.get("code", "")), room.services.now()
    link = await seat_returns.find_link(room, token, visitor, now)
    if link is None:
        return _page(room, visit, say.USED_SEAT_LINK)
    person, cookie = await person_or_new(services, visitor, room.row.chairs[link.seat].name_of_person)
    if not await seat_returns.use_link(room, token, link, person, now):
        return _page(room, visit, say.USED_SEAT_LINK)
    return see_other(room.home, cookie)


def _page(room: Room, visit: Visit, problem: str | None = None) -> Response[str]:
    names = tuple(names_of(players_of(room.row.chairs, ())))
    page = seat_return_page(visit, room.game.title, room.home, names, problem)
    return html(page, NO_PROBLEMS if problem is None else {"code": problem})
