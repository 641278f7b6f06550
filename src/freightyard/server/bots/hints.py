"""A hint: what a bot would do in somebody's place, and why."""

from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, post

from freightyard.core.contract import Seat
from freightyard.server.bots.pool import BotFailed
from freightyard.server.bots.turns import question
from freightyard.server.identity import who
from freightyard.server.live.room import Room
from freightyard.server.means import Forbidden
from freightyard.server.services import services_of
from freightyard.server.site.replays import begun
from freightyard.store.contract import Person

ADVISER: Final = "hard:0.5"
_CALLED: Final = "A hard bot"


@post("/t/{key:str}/hint", status_code=200)
async def hint(request: Request[Any, Any, Any], key: str) -> Response[bytes]:
    """What a bot would do now, from what the asker's seat knows."""
    room, person = await begun(request, key), await who(request)
    asked = question(room, advised_seat(room, person), ADVISER)
    try:
        advice = await services_of(request).hub.means.bot_pool.advise(asked)
    except BotFailed:
        raise Forbidden("no bot has an idea just now; ask again") from None
    words = room.board.story(asked.view.edition, list(advice.plan))
    hoped = "" if advice.expected is None else f" It hopes for {advice.expected:.0%} of the win."
    told = {"move": advice.plan[0], "words": f"{_CALLED} {words}.", "why": f"{advice.sentence}{hoped}"}
    return Response(msgspec.json.encode(told), media_type=MediaType.JSON)


def advised_seat(room: Room, person: Person | None) -> Seat:
    """The seat that may have a hint: it is to act, and nobody is at the table who could mind."""
    chairs = room.table.chairs
    if person is None or all(chair.person != person.key for chair in chairs):
        raise Forbidden("you do not sit at this table")
    if sum(chair.person is not None for chair in chairs) > 1:
        raise Forbidden("hints are for tables at which nobody but you plays against bots")
    seat = next(seat for seat, chair in enumerate(chairs) if chair.person == person.key)
    if room.table.to_act() != seat or chairs[seat].bot is not None:
        raise Forbidden("it is not your turn")
    return seat


HANDLERS: Final = (hint,)
