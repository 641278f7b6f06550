"""Hints: what a bot would do in somebody's place, and why."""

from typing import TYPE_CHECKING, Final

import msgspec

from freightyard.core.contract import Seat
from freightyard.page.advice import advice
from freightyard.server.bots.pool import BotFailed
from freightyard.server.bots.turns import payer_of, question
from freightyard.server.errors import Forbidden
from freightyard.store.rows import Person

if TYPE_CHECKING:
    from freightyard.server.live.room import Room

ADVISER: Final = "hard:0.5"


class Hint(msgspec.Struct, frozen=True):
    """A hint as the page shows it: the first move, the bot's plan in words, and its reason."""

    move: str
    words: str
    why: str


async def hint_for(room: "Room", person: Person | None) -> Hint:
    """Ask a bot what it would do on the person's seat, from what that seat knows."""
    asked = question(room, _advised_seat(room, person), ADVISER)
    try:
        found = await room.services.bot_pool.advise(asked, payer=payer_of(room))
    except BotFailed:
        raise Forbidden("there is no hint just now; ask again") from None
    words = room.board.story(asked.view.edition, list(found.plan))
    return Hint(found.plan[0], advice(words), found.sentence)


def _advised_seat(room: "Room", person: Person | None) -> Seat:
    """The seat that may have a hint: it is to act, and nobody is at the table who could mind."""
    chairs = room.row.chairs
    if person is None or all(chair.person != person.key for chair in chairs):
        raise Forbidden("you do not sit at this table")
    if sum(chair.person is not None for chair in chairs) > 1:
        raise Forbidden("hints are only for games in which all others are bots")
    seat = next(seat for seat, chair in enumerate(chairs) if chair.person == person.key)
    if room.table.to_act() != seat or chairs[seat].bot is not None:
        raise Forbidden("it is not your turn")
    return seat
