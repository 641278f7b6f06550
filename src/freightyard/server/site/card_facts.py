"""What pages may know of the cards of a table or of a record."""

from typing import Final

import msgspec

from freightyard.core.proof import TOGETHER, commitment_of
from freightyard.core.record import Record
from freightyard.page.card_facts import ADDED, NOTHING, OPEN, SEALED, WITHHELD, Cards, SeatCards
from freightyard.page.cards import cards_of_proof
from freightyard.page.history import record_players
from freightyard.page.players import names_of
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of
from freightyard.server.settings import Settings
from freightyard.store import rows
from freightyard.store.rows import Addition, Person

_APP: Final = "/offline/app.html"  # of the site without a server, which has the rules in the browser


async def cards_of(room: Room, visitor: Person | None) -> Cards:
    """The cards of a table. Never the secret, nor what was added: those are in the record of a game that is over."""
    row = room.row
    if row.dealt != TOGETHER or row.secret is None:
        return Cards(dealt=row.dealt)
    found = {addition.seat: addition for addition in await room.mixer.list()}
    chairs, names = row.chairs, names_of(players_of(row.chairs, ()))
    closed, begun = row.sealed_at is not None, row.phase != rows.OPEN
    seats = []
    for seat, chair in enumerate(chairs):
        added = found.get(seat)
        if added is not None and not closed and added.person != chair.person:
            added = None  # of somebody who got up
        mine, name = chair.belongs_to(visitor), "" if chair.waits else names[seat]
        state = _state(added, closed=closed, begun=begun)
        seats.append(SeatCards(name=name, state=state, seal=None if added is None else added.seal, mine=mine))
    return Cards(
        dealt=row.dealt,
        commitment=commitment_of(row.secret),
        seats=tuple(seats),
        closed=closed,
        begun=begun,
        over=row.phase in (rows.OVER, rows.ENDED),
        taken_over=row.taken_over or 0,
        rules=_rules(room.services.settings),
    )


def record_cards(record: Record, settings: Settings) -> Cards:
    """The cards of a record."""
    cards = cards_of_proof(record.dealt, record.proof, names_of(record_players(record)))
    return msgspec.structs.replace(cards, rules=_rules(settings))


def _rules(settings: Settings) -> str | None:
    """Where a reader's own browser can work out what was left to draw from."""
    return "" if settings.offline else _APP if settings.offline_site else None


def _state(added: Addition | None, *, closed: bool, begun: bool) -> str:
    if added is None:
        return NOTHING if closed else OPEN
    if added.addition is not None:
        return ADDED
    return WITHHELD if begun else SEALED
